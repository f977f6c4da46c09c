"""What people do at a table while a match is played: steps, taking back, proposals, leaving and coming back, plans."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

from msgspec.structs import replace
from sqlalchemy import Connection

from capomastro.core.errors import CapomastroError, IllegalAction, UnreadableStep
from capomastro.core.game import Seat
from capomastro.core.match import FARTHEST, Entry
from capomastro.server.bots.pool import check_bot, usual_bot
from capomastro.server.protocol.audience import only
from capomastro.server.protocol.bodies import Plan, Propose, Resign, Step, Undo, Vote
from capomastro.server.protocol.identity import Who, tidy
from capomastro.server.protocol.refusals import Conflict, Refusal, RefusalWithUpdate, StoreDown, Unsure, as_sentence
from capomastro.server.protocol.responses import Accepted, Seated
from capomastro.server.storage import queries
from capomastro.server.storage.entries import LogEntry
from capomastro.server.storage.rows import ProposalRow, now
from capomastro.server.table.log import MatchLog, point_at
from capomastro.server.table.registry import Registry
from capomastro.server.table.table import LiveTable

T = TypeVar("T")
Also = Callable[[Connection], None]
MOST_ENTRIES = 20_000
"""No match needs so many, even with much taking back; who fills a log for the sake of it is stopped here."""
MOST_REWINDS = 20


async def seated(
    tables: Registry, table: str, who: Who, message: Seat | None, act: Callable[[LiveTable, Seat], Awaitable[T]]
) -> T:
    """Does something for a seat that the asker holds; refusals that depend on the situation show it."""

    async def operation(live: LiveTable) -> T:
        seat = live.own_seat(who, message)
        try:
            return await act(live, seat)
        except Refusal as refusal:
            if not refusal.show:
                raise
            raise RefusalWithUpdate(refusal, live.update(seat, None, who)) from None

    return await tables.acting(table, operation)


def running(live: LiveTable) -> MatchLog:
    if live.row.status == "open":
        raise Refusal("not-begun")
    if live.row.status == "closed":
        raise Refusal("closed")
    if live.record is None or live.record.over:
        raise Refusal("over")
    if live.record.n >= MOST_ENTRIES:
        raise Refusal("too-long")
    return live.record


def require_human(live: LiveTable, seat: Seat) -> None:
    if live.seats[seat].stand_in is not None:
        raise Refusal("bot-plays")


async def step(tables: Registry, table: str, who: Who, message: Step) -> Accepted:
    """Takes a step; the same key never takes two."""

    async def act(live: LiveTable, seat: Seat) -> Accepted:
        done = await answered(live, seat, message.key, partial(_step, live, seat, message))
        return Accepted(seat, done, live.update(seat, min(message.seen, done - 1), who))

    return await seated(tables, table, who, message.seat, act)


def _step(live: LiveTable, seat: Seat, message: Step) -> LogEntry:
    record = running(live)
    require_human(live, seat)
    if message.seen > record.version(seat):
        raise Refusal("stale")
    try:
        action = record.game.actions.parse(message.step)
    except UnreadableStep as error:
        raise Refusal("unknown-step", why=as_sentence(str(error))) from None
    if seat in record.legal and message.seen < record.decision_version[seat]:
        raise Refusal("stale")
    try:
        return record.step(seat, action, now(), message.key)
    except IllegalAction as error:
        if message.seen < record.version(seat):
            raise Refusal("stale") from None
        raise Refusal("not-lawful", why=as_sentence(str(error))) from None


async def answered(
    live: LiveTable, seat: Seat, key: str, act: Callable[[], LogEntry], also: Callable[[], Also | None] = lambda: None
) -> int:
    """The seat's number of the entry with this key: the one there is, or a new one."""
    if live.record is not None and (seat, key) in live.record.keys:
        return live.record.keys[seat, key]
    if live.record is not None and live.record.may_have_used(seat, key):
        known = await live.registry.read(lambda db: queries.line_with_key(db, live.id, seat, key))
        if known is not None:  # writing it would be refused, and undo what others write in the same transaction
            return known
    try:
        line = act()
        await live.commit([line], also())
    except (Refusal, Conflict, Unsure):
        known = await written_before(live, seat, key)
        if known is None:
            raise
        return known
    return line.seen


