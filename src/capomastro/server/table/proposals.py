"""Proposals: going back, or a bot for somebody who is late; and the votes on them."""

from msgspec.structs import replace
from sqlalchemy import Connection

from capomastro.core.game import Seat
from capomastro.core.match import FARTHEST, Entry
from capomastro.server.protocol.bodies import Propose, Vote
from capomastro.server.protocol.identity import Who
from capomastro.server.protocol.refusals import Conflict, Refusal
from capomastro.server.protocol.responses import Seated
from capomastro.server.storage import log_queries, queries
from capomastro.server.storage.rows import ProposalRow, now
from capomastro.server.table.days import as_dealt
from capomastro.server.table.guards import running, seated
from capomastro.server.table.log import Point, point_at
from capomastro.server.table.registry import Registry
from capomastro.server.table.stand_ins import bot_named, set_stand_in
from capomastro.server.table.table import LiveTable

MOST_REWINDS = 20


async def propose(tables: Registry, table: str, who: Who, body: Propose) -> Seated:
    async def act(live: LiveTable, seat: Seat) -> Seated:
        running(live)
        as_dealt(live.row)
        if len(live.proposals) >= 4:
            raise Refusal("proposals-enough")
        row = await (_rewind(live, seat, body) if body.kind == "rewind" else _stand_in(live, seat, body))
        row.agreed = tuple(sorted({seat, *live.held_by(who)} - {row.for_seat}))
        if set(live.voters(row)) <= set(row.agreed):
            await apply_proposal(live, row)
        else:
            await live.write(lambda db: queries.add_proposal(db, live.id, row))
        return Seated(seat, live.update(seat, None, who))

    return await seated(tables, table, who, body.seat, act)


async def _rewind(live: LiveTable, seat: Seat, body: Propose) -> ProposalRow:
    record = running(live)
    if body.to is None or not 1 <= body.to < record.version(seat):
        raise Refusal("bad-rewind")
    if record.rewinds >= MOST_REWINDS:
        raise Refusal("rewinds-enough", most=MOST_REWINDS)
    to, seats, upto = body.to, len(live.seats), record.n

    def find(db: Connection) -> Point | None:
        lines = log_queries.lines_of(db, live.id)[:upto]
        if len(lines) < upto:
            raise Conflict("the log is shorter than expected")
        return point_at(lines, seat, to, seats)

    point = await live.registry.read(find)
    if point is None or not point.behind:
        raise Refusal("bad-rewind")
    if point.behind > FARTHEST:
        raise Refusal("rewind-too-far", most=FARTHEST)
    return ProposalRow(0, "rewind", seat, point.keep, point.numbers, None, None, (), now())


async def _stand_in(live: LiveTable, seat: Seat, body: Propose) -> ProposalRow:
    late = body.for_seat
    if late is None or late >= len(live.seats) or late == seat:
        raise Refusal("bad-stand-in")
    if not live.is_late(late) or live.seats[late].played_by is not None:
        raise Refusal("not-late")
    bot = bot_named(live, body.bot)
    return ProposalRow(0, "bot", seat, 0, (), late, bot, (), now())


async def vote(tables: Registry, table: str, who: Who, proposal: str, body: Vote) -> Seated:
    async def act(live: LiveTable, seat: Seat) -> Seated:
        running(live)
        row = next((row for row in live.proposals if str(row.id) == proposal), None)
        if row is None:
            raise Refusal("no-such-proposal")
        own = set(live.held_by(who)) & set(live.voters(row))
        if not own:
            raise Refusal("proposal-not-yours")
        row = replace(row, agreed=tuple(sorted({*row.agreed, *own})))
        if not body.agree:
            await decline(live, row, seat if seat in own else min(own), withdrawn=row.by_seat in own)
        elif set(live.voters(row)) <= set(row.agreed):
            await apply_proposal(live, row)
        else:
            await live.write(lambda db: queries.set_agreed(db, live.id, row.id, row.agreed))
        return Seated(seat, live.update(seat, None, who))

    return await seated(tables, table, who, body.seat, act)


async def decline(live: LiveTable, row: ProposalRow, seat: Seat, *, withdrawn: bool) -> None:
    """Ends a proposal. Everybody is told who does not agree; a withdrawn proposal just disappears."""

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
        line = await live.registry.beside(lambda: record.rewind(row.by_seat, row.steps, now()))
        await live.commit([line], lambda db: queries.drop_proposals(db, live.id))
        return
    assert row.for_seat is not None
    if not live.is_late(row.for_seat) or live.seats[row.for_seat].played_by is not None:
        await live.write(lambda db: queries.drop_proposals(db, live.id, row.id))
        raise Refusal("not-late")
    await set_stand_in(live, row.for_seat, row.bot, also=lambda db: queries.drop_proposals(db, live.id, row.id))


def overtaken_by(live: LiveTable, before: list[Entry], after: list[Entry]) -> list[int]:
    """The proposals to go back to a point that is no longer there, or not behind us, once steps were taken back."""
    same = next((i for i, (one, other) in enumerate(zip(before, after, strict=False)) if one is not other), len(after))
    rewinds = [row for row in live.proposals if row.kind == "rewind"]
    return [row.id for row in rewinds if row.steps > same or row.steps >= len(after)]
