"""Reading and appending to the logs of tables, in SQL that SQLite and PostgreSQL both understand."""

from functools import cache
from operator import itemgetter
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, func, insert, select, update

from capomastro.core.game import Seat
from capomastro.server.protocol.audience import Audience
from capomastro.server.protocol.encoding import encode
from capomastro.server.protocol.refusals import Conflict
from capomastro.server.storage import notice_queries
from capomastro.server.storage.entries import LogEntry, decode_events, deed_of, stored
from capomastro.server.storage.queries import joined, rows_of
from capomastro.server.storage.rows import Append, Rows
from capomastro.server.storage.schema import entries, outbox, tables

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


NEW = ("entries", "status", "to_act", "bot_due", "touched", "scores", "winners")
"""What an append changes of its table's row."""
ENTRY = ("table_id", "n", "kind", "seat", "number", "key", "seen", "events", "at", "step")
AFTER = ("of", "least", "most", *(f"{name}_now" for name in NEW))
ANY_REVISION = 0, 2**31 - 1
INSERT_ENTRIES = insert(entries)
UPDATE_TABLES = (
    update(tables)
    .where(
        tables.c.id == bindparam("of"),
        tables.c.status != "closed",
        tables.c.revision.between(bindparam("least"), bindparam("most")),
    )
    .values({name: bindparam(f"{name}_now") for name in NEW})
)


class Prepared:
    """A statement as plain SQL, compiled once, so that a step spends little time on it."""

    def __init__(self, statement: Any, names: tuple[str, ...], dialect: Any) -> None:
        compiled = statement.compile(dialect=dialect, column_keys=list(names))
        self.sql = str(compiled)
        self.fixed = {name: value for name, value in compiled.params.items() if name not in names}
        self.names = names
        given = (*names, *self.fixed)
        self.order = itemgetter(*map(given.index, compiled.positiontup)) if compiled.positional else None
        self.rest = tuple(self.fixed.values())

    def run(self, db: Connection, rows: list[tuple[Any, ...]]) -> int:
        """Runs it for each row; returns how many stored rows were affected."""
        if self.order is None:
            named = [dict(zip(self.names, row, strict=True)) | self.fixed for row in rows]
            return db.exec_driver_sql(self.sql, named).rowcount
        return db.exec_driver_sql(self.sql, [self.order(row + self.rest) for row in rows]).rowcount


@cache
def prepared(dialect: Any) -> tuple[Prepared, Prepared]:
    return Prepared(INSERT_ENTRIES, ENTRY, dialect), Prepared(UPDATE_TABLES, AFTER, dialect)


def append(db: Connection, batch: list[Append]) -> list[Rows | None]:
    """Writes entries of several tables at once; the numbering refuses whatever somebody else has written first.

    Where more than the log was changed, returns what is stored beside it now.
    """
    insert_entries, update_tables = prepared(db.dialect)
    insert_entries.run(
        db,
        [
            (item.table, line.n, kind, line.seat, number, line.key, line.seen, events, line.at, step)
            for item in batch
            for line in item.lines
            for (kind, number, step), events in ((stored(line.deed), encode(line.events).decode()),)
        ],
    )
    for item in batch:
        if item.also is not None:
            item.also(db)
    if update_tables.run(db, [_after(item) for item in batch]) != len(batch):
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


def _after(item: Append) -> tuple[Any, ...]:
    """What the table's row says now, in the order of AFTER."""
    last = item.lines[-1]
    scores = None if item.scores is None else joined(item.scores)
    to_act, winners = joined(item.to_act), joined(item.winners)
    least, most = ANY_REVISION if item.also is not None else (item.revision, item.revision)
    return item.table, least, most, last.n, item.status, to_act, item.bot_due, item.touched, scores, winners


def announce(db: Connection, audiences: dict[str, Audience], sender: str) -> None:
    """Tells the other workers, when this transaction is committed, which tables have changed and for whom."""
    for table, audience in audiences.items():
        db.execute(select(func.pg_notify(CHANNEL, f"{table} {sender} {audience}")))
