"""Load test: real matches over real HTTP and sockets, played at random, on this machine.

The server runs in a process of its own on a fresh SQLite file with full durability. Every seat of every table has its
socket; a seat that is told to act posts a step, and the time until the step is acknowledged is measured.
"""

import asyncio
import contextlib
import gc
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from capomastro.bench.processes import cpu_seconds, family, free_ports, handed_on, memory_mb
from capomastro.core.chance import seeded
from capomastro.server.protocol.step_lists import spelled_out

MOST_PATIENCE = 60.0
UNLIMITED = {"REQUESTS_PER_SECOND": "0", "TABLES_PER_HOUR": "0", "SOCKETS_PER_ADDRESS": "0", "SOCKETS": "0"}


class Heard(Struct, frozen=True):
    """The part of a message that a random player needs."""

    type: str = ""
    status: str = ""
    seen: int = 0
    legal: list[Any] = []


class Made(Struct, frozen=True):
    class Link(Struct, frozen=True):
        seat: int
        token: str

    table: str
    links: tuple[Link, ...]


class Taken(Struct, frozen=True):
    n: int


heard = msgspec.json.Decoder(Heard).decode
taken = msgspec.json.Decoder(Taken).decode
made = msgspec.json.Decoder(Made).decode


@contextlib.contextmanager
def server(db: str, **settings: str) -> Iterator[tuple[subprocess.Popen[str], str, int]]:
    """A server on a free port of the loopback; gives its process and address."""
    names = {f"CAPOMASTRO_{name.upper()}": value for name, value in {**UNLIMITED, **settings}.items()}
    command = [sys.executable, "-m", "capomastro", "serve", "--port", "0", "--db", db]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, **names}
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://([\d.]+):(\d+)", process.stdout.readline())
        if found is None:
            raise RuntimeError("the server did not start")
        yield process, found[1], int(found[2])
    finally:
        process.terminate()
        process.wait(30)


