"""Looking after tables from the command line, while a server may be running on them."""

from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import select, update

from capomastro.core.errors import BadSetup
from capomastro.core.frozen import Frozen
from capomastro.server.ops.links import COMMAND_LINE
from capomastro.server.settings import Settings
from capomastro.server.storage import log_queries, operator_queries, queries
from capomastro.server.storage.backup import opened
from capomastro.server.storage.rows import now, title_of
from capomastro.server.storage.schema import tables
from capomastro.server.table.frozen import folded_if_possible


def listed(settings: Settings, status: str | None) -> list[dict[str, Any]]:
    names = ("id", "game", "status", "entries", "touched", "name", "rules", "frozen")
    query = select(*(tables.c[name] for name in names)).order_by(tables.c.touched.desc())
    if status is not None:
        query = query.where(tables.c.status == status)
    with opened(settings) as db:
        rows = db.execute(query).all()
    return [
        {
            "table": row.id,
            "game": row.game,
            "status": row.status,
            "entries": row.entries,
            "touched": _day(row.touched),
            "name": row.name or title_of(row.game),
            "rules": row.rules,
            "frozen": None if row.frozen is None else msgspec.json.decode(row.frozen, type=Frozen).text,
        }
        for row in rows
    ]


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def shown(settings: Settings, table: str) -> str:
    """The table as a spectator sees it."""
    with opened(settings) as db:
        row = queries.table_row(db, table)
        if row is None:
            raise BadSetup(f"there is no table {table}")
        seats, lines = queries.seat_rows(db, table), log_queries.lines_of(db, table)
    text = [f"{row.title}: {row.game}, {row.status}, {len(lines)} entries, last used {_day(row.touched)}"]
    for seat in seats:
        who = seat.name or "nobody yet"
        by = f", played by {seat.played_by}" if seat.played_by else ""
        text.append(f"  seat {seat.seat + 1}: {who}{by}{', to act' if seat.seat in row.to_act else ''}")
    if row.entries:
        record = folded_if_possible(row, lines)
        if isinstance(record, Frozen):
            text += ["", f"It is frozen: {record.text}."]
        else:
            view = record.game.view(record.match.state, None)
            text += ["", record.game.picture(view, record.setup.names)]
    return "\n".join(text)


def close(settings: Settings, table: str) -> None:
    with opened(settings, writing=True) as db, db.begin():
        values = {"status": "closed", "bot_due": False, "touched": now(), "revision": tables.c.revision + 1}
        if db.execute(update(tables).where(tables.c.id == table).values(**values)).rowcount != 1:
            raise BadSetup(f"there is no table {table}")
        operator_queries.note(db, now(), COMMAND_LINE, "close", table)
