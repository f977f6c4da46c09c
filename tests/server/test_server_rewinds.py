"""Going back: who has to agree, that nobody plays on knowing what comes, how often and how far, and what ends it."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from server_house import decoded
from server_workers import workers
from test_server_races import ANNA, BEN, made

from capomastro.core.chance import seeded
from capomastro.core.match import FARTHEST, Match, new_setup, replayed
from capomastro.server.protocol.bodies import Claim, Propose, Resign, Undo, Vote
from capomastro.server.protocol.bodies import Step as StepBody
from capomastro.server.protocol.refusals import Refusal, RefusalWithUpdate
from capomastro.server.storage import log_queries, queries
from capomastro.server.storage.entries import Branch
from capomastro.server.table import links, moves, proposals, stand_ins
from capomastro.server.table.frozen import folded_if_possible
from capomastro.server.table.history import Reel
from capomastro.server.table.log import MatchLog, point_at
from capomastro.server.table.registry import Registry
from capomastro.server.table.table import LiveTable


@asynccontextmanager
async def house(db: str) -> AsyncIterator[Registry]:
    """One worker, at whose tables whoever has to act is late."""
    async with workers(db, live_minutes=0.0) as (registry,):
        yield registry


async def for_two(registry: Registry) -> str:
    table, tokens = await made(registry, "me", "link")
    await links.claim(registry, table, BEN, Claim(token=tokens[1], name="Ben"))
    return table


async def played(registry: Registry, table: str, steps: int) -> Any:
    """This many steps, always the first that is legal; returns the state's key."""
    for _ in range(steps):
        async with registry.at(table) as live:
            record = live.record
            assert record is not None
            if record.over:
                break
            seat, legal = next(iter(record.legal.items()))
            text, seen, number = record.game.actions.texts[legal[0]], record.version(seat), record.n
            who = ANNA if seat in live.held_by(ANNA) else BEN
        await moves.step(registry, table, who, StepBody(step=text, seen=seen, key=f"n{number}", seat=seat))
    async with registry.at(table) as live:
        assert live.record is not None
        return live.record.match.state.key()


async def rewind(registry: Registry, table: str, to: int, seat: int = 0) -> Any:
    return decoded(
        bytes((await proposals.propose(registry, table, ANNA, Propose(kind="rewind", to=to, seat=seat))).update)
    )


@pytest.fixture(params=["sqlite", "postgresql"])
def db(request: pytest.FixtureRequest, file: str) -> str:
    return file if request.param == "sqlite" else request.getfixturevalue("postgres").address


def test_whoever_a_bot_stands_in_for_still_has_to_agree(db: str) -> None:
    async def run() -> None:
        async with house(db) as registry:
            table = await for_two(registry)
            await played(registry, table, 4)
            await stand_ins.resign(registry, table, BEN, Resign(seat=1, bot="random"))
            update = await rewind(registry, table, 1)
            assert [proposal["needed"] for proposal in update["proposals"]] == [[1]]
            await proposals.vote(registry, table, BEN, update["proposals"][0]["id"], Vote(agree=True, seat=1))
            async with registry.at(table) as live:
                assert live.record is not None
                assert (live.proposals, live.record.match.entries) == ([], [])

    asyncio.run(run())


def test_seats_that_were_bots_from_the_beginning_are_not_asked(db: str) -> None:
    async def run() -> None:
        async with house(db) as registry:
            table, _ = await made(registry, "me", "me", "bot", first="1")
            await played(registry, table, 1)
            assert (await rewind(registry, table, 1))["proposals"] == []

    asyncio.run(run())


