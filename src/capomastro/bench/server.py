"""Load test: real matches over real HTTP and sockets, played at random, on this machine.

The server runs in a process of its own on a fresh SQLite file with full durability. Every seat of every table has its
socket; a seat that is told to act posts a step. Two times are measured: until the step is acknowledged, and until the
sockets of the table have heard of it.
"""

import asyncio
import gc
import os
import sys
import tempfile
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from capomastro.bench.clients import Connection, Listener
from capomastro.bench.processes import cpu_seconds, family, free_ports, handed_on, memory_mb, server
from capomastro.core.chance import seeded
from capomastro.server.http.descriptors import descriptors
from capomastro.server.protocol.step_lists import spelled_out

T = TypeVar("T")
MOST_PATIENCE = 60.0
SHARES = {"p50": 0.50, "p95": 0.95, "p99": 0.99}


class Heard(Struct, frozen=True):
    """The part of a message that a random player needs."""

    type: str = ""
    status: str = ""
    seen: int = 0
    legal: list[Any] = []


class Link(Struct, frozen=True):
    seat: int
    token: str


class Made(Struct, frozen=True):
    table: str
    links: tuple[Link, ...] = ()


class Taken(Struct, frozen=True):
    n: int


heard = msgspec.json.Decoder(Heard).decode
taken = msgspec.json.Decoder(Taken).decode
made = msgspec.json.Decoder(Made).decode


class Playing:
    """A match at a table: whose turn it is, and when the last step was sent."""

    def __init__(self, table: Made) -> None:
        self.table = table
        self.due: asyncio.Queue[tuple[int, Heard] | None] = asyncio.Queue()
        self.tokens = {link.seat: link.token for link in table.links}
        self.last = dict.fromkeys(self.tokens, 0)
        self.sent = 0.0


