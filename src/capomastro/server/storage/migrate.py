"""Brings the database to the schema of this version, from nothing or from any earlier one."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from capomastro.server.protocol.refusals import StoreDown
from capomastro.server.settings import Settings
from capomastro.server.storage.database import open_engine, store_errors
from capomastro.server.storage.schema import metadata

FOLDER = Path(__file__).parent / "migrations"
LOCK = 724_620_011
"""An arbitrary number. Whoever holds PostgreSQL's advisory lock with this number migrates; the others wait."""


def newest() -> str:
    """The last migration, by the number that its file's name begins with."""
    return max(path.name[:4] for path in (FOLDER / "versions").glob("[0-9]*.py"))


def version_of(connection: Connection) -> str | None:
    """The last migration that this database has seen; nothing if it has seen none."""
    if "alembic_version" not in inspect(connection).get_table_names():
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def migrate(settings: Settings) -> None:
    with store_errors():
        engine = open_engine(settings, writing=True)
        try:
            with engine.begin() as connection:
                if settings.on_postgres:
                    connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
                version = version_of(connection)
                if version is not None and version > newest():
                    raise StoreDown(f"its schema is {version}, ours {newest()}", "newer")
                if version is None and not inspect(connection).get_table_names():
                    create(connection)
                elif version != newest():
                    upgrade(connection)
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