def test_what_was_seen_before_going_back_does_not_come_again(db: str) -> None:
    async def run() -> None:
        async with house(db) as registry:
            table, _ = await made(registry, "me", "me")
            first = await played(registry, table, 30)
            await rewind(registry, table, 1)
            second = await played(registry, table, 30)
            assert second != first
            await rewind(registry, table, 1)
            assert await played(registry, table, 30) not in (first, second)
            await played(registry, table, 2000)
            async with registry.at(table) as live:
                assert live.record is not None
                assert live.record.over
                assert msgspec.json.decode(Reel(live.record.match).verify())["holds"]
                key = live.record.match.state.key()
                live.forget()
            async with registry.at(table) as live:  # from the log
                assert live.record is not None
                assert live.record.match.state.key() == key

    asyncio.run(run())


def test_a_rewind_of_an_earlier_release_is_replayed_as_it_was(db: str) -> None:
    async def run() -> None:
        async with house(db) as registry:
            table, _ = await made(registry, "me", "me")
            await played(registry, table, 12)

            async def as_before(live: LiveTable) -> None:
                record = live.record
                assert record is not None
                old = Branch(3, new_chance=False)
                record._go_back(old)
                await live.commit([record._written(old, 0, None, (), 0)])

            await registry.acting(table, as_before)
            key = await played(registry, table, 9)
            row = await registry.read(lambda db: queries.table_row(db, table))
            lines = await registry.read(lambda db: log_queries.lines_of(db, table))
            assert row is not None
            record = folded_if_possible(row, lines)
            assert isinstance(record, MatchLog)
            match = record.match
            plain = [entry for entry in match.entries if entry.rewind == 0]
            assert len(plain) == 12
            assert replayed(row.setup, plain).state.key() == match.state.key() == key

    asyncio.run(run())


def test_a_proposal_to_go_back_does_not_outlive_the_steps_it_counts_on(db: str) -> None:
    async def run() -> None:
        async with house(db) as registry:
            table, tokens = await made(registry, "me", "link", "link")
            for seat, name in ((1, "Ben"), (2, "Ben too")):
                await links.claim(registry, table, BEN, Claim(token=tokens[seat], name=name))
            async with registry.at(table) as live:
                assert live.record is not None
                (seat,) = live.record.legal
                who, other = (ANNA, BEN) if seat == 0 else (BEN, ANNA)

            async def step(text: str) -> None:
                async with registry.at(table) as live:
                    assert live.record is not None
                    seen = live.record.version(seat)
                await moves.step(
                    registry, table, who, StepBody(step=text, seen=seen, key=f"{text[:4]}{seen}", seat=seat)
                )

            await step("take")
            async with registry.at(table) as live:
                assert live.record is not None
                number = live.record.version(seat)
                text = live.record.game.actions.texts[live.record.legal[seat][0]]
            await step(text)
            await proposals.propose(registry, table, who, Propose(kind="rewind", to=number, seat=seat))
            await proposals.propose(registry, table, who, Propose(kind="rewind", to=1, seat=seat))
            await moves.undo(registry, table, who, Undo(key="back", seat=seat), whole_turn=False)
            async with registry.at(table) as live:
                assert [row.steps for row in live.proposals] == [0]
                gone = live.proposals[0].id - 1
            await step(text)
            with pytest.raises((Refusal, RefusalWithUpdate), match="no such proposal"):
                await proposals.vote(registry, table, other, str(gone), Vote(agree=True))

    asyncio.run(run())


def test_whoever_proposed_is_told_who_did_not_agree(db: str) -> None:
    async def run() -> None:
        async with house(db) as registry:
            table = await for_two(registry)
            await played(registry, table, 4)
            proposal = (await rewind(registry, table, 1))["proposals"][0]["id"]
            await proposals.vote(registry, table, BEN, proposal, Vote(agree=False, seat=1))
            async with registry.at(table) as live:
                update = decoded(bytes(live.update(0, 1, ANNA)))
            assert update["proposals"] == []
            told = update["events"][-1]
            assert (told["kind"], told["seat"], told["facts"]) == ("rewind refused", 1, {"by": 0})
            assert told["text"] == "Ben does not agree to go back."
            own = (await rewind(registry, table, 1))["proposals"][0]["id"]
            await proposals.vote(registry, table, ANNA, own, Vote(agree=False, seat=0))
            async with registry.at(table) as live:
                after = decoded(bytes(live.update(0, 1, ANNA)))
            assert (after["proposals"], after["seen"]) == ([], update["seen"])  # taking it back is nobody's news

    asyncio.run(run())


