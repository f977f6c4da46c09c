"""Opening the database, and telling its errors apart."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from capomastro.server.refusals import Conflict, StoreDown, Unsure
from capomastro.server.settings import Settings

BUSY_MS = 4000
"""How long to wait for a SQLite file that somebody else has locked."""


def open_engine(settings: Settings, *, writing: bool) -> Engine:
    """An engine for the one writer, or for readers."""
    if settings.on_postgres:
        return create_engine(
            settings.url,
            pool_size=1 if writing else 4,
            max_overflow=0 if writing else 4,
            pool_pre_ping=True,
            pool_timeout=5,
            connect_args={"connect_timeout": 5},
            # Readers see one moment: who holds a seat and what happened there must not come from two.
            **({} if writing else {"isolation_level": "REPEATABLE READ"}),
        )
    engine = create_engine(settings.url, connect_args={"timeout": BUSY_MS / 1000, "check_same_thread": False})
    begin = "BEGIN IMMEDIATE" if writing else "BEGIN"

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves; the driver's own beginnings are too late
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


@contextmanager
def told_apart() -> Iterator[None]:
    """Turns the database's errors into ours: somebody was first, or the store is down."""
    try:
        yield
    except IntegrityError as error:
        raise Conflict(said(error)) from error
    except (DBAPIError, PoolTimeout, OSError) as error:
        raise (Conflict if state_of(error).startswith("40") else StoreDown)(said(error)) from error


@contextmanager
def committing() -> Iterator[None]:
    """Where a commit fails without an answer of PostgreSQL, nobody knows whether it was done.

    What PostgreSQL refuses it has rolled back, unless it was told to stop just then; SQLite rolls back what it refuses.
    """
    try:
        yield
    except DBAPIError as error:
        refused = hasattr(error.orig, "sqlite_errorcode") or state_of(error)[:2] not in ("", "08", "57")
        if refused:
            raise
        raise Unsure(said(error)) from error


def said(error: Exception) -> str:
    return str(getattr(error, "orig", error))[:200]


def state_of(error: Exception) -> str:
    """PostgreSQL's code of what went wrong: 40… is for whoever stood in somebody's way and may simply try again."""
    return getattr(getattr(error, "orig", None), "sqlstate", None) or ""