class Load:
    """What is being played, and what has been measured."""

    def __init__(self, process: int, host: str, port: int, game: str, seats: int, seed: int, workers: int = 1) -> None:
        self.process, self.host, self.port, self.game, self.seats = process, host, port, game, seats
        self.workers = workers
        self.figures = 0
        """From which port on workers tell how much they hand on to each other; 0: they are not asked."""
        self.rng = seeded(seed)
        self.pause = 0.0
        """Between being told to act and acting."""
        self.times: list[float] = []
        self.told: list[float] = []
        self.refused = 0
        self.measuring = False
        self.stopped = False
        self.keys = 0
        self.under_way = 0
        self.playing: list[asyncio.Task[None]] = []

    async def create(self, connection: Connection, seats: list[dict[str, str]], **more: Any) -> Made:
        body = msgspec.json.encode({"game": self.game, "seats": seats, **more})
        status, answer = await connection.post("/api/tables", None, body)
        assert status == 201, answer
        return made(answer)

    async def listen(self, table: str, token: str | None, hear: Any) -> Listener:
        return await Listener.connect(self.host, self.port, f"/api/tables/{table}/stream?brief=1", token, hear)

    async def people_at(self, connection: Connection) -> Made:
        return await self.create(
            connection, [{"kind": "me", "name": f"Player {seat + 1}"} for seat in range(self.seats)]
        )

    async def keep_playing(self) -> None:
        """Plays match after match at one table after another, with a pause before each step."""
        await asyncio.sleep(self.rng.randrange(1000) / 1000 * self.pause)
        first = True
        connection = Connection(self.host, self.port)
        try:
            while not self.stopped:
                match = Playing(await self.people_at(connection))
                self.under_way += first
                first = False
                await self.play(match, connection)
        finally:
            connection.close()

    async def play(self, match: Playing, connection: Connection) -> None:
        done = dict.fromkeys(match.tokens, 0)  # who chooses beside others hears of their choices too
        listeners: list[Listener] = []
        try:
            for seat, token in match.tokens.items():
                listeners.append(
                    await self.listen(match.table.table, token, lambda text, seat=seat: self.hear(match, seat, text))
                )
            while not self.stopped:
                turn = await match.due.get()
                if turn is None:
                    return
                seat, told = turn
                if told.seen < done[seat]:
                    continue
                if self.pause:
                    await asyncio.sleep(self.pause)
                done[seat] = await self.step(match, seat, told, connection)
        finally:
            for listener in listeners:
                listener.close()

    async def step(self, match: Playing, seat: int, told: Heard, connection: Connection) -> int:
        """Takes any legal step; returns the seat's number of it."""
        self.keys += 1
        steps = spelled_out(told.legal)
        text = steps[self.rng.randrange(len(steps))]
        body = msgspec.json.encode({"step": text, "seen": told.seen, "key": f"k{self.keys}"})
        match.sent = time.perf_counter()
        path = f"/api/tables/{match.table.table}/steps"
        status, answer = await connection.post(path, match.tokens[seat], body)
        if status != 200:
            self.refused += 1
            return told.seen
        if self.measuring:
            self.times.append(time.perf_counter() - match.sent)
        return taken(answer).n

    def hear(self, match: Playing, seat: int, text: bytes | None) -> None:
        """A seat's socket: whenever the seat has to act, it is its turn."""
        if text is None:
            match.due.put_nowait(None)
            return
        told = heard(text)
        if told.type != "update" or told.seen <= match.last[seat]:
            return
        if self.measuring and match.sent and match.last[seat]:
            self.told.append(time.perf_counter() - match.sent)
        match.last[seat] = told.seen
        if told.status == "over":
            match.due.put_nowait(None)
        elif told.legal:
            match.due.put_nowait((seat, told))

    async def start(self, tables: int, pause: float, warm_up: float) -> None:
        """Sets so many tables going, and waits until they are."""
        self.pause = pause
        self.playing = [asyncio.create_task(self.keep_playing()) for _ in range(tables)]
        patience = time.perf_counter() + MOST_PATIENCE
        while self.under_way < tables and time.perf_counter() < patience:
            await asyncio.sleep(0.1)
        await asyncio.sleep(warm_up)  # sockets are still being opened

    async def measure(self, seconds: float) -> dict[str, Any]:
        """What happens at these tables for so long: load and times of one and the same stretch.

        It lasts until somebody has heard of a step, however slow the machine.
        """
        self.times, self.told = [], []
        gc.freeze()  # while this process looks through its thousands of sockets, every step seems to take longer
        gc.disable()
        processes = family(self.process) if self.workers > 1 else [self.process]
        passed_on = await asyncio.to_thread(handed_on, self.figures, self.workers)
        self.measuring = True
        began, used, own = time.perf_counter(), sum(map(cpu_seconds, processes)), time.process_time()
        await asyncio.sleep(seconds)
        while not (self.times and self.told) and time.perf_counter() < began + seconds + MOST_PATIENCE:
            await asyncio.sleep(0.05)
        lasted, cpu = time.perf_counter() - began, sum(map(cpu_seconds, processes)) - used
        self.measuring = False
        passed_on = await asyncio.to_thread(handed_on, self.figures, self.workers) - passed_on
        gc.enable()
        gc.unfreeze()
        steps = max(len(self.times), 1)
        return {
            "seconds": round(lasted, 1),
            "steps_per_s": round(len(self.times) / lasted, 1),
            **{f"{name}_ms": percentile(self.times, share) for name, share in SHARES.items()},
            **{f"told_{name}_ms": percentile(self.told, share) for name, share in SHARES.items()},
            "refused": self.refused,
            "cpu_ms_per_step": round(cpu * 1000 / steps, 3),
            "handed_on": round(passed_on / steps, 3),
            "cores_busy": round(cpu / lasted, 2),
            "client_cores_busy": round((time.process_time() - own) / lasted, 2),
            "rss_mb": round(sum(map(memory_mb, processes)), 1),
        }

    async def stop(self) -> None:
        self.stopped = True
        for task in self.playing:
            task.cancel()
        for result in await asyncio.gather(*self.playing, return_exceptions=True):
            if isinstance(result, Exception) and not isinstance(result, asyncio.CancelledError):
                raise result


def percentile(times: list[float], share: float) -> float:
    """In milliseconds; nothing measured counts as forever."""
    if not times:
        return float("inf")
    return round(sorted(times)[min(int(len(times) * share), len(times) - 1)] * 1000, 1)


def on_fast_loop(work: Coroutine[Any, Any, T]) -> T:
    import uvloop

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


def measured_load(
    game: str,
    tables: int,
    seats: int,
    pause: float,
    seconds: float,
    warm_up: float,
    db: str | None = None,
    workers: int = 1,
    python: str = sys.executable,
) -> dict[str, Any]:
    """Plays at this many tables for this long; `pause` is the time between being told to act and acting."""
    descriptors()  # as many as may be

    async def play(load: Load) -> dict[str, Any]:
        await load.start(tables, pause, warm_up)
        found = await load.measure(seconds)
        await load.stop()
        return found

    figures = free_ports(workers) if workers > 1 else 0
    with (
        tempfile.TemporaryDirectory() as folder,
        server(db or str(Path(folder, "tables.sqlite")), python, workers=str(workers), metrics_port=str(figures)) as (
            process,
            host,
            port,
        ),
    ):
        load = Load(process.pid, host, port, game, seats, seed=1, workers=workers)
        load.figures = figures
        found = on_fast_loop(play(load))
    return {
        "game": game,
        "workers": workers,
        "cores": os.cpu_count(),
        "tables": tables,
        "viewers": tables * seats,
        "pause_s": pause,
        **found,
    }
