"""Tables that lie in a store before a server has opened it: a server shuffles for itself, a test wants a fixed deal."""

from collections.abc import Mapping, Sequence

from capomastro.core.match import Match
from capomastro.server.protocol.audience import NOBODY
from capomastro.server.protocol.identity import hashed
from capomastro.server.settings import Settings
from capomastro.server.storage import database, log_queries, queries
from capomastro.server.storage.migrate import migrate
from capomastro.server.storage.rows import Append, SeatRow, TableRow
from capomastro.server.table.log import MatchLog

THEN = 1_600_000_000_000
"""When everything at these tables happened."""


def lay_tables(address: str, matches: Mapping[str, Match], cookies: Sequence[str], host: int = 0) -> None:
    """Each match as far as it has been played, at the table of that name; the first seats belong to these devices."""
    settings = Settings(db=address)
    migrate(settings)
    engine = database.open_engine(settings, writing=True)
    with engine.begin() as db:
        for table, match in matches.items():
            setup = match.setup
            row = TableRow(
                id=table,
                game=setup.game,
                setup=setup,
                name="",
                public=True,
                watch=True,
                scored=True,
                days=3,
                owner=hashed(cookies[host]),
                webhook=None,
                created=THEN,
                touched=THEN,
            )
            seats = [SeatRow(seat, "link", name, True) for seat, name in enumerate(setup.names)]
            queries.add_table(db, row, seats, [(seat, hashed(cookie)) for seat, cookie in enumerate(cookies)])
            record = MatchLog(setup, THEN)
            lines = [record.began(THEN), *(record.step(entry.seat, entry.action, THEN) for entry in match.entries)]
            log_queries.append(
                db, [Append(table, tuple(lines), "running", record.to_act(), False, None, [], NOBODY, THEN)]
            )
    engine.dispose()