async def written_before(live: LiveTable, seat: Seat, key: str) -> int | None:
    """The seat's number of the entry with this key, if there is one; the table is then up to date.

    If the store cannot be asked, nobody may say that there is none.
    """
    try:
        known = await live.registry.read(lambda db: queries.line_with_key(db, live.id, seat, key))
        if known is not None:
            await live.renew(check=True)
    except StoreDown as error:
        raise Unsure(str(error)) from error
    return known


async def undo(tables: Registry, table: str, who: Who, message: Undo, *, whole_turn: bool) -> Accepted:
    async def act(live: LiveTable, seat: Seat) -> Accepted:
        def take_back() -> LogEntry:
            record = running(live)
            require_human(live, seat)
            count = record.match.undoable(seat) if whole_turn else 1
            before = record.match.entries[:]
            try:
                line = record.undo(seat, count, now(), message.key)
            except IllegalAction:
                raise Refusal("nothing-to-take-back") from None
            overtaken.extend(overtaken_by(live, before, record.match.entries))
            return line

        def drop(db: Connection) -> None:
            for proposal in overtaken:
                queries.drop_proposals(db, live.id, proposal)

        overtaken: list[int] = []
        done = await answered(live, seat, message.key, take_back, lambda: drop if overtaken else None)
        return Accepted(seat, done, live.update(seat, done - 1, who))

    return await seated(tables, table, who, message.seat, act)


def overtaken_by(live: LiveTable, before: list[Entry], after: list[Entry]) -> list[int]:
    """The proposals to go back to a point that is no longer there, or not behind us, once steps were taken back."""
    same = next((i for i, (one, other) in enumerate(zip(before, after, strict=False)) if one is not other), len(after))
    rewinds = [row for row in live.proposals if row.kind == "rewind"]
    return [row.id for row in rewinds if row.steps > same or row.steps >= len(after)]


async def propose(tables: Registry, table: str, who: Who, message: Propose) -> Seated:
    async def act(live: LiveTable, seat: Seat) -> Seated:
        running(live)
        if len(live.proposals) >= 4:
            raise Refusal("proposals-enough")
        row = await (_rewind(live, seat, message) if message.kind == "rewind" else _stand_in(live, seat, message))
        row.agreed = tuple(sorted({seat, *live.held_by(who)} - {row.for_seat}))
        if set(live.voters(row)) <= set(row.agreed):
            await apply_proposal(live, row)
        else:
            await live.write(lambda db: queries.add_proposal(db, live.id, row))
        return Seated(seat, live.update(seat, None, who))

    return await seated(tables, table, who, message.seat, act)


async def _rewind(live: LiveTable, seat: Seat, message: Propose) -> ProposalRow:
    record = running(live)
    if message.to is None or not 1 <= message.to < record.version(seat):
        raise Refusal("bad-rewind")
    if record.rewinds >= MOST_REWINDS:
        raise Refusal("rewinds-enough", most=MOST_REWINDS)
    to, seats, upto = message.to, len(live.seats), record.n
    point = await live.registry.read(lambda db: point_at(queries.lines_of(db, live.id)[:upto], seat, to, seats))
    if point is None:
        raise Conflict("the log is shorter than expected")
    keep, numbers = point
    length = len(record.match.entries)
    if keep >= length:
        raise Refusal("bad-rewind")
    if keep < length - FARTHEST:
        raise Refusal("rewind-too-far", most=FARTHEST)
    return ProposalRow(0, "rewind", seat, keep, numbers, None, None, (), now())


async def _stand_in(live: LiveTable, seat: Seat, message: Propose) -> ProposalRow:
    late = message.for_seat
    if late is None or late >= len(live.seats) or late == seat:
        raise Refusal("bad-stand-in")
    if not live.is_late(late) or live.seats[late].played_by is not None:
        raise Refusal("not-late")
    bot = bot_named(live, message.bot)
    return ProposalRow(0, "bot", seat, 0, (), late, bot, (), now())


def bot_named(live: LiveTable, name: str | None) -> str:
    if name is None:
        return usual_bot(live.game)
    try:
        check_bot(name, live.game)
    except CapomastroError as error:
        raise Refusal("bad-bot", why=as_sentence(str(error))) from None
    return name


