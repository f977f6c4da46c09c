"""Playing on from a step of a finished match: a new table, at which bots have all seats but one.

Its log begins with the steps of the other match up to there; then chance is new, as after a rewind. The seed of a
finished match is known to everybody who wants to know it, so such a match is for practice, and its table says so.
"""

from functools import partial

from msgspec.structs import replace
from sqlalchemy import Connection

from capomastro.core.match import Entry, Setup
from capomastro.server.protocol.bodies import NewSeat, PlayOn
from capomastro.server.protocol.identity import Who, hashed, new_secret, new_table_id
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.protocol.responses import Rematch
from capomastro.server.storage import device_queries, queries
from capomastro.server.storage.entries import LogEntry
from capomastro.server.storage.rows import Rows, TableRow, now
from capomastro.server.table.days import not_secret
from capomastro.server.table.history import finished
from capomastro.server.table.log import MatchLog
from capomastro.server.table.owner import new_seat, put_up
from capomastro.server.table.registry import Registry
from capomastro.server.table.seating import laid, path_of


async def play_on(tables: Registry, table: str, who: Who, body: PlayOn) -> Rematch:
    """A table of one's own that goes on from this step, in anybody's seat."""
    async with tables.at(table) as live:
        live.viewer(who, None)
        match, old = finished(live), live.row
        not_secret(old)
    if body.step >= len(match.entries):
        raise Refusal("no-such-step", steps=len(match.entries))
    if body.seat >= match.setup.seats:
        raise Refusal("no-such-seat")
    device = who.device or ""
    seats = []
    for seat in range(match.setup.seats):
        wanted = NewSeat(kind="me", name=body.name) if seat == body.seat else NewSeat(kind="bot", bot=body.bot)
        seats.append(new_seat(seat, wanted, match.setup))
    seats[body.seat].token = hashed(new_secret())
    setup = replace(match.setup, names=tuple(seat.name or "" for seat in seats))
    row = TableRow(
        id=new_table_id(),
        game=old.game,
        setup=setup,
        name="",
        public=False,
        watch=True,
        scored=old.scored,
        days=None,
        owner=device,
        rules=setup.rules,
        webhook=None,
        created=now(),
        touched=now(),
        origin=old.id,
        origin_step=body.step,
    )
    work = partial(played_to, setup, match.entries[: body.step])
    played = await tables.aside.run(who.address, work)
    live, lay = laid(tables, Rows(row, seats, [(body.seat, device)], []), played)

    def write(db: Connection) -> Rows:
        stored = lay(db)
        device_queries.know(db, device, who.label)
        device_queries.own(db, row.id, device)
        return queries.rows_of(db, row.id) or stored

    await put_up(tables, live, write)
    return Rematch(row.id, path_of(row.id))


def played_to(setup: Setup, entries: list[Entry]) -> tuple[MatchLog, list[LogEntry]]:
    """A match with these steps behind it and new chance before it, and the log that says so."""
    at = now()
    record = MatchLog(setup, at)
    lines = [record.began(at)]
    for entry in entries:
        while record.rewinds < entry.rewind:
            lines.append(record.rewind(entry.seat, len(record.match.entries), at))
        lines.append(record.step(entry.seat, entry.action, at))
    lines.append(record.play_on(at))
    return record, lines
