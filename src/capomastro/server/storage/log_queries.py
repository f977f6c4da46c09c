"""Reading and appending to the logs of tables, in SQL that SQLite and PostgreSQL both understand."""

from typing import Any

import msgspec
from sqlalchemy import Connection, func, insert, select

from capomastro.core.game import Seat
from capomastro.server.protocol.audience import Audience
from capomastro.server.protocol.refusals import Conflict
from capomastro.server.storage import notice_queries
from capomastro.server.storage.append_rows import after_row, entry_row
from capomastro.server.storage.append_statements import prepared
from capomastro.server.storage.entries import LogEntry, decode_events, deed_of
from capomastro.server.storage.queries import rows_of
from capomastro.server.storage.rows import Append, Rows
from capomastro.server.storage.schema import entries, outbox

CHANNEL = "capomastro"


def _line(row: Any) -> LogEntry:
    deed = deed_of(row.kind, row.number, row.step)
    return LogEntry(row.n, deed, row.seat, row.key, row.seen, decode_events(row.events), row.at)


def lines_of(db: Connection, table: str, after: int = 0) -> list[LogEntry]:
    query = select(entries).where(entries.c.table_id == table, entries.c.n > after).order_by(entries.c.n)
    return [_line(row) for row in db.execute(query)]


def line_with_key(db: Connection, table: str, seat: Seat, key: str) -> int | None:
    """The seat's number of the entry written with this key."""
    query = select(entries.c.seen).where(entries.c.table_id == table, entries.c.seat == seat, entries.c.key == key)
    return db.execute(query).scalar()


def append(db: Connection, batch: list[Append]) -> list[Rows | None]:
    """Writes entries of several tables at once; the numbering refuses whatever somebody else has written first.

    Where more than the log was changed, returns what is stored beside it now.
    """
    insert_entries, update_tables = prepared(db.dialect)
    insert_entries.run(db, [entry_row(item.table, line) for item in batch for line in item.lines])
    for item in batch:
        if item.also is not None:
            item.also(db)
    if update_tables.run(db, [after_row(item) for item in batch]) != len(batch):
        raise Conflict("the table is closed or gone, or somebody has changed who may do what")
    for item in batch:
        reminders = [reminder for reminder in item.reminders if reminder.channel != "people"]
        if reminders:
            rows = [{"table_id": item.table, **msgspec.structs.asdict(reminder)} for reminder in reminders]
            db.execute(insert(outbox), [row | {"tries": 0, "done": False} for row in rows])
    turns = [(item.table, one) for item in batch for one in item.reminders if one.channel == "people"]
    if turns and notice_queries.anybody_wishes(db):
        for table, reminder in turns:
            notice_queries.add(db, table, reminder)
    return [None if item.also is None else rows_of(db, item.table) for item in batch]


def announce(db: Connection, audiences: dict[str, Audience], sender: str) -> None:
    """Tells the other workers, when this transaction is committed, which tables have changed and for whom."""
    for table, audience in audiences.items():
        db.execute(select(func.pg_notify(CHANNEL, f"{table} {sender} {audience}")))
