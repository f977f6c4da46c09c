"""Upgrading without a break: two versions side by side on one PostgreSQL, and one that is left behind stops."""

import os
import shutil
import sqlite3
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from server_house import PATIENCE, House, Person, Postgres, numbers_in_a_row
from sqlalchemy import create_engine, inspect, text
from test_server_homes import Step, over
from test_server_store import command
from warm_start import Program

from capomastro.server.storage import migrate
from capomastro.server.storage.migrate import FIRST_BESIDE, oldest_beside

MIGRATION = """
import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "{number}", "{before}", None, None
{more}


def upgrade() -> None:
    op.add_column("tables", sa.Column("later_{number}", sa.Integer))
"""


class Later(House):
    """A server of a later version; see `later_version.py`."""

    program = Program("later_version")

    def __init__(self, db: str, migrations: Path) -> None:
        super().__init__(db)
        self.settings["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
        self.settings["LATER_MIGRATIONS"] = str(migrations)


def with_migrations(folder: Path, *more: tuple[str, str, str]) -> Path:
    """Ours and these: number, the one before, and what else they say."""
    shutil.copytree(migrate.FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for number, before, said in more:
        (folder / "versions" / f"{number}_later.py").write_text(
            MIGRATION.format(number=number, before=before, more=said), encoding="utf-8"
        )
    return folder


def test_two_versions_serve_side_by_side_and_one_that_cannot_says_so_and_stops(
    postgres: Postgres, tmp_path: Path
) -> None:
    db = postgres.empty("rolling")
    adds = ("9001", migrate.newest(), "")
    beside = with_migrations(tmp_path / "beside", adds)
    instead = with_migrations(tmp_path / "instead", adds, ("9002", "9001", 'oldest = "9002"'))
    with ExitStack() as stack:
        older, later = House(db), Later(db, beside)
        for house in (older, later):
            stack.callback(house.stop)
        older.start()
        here = Person(older, "Anna").table("me", "me")
        here.play(3)
        later.start()  # which adds a column to a table that the older one writes
        there = over(here, later)
        there.play(3)
        here.play(2)
        older.halt()
        there.play(1)
        older.start()  # an older version can also be started beside the newer one
        here.play(2)
        Person(older, "Ben").table("me", "me").play(1)

        later.halt()
        later.settings["LATER_MIGRATIONS"] = str(instead)
        step = Step(here)
        later.start()
        assert older.process is not None
        older.process.wait(PATIENCE)
        assert "which this one" in older.said()
        assert "Traceback" not in older.said()
        step.insisted(there)
        there.play(2)
        assert numbers_in_a_row(db)[here.table] == 1 + 3 + 3 + 2 + 1 + 2 + 1 + 2
        refused = command("serve", "--port", "0", "--db", db)
        assert refused.returncode == 2
        assert "9002" in refused.stderr
        assert len(refused.stderr.splitlines()) == 1


def columns(db: Path) -> dict[tuple[str, str], dict[str, Any]]:
    engine = create_engine(f"sqlite:///{db}")
    with engine.connect() as connection:
        look = inspect(connection)
        found = {(table, one["name"]): dict(one) for table in look.get_table_names() for one in look.get_columns(table)}
    engine.dispose()
    return found


LATER = sorted(
    path.name[:4] for path in (migrate.FOLDER / "versions").glob("[0-9]*.py") if path.name[:4] > FIRST_BESIDE
)


@pytest.mark.parametrize("version", LATER)
def test_a_migration_only_adds_what_earlier_workers_can_leave_out(version: str, tmp_path: Path) -> None:
    """Unless it says that workers of earlier schemas cannot go on beside it."""
    if oldest_beside(version) == version:
        pytest.skip("it says that nobody can serve beside it")
    file = tmp_path / "tables.sqlite"
    sqlite3.connect(file).close()
    engine = create_engine(f"sqlite:///{file}")
    kept = []
    for to in (f"{int(version) - 1:04}", version):
        with engine.begin() as connection:
            migrate.upgrade(connection, to)
            assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == to
        kept.append(columns(file))
    engine.dispose()
    before, after = kept
    for name, column in before.items():
        assert str(after[name]["type"]) == str(column["type"]), name
        assert after[name]["nullable"] == column["nullable"], name
    tables = {table for table, _ in before}
    for added in after.keys() - before.keys():
        if added[0] in tables:
            assert after[added]["nullable"] or after[added]["default"] is not None, f"earlier workers leave out {added}"
