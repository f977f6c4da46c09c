"""Figures for operators: what the server does and how long that takes, for Prometheus and its like to fetch.

They are served on a port of their own, never on the door that people use, and only where the operator names one. While
nobody wants them, nothing is measured.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any, Protocol

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, start_http_server

import capomastro
from capomastro.server.ops.listening import listen
from capomastro.server.table.registry import Registry

log = logging.getLogger("capomastro.metrics")
QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
THOUGHTS = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256)
LAG_SECONDS = 0.5
"""How often the event loop is asked whether it is in time."""


class Metrics:
    """All figures of one process."""

    def __init__(self, tables: Registry) -> None:
        self.registry, spread = begun()
        registry = self.registry
        self.requests = Counter("capomastro_requests", "Requests answered.", ["method", "status"], registry=registry)
        self.steps = spread("step_seconds", "From a step's request to its durable acknowledgement.", QUICK)
        self.transactions = spread("transaction_seconds", "How long the store takes to write what waits.", QUICK)
        self.batches = spread("transaction_writes", "How much is written in one transaction.", SIZES)
        self.reads = spread("read_seconds", "How long questions to the store take.", QUICK)
        self.thoughts = spread("bot_seconds", "How long bots think.", THOUGHTS, ("task",))
        self.lag = spread("loop_lag_seconds", "How late the event loop is.", QUICK)
        live = tables.live
        now: dict[str, tuple[str, Callable[[], int]]] = {
            "tables": ("Tables in memory.", lambda: len(live)),
            "sockets": ("Sockets that are open.", lambda: sum(len(one.sockets) for one in list(live.values()))),
            "writes_waiting": ("Writes that wait to be durable.", lambda: len(tables.writer.waiting)),
            "bot_questions_waiting": (
                "Questions that wait for a bot.",
                lambda: sum(tables.bot_pool.waiting().values()),
            ),
            "bots_thinking": ("Bot processes that think.", lambda: tables.bot_pool.busy),
        }
        homes = tables.homes
        if homes is not None:
            now["requests_handed_on"] = (
                "Requests that other workers have answered for this one.",
                lambda: homes.handed_on,
            )
        for name, (text, value) in now.items():
            Gauge(f"capomastro_{name}", text, registry=registry).set_function(value)
        listen(tables, self.reads.observe, self.written, self.thought)

    def written(self, writes: int, seconds: float) -> None:
        self.batches.observe(writes)
        self.transactions.observe(seconds)

    def thought(self, task: str, seconds: float) -> None:
        self.thoughts.labels(task).observe(seconds)

    def answered(self, method: str, status: int) -> None:
        self.requests.labels(method if method in ("GET", "POST", "PUT", "DELETE") else "other", str(status)).inc()

    def stepped(self, seconds: float) -> None:
        self.steps.observe(seconds)

    async def watch_loop(self) -> None:
        """Notes again and again how much later than asked the event loop goes on."""
        while True:
            due = time.perf_counter() + LAG_SECONDS
            await asyncio.sleep(LAG_SECONDS)
            self.lag.observe(max(0.0, time.perf_counter() - due))


class Spread(Protocol):
    """Makes a figure that shows how something is spread."""

    def __call__(self, name: str, text: str, buckets: tuple[float, ...], labels: tuple[str, ...] = ()) -> Histogram: ...


def begun() -> tuple[CollectorRegistry, Spread]:
    """What every process tells: how it is, and which version it is."""
    registry = CollectorRegistry()

    def spread(name: str, text: str, buckets: tuple[float, ...], labels: tuple[str, ...] = ()) -> Histogram:
        return Histogram(f"capomastro_{name}", text, labels, buckets=buckets, registry=registry)

    ProcessCollector(registry=registry)
    about = Gauge("capomastro_info", "The version that runs.", ["version", "build"], registry=registry)
    about.labels(capomastro.__version__, "compiled" if capomastro.compiled else "interpreted").set(1)
    return registry, spread


def serve(registry: CollectorRegistry, host: str, port: int, workers: int = 1) -> Callable[[], None]:
    """Serves the figures on the first free port from this one on, one for each worker; returns how to stop that."""
    for one in range(port, port + workers):
        try:
            server, thread = start_http_server(one, host, registry)
        except OSError:
            continue
        log.info("figures at http://%s:%d/metrics", host, one)
        return lambda: stop(server, thread)
    log.warning("no port from %d on is free for figures; there are none", port)
    return lambda: None


def stop(server: Any, thread: Any) -> None:
    server.shutdown()
    server.server_close()
    thread.join(5)