def test_a_bot_is_not_voted_in_for_somebody_who_has_moved_meanwhile(db: str) -> None:
    async def run() -> None:
        async with house(db) as registry:
            table, tokens = await made(registry, "me", "me", "link", first="1")
            await links.claim(registry, table, BEN, Claim(token=tokens[2], name="Ben"))
            await asyncio.sleep(0.01)
            asked = Propose(kind="bot", for_seat=0, bot="random", seat=2)
            update = decoded(bytes((await proposals.propose(registry, table, BEN, asked)).update))
            live = registry.live[table]
            live.settings = msgspec.structs.replace(live.settings, live_minutes=60.0)  # as if the turn had just begun
            with pytest.raises(RefusalWithUpdate, match="not late"):
                await proposals.vote(registry, table, ANNA, update["proposals"][0]["id"], Vote(agree=True, seat=1))
            async with registry.at(table) as live:
                assert live.proposals == []
                assert live.seats[0].stand_in is None

    asyncio.run(run())


def private_steps(record: MatchLog, seat: int) -> list[int]:
    """The steps of this seat that nobody else is told of and that it can take back."""
    if seat not in record.legal:
        return []
    found = []
    for action in record.legal[seat]:
        trial = record.match.twin()
        before = trial.undoable(seat)
        events = trial.act(seat, action)
        hidden = not any(event.is_for(viewer) for event in events for viewer in (None, 0, 1) if viewer != seat)
        if hidden and trial.undoable(seat) == before + 1:
            found.append(action)
    return found


def test_whether_one_can_go_back_tells_nothing_of_what_others_do_in_private(db: str) -> None:
    """Ben may go back to where he already is as little as ever, whether Anna has just laid something aside or not."""

    async def run() -> None:
        async with house(db) as registry:
            table = await for_two(registry)
            for _ in range(200):
                async with registry.at(table) as live:
                    record = live.playable()
                    hidden = private_steps(record, 0)
                    if hidden:
                        break
                    if record.over:
                        table = await for_two(registry)
                        continue
                    ((seat, legal),) = record.legal.items()
                    text = record.game.actions.texts[reveals[0] if (reveals := reveal_in(record, legal)) else legal[0]]
                    body = StepBody(step=text, seen=record.version(seat), key=f"n{record.n}", seat=seat)
                await moves.step(registry, table, ANNA if seat == 0 else BEN, body)

            async def answered() -> str:
                async with registry.at(table) as live:
                    asked = Propose(kind="rewind", to=live.playable().version(1) - 1, seat=1)
                with pytest.raises(Refusal) as refused:
                    await proposals.propose(registry, table, BEN, asked)
                return refused.value.code

            update = await rewind(registry, table, 1)  # which Ben refuses: he is told something, and no step was taken
            await proposals.vote(registry, table, BEN, update["proposals"][0]["id"], Vote(agree=False, seat=1))
            before = await answered()
            async with registry.at(table) as live:
                record = live.playable()
                text = record.game.actions.texts[hidden[0]]
                body = StepBody(step=text, seen=record.version(0), key="hidden", seat=0)
            await moves.step(registry, table, ANNA, body)
            assert (before, await answered()) == ("bad-rewind", "bad-rewind")

    asyncio.run(run())


def reveal_in(record: MatchLog, legal: list[int]) -> list[int]:
    return [step for step in legal if record.game.actions.texts[step] == "reveal"]


