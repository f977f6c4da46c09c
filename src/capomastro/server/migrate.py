"""Brings the database to the schema of this version, from nothing or from any earlier one."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import text

from capomastro.server.settings import Settings
from capomastro.server.store import open_engine, told_apart

LOCK = 724_620_011
"""Any number: whoever holds PostgreSQL's advisory lock of it migrates, and others wait."""


def migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def migrate(settings: Settings) -> None:
    config = migrations()
    engine = open_engine(settings, writing=True)
    try:
        with told_apart(), engine.begin() as connection:
            if settings.on_postgres:
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    finally:
        engine.dispose()
