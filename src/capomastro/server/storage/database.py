"""Opening the database, and telling its errors apart."""

import logging
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from capomastro.core.errors import BadSetup
from capomastro.server.protocol.refusals import Conflict, StoreDown, Unsure
from capomastro.server.settings import Settings
from capomastro.server.storage.faults import sentence, store_down, why_of

log = logging.getLogger("capomastro.store")
BUSY_MS = 4000
"""How long to wait for a SQLite file that somebody else has locked."""
STATEMENT_MS = 6000
"""A healthy PostgreSQL needs less than this for any statement of the server."""
PRIVATE = 0o600
"""A database holds the seeds of running matches: it is nobody's but the server's."""
POSTGRES = {
    "connect_timeout": 5,
    "keepalives": 1,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 5_000,
}
"""A database server that disappears is noticed within five seconds."""
LOCKING_MS = 3_000
"""A writer that is cut off within a transaction holds its locks no longer than this: others take its tables."""


def open_engine(settings: Settings, *, writing: bool, serving: bool = False) -> Engine:
    """An engine for the one writer, or for readers; people wait for those of a server, so their statements end soon."""
    if settings.on_postgres:
        engine = create_engine(
            settings.url,
            pool_size=1 if writing else 4,
            max_overflow=0 if writing else 4,
            pool_pre_ping=True,
            pool_timeout=5,
            connect_args=POSTGRES,
            # Readers see one moment: who holds a seat and what happened there must not come from two.
            **({} if writing else {"isolation_level": "REPEATABLE READ"}),
        )
        if serving:
            event.listen(engine, "connect", partial(hurry, idle=LOCKING_MS if writing else 5 * STATEMENT_MS))
        return engine
    make_private(Path(settings.url.removeprefix("sqlite:///")))
    engine = create_engine(
        settings.url,
        pool_reset_on_return=None,  # every transaction ends before its connection goes back
        connect_args={"timeout": BUSY_MS / 1000, "check_same_thread": False},
    )
    begin = "BEGIN IMMEDIATE" if writing else "BEGIN"

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # we send BEGIN ourselves; the driver would begin the transaction too late
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA temp_store=MEMORY")  # else a statement over many rows makes a file and removes it
        cursor.close()

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def hurry(connection: Any, _: Any, idle: int) -> None:
    connection.execute(f"SET statement_timeout = {STATEMENT_MS}")
    connection.execute(f"SET idle_in_transaction_session_timeout = {idle}")
    connection.commit()


def make_private(file: Path) -> None:
    """Makes the file if there is none, readable for nobody else; SQLite gives the files beside it the same rights.

    One that all users of the machine can read is closed to them; a group's rights alone somebody has given on purpose.
    """
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE))
    for one in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
        try:
            if os.name == "posix" and stat.S_IMODE(one.stat().st_mode) & 0o007:
                one.chmod(PRIVATE)
                log.warning("%s could be read by every user of this machine; it is closed to them now", one)
        except FileNotFoundError:
            continue
        except OSError as error:
            log.warning("%s can be read by every user of this machine: %s", one, error.strerror)


@contextmanager
def store_errors() -> Iterator[None]:
    """Turns the database's errors into ours: somebody else was faster, or the store is down."""
    try:
        yield
    except (IntegrityError, sqlite3.IntegrityError) as error:
        raise Conflict(said(error)) from error
    except (DBAPIError, PoolTimeout, OSError, sqlite3.Error) as error:
        raise (Conflict(said(error)) if state_of(error).startswith("40") else store_down(error)) from error


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
        raise Unsure(said(error), why_of(error)) from error


def said(error: Exception) -> str:
    return str(getattr(error, "orig", error))[:200]


def state_of(error: Exception) -> str:
    """PostgreSQL's code of what went wrong: 40… is for whoever stood in somebody's way and may simply try again."""
    return getattr(getattr(error, "orig", None), "sqlstate", None) or ""


@contextmanager
def usable() -> Iterator[None]:
    """For the command line: says in one sentence what is wrong with the database."""
    try:
        with store_errors():
            yield
    except StoreDown as error:
        raise BadSetup(f"the database cannot be used: {sentence(error)}") from None
