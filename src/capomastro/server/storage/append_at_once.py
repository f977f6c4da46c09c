"""On SQLite, the steps of many tables as one statement, which is a transaction of its own.

Python's driver gives the interpreter's lock back for every statement and takes it again afterwards. Beside a busy event
loop it waits up to the interpreter's switch interval each time, and each switch costs both threads. BEGIN, two
statements and COMMIT were four; this is one, and the disk does its part meanwhile.
"""

import sqlite3
from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import Engine, insert, literal_column

from capomastro.server.storage.append_rows import after_row, entry_row
from capomastro.server.storage.append_statements import AFTER, ENTRY, update_of
from capomastro.server.storage.rows import Append
from capomastro.server.storage.schema import entries

MANY_VALUES = 3, 32
"""Since this version of SQLite a statement may have more than 999 values."""
COLUMNS = (*ENTRY, *AFTER)
"""A new entry, and what the table's row says after it."""


def new(name: str) -> Any:
    """A value of the row that is being inserted, as a trigger calls it."""
    return literal_column(f'NEW."{name}"')


def set_up(dialect: Any) -> list[str]:
    """What a connection needs first: a view into which steps are put, and a trigger that stores what is put there.

    Both are the connection's own, so no migration knows of them. A row that changes no table ends the whole statement.
    """
    stored = insert(entries).values({name: new(name) for name in ENTRY}).compile(dialect=dialect)
    changed = update_of(new).compile(dialect=dialect)
    columns = ", ".join(f'NULL AS "{name}"' for name in COLUMNS)
    return [
        f"CREATE TEMP VIEW taken AS SELECT {columns}",
        f"CREATE TEMP TRIGGER take INSTEAD OF INSERT ON taken BEGIN {stored}; {changed};"
        " SELECT RAISE(ABORT, 'the table is closed or gone, or somebody has changed who may do what')"
        " WHERE changes() = 0; END",
    ]


@cache
def take(rows: int) -> str:
    """The statement for so many steps. The driver keeps those that were used last."""
    row = "(" + ", ".join("?" * len(COLUMNS)) + ")"
    return "INSERT INTO taken VALUES " + ", ".join([row] * rows)


class AtOnce:
    """A connection of the writer's own, past SQLAlchemy's, which does more for a statement than this one needs."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.db: Any = None

    @classmethod
    def of(cls, engine: Engine) -> "AtOnce | None":
        """None where it cannot be done; then steps are written in the usual way."""
        return cls(engine) if engine.dialect.name == "sqlite" and sqlite3.sqlite_version_info >= MANY_VALUES else None

    def append(self, batch: Sequence[Append]) -> None:
        """Writes plain steps, all or none of them; they are durable when this returns."""
        values: list[Any] = []
        for item in batch:
            values += entry_row(item.table, item.lines[0])
            values += after_row(item)
        try:
            self._connected().execute(take(len(batch)), values)
        except sqlite3.IntegrityError:
            raise  # somebody else was faster: the connection is as good as before
        except BaseException:
            self.close()
            raise

    def _connected(self) -> Any:
        if self.db is None:
            self.db = self.engine.raw_connection()
            cursor = self.db.cursor()
            for statement in set_up(self.engine.dialect):
                cursor.execute(statement)
            cursor.close()
        return self.db.driver_connection

    def close(self) -> None:
        """The next step finds a new connection."""
        db, self.db = self.db, None
        if db is not None:
            db.invalidate()
