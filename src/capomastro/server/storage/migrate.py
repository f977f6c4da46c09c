"""Brings the database to the schema of this version, from nothing or from any earlier one."""

import re
from pathlib import Path

from sqlalchemy import Connection, insert, inspect, select, text

from capomastro.core.errors import BadSetup
from capomastro.server.protocol.refusals import StoreDown
from capomastro.server.settings import Settings
from capomastro.server.storage.database import open_engine, store_errors
from capomastro.server.storage.schema import metadata, schema_readers

FOLDER = Path(__file__).parent / "migrations"
LOCK = 724_620_011
"""An arbitrary number. Whoever holds PostgreSQL's advisory lock with this number migrates; the others wait."""
FIRST_BESIDE = "0014"
"""Since the schema after this one, every schema says who can serve it."""


def newest() -> str:
    """The last migration, by the number that its file's name begins with."""
    return max(path.name[:4] for path in (FOLDER / "versions").glob("[0-9]*.py"))


def version_of(connection: Connection) -> str | None:
    """The last migration that this database has seen; nothing if it has seen none."""
    if "alembic_version" not in inspect(connection).get_table_names():
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def oldest_beside(version: str) -> str:
    """The oldest schema whose workers can go on beside this one: migrations only add, unless one says otherwise.

    One that takes away or changes what workers of earlier schemas use has a line `oldest = "…"`, mostly its own number.
    """
    oldest = FIRST_BESIDE
    for path in sorted((FOLDER / "versions").glob("[0-9]*.py")):
        said = re.search(r'^oldest = "(\d{4})"', path.read_text(encoding="utf-8"), re.M)
        if said is not None and path.name[:4] <= version:
            oldest = said[1]
    return oldest


def is_readable(connection: Connection, version: str | None) -> bool:
    """Whether workers of ours can serve a schema: of an earlier version after it is migrated, of a later one if it
    says so itself."""
    if version is None or version <= newest():
        return True
    found = connection.execute(select(schema_readers.c.oldest).where(schema_readers.c.version == version)).scalar()
    return found is not None and found <= newest()


def too_new(version: str | None) -> StoreDown:
    return StoreDown(f"its schema is {version}, ours {newest()}", "newer")


def check_readable(connection: Connection) -> None:
    """For who only uses a database: it has to be there, and of a version that goes with ours."""
    version = version_of(connection)
    if version is None or version < newest():
        raise BadSetup("the database is not brought up to date yet; start `capomastro serve` of this version first")
    if not is_readable(connection, version):
        raise too_new(version)


def migrate(settings: Settings) -> None:
    """Brings the schema up to date. One of a newer version is left as it is, if we can serve beside that."""
    with store_errors():
        engine = open_engine(settings, writing=True)
        try:
            with engine.begin() as connection:
                if settings.on_postgres:
                    connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
                version = version_of(connection)
                if not is_readable(connection, version):
                    raise too_new(version)
                if version is not None and version >= newest():
                    return
                if version is None and not inspect(connection).get_table_names():
                    create(connection)
                else:
                    upgrade(connection)
                reader = {"version": newest(), "oldest": oldest_beside(newest())}
                connection.execute(insert(schema_readers), reader)
        finally:
            engine.dispose()


def create(connection: Connection) -> None:
    """Today's tables at once, as all migrations would have made them: a first start need not wait for those."""
    metadata.create_all(connection)
    connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
    connection.execute(text("INSERT INTO alembic_version VALUES (:newest)"), {"newest": newest()})


def upgrade(connection: Connection, to: str = "head") -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
