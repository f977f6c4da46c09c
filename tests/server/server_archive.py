"""The stores that earlier releases left behind, brought back to life."""

import gzip
import sqlite3
from pathlib import Path
from typing import Any

from server_house import decoded
from sqlalchemy import Boolean, insert

from capomastro.server.settings import Settings
from capomastro.server.storage import database
from capomastro.server.storage.migrate import upgrade
from capomastro.server.storage.schema import metadata

ARCHIVE = Path(__file__).parents[1] / "archive"
STORES = sorted(path.name.removesuffix(".sql.gz") for path in ARCHIVE.glob("store-*.sql.gz"))
"""Named by the schema they have."""
TOLD_OTHERWISE = {"alike", "ways", "memory", "commonly", "deck_cards"}
"""Fields of views that have come or made room for others since: what a viewer remembers of the cards."""


def archived_answers(store: str) -> Any:
    """What the release said of each table, and the cookie of the person who sits everywhere."""
    return decoded(gzip.decompress((ARCHIVE / f"{store}.json.gz").read_bytes()))


def as_said_since(view: Any) -> Any:
    """A view, where there is one, without what later releases tell otherwise."""
    if isinstance(view, dict):
        return {name: as_said_since(value) for name, value in view.items() if name not in TOLD_OTHERWISE}
    return [as_said_since(value) for value in view] if isinstance(view, list) else view


def restore(store: str, address: str) -> None:
    """The store as the release left it, at this address."""
    dump = gzip.decompress((ARCHIVE / f"{store}.sql.gz").read_bytes()).decode()
    if not address.startswith("postgresql"):
        with sqlite3.connect(address) as file:
            file.executescript(dump)
        file.close()
        return
    with sqlite3.connect(":memory:") as left:
        left.executescript(dump)
        left.row_factory = sqlite3.Row
        engine = database.open_engine(Settings(db=address), writing=True)
        with engine.begin() as db:
            upgrade(db, store.removeprefix("store-"))
            known = {name for (name,) in left.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            for table in metadata.sorted_tables:
                rows = left.execute(f"SELECT * FROM {table.name}").fetchall() if table.name in known else []
                flags = {column.name for column in table.c if isinstance(column.type, Boolean)}
                values = [{key: bool(row[key]) if key in flags else row[key] for key in row.keys()} for row in rows]  # noqa: SIM118
                if values:
                    db.execute(insert(table), values)
        engine.dispose()
    left.close()
