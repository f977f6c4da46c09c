"""What everybody sees is stored while there are rules that can say it, and no step waits for it."""

import asyncio

import pytest
from server_workers import workers
from test_server_races import ANNA, made
from test_server_rewinds import played

from capomastro.server.ops import archivist
from capomastro.server.ops.archivist import Archivist
from capomastro.server.protocol.encoding import encode
from capomastro.server.storage import snapshot_queries
from capomastro.server.table.registry import Registry
from capomastro.server.table.snapshots import Snapshot, unpacked


@pytest.fixture(params=["sqlite", "postgresql"])
def db(request: pytest.FixtureRequest, file: str) -> str:
    return file if request.param == "sqlite" else request.getfixturevalue("postgres").empty("archivist")


async def kept(registry: Registry, table: str) -> Snapshot | None:
    row = await registry.read(lambda db: snapshot_queries.snapshot_of(db, table))
    return None if row is None else unpacked(row)


async def seen(registry: Registry, table: str, seat: int) -> tuple[int, bytes]:
    async with registry.at(table) as live:
        return live.row.entries, bytes(live.view(seat, brief=False).view)


async def stopped(registry: Registry) -> tuple[str, Snapshot]:
    """A running match, and what a server that stops has kept of it."""
    table, _ = await made(registry, "me", "me")
    await played(registry, table, 5)
    await Archivist(registry).finish()
    snapshot = await kept(registry, table)
    assert snapshot is not None
    return table, snapshot


def test_a_match_is_kept_when_it_is_over_and_a_running_one_when_it_is_quiet_or_out_of_memory(
    db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with workers(db) as (registry,):
            finished, _ = await made(registry, "me", "me")
            await played(registry, finished, 100_000)
            running, _ = await made(registry, "me", "me")
            await played(registry, running, 6)
            keeper = Archivist(registry)
            assert await keeper.round() == 1
            snapshot = await kept(registry, finished)
            assert snapshot is not None
            assert set(snapshot.views) == {"none", "0", "1", "all"}
            for seat in (0, 1):
                entries, view = await seen(registry, finished, seat)
                assert (snapshot.entries, bytes(snapshot.views[str(seat)].view)) == (entries, view)
            assert await kept(registry, running) is None

            monkeypatch.setattr(archivist, "QUIET_MS", 0)
            assert await keeper.round() == 1
            first = await kept(registry, running)
            assert first is not None
            assert set(first.views) == {"none", "0", "1"}
            assert await keeper.round() == 0

            monkeypatch.setattr(archivist, "QUIET_MS", 10**12)
            await played(registry, running, 3)
            assert await keeper.round() == 0
            del registry.live[running]
            assert await keeper.round() == 1
            last = await kept(registry, running)
            assert last is not None
            entries, view = await seen(registry, running, 0)
            assert (last.entries, bytes(last.views["0"].view)) == (entries, view)
            assert first.entries < last.entries

    asyncio.run(run())


def test_a_server_that_stops_keeps_what_is_in_memory(db: str) -> None:
    async def run() -> None:
        async with workers(db) as (registry,):
            table, snapshot = await stopped(registry)
            assert snapshot.entries == (await seen(registry, table, 0))[0]

    asyncio.run(run())


def test_a_seats_stored_view_tells_nothing_of_another_hand(db: str) -> None:
    """Each viewer's view is stored by itself; the open one only of a match that is over."""

    async def run() -> None:
        async with workers(db) as (registry,):
            table, snapshot = await stopped(registry)
            async with registry.at(table) as live:
                for viewer in (None, 0, 1):
                    found = snapshot.view(viewer)
                    assert found is not None
                    assert bytes(found.view) == bytes(live.view(viewer, brief=False).view)
                assert snapshot.view("all") is None
                assert encode(live.row.setup.seed) not in encode(snapshot)
                assert live.held_by(ANNA) == [0, 1]

    asyncio.run(run())
