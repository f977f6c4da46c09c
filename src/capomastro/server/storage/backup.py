"""Looking after the store from the command line, while a server may be running on it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from capomastro.core.catalogue import game_named
from capomastro.core.errors import BadSetup
from capomastro.server.settings import Settings, settings_from
from capomastro.server.storage import database, queries
from capomastro.server.storage.migrate import migrate
from capomastro.server.storage.rows import now
from capomastro.server.storage.schema import metadata, tables
from capomastro.server.table.log import folded


@contextmanager
def opened(settings: Settings, *, writing: bool = False) -> Iterator[Connection]:
    with database.usable():
        if not settings.on_postgres and not Path(settings.url.removeprefix("sqlite:///")).exists():
            raise BadSetup("there is no database yet; `capomastro serve` makes one")
        with database.open_engine(settings, writing=writing).connect() as db:
            yield db


def back_up(settings: Settings, file: Path) -> int:
    """Copies everything as it is at one moment; returns how many tables."""
    if file.exists():
        raise BadSetup(f"{file} is there already; name another file")
    with opened(settings) as db:
        count = int(db.execute(select(func.count()).select_from(tables)).scalar_one())
        if settings.on_postgres:
            _copy(db, settings_from({}, db=str(file)))
        else:
            source = sqlite3.connect(settings.url.removeprefix("sqlite:///"))
            database.make_private(file)
            target = sqlite3.connect(file)
            with source, target:
                source.backup(target)
            source.close()
            target.close()
    return count


def _copy(db: Connection, target: Settings) -> None:
    migrate(target)
    db.rollback()
    db = db.execution_options(isolation_level="REPEATABLE READ")
    with database.open_engine(target, writing=True).begin() as other:
        for table in metadata.sorted_tables:
            for rows in db.execution_options(yield_per=1000).execute(select(table)).mappings().partitions(1000):
                other.execute(insert(table), [dict(row) for row in rows])


def listed(settings: Settings, status: str | None) -> list[dict[str, Any]]:
    columns = (tables.c.id, tables.c.game, tables.c.status, tables.c.entries, tables.c.touched, tables.c.name)
    query = select(*columns).order_by(tables.c.touched.desc())
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
            "name": row.name or game_named(row.game).title,
        }
        for row in rows
    ]


def _day(at: int) -> str:
    import datetime

    return datetime.datetime.fromtimestamp(at / 1000, datetime.UTC).strftime("%Y-%m-%d %H:%M")


def shown(settings: Settings, table: str) -> str:
    """The table as a spectator sees it."""
    with opened(settings) as db:
        row = queries.table_row(db, table)
        if row is None:
            raise BadSetup(f"there is no table {table}")
        seats, lines = queries.seat_rows(db, table), queries.lines_of(db, table)
    text = [f"{row.title}: {row.game}, {row.status}, {len(lines)} entries, last used {_day(row.touched)}"]
    for seat in seats:
        who = seat.name or "nobody yet"
        by = f", played by {seat.played_by}" if seat.played_by else ""
        text.append(f"  seat {seat.seat + 1}: {who}{by}{', to act' if seat.seat in row.to_act else ''}")
    if row.entries:
        record = folded(row.setup, row.created, lines)
        view = record.game.view(record.match.state, None)
        text += ["", record.game.picture(view, record.setup.names)]
    return "\n".join(text)


def close(settings: Settings, table: str) -> None:
    with opened(settings, writing=True) as db, db.begin():
        values = {"status": "closed", "bot_due": False, "touched": now(), "revision": tables.c.revision + 1}
        if db.execute(update(tables).where(tables.c.id == table).values(**values)).rowcount != 1:
            raise BadSetup(f"there is no table {table}")
