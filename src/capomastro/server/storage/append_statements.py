"""The two statements of every step, as plain SQL compiled once: new entries, and what the table's row says after them.

On SQLite many rows go in one statement, as one text. Python's driver takes the interpreter's lock again after each row,
and while the event loop is busy it waits for it each time: a transaction of sixty steps would wait a hundred times.
"""

import sqlite3
from functools import cache
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, literal_column, select, update

from capomastro.server.protocol.encoding import encode
from capomastro.server.storage.schema import entries, tables

NEW = ("entries", "status", "to_act", "bot_due", "touched", "scores", "winners")
"""What an append changes of its table's row."""
ENTRY = ("table_id", "n", "kind", "seat", "number", "key", "seen", "events", "at", "step")
AFTER = ("of", "least", "most", *(f"{name}_now" for name in NEW))
FEW = 3
"""So few rows are written one by one, which is less work."""


def insert_of() -> Any:
    return insert(entries)


def update_of(value: Any) -> Any:
    """Of tables that are not closed, and whose revision is one of those expected; `value` gives what AFTER names."""
    return (
        update(tables)
        .where(
            tables.c.id == value("of"),
            tables.c.status != literal_column("'closed'"),
            tables.c.revision.between(value("least"), value("most")),
        )
        .values({name: value(f"{name}_now") for name in NEW})
    )


class Prepared:
    """A statement that is run for each row."""

    def __init__(self, statement: Any, names: tuple[str, ...], dialect: Any) -> None:
        compiled = statement.compile(dialect=dialect, column_keys=list(names))
        self.sql = str(compiled)
        self.names = names
        self.order = itemgetter(*map(names.index, compiled.positiontup)) if compiled.positional else None

    def run(self, db: Connection, rows: list[tuple[Any, ...]]) -> int:
        """Returns how many stored rows were affected."""
        if self.order is None:
            return db.exec_driver_sql(self.sql, [dict(zip(self.names, row, strict=True)) for row in rows]).rowcount
        return db.exec_driver_sql(self.sql, list(map(self.order, rows))).rowcount


class Together(Prepared):
    """The same, and beside it a statement that takes all rows at once, as a JSON text."""

    def __init__(self, statement: Any, names: tuple[str, ...], dialect: Any, together: Any) -> None:
        super().__init__(statement, names, dialect)
        self.together = str(together.compile(dialect=dialect))

    def run(self, db: Connection, rows: list[tuple[Any, ...]]) -> int:
        if len(rows) < FEW:
            return super().run(db, rows)
        return db.exec_driver_sql(self.together, (encode(rows).decode(),)).rowcount


@cache
def prepared(dialect: Any) -> tuple[Prepared, Prepared]:
    """For new entries, and for the rows of their tables."""
    if dialect.name != "sqlite" or sqlite3.sqlite_version_info < (3, 33):  # which brought UPDATE … FROM
        return Prepared(insert_of(), ENTRY, dialect), Prepared(update_of(bindparam), AFTER, dialect)
    rows = func.json_each(bindparam("rows")).table_valued("value", name="row")

    def nth(place: int) -> Any:
        return func.json_extract(rows.c.value, literal_column(f"'$[{place}]'"))

    inserted = insert_of().from_select(ENTRY, select(*map(nth, range(len(ENTRY)))).select_from(rows))
    updated = update_of(lambda name: nth(AFTER.index(name)))
    return Together(insert_of(), ENTRY, dialect, inserted), Together(update_of(bindparam), AFTER, dialect, updated)