class Connection:
    """One HTTP connection that is kept open, with no more of HTTP than our own server speaks."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, token: str | None, body: bytes) -> tuple[int, bytes]:
        """Posts, and posts again if the connection was closed meanwhile; steps have keys, so nothing happens twice."""
        for patience in range(50):
            try:
                if self.streams is None:
                    self.streams = await asyncio.open_connection(self.host, self.port)
                return await self._exchange(*self.streams, path, token, body)
            except (OSError, EOFError):
                self.close()
                await asyncio.sleep(0.02 * patience)
        raise RuntimeError("the server cannot be reached")

    async def _exchange(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str, token: str | None, body: bytes
    ) -> tuple[int, bytes]:
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        head = f"POST {path} HTTP/1.1\r\nHost: {self.host}\r\nContent-Type: application/json\r\n{bearer}"
        writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        size = re.search(rb"content-length: (\d+)", answer, re.I)
        assert size is not None
        return int(answer[9:12]), await reader.readexactly(int(size[1]))

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()
            self.streams = None


class Load:
    """What is being played, and what has been measured."""

    def __init__(self, process: int, host: str, port: int, game: str, seats: int, seed: int, workers: int = 1) -> None:
        self.process, self.host, self.port, self.game, self.seats = process, host, port, game, seats
        self.workers = workers
        self.cpu = 0.0
        self.figures = 0
        """From which port on workers tell how much they hand on to each other; 0: they are not asked."""
        self.handed_on = 0.0
        self.rng = seeded(seed)
        self.times: list[float] = []
        self.refused = 0
        self.measuring = False
        self.stopped = False
        self.keys = 0
        self.under_way = 0

    async def table(self, pause: float) -> None:
        """Plays match after match at one table after another, with a pause before each step."""
        await asyncio.sleep(self.rng.randrange(1000) / 1000 * pause)
        first = True
        connection = Connection(self.host, self.port)
        try:
            while not self.stopped:
                seats = [{"kind": "me", "name": f"Player {seat + 1}"} for seat in range(self.seats)]
                body = msgspec.json.encode({"game": self.game, "seats": seats})
                status, answer = await connection.post("/api/tables", None, body)
                assert status == 201, answer
                self.under_way += first
                first = False
                await self.match(made(answer), connection, pause)
        finally:
            connection.close()

    async def match(self, table: Made, connection: Connection, pause: float) -> None:
        due: asyncio.Queue[tuple[int, Heard] | None] = asyncio.Queue()
        viewers = [asyncio.create_task(self.watch(table, link, due)) for link in table.links]
        tokens = {link.seat: link.token for link in table.links}
        done = dict.fromkeys(tokens, 0)  # who chooses beside others hears of their choices too
        try:
            while not self.stopped:
                turn = await due.get()
                if turn is None:
                    return
                seat, told = turn
                if told.seen < done[seat]:
                    continue
                if pause:
                    await asyncio.sleep(pause)
                done[seat] = await self.step(table.table, tokens[seat], told, connection)
        finally:
            for viewer in viewers:
                viewer.cancel()
            await asyncio.gather(*viewers, return_exceptions=True)

    async def step(self, table: str, token: str, told: Heard, connection: Connection) -> int:
        """Takes any legal step; returns the seat's number of it."""
        self.keys += 1
        steps = spelled_out(told.legal)
        text = steps[self.rng.randrange(len(steps))]
        body = msgspec.json.encode({"step": text, "seen": told.seen, "key": f"k{self.keys}"})
        began = time.perf_counter()
        status, answer = await connection.post(f"/api/tables/{table}/steps", token, body)
        if status != 200:
            self.refused += 1
            return told.seen
        if self.measuring:
            self.times.append(time.perf_counter() - began)
        return taken(answer).n

    async def watch(self, table: Made, link: Any, due: "asyncio.Queue[tuple[int, Heard] | None]") -> None:
        """A seat's socket: whenever the seat has to act, says so."""
        from websockets.asyncio.client import connect

        address = f"ws://{self.host}:{self.port}/api/tables/{table.table}/stream"
        headers = {"Authorization": f"Bearer {link.token}"}
        last = 0
        async with connect(address, additional_headers=headers, compression=None, max_size=None) as socket:
            async for message in socket:
                told = heard(message)
                if told.type != "update" or told.seen <= last:
                    continue
                last = told.seen
                if told.status == "over":
                    due.put_nowait(None)
                    return
                if told.legal:
                    due.put_nowait((link.seat, told))

    async def run(self, tables: int, pause: float, warm_up: float, seconds: float) -> float:
        """Keeps this many tables going; returns for how long it measured."""
        playing = [asyncio.create_task(self.table(pause)) for _ in range(tables)]
        patience = time.perf_counter() + MOST_PATIENCE
        while self.under_way < tables and time.perf_counter() < patience:
            await asyncio.sleep(0.1)
        await asyncio.sleep(warm_up)  # sockets are still being opened
        gc.freeze()  # while this process looks through its thousands of sockets, every step seems to take longer
        gc.disable()
        self.measuring = True
        processes = family(self.process) if self.workers > 1 else [self.process]
        self.handed_on = -await asyncio.to_thread(handed_on, self.figures, self.workers)
        began, used = time.perf_counter(), sum(map(cpu_seconds, processes))
        await asyncio.sleep(seconds)
        measured, self.cpu = time.perf_counter() - began, sum(map(cpu_seconds, processes)) - used
        self.measuring = False
        self.handed_on += await asyncio.to_thread(handed_on, self.figures, self.workers)
        self.stopped = True
        gc.enable()
        gc.unfreeze()
        for task in playing:
            task.cancel()
        results = await asyncio.gather(*playing, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception) and not isinstance(result, asyncio.CancelledError):
                raise result
        return measured


def percentile(times: list[float], share: float) -> float:
    """In milliseconds; nothing measured counts as forever."""
    return sorted(times)[min(int(len(times) * share), len(times) - 1)] * 1000 if times else float("inf")


def measured_load(
    game: str,
    tables: int,
    seats: int,
    pause: float,
    seconds: float,
    warm_up: float,
    db: str | None = None,
    workers: int = 1,
) -> dict[str, Any]:
    """Plays at this many tables for this long; `pause` is the time between being told to act and acting."""
    figures = free_ports(workers) if workers > 1 else 0
    with (
        tempfile.TemporaryDirectory() as folder,
        server(db or str(Path(folder, "tables.sqlite")), workers=str(workers), metrics_port=str(figures)) as running,
    ):
        process, host, port = running
        load = Load(process.pid, host, port, game, seats, seed=1, workers=workers)
        load.figures = figures
        import uvloop

        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            measured = runner.run(load.run(tables, pause, warm_up, seconds))
        rss = sum(map(memory_mb, family(process.pid) if workers > 1 else [process.pid]))
    return {
        "game": game,
        "workers": workers,
        "cores": os.cpu_count(),
        "tables": tables,
        "viewers": tables * seats,
        "pause_s": pause,
        "seconds": round(measured, 1),
        "steps_per_s": round(len(load.times) / measured, 1),
        "p50_ms": round(percentile(load.times, 0.50), 1),
        "p95_ms": round(percentile(load.times, 0.95), 1),
        "p99_ms": round(percentile(load.times, 0.99), 1),
        "refused": load.refused,
        "cpu_ms_per_step": round(load.cpu * 1000 / max(len(load.times), 1), 3),
        "handed_on": round(load.handed_on / max(len(load.times), 1), 3),
        "rss_mb": round(rss, 1),
    }
