"""What people do at a table while a match is played: steps, taking back, plans."""

from collections.abc import Callable
from functools import partial

from sqlalchemy import Connection

from capomastro.core.errors import IllegalAction
from capomastro.core.game import Seat
from capomastro.server.protocol.audience import only
from capomastro.server.protocol.bodies import Plan, Step, Undo
from capomastro.server.protocol.identity import Who, tidy
from capomastro.server.protocol.refusals import Conflict, Refusal, StoreDown, Unsure
from capomastro.server.protocol.responses import Accepted, Seated
from capomastro.server.storage import log_queries, queries
from capomastro.server.storage.entries import LogEntry
from capomastro.server.storage.rows import now
from capomastro.server.table.guards import require_human, running, seated
from capomastro.server.table.proposals import overtaken_by
from capomastro.server.table.quick_steps import take_step
from capomastro.server.table.registry import Registry
from capomastro.server.table.table import LiveTable

Also = Callable[[Connection], None]


async def step(tables: Registry, table: str, who: Who, body: Step) -> Accepted:
    """Takes a step; the same key never takes two."""

    async def act(live: LiveTable, seat: Seat) -> Accepted:
        done = await answered(live, seat, body.key, partial(take_step, live, seat, body))
        return Accepted(seat, done, live.update(seat, min(body.seen, done - 1), who))

    return await seated(tables, table, who, body.seat, act)


async def step_not_stored(tables: Registry, table: str, who: Who, body: Step, error: Exception) -> Accepted:
    """Goes on with a step of the short way that was not stored, or of which nobody knows."""

    async def look(live: LiveTable, seat: Seat) -> Accepted:
        known = await written_before(live, seat, body.key)
        if known is None:
            raise error
        return Accepted(seat, known, live.update(seat, min(body.seen, known - 1), who))

    if isinstance(error, Conflict):  # somebody else was faster
        return await step(tables, table, who, body)
    if not isinstance(error, Unsure):
        raise error
    try:
        return await seated(tables, table, who, body.seat, look)
    except StoreDown as down:
        raise Unsure(str(down)) from down


async def answered(
    live: LiveTable, seat: Seat, key: str, act: Callable[[], LogEntry], also: Callable[[], Also | None] = lambda: None
) -> int:
    """The seat's number of the entry with this key: of the existing entry, or of a new one."""
    if live.record is not None and (seat, key) in live.record.keys:
        return live.record.keys[seat, key]
    if live.record is not None and live.record.may_have_used(seat, key):
        known = await live.registry.read(lambda db: log_queries.line_with_key(db, live.id, seat, key))
        if known is not None:  # writing it again would fail, and roll back what others write in the same transaction
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
        known = await live.registry.read(lambda db: log_queries.line_with_key(db, live.id, seat, key))
        if known is not None:
            await live.renew(check=True)
    except StoreDown as error:
        raise Unsure(str(error)) from error
    return known


async def undo(tables: Registry, table: str, who: Who, body: Undo, *, whole_turn: bool) -> Accepted:
    async def act(live: LiveTable, seat: Seat) -> Accepted:
        def take_back() -> LogEntry:
            record = running(live)
            require_human(live, seat)
            count = record.match.undoable(seat) if whole_turn else 1
            before = record.match.entries[:]
            try:
                line = record.undo(seat, count, now(), body.key)
            except IllegalAction:
                raise Refusal("nothing-to-take-back") from None
            overtaken.extend(overtaken_by(live, before, record.match.entries))
            return line

        def drop(db: Connection) -> None:
            for proposal in overtaken:
                queries.drop_proposals(db, live.id, proposal)

        overtaken: list[int] = []
        done = await answered(live, seat, body.key, take_back, lambda: drop if overtaken else None)
        return Accepted(seat, done, live.update(seat, done - 1, who))

    return await seated(tables, table, who, body.seat, act)


async def plan(tables: Registry, table: str, who: Who, body: Plan) -> Seated:
    """Plans a move. Only the seat itself learns of it."""

    async def act(live: LiveTable, seat: Seat) -> Seated:
        record = running(live)
        text = None if body.plan is None else tidy(body.plan, 80)
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

    return await seated(tables, table, who, body.seat, act)
