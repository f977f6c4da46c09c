"""The same deal again, everybody one seat further: among friends it shows who made more of the same cards.

Whoever played the first match knows what is dealt, and whoever wants to can read it up. So nothing of it is rated, and
its table says what it is.
"""

from msgspec.structs import replace
from sqlalchemy import Connection, select

from capomastro.core.errors import CapomastroError
from capomastro.core.match import Match, Setup
from capomastro.server.protocol.bodies import OfSeat
from capomastro.server.protocol.identity import Who, new_table_id
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.protocol.responses import Rematch
from capomastro.server.protocol.return_responses import SameDeal, SameDealMatch, SameDealSum
from capomastro.server.storage import queries
from capomastro.server.storage.rows import Rows
from capomastro.server.storage.schema import tables as stored_tables
from capomastro.server.table.days import not_secret
from capomastro.server.table.registry import Registry
from capomastro.server.table.seating import laid, path_of, rotated, unpack, wake
from capomastro.server.table.table import LiveTable


def same_deal(setup: Setup, names: tuple[str, ...]) -> Setup:
    """What devices gave for the first deal is in its seed already, so the next one needs no part of theirs."""
    seed = setup.seed if isinstance(setup.seed, int) else setup.dealt().hex()
    return replace(setup, seed=seed, names=names, deal=None)


async def again(tables: Registry, table: str, who: Who, body: OfSeat) -> Rematch:
    """A new table for the same people and the same deal, everybody one seat further; there is only one."""

    async def act(live: LiveTable) -> Rematch:
        live.own_seat(who, body.seat)
        not_secret(live.row)
        if live.row.again is not None:
            return Rematch(live.row.again, path_of(live.row.again))
        if live.row.status != "over":
            raise Refusal("rematch-early")
        old = live.row
        count = len(live.seats)
        setup = same_deal(old.setup, tuple(live.names[(seat - 1) % count] for seat in range(count)))
        try:
            await unpack(tables, setup)
            Match(setup)
        except CapomastroError as error:  # the rules of today know nothing of such a match
            raise Refusal("bad-setup", reason=error.reason) from None
        seats, held = rotated(live)
        row = replace(old.for_rematch(new_table_id(), setup), deal_of=old.deal_of or old.id)
        _, lay = laid(tables, Rows(row, seats, held, []))

        def write(db: Connection) -> None:
            lay(db)
            queries.set_table(db, old.id, again=row.id)

        await live.write(write)
        tables.spawn(tables.acting(row.id, wake))
        return Rematch(row.id, path_of(row.id))

    return await tables.acting(table, act)


async def compare(tables: Registry, table: str, who: Who) -> SameDeal:
    """All matches of one deal, the first one first, and what everybody made of all of them together."""
    async with tables.at(table) as live:
        live.viewer(who, None)
        first, count = live.row.deal_of or live.id, len(live.seats)

    def ask(db: Connection) -> list[SameDealMatch]:
        columns = [stored_tables.c[name] for name in ("id", "status", "scores", "created")]
        one_deal = (stored_tables.c.id == first) | (stored_tables.c.deal_of == first)
        rows = db.execute(select(*columns).where(one_deal).order_by(stored_tables.c.created, stored_tables.c.id)).all()
        found = []
        for row in rows:
            names = [seat.name or "" for seat in queries.seat_rows(db, row.id)]
            scores = None if row.scores is None else list(queries.numbers(row.scores))
            found.append(SameDealMatch(row.id, path_of(row.id), row.status, names, scores))
        return found

    matches = await tables.read(ask)
    sums = [SameDealSum(name, 0, 0) for name in (matches[0].names if matches else [])]
    for further, match in enumerate(matches):
        for seat, points in enumerate(match.scores or []):
            whose = (seat - further) % count
            known = sums[whose]
            sums[whose] = SameDealSum(known.name, known.points + points, known.matches + 1)
    return SameDeal(matches, sums)
