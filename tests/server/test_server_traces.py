"""Traces by OpenTelemetry: what is in them, what is not, and that nobody needs the library who wants none."""

import asyncio
import subprocess
import sys
from typing import Any

import httpx
import pytest
from starlette.types import Receive, Scope, Send

from capomastro.core.errors import BadSetup
from capomastro.server.http.app import make_app
from capomastro.server.ops.main import run
from capomastro.server.protocol.request_ids import current
from capomastro.server.settings import Settings
from capomastro.server.storage.migrate import migrate

NEW = {"game": "palazzo", "seats": [{"kind": "me", "name": "Anna"}, {"kind": "bot", "bot": "random"}]}


def test_requests_steps_the_store_and_bots_are_traced(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    from capomastro.server.ops.traces import Traces
    from capomastro.server.protocol.step_lists import spelled_out

    settings, exporter = Settings(db=file, bot_processes=1), InMemorySpanExporter()
    migrate(settings)
    logged: list[str] = []

    async def play() -> str:
        door = make_app(settings)
        async with door.app.router.lifespan_context(door.app):
            traces = Traces(SimpleSpanProcessor(exporter), "worker")
            door.traces = traces
            traces.listen(door.app.state.tables)
            transport = httpx.ASGITransport(app=door)
            async with httpx.AsyncClient(transport=transport, base_url="http://server") as client:
                table: str = (await client.post("/api/tables", json=NEW)).json()["table"]
                path, steps = f"/api/tables/{table}", 0
                while steps < 3 or not any(span.name == "bot" for span in exporter.get_finished_spans()):
                    update = (await client.get(path, params={"since": 0})).json()
                    if choices := spelled_out(update["legal"]):
                        body = {"seat": 0, "seen": update["seen"], "step": choices[0], "key": f"k{steps}"}
                        assert (await client.post(f"{path}/steps", json=body)).status_code == 200
                        steps += 1
                    await asyncio.sleep(0.01)
                headers = {"X-Request-ID": "from-the-proxy"}
                assert (await client.get("/api/tables/none", headers=headers)).status_code == 404
                app = door.app

                async def heard(scope: Scope, receive: Receive, send: Send) -> None:
                    logged.append(current.get())
                    await app(scope, receive, send)

                with monkeypatch.context() as patch:
                    patch.setattr(door, "app", heard)
                    await client.get("/healthz")
            traces.stop()
        return table

    table = asyncio.run(play())
    spans: list[Any] = list(exporter.get_finished_spans())
    by_name: dict[str, list[Any]] = {}
    for span in spans:
        by_name.setdefault(span.name, []).append(span)
    assert {"POST /api/tables", "GET /api/tables/TABLE", "step", "read", "transaction", "bot"} <= by_name.keys()
    step = by_name["step"][0]
    assert step.attributes["http.response.status_code"] == 200
    assert step.attributes["url.path"] == f"/api/tables/{table}/steps"
    asked = next(span for span in spans if span.attributes.get("http.response.status_code") == 404)
    assert asked.attributes["capomastro.request"] == "from-the-proxy"
    (well,) = (span for span in spans if span.attributes.get("url.path") == "/healthz")
    assert [well.attributes["capomastro.request"]] == logged, "by the name under which it stands in the log"
    inside = [span for span in by_name["read"] if span.parent and span.parent.span_id == asked.context.span_id]
    assert inside, "what was asked of the store for a request lies in its span"
    assert all(span.end_time >= span.start_time for span in spans)
    told = {name for span in spans for name in span.attributes}
    assert told == {*asked.attributes, "writes", "task"}
    assert by_name["bot"][0].attributes == {"task": "choose"}


def test_without_the_extra_one_sentence_says_so_and_nothing_is_opened(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    with pytest.raises(BadSetup, match=r"capomastro\[otel\]"):
        run(Settings(db=file, traces="http://127.0.0.1:4318"), open_page=False)


def test_nobody_loads_the_library_who_wants_no_traces() -> None:
    code = "import sys, capomastro.server.ops.main; sys.exit('opentelemetry' in str(sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
