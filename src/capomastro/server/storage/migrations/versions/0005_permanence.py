"""What is stored lives for ever: steps as texts, setups that name what they were dealt from, views that need no rules.

Until now a step was the number of a line in the game's table of steps, which the next version may shift. The tables as
they were then are kept in `steps/`. A game of another package is asked for its own; where it is not installed, its
steps stay numbers.
"""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import op

from capomastro.core.catalogue import game_named, game_names
from capomastro.core.component_file import hash_of

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

STEPS = Path(__file__).parents[1] / "steps"
AT_ONCE = 500


def upgrade() -> None:
    op.add_column("entries", sa.Column("step", sa.Text))
    op.add_column("tables", sa.Column("rules", sa.Integer, nullable=False, server_default="1"))
    op.add_column("tables", sa.Column("frozen", sa.Text))
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("entries", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("views", sa.LargeBinary, nullable=False),
    )
    db = op.get_bind()
    write_texts(db)
    for table, setup in setups(db):
        named = json.dumps(naming_components(setup), separators=(",", ":"), ensure_ascii=False)
        change = sa.text("UPDATE tables SET setup = :setup, rules = :rules WHERE id = :id")
        db.execute(change, {"setup": named, "rules": setup["rules"], "id": table})


def write_texts(db: sa.Connection) -> None:
    texts = op.create_table(
        "step_texts",
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    for game in db.execute(sa.text("SELECT DISTINCT game FROM tables")).scalars().all():
        rows = [{"game": game, "number": number, "text": text} for number, text in enumerate(texts_of(game))]
        if rows:
            db.execute(sa.insert(texts), rows)
    db.execute(
        sa.text(
            "UPDATE entries SET step = (SELECT step_texts.text FROM tables JOIN step_texts "
            "ON step_texts.game = tables.game AND step_texts.number = entries.number "
            "WHERE tables.id = entries.table_id) WHERE kind = 'step'"
        )
    )
    db.execute(sa.text("UPDATE entries SET number = 0 WHERE kind = 'step' AND step IS NOT NULL"))
    op.drop_table("step_texts")


def texts_of(game: str) -> tuple[str, ...]:
    """The steps of a game by their numbers, as they were when numbers were stored."""
    kept = STEPS / f"{game}.txt.gz"
    if kept.exists():
        return tuple(gzip.decompress(kept.read_bytes()).decode().splitlines())
    return game_named(game).actions.texts if game in game_names() else ()


def setups(db: sa.Connection) -> Iterator[tuple[str, dict[str, Any]]]:
    """All tables with their setups, some at a time."""
    last = ""
    while True:
        query = sa.text("SELECT id, setup FROM tables WHERE id > :last ORDER BY id LIMIT :some")
        rows = db.execute(query, {"last": last, "some": AT_ONCE}).all()
        for row in rows:
            yield row.id, json.loads(row.setup)
        if len(rows) < AT_ONCE:
            return
        last = rows[-1].id


def naming_components(setup: dict[str, Any]) -> dict[str, Any]:
    """Until now there was one component file for each game, so every match without its own was dealt from the first."""
    own = setup.get("components")
    if own is not None:
        return setup | {"components_number": None, "components_hash": hash_of(own)}
    files = game_named(setup["game"]).component_files if setup["game"] in game_names() else None
    if files is None:
        return setup
    return setup | {"components_number": 1, "components_hash": hash_of(files.text(1))}


def downgrade() -> None:
    db = op.get_bind()
    for game in db.execute(sa.text("SELECT DISTINCT game FROM tables")).scalars().all():
        for number, text in enumerate(texts_of(game)):
            change = "UPDATE entries SET number = :number WHERE step = :step AND table_id IN "
            change += "(SELECT id FROM tables WHERE game = :game)"
            db.execute(sa.text(change), {"number": number, "step": text, "game": game})
    op.drop_table("snapshots")
    op.drop_column("tables", "frozen")
    op.drop_column("tables", "rules")
    op.drop_column("entries", "step")
