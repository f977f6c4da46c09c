"""Traces for operators, by OpenTelemetry: requests, steps, questions to the store, transactions and bots' thoughts.

An extra, and only where the operator names a collector. A request's span has the questions that were asked for it
inside; a transaction writes for many requests at once, and stands for itself, as a bot's thought does. Spans name
paths, as the log does, and nothing of queries, cookies, tokens or bodies.
"""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import capomastro
from capomastro.core.errors import BadSetup
from capomastro.server.ops.listening import listen
from capomastro.server.protocol.request_ids import current
from capomastro.server.table.registry import Registry

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import SpanProcessor

TABLE = re.compile(r"(?<=^/api/tables/)[A-Za-z0-9_-]+")
ENOUGH = 3
"""Seconds for the rest to be sent, when the server stops."""


def check_extra(address: str) -> None:
    """Refuses to start where traces are wanted and cannot be made."""
    if not address:
        return
    try:
        import opentelemetry.exporter.otlp.proto.http.trace_exporter
        import opentelemetry.sdk.trace  # noqa: F401
    except ImportError:
        raise BadSetup(
            "traces need an extra: pip install 'capomastro[otel]', or leave CAPOMASTRO_TRACES empty"
        ) from None


def to_collector(address: str) -> "SpanProcessor":
    """Sends spans by OTLP over http, some at a time, from a thread of its own."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    return BatchSpanProcessor(OTLPSpanExporter(f"{address.rstrip('/')}/v1/traces"))


class Traces:
    """All spans of one process."""

    def __init__(self, processor: "SpanProcessor", worker: str) -> None:
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider

        about = {"service.name": "capomastro", "service.version": capomastro.__version__}
        resource = Resource.create({**about, "service.instance.id": worker})
        self.provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        self.provider.add_span_processor(processor)
        self.tracer = self.provider.get_tracer("capomastro")

    @contextmanager
    def request(self, method: str, path: str) -> Iterator[Any]:
        """Around a request; what is asked of the store meanwhile lies inside."""
        from opentelemetry.trace import SpanKind

        kind = "step" if method == "POST" and path.endswith("/steps") else f"{method} {TABLE.sub('TABLE', path)}"
        facts = {"http.request.method": method, "url.path": path, "capomastro.request": current.get()}
        with self.tracer.start_as_current_span(kind[:120], kind=SpanKind.SERVER, attributes=facts) as span:
            yield span

    def answered(self, span: Any, status: int) -> None:
        from opentelemetry.trace import StatusCode

        span.set_attribute("http.response.status_code", status)
        if status >= 500:
            span.set_status(StatusCode.ERROR)

    def _past(self, name: str, seconds: float, **facts: str | int) -> None:
        """Something that has just ended."""
        end = time.time_ns()
        span = self.tracer.start_span(name, start_time=end - int(seconds * 1e9), attributes=facts)
        span.end(end)

    def listen(self, tables: Registry) -> None:
        listen(
            tables,
            lambda seconds: self._past("read", seconds),
            lambda writes, seconds: self._past("transaction", seconds, writes=writes),
            lambda task, seconds: self._past("bot", seconds, task=task),
        )

    def stop(self) -> None:
        self.provider.force_flush(ENOUGH * 1000)
        self.provider.shutdown()