async def vote(tables: Registry, table: str, who: Who, proposal: str, message: Vote) -> Seated:
    async def act(live: LiveTable, seat: Seat) -> Seated:
        running(live)
        row = next((row for row in live.proposals if str(row.id) == proposal), None)
        if row is None:
            raise Refusal("no-such-proposal")
        own = set(live.held_by(who)) & set(live.voters(row))
        if not own:
            raise Refusal("proposal-not-yours")
        row = replace(row, agreed=tuple(sorted({*row.agreed, *own})))
        if not message.agree:
            await decline(live, row, seat if seat in own else min(own), withdrawn=row.by_seat in own)
        elif set(live.voters(row)) <= set(row.agreed):
            await apply_proposal(live, row)
        else:
            await live.write(lambda db: queries.set_agreed(db, live.id, row.id, row.agreed))
        return Seated(seat, live.update(seat, None, who))

    return await seated(tables, table, who, message.seat, act)


async def decline(live: LiveTable, row: ProposalRow, seat: Seat, *, withdrawn: bool) -> None:
    """Ends a proposal. Whoever made it is told who does not agree; taking back one's own is nobody's news."""

    def drop(db: Connection) -> None:
        queries.drop_proposals(db, live.id, row.id)

    if withdrawn:
        await live.write(drop)
    else:
        await live.commit([running(live).declined(seat, row.kind, row.by_seat, now())], drop)


async def apply_proposal(live: LiveTable, row: ProposalRow) -> None:
    """Does what everybody has agreed to."""
    record = running(live)
    if row.kind == "rewind":
        line = record.rewind(row.by_seat, row.steps, now())
        await live.commit([line], lambda db: queries.drop_proposals(db, live.id))
        return
    assert row.for_seat is not None
    if not live.is_late(row.for_seat) or live.seats[row.for_seat].played_by is not None:
        await live.write(lambda db: queries.drop_proposals(db, live.id, row.id))
        raise Refusal("not-late")
    await set_stand_in(live, row.for_seat, row.bot, also=lambda db: queries.drop_proposals(db, live.id, row.id))


async def set_stand_in(
    live: LiveTable, seat: Seat, bot: str | None, also: Callable[[Connection], None] | None = None
) -> None:
    """From here on a bot decides for this seat, or its person again."""
    line = running(live).stand_in(seat, bot, now())
    live.seats[seat].stand_in = bot

    def write(db: Connection) -> None:
        queries.set_seat(db, live.id, seat, stand_in=bot)
        if also is not None:
            also(db)

    await live.commit([line], write)


async def resign(tables: Registry, table: str, who: Who, message: Resign) -> Seated:
    async def act(live: LiveTable, seat: Seat) -> Seated:
        running(live)
        if live.seats[seat].stand_in is None:
            await set_stand_in(live, seat, bot_named(live, message.bot))
        return Seated(seat, live.update(seat, None, who))

    return await seated(tables, table, who, message.seat, act)


async def come_back(tables: Registry, table: str, who: Who, message: Any) -> Seated:
    async def act(live: LiveTable, seat: Seat) -> Seated:
        running(live)
        if live.seats[seat].stand_in is not None:
            await set_stand_in(live, seat, None)
        return Seated(seat, live.update(seat, None, who))

    return await seated(tables, table, who, message.seat, act)


async def plan(tables: Registry, table: str, who: Who, message: Plan) -> Seated:
    """Plans a move. Only the seat itself learns of it."""

    async def act(live: LiveTable, seat: Seat) -> Seated:
        record = running(live)
        text = None if message.plan is None else tidy(message.plan, 80)
        if text is not None:
            plans = record.game.plans
            if plans is None:
                raise Refusal("no-plans", game=record.game.title)
            view = record.game.view(record.match.state, seat)
            if not plans.stands(view, text):
                raise Refusal("bad-plan", plans=", ".join(plans.texts))
        await live.write(lambda db: queries.set_seat(db, live.id, seat, plan=text), tell=only(seat))
        live.go_on()
        return Seated(seat, live.update(seat, None, who))

    return await seated(tables, table, who, message.seat, act)
