"""What is in memory follows the store, whatever goes wrong in between; and what was stored is never denied."""

import asyncio
import contextlib
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server_house import PATIENCE, Postgres
from server_workers import workers
from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from test_server_races import ANNA, made

from capomastro.server.protocol.bodies import NewSeat, NewTable, OfSeat, Resign
from capomastro.server.protocol.bodies import Step as StepBody
from capomastro.server.protocol.refusals import Refusal, StoreDown, Unsure
from capomastro.server.storage import log_queries, queries
from capomastro.server.table import moves, owner, stand_ins
from capomastro.server.table.registry import Registry
from capomastro.server.table.table import LiveTable
from capomastro.server.table.viewer_socket import ViewerSocket


@pytest.fixture(params=["sqlite", "postgresql"])
def db(request: pytest.FixtureRequest, file: str) -> str:
    return file if request.param == "sqlite" else request.getfixturevalue("postgres").address


def some_step(live: LiveTable, key: str) -> StepBody:
    assert live.record is not None
    seat, legal = next(iter(live.record.legal.items()))
    text = live.record.game.actions.texts[legal[0]]
    return StepBody(step=text, seen=live.record.version(seat), key=key, seat=seat)


async def stored(registry: Registry, table: str) -> int:
    return len(await registry.read(lambda db: log_queries.lines_of(db, table)))


async def until_stored(registry: Registry, table: str, count: int) -> None:
    """A commit whose answer is lost is done soon, but nobody is told when."""
    async with asyncio.timeout(PATIENCE):
        while await stored(registry, table) < count:
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("fault", [RuntimeError("planted"), Refusal("over")])
def test_what_fails_half_way_leaves_nothing_in_memory(db: str, fault: Exception) -> None:
    """A step is taken in memory, and then something fails before it is stored."""

    async def run() -> None:
        async with workers(db) as (registry,):
            table, _ = await made(registry, "me", "me")

            async def fails(live: LiveTable) -> None:
                assert live.record is not None
                seat, legal = next(iter(live.record.legal.items()))
                live.record.step(seat, legal[0], 0)
                live.seats[0].name = "half done"
                raise fault

            with pytest.raises(type(fault)):
                await registry.acting(table, fails)
            async with registry.at(table) as live:
                assert live.record is not None
                assert live.record.n == await stored(registry, table) == 1
                assert live.seats[0].name == "Anna"
                step = some_step(live, "k")
            await moves.step(registry, table, ANNA, step)
            assert await stored(registry, table) == 2

    asyncio.run(run())


