"""The server's goals as workloads with names: each says load and times of the same stretch, as one dictionary.

steps     64 tables without a pause, the fewest players: the most steps in a second
viewers   24 tables without a pause, the most players, each with a socket
knee      500 tables of four, more and more steps a second, until the sockets hear of them too late
idle      5,000 sockets at which nothing happens: memory
masters   what 20 tables at which masters think do to the times of all others
start     100,000 stored tables, at 5,000 of which a bot is due: until the server answers
"""

import asyncio
import statistics
import sys
import tempfile
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

from capomastro.bench.clients import Connection, Listener
from capomastro.bench.processes import memory_mb, server
from capomastro.bench.server import Load, measured_load, on_fast_loop
from capomastro.bench.stored import measured_store
from capomastro.core.catalogue import game_named
from capomastro.server.http.descriptors import descriptors

T = TypeVar("T")
RATES = (250, 500, 750, 1000, 1250, 1500, 2000)
"""Steps a second that are asked of the server, one after the other."""
IN_TIME_MS = 100.0
"""Within this, 99 % of what sockets are told is to be there."""
KEPT_UP = 0.9
"""A server that does less than this share of what is asked is past its knee."""
AT_ONCE = 20
"""At so many tables sockets are opened at once."""
ROUNDS = 3
"""How often masters think and do not, in turn."""


def steps(game: str, seconds: float, python: str) -> dict[str, Any]:
    return measured_load(game, 64, game_named(game).seat_counts[0], 0.0, seconds, 3.0, python=python)


def viewers(game: str, seconds: float, python: str) -> dict[str, Any]:
    return measured_load(game, 24, game_named(game).seat_counts[-1], 0.0, seconds, 3.0, python=python)


def knee(game: str, seconds: float, python: str, tables: int = 500, seats: int = 4) -> dict[str, Any]:
    async def climb(load: Load) -> list[dict[str, Any]]:
        await load.start(tables, tables / RATES[0], 3.0)
        found: list[dict[str, Any]] = []
        for rate in RATES:
            load.pause = tables / rate
            await asyncio.sleep(2 + 2 * load.pause)  # whoever waits still waits as long as before
            found.append({"asked_per_s": rate, **await load.measure(seconds)})
            if not in_time(found[-1]):
                break
        await load.stop()
        return found

    found = with_server(game, seats, python, climb)
    kept = [one for one in found if in_time(one)]
    return {
        "game": game,
        "tables": tables,
        "viewers": tables * seats,
        "steps_per_s": kept[-1]["steps_per_s"] if kept else 0.0,
        "told_p99_ms": kept[-1]["told_p99_ms"] if kept else None,
        "rates": found,
    }


def in_time(figures: dict[str, Any]) -> bool:
    kept_up: bool = figures["steps_per_s"] >= KEPT_UP * figures["asked_per_s"]
    return kept_up and figures["told_p99_ms"] <= IN_TIME_MS


def idle(game: str, seconds: float, python: str, sockets: int = 5000, seats: int = 4) -> dict[str, Any]:
    async def open_all(load: Load) -> dict[str, Any]:
        heard = [0]
        listeners: list[Listener] = []
        left = iter(range(sockets // seats))

        def hear(text: bytes | None) -> None:
            heard[0] += 1 if text is not None else -1

        async def come() -> None:
            connection = Connection(load.host, load.port)
            for _ in left:
                made = await load.people_at(connection)
                listeners.extend([await load.listen(made.table, link.token, hear) for link in made.links])
            connection.close()

        empty = memory_mb(load.process)
        await asyncio.gather(*(come() for _ in range(AT_ONCE)))
        await asyncio.sleep(seconds)
        full, open_still = memory_mb(load.process), len(listeners)
        assert heard[0] >= open_still, "some sockets were not greeted, or were closed"
        for listener in listeners:
            listener.heard = lambda text: None
            listener.close()
        return {
            "game": game,
            "sockets": open_still,
            "tables": sockets // seats,
            "rss_mb_empty": round(empty, 1),
            "rss_mb": round(full, 1),
            "kb_per_socket": round((full - empty) * 1024 / open_still, 1),
        }

    return with_server(game, seats, python, open_all)


def masters(game: str, seconds: float, python: str, tables: int = 100, bots: int = 20) -> dict[str, Any]:
    """People play 100 steps a second, first by themselves, then beside masters, and so on in turn."""

    async def compare(load: Load) -> list[tuple[dict[str, Any], dict[str, Any]]]:
        await load.start(tables, 1.0, 3.0)
        connection = Connection(load.host, load.port)
        places = [
            await load.create(connection, [{"kind": "bot", "bot": "master"}] * load.seats, public=True)
            for _ in range(bots)
        ]
        found = []
        for _ in range(ROUNDS):
            alone = await load.measure(seconds)
            watching = [await load.listen(place.table, None, lambda text: None) for place in places]
            await asyncio.sleep(1.0)
            beside = await load.measure(seconds)
            for listener in watching:
                listener.close()
            await asyncio.sleep(2.0)  # what they had begun to think about
            found.append((alone, beside))
        connection.close()
        await load.stop()
        return found

    found = with_server(game, 2, python, compare)
    ratio = {
        name: round(statistics.median(beside[name] / alone[name] for alone, beside in found), 2)
        for name in ("p50_ms", "p99_ms", "told_p99_ms")
    }
    rounds = [{"alone": alone, "beside_masters": beside} for alone, beside in found]
    return {"game": game, "tables": tables, "master_tables": bots, "ratio": ratio, "rounds": rounds}


def start(game: str, seconds: float, python: str, tables: int = 100_000, bots_due: int = 5000) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        return measured_store(Path(folder), game, tables, bots_due, python)


def with_server(game: str, seats: int, python: str, work: Callable[[Load], Coroutine[Any, Any, T]]) -> T:
    descriptors()  # as many as may be
    with (
        tempfile.TemporaryDirectory() as folder,
        server(str(Path(folder, "tables.sqlite")), python) as (process, host, port),
    ):
        return on_fast_loop(work(Load(process.pid, host, port, game, seats, seed=1)))


WORKLOADS: dict[str, Callable[[str, float, str], dict[str, Any]]] = {
    "steps": steps,
    "viewers": viewers,
    "knee": knee,
    "idle": idle,
    "masters": masters,
    "start": start,
}
COMPARED = {
    "steps": "cpu_ms_per_step",
    "viewers": "cpu_ms_per_step",
    "knee": "steps_per_s",
    "idle": "rss_mb",
    "start": "start_s",
}
"""What of two installations is set in relation; of the masters their effect is told for each."""


def measured(names: list[str], game: str, seconds: float, against: str | None = None) -> dict[str, Any]:
    """Each workload for this installation, and then for another one whose `python` is given."""
    told: dict[str, Any] = {}
    for name in names:
        ours = WORKLOADS[name](game, seconds, sys.executable)
        told[name] = ours
        if against:
            theirs = WORKLOADS[name](game, seconds, against)
            told[name] = {"here": ours, "there": theirs}
            figure = COMPARED.get(name)
            if figure is not None and theirs[figure]:
                told[name]["ratio"] = {figure: round(ours[figure] / theirs[figure], 3)}
    return told
