"""Two workers write at the same moment: whoever is second looks again, and nothing is lost or done twice."""

import asyncio
from collections.abc import Awaitable
from functools import partial
from itertools import pairwise
from typing import Any, Literal

import pytest
from server_house import Postgres, decoded
from server_workers import workers
from sqlalchemy import Connection, Update, func, select, update

from capomastro.core.chance import seeded
from capomastro.server.notify import cluster
from capomastro.server.protocol.audience import NOBODY
from capomastro.server.protocol.bodies import Claim, NewSeat, NewTable, OfSeat, Propose, Resign, Sit, Vote
from capomastro.server.protocol.bodies import Step as StepBody
from capomastro.server.protocol.identity import Who, hashed
from capomastro.server.protocol.refusals import Refusal, RefusalWithUpdate
from capomastro.server.storage import log_queries, queries
from capomastro.server.storage.entries import Branch
from capomastro.server.storage.schema import tables
from capomastro.server.table import links, moves, owner, proposals, seating, stand_ins
from capomastro.server.table.registry import Registry
from capomastro.server.table.viewer_socket import ViewerSocket

RACES = 30
PEOPLE = [Who(hashed(name), None, "127.0.0.1") for name in ("Anna", "Ben", "Cleo")]
ANNA, BEN, CLEO = PEOPLE


async def made(
    registry: Registry, *kinds: Literal["me", "link", "open", "bot"], **options: str
) -> tuple[str, dict[int, str]]:
    """A table of Anna's, and the tokens of its links."""
    seats = tuple(NewSeat(kind=kind, name="Anna" if kind == "me" else None) for kind in kinds)
    created = await owner.create(registry, ANNA, NewTable(game="palazzo", seats=seats, options=options))
    return created.table, {link.seat: link.token for link in created.links if link.seat is not None}


async def at_once(*work: Awaitable[Any]) -> list[Any]:
    """What each brings, refusals among them; anything else is a fault."""
    done = await asyncio.gather(*work, return_exceptions=True)
    for one in done:
        if isinstance(one, BaseException) and not isinstance(one, Refusal | RefusalWithUpdate):
            raise one
    return done


def changed(change: Update, db: Connection) -> int:
    return db.execute(change).rowcount


async def played_out(registry: Registry) -> str:
    """A match of Anna against herself, to its end."""
    table, _ = await made(registry, "me", "me")
    rng, number = seeded(7), 0
    while True:
        async with registry.at(table) as live:
            record = live.record
            assert record is not None
            if record.over:
                return table
            seat, legal = next(iter(record.legal.items()))
            step, seen = record.game.actions.texts[legal[rng.randrange(len(legal))]], record.version(seat)
        number += 1
        await moves.step(registry, table, ANNA, StepBody(step=step, seen=seen, key=f"k{number}", seat=seat))


def test_whoever_asks_for_a_rematch_at_the_same_time_gets_the_same_table(postgres: Postgres) -> None:
    async def run() -> None:
        async with workers(postgres.address, 2) as (one, other):
            table = await played_out(one)
            forget = update(tables).where(tables.c.id == table)
            for race in range(RACES):
                before = await one.read(lambda db: db.execute(select(func.count()).select_from(tables)).scalar_one())
                first, second = await at_once(
                    seating.rematch(one, table, ANNA, OfSeat(seat=0)),
                    seating.rematch(other, table, ANNA, OfSeat(seat=1)),
                )
                after = await one.read(lambda db: db.execute(select(func.count()).select_from(tables)).scalar_one())
                assert (first.table, after) == (second.table, before + 1), f"in race {race}"
                for registry in (one, other):
                    registry.live.pop(table)
                again = forget.values(rematch=None, revision=tables.c.revision + 1)
                await one.writer.write("", NOBODY, partial(changed, again))

    asyncio.run(run())


def test_votes_given_at_the_same_time_are_all_counted(postgres: Postgres) -> None:
    async def run() -> None:
        async with workers(postgres.address, 2) as (one, other):
            for race in range(RACES):
                table, tokens = await made(one, "me", "link", "link")
                for seat in (1, 2):
                    await links.claim(one, table, PEOPLE[seat], Claim(token=tokens[seat], name=f"Guest {seat}"))
                await one_step(one, table)
                async with other.at(table):
                    pass  # it knows the table as it was before the proposal
                await proposals.propose(one, table, ANNA, Propose(kind="rewind", to=1, seat=0))
                async with one.at(table) as live:
                    proposal = str(live.proposals[0].id)
                votes = await at_once(
                    proposals.vote(one, table, BEN, proposal, Vote(agree=True, seat=1)),
                    proposals.vote(other, table, CLEO, proposal, Vote(agree=True, seat=2)),
                )
                assert not [vote for vote in votes if isinstance(vote, Exception)], f"in race {race}"
                lines = await one.read(partial(log_queries.lines_of, table=table))
                deeds = [line.deed for line in lines]
                assert len([deed for deed in deeds if isinstance(deed, Branch)]) == 1, f"in race {race}: {deeds}"

    asyncio.run(run())


class Ear(ViewerSocket):
    """A spectator's socket that keeps what it is told."""

    def __init__(self) -> None:
        super().__init__(None, CLEO, 0, lambda message: True)
        self.heard: list[Any] = []

    def offer(self, message: bytes) -> None:
        self.heard.append(decoded(message))

    def close(self, code: int) -> None:
        raise AssertionError("it may listen")