def test_rules_that_fail_within_a_step_leave_no_half_step(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The state was changed and the step not counted: only reading the log again helps."""

    async def run() -> None:
        async with workers(db) as (registry,):
            table, _ = await made(registry, "me", "me")
            async with registry.at(table) as live:
                assert live.record is not None
                before, step, game = live.record.match.state.key(), some_step(live, "k"), live.record.game

            def fails(note: Any) -> Any:
                raise RuntimeError("planted")

            with monkeypatch.context() as planted:
                planted.setattr(game, "event", fails)
                with pytest.raises(RuntimeError):
                    await moves.step(registry, table, ANNA, step)
            async with registry.at(table) as live:
                assert live.record is not None
                assert live.record.match.state.key() == before
            assert (await moves.step(registry, table, ANNA, step)).n == step.seen + 1

    asyncio.run(run())


@contextlib.contextmanager
def nothing_can_be_read(registry: Registry) -> Iterator[None]:
    """From here on every reading connection fails, as if the database had gone; writing still works."""

    def fails(connection: Any) -> None:
        raise OperationalError("BEGIN", {}, OSError("planted"))

    event.listen(registry.engine, "begin", fails)
    yield
    event.remove(registry.engine, "begin", fails)


def test_what_was_stored_is_not_denied_when_nothing_can_be_read_after_it(db: str) -> None:
    async def run() -> None:
        async with workers(db) as (registry,):
            table, _ = await made(registry, "me", "me", "me")
            with nothing_can_be_read(registry):
                made_meanwhile = await owner.create(
                    registry,
                    ANNA,
                    NewTable(game="palazzo", seats=(NewSeat(kind="me", name="Anna"), NewSeat(kind="open"))),
                )
                resigned = await stand_ins.resign(registry, table, ANNA, Resign(seat=0, bot="random"))
                back = await stand_ins.come_back(registry, table, ANNA, OfSeat(seat=0))
            assert b'"stand_in":"random"' in bytes(resigned.update)
            assert b'"stand_in":"random"' not in bytes(back.update)
            assert await stored(registry, table) >= 3
            assert (await registry.read(lambda db: queries.table_row(db, made_meanwhile.table))) is not None

    asyncio.run(run())


def test_a_viewer_who_cannot_be_told_costs_nobody_else_their_step(db: str) -> None:
    class Broken(ViewerSocket):
        closed = 0

        def offer(self, message: bytes) -> None:
            raise RuntimeError("planted")

        def close(self, code: int) -> None:
            self.closed = code

    async def run() -> None:
        async with workers(db) as (registry,):
            table, _ = await made(registry, "me", "me")
            broken = Broken(0, ANNA, 0, lambda message: True)
            async with registry.at(table) as live:
                live.sockets.add(broken)
                step = some_step(live, "k")
            assert (await moves.step(registry, table, ANNA, step)).n == step.seen + 1
            assert broken.closed == 1011
            live.sockets.discard(broken)

    asyncio.run(run())


def test_a_write_that_is_given_up_while_it_waits_is_seen_by_whoever_comes_next(db: str) -> None:
    async def run() -> None:
        async with workers(db) as (registry,):
            table, _ = await made(registry, "me", "me")
            async with registry.at(table) as live:
                step = some_step(live, "k")
            first = asyncio.create_task(moves.step(registry, table, ANNA, step))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            first.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await first
            async with registry.at(table, check=False) as live:
                assert live.record is not None
                assert live.record.n == await stored(registry, table)
            assert (await moves.step(registry, table, ANNA, step)).n == step.seen + 1
            assert await stored(registry, table) == 2

    asyncio.run(run())


class Wire:
    """A wire to PostgreSQL that can be cut just when a commit has arrived there and its answer has not come back."""

    def __init__(self, postgres: Postgres, folder: Path) -> None:
        self.there = str(Path(postgres.address.partition("host=")[2]) / ".s.PGSQL.5432")
        self.cut = threading.Event()
        self.address = f"postgresql://postgres:@/postgres?host={folder}"
        self.listening = socket.socket(socket.AF_UNIX)
        self.listening.bind(str(folder / ".s.PGSQL.5432"))
        self.listening.listen()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        while True:
            try:
                near, _ = self.listening.accept()
            except OSError:
                return
            threading.Thread(target=self.connect, args=[near], daemon=True).start()

    def connect(self, near: socket.socket) -> None:
        with near, socket.socket(socket.AF_UNIX) as far:
            far.connect(self.there)
            back = threading.Thread(target=self.carry, args=[far, near, False], daemon=True)
            back.start()
            self.carry(near, far, True)
            back.join()

    def carry(self, source: socket.socket, target: socket.socket, asking: bool) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if asking and self.cut.is_set() and b"COMMIT" in data and b"COMMITTED" not in data:
                    self.cut.clear()
                    source.shutdown(socket.SHUT_RDWR)  # first, so that the answer finds nobody
                    target.sendall(data)
                    threading.Event().wait(0.3)
                    break
                target.sendall(data)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.listening.close()


@pytest.fixture
def wire(postgres: Postgres, tmp_path: Path) -> Iterator[Wire]:
    opened = Wire(postgres, tmp_path)
    yield opened
    opened.close()


def test_a_commit_without_an_answer_is_not_called_undone(wire: Wire) -> None:
    """The step is in the log, and the same key says so; what has no key is answered with doubt, never with a denial."""

    async def run() -> None:
        async with workers(wire.address) as (registry,):
            table, _ = await made(registry, "me", "me")
            async with registry.at(table) as live:
                step = some_step(live, "k")
            wire.cut.set()
            try:
                done = await moves.step(registry, table, ANNA, step)
            except StoreDown as error:
                assert isinstance(error, Unsure)  # noqa: PT017 — the answer may be either, never that nothing happened
                await until_stored(registry, table, 2)
                done = await moves.step(registry, table, ANNA, step)
            assert done.n == step.seen + 1
            assert await stored(registry, table) == 2
            async with registry.at(table) as live:
                step = some_step(live, "k2")
            await moves.step(registry, table, ANNA, step)  # the writer has a connection again
            wire.cut.set()
            with pytest.raises(Unsure):
                await stand_ins.resign(registry, table, ANNA, Resign(seat=0, bot="random"))
            await until_stored(registry, table, 4)
            async with registry.at(table) as live:
                assert live.record is not None
                assert live.record.n == await stored(registry, table) == 4

    asyncio.run(run())