@pytest.mark.parametrize("seed", range(4))
def test_going_back_leads_to_the_same_place_whatever_others_have_tried_in_private(seed: int) -> None:
    """Two logs of one match; in the second, seat 0 lays things aside and takes them back, also while others vote."""
    plain, fiddled = (MatchLog(new_setup("palazzo", 2, seed="5a" * 32), 0) for _ in range(2))
    lines, more, rng = [plain.began(0)], [fiddled.began(0)], seeded(seed)
    while len(lines) < 80 and not plain.over:
        hidden = private_steps(fiddled, 0)
        if hidden:
            more.append(fiddled.step(0, hidden[rng.randrange(len(hidden))], 0))
        if rng.randrange(4) == 0:
            lines.append(plain.declined(1, "rewind", 0, 0))
            more.append(fiddled.declined(1, "rewind", 0, 0))
        if hidden:
            more.append(fiddled.undo(0, 1, 0))
        if rng.randrange(12) == 0 and len(plain.match.entries) > 6:
            keep = len(plain.match.entries) - 1 - rng.randrange(5)
            lines.append(plain.rewind(1, keep, 0))
            more.append(fiddled.rewind(1, keep, 0))
        seat = plain.to_act()[0]
        action = plain.legal[seat][rng.randrange(len(plain.legal[seat]))]
        lines.append(plain.step(seat, action, 0))
        more.append(fiddled.step(seat, action, 0))
    assert len(more) > len(lines)
    assert plain.version(1) == fiddled.version(1)
    reached = 0
    for number in range(1, plain.version(1)):
        here, there = point_at(lines, 1, number, 2), point_at(more, 1, number, 2)
        assert (here is None) == (there is None)
        if here is not None and there is not None:
            assert (here.keep, here.behind, here.numbers[2]) == (there.keep, there.behind, there.numbers[2])
            at = plain.match.at(here.keep)
            reached += here.behind > 0 and at.state.key() == fiddled.match.at(there.keep).state.key()
    assert reached > 20


def test_one_cannot_go_back_to_steps_that_were_taken_back_meanwhile() -> None:
    record = MatchLog(new_setup("palazzo", 3, {"first": "1"}, seed="5a" * 32), 0)
    take = record.game.actions.parse("take")
    lines = [record.began(0), record.step(0, take, 0)]
    pick, other = record.legal[0][:2]
    lines += [record.step(0, pick, 0), record.undo(0, 1, 0), record.step(0, other, 0)]
    there = [point_at(lines, 0, number, 3) for number in range(1, 5)]
    assert [point and point.keep for point in there] == [0, 1, None, 1]


def test_going_back_plays_steps_again_beside_the_loop(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = []

    def noted(self: Match, keep: int, number: int) -> Match:
        threads.append(threading.current_thread())
        return rewound(self, keep, number)

    rewound = Match.rewound
    monkeypatch.setattr(Match, "rewound", noted)

    async def run() -> None:
        async with house(file) as registry:
            table, _ = await made(registry, "me", "me")
            await played(registry, table, 5)
            await rewind(registry, table, 1)

    asyncio.run(run())
    assert len(threads) == 1
    assert threads[0] is not threading.main_thread()


def test_going_back_has_its_bounds(file: str) -> None:
    async def run() -> None:
        async with house(file) as registry:
            for _ in range(20):  # most matches last longer, not all
                table, _ = await made(registry, "me", "me", "me", "me")
                await played(registry, table, FARTHEST + 3)
                async with registry.at(table) as live:
                    if live.row.status == "running":
                        break
            with pytest.raises(RefusalWithUpdate, match=str(FARTHEST)):
                await rewind(registry, table, 1)
            table, _ = await made(registry, "me", "me")
            for _ in range(proposals.MOST_REWINDS):
                await played(registry, table, 3)
                await rewind(registry, table, 1)
            await played(registry, table, 3)
            with pytest.raises(RefusalWithUpdate, match="20 times"):
                await rewind(registry, table, 1)

    asyncio.run(run())