def test_missed_news_are_told_later_and_whoever_is_up_to_date_hears_nothing(postgres: Postgres) -> None:
    async def run() -> None:
        async with workers(postgres.address, 2) as (one, other):
            table, ear = (await made(one, "me", "me"))[0], Ear()
            async with other.at(table) as live:
                live.sockets.add(ear)
                live.greet(ear)
            await cluster.catch_up(other, table)
            assert len(ear.heard) == 1
            await one_step_of_anna(one, table)
            for _ in range(2):
                await cluster.catch_up(other, table)
            assert [update["seen"] for update in ear.heard] == [1, 2]
            await stand_ins.resign(one, table, ANNA, Resign(seat=0, bot="random"))
            for _ in range(2):
                await cluster.catch_up(other, table)
            assert [update["seats"][0]["stand_in"] for update in ear.heard] == [None, None, "random"]

    asyncio.run(run())


async def one_step(registry: Registry, table: str) -> None:
    async with registry.at(table) as live:
        record = live.record
        assert record is not None
        seat, legal = next(iter(record.legal.items()))
        step, seen = record.game.actions.texts[legal[0]], record.version(seat)
    await moves.step(registry, table, PEOPLE[seat], StepBody(step=step, seen=seen, key="first", seat=seat))


def test_a_match_never_begins_with_an_empty_seat(postgres: Postgres) -> None:
    async def run() -> None:
        begun = left = 0
        async with workers(postgres.address, 2) as (one, other):
            for race in range(RACES):
                table, _ = await made(one, "me", "open", "open")
                await seating.sit(one, table, BEN, Sit(seat=1, name="Ben"))
                async with other.at(table):
                    pass
                await at_once(
                    seating.sit(one, table, CLEO, Sit(seat=2, name="Cleo")),
                    seating.leave(other, table, BEN, OfSeat(seat=1)),
                )
                row = await one.read(partial(queries.table_row, table=table))
                seats = await one.read(partial(queries.seat_rows, table=table))
                assert row is not None
                assert seats[2].claimed, f"in race {race}"
                full = all(seat.claimed for seat in seats)
                assert (row.status == "running") == full, f"in race {race}: {row.status}, {seats}"
                begun, left = begun + full, left + (not full)
        assert begun + left == RACES

    asyncio.run(run())


def test_a_seat_is_taken_by_one_of_two_and_the_other_is_told_so(postgres: Postgres) -> None:
    async def run() -> None:
        async with workers(postgres.address, 2) as (one, other):
            for race in range(RACES // 3):
                table, _ = await made(one, "me", "open")
                async with other.at(table):
                    pass
                done = await at_once(
                    seating.sit(one, table, BEN, Sit(seat=1, name="Ben")),
                    seating.sit(other, table, CLEO, Sit(seat=1, name="Cleo")),
                )
                refused = [one for one in done if isinstance(one, Exception)]
                assert len(refused) == 1, f"in race {race}"
                assert getattr(refused[0], "code", None) in ("seat-taken", "already-begun")
                assert await holders(one, table, 1) == 1

    asyncio.run(run())


async def holders(registry: Registry, table: str, seat: int) -> int:
    held = await registry.read(lambda db: queries.holders_of(db, table))
    return sum(found == seat for found, _ in held)


@pytest.mark.parametrize("count", [6])
def test_plans_and_notes_written_at_the_same_time_all_stand(postgres: Postgres, count: int) -> None:
    """Writes beside the log of different seats, at two workers, are repeated until they are in."""

    async def run() -> None:
        async with workers(postgres.address, 2) as (one, other):
            table, _ = await made(one, "me", "me")

            async def note(registry: Registry, seat: int, text: str) -> None:
                async def write(live: Any) -> None:
                    await live.write(lambda db: queries.set_seat(db, table, seat, note=text), tell=0)

                await registry.acting(table, write)

            for number in range(count):
                await at_once(note(one, 0, f"a{number}"), note(other, 1, f"b{number}"))
                found = await one.read(lambda db: [row.note for row in queries.seat_rows(db, table)])
                assert found == [f"a{number}", f"b{number}"]

    asyncio.run(run())


def test_a_table_closed_from_outside_takes_no_step_any_more(postgres: Postgres, file: str) -> None:
    """The operator closes a table while a worker has it in memory: the next step is refused and not written."""

    async def run(db: str) -> None:
        async with workers(db) as (registry,):
            table, _ = await made(registry, "me", "me")
            close = update(tables).where(tables.c.id == table).values(status="closed", revision=tables.c.revision + 1)
            await registry.writer.write("", NOBODY, lambda db: db.execute(close).rowcount)
            with pytest.raises((Refusal, RefusalWithUpdate), match="closed"):
                await one_step_of_anna(registry, table)
            lines = await registry.read(lambda db: log_queries.lines_of(db, table))
            assert [line.n for line in lines] == [1]

    for db in (file, postgres.address):
        asyncio.run(run(db))


async def one_step_of_anna(registry: Registry, table: str) -> None:
    live = registry.live[table]
    assert live.record is not None
    seat, legal = next(iter(live.record.legal.items()))
    step = live.record.game.actions.texts[legal[0]]
    await moves.step(registry, table, ANNA, StepBody(step=step, seen=live.record.version(seat), key="late", seat=seat))


def test_writers_that_lock_the_same_tables_in_another_order_do_not_stand_in_each_others_way(postgres: Postgres) -> None:
    async def run() -> None:
        async with workers(postgres.address, 2) as hubs:
            made_here = [(await made(hubs[0], "me", "me"))[0] for _ in range(8)]
            for registry in hubs:
                for table in made_here:
                    async with registry.at(table):
                        pass

            async def touch(registry: Registry, table: str) -> None:
                async def write(live: Any) -> None:
                    await live.write(lambda db: queries.set_seat(db, table, 0, note="x"), tell=0)

                await registry.acting(table, write)

            for order in pairwise([made_here, made_here[::-1]] * 5):
                await at_once(
                    *(touch(registry, table) for registry, ids in zip(hubs, order, strict=True) for table in ids)
                )

    asyncio.run(run())
