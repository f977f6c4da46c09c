"""Copying the store from the command line, while a server may be running on it."""

import signal
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, func, insert, select

from capomastro.core.errors import BadSetup
from capomastro.server.settings import Settings, settings_from
from capomastro.server.storage import database, shipping
from capomastro.server.storage.migrate import migrate, newest, version_of
from capomastro.server.storage.schema import bot_questions, leases, metadata, schema_readers, tables, workers

OF_RUNNING_WORKERS = (workers, leases, bot_questions, schema_readers)
"""What means nothing in a copy: who is alive just now, and what the copy says for itself."""


@contextmanager
def opened(settings: Settings, *, writing: bool = False, any_schema: bool = False) -> Iterator[Connection]:
    with engine_of(settings, writing=writing, any_schema=any_schema) as engine, engine.connect() as db:
        yield db


@contextmanager
def engine_of(settings: Settings, *, writing: bool = False, any_schema: bool = False) -> Iterator[Engine]:
    """The database that is there; what is wrong with it is told in a sentence, also that it is an older one."""
    with database.usable():
        if not settings.on_postgres and not Path(settings.url.removeprefix("sqlite:///")).exists():
            raise BadSetup("there is no database yet; `capomastro serve` makes one")
        engine = database.open_engine(settings, writing=writing)
        try:
            if not any_schema:
                check_schema(engine)
            yield engine
        finally:
            engine.dispose()


def check_schema(engine: Engine) -> None:
    with engine.connect() as db:
        version = version_of(db)
    if version is not None and version < newest():
        raise BadSetup(
            f"this database is of an earlier release (schema {version}, ours is {newest()}); "
            "`capomastro tables migrate` and `capomastro serve` bring it up to date, after a `capomastro backup`"
        )


def back_up(settings: Settings, file: Path) -> int:
    """Copies everything as it is at one moment; returns how many tables."""
    if file.exists():
        raise BadSetup(f"{file} is there already; name another file")
    with opened(settings, any_schema=not settings.on_postgres) as db:
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
            if table in OF_RUNNING_WORKERS:
                continue
            for rows in db.execution_options(yield_per=1000).execute(select(table)).mappings().partitions(1000):
                other.execute(insert(table), [dict(row) for row in rows])


def ship(
    settings: Settings, folder: Path, *, seconds: float, hours: float, keep: int, on_ready: Callable[[], None]
) -> None:
    """Ships every change to a folder until it is told to stop, by SIGTERM or Ctrl-C; then ships the rest."""
    if settings.on_postgres:
        raise BadSetup("PostgreSQL ships its own log: see docs/hosting.md; `capomastro backup FILE` copies it once")
    with opened(settings, any_schema=True):
        pass  # it is there, and can be used
    ends = threading.Event()
    for one in (signal.SIGTERM, signal.SIGINT):
        signal.signal(one, lambda *_: ends.set())
    try:
        shipping.follow(
            Path(settings.url.removeprefix("sqlite:///")),
            folder,
            seconds=seconds,
            hours=hours,
            keep=keep,
            stopped=ends.wait,
            on_ready=on_ready,
        )
    except (sqlite3.Error, OSError) as error:
        raise BadSetup(f"it cannot be copied to {folder}: {error}") from None
