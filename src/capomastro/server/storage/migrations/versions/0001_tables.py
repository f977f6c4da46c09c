"""Tables, seats, holdings, entries, messages, proposals and the outbox."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def of_table() -> "sa.Column[str]":
    return sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("watch", sa.Boolean, nullable=False),
        sa.Column("scored", sa.Boolean, nullable=False),
        sa.Column("days", sa.Integer),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("webhook", sa.Text),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("entries", sa.Integer, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("to_act", sa.String(40), nullable=False),
        sa.Column("bot_due", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
        sa.Column("scores", sa.String(200)),
        sa.Column("winners", sa.String(40)),
        sa.Column("rematch", sa.String(24)),
    )
    op.create_index("tables_by_status", "tables", ["status", "public", "touched"])
    op.create_index("tables_by_bot_due", "tables", ["bot_due"])
    op.create_table(
        "seats",
        of_table(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(80)),
        sa.Column("claimed", sa.Boolean, nullable=False),
        sa.Column("bot", sa.String(80)),
        sa.Column("stand_in", sa.String(80)),
        sa.Column("token", sa.String(64)),
        sa.Column("plan", sa.String(80)),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("webhook", sa.Text),
        sa.Column("email", sa.String(254)),
        sa.Column("here", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("table_id", "seat", name="one_row_a_seat"),
    )
    op.create_table(
        "holdings",
        of_table(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.UniqueConstraint("device", "table_id", "seat", name="held_once"),
    )
    op.create_index("holdings_by_table", "holdings", ["table_id"])
    op.create_table(
        "entries",
        of_table(),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("key", sa.String(64)),
        sa.Column("seen", sa.Integer, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("table_id", "n", name="numbered_once"),
        sa.UniqueConstraint("table_id", "seat", "key", name="key_used_once"),
    )
    op.create_table(
        "messages",
        sa.Column("id", sa.Integer, primary_key=True),
        of_table(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("messages_by_table", "messages", ["table_id", "id"])
    op.create_table(
        "proposals",
        sa.Column("id", sa.Integer, primary_key=True),
        of_table(),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("by_seat", sa.Integer, nullable=False),
        sa.Column("steps", sa.Integer, nullable=False),
        sa.Column("numbers", sa.String(120), nullable=False),
        sa.Column("for_seat", sa.Integer),
        sa.Column("bot", sa.String(80)),
        sa.Column("agreed", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("proposals_by_table", "proposals", ["table_id"])
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer, primary_key=True),
        of_table(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("channel", sa.String(8), nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("done", sa.Boolean, nullable=False),
        sa.Column("outcome", sa.String(200)),
        sa.UniqueConstraint("table_id", "seat", "turn", "channel", name="one_reminder_a_turn"),
    )
    op.create_index("outbox_by_due", "outbox", ["done", "due"])


def downgrade() -> None:
    for name in ("outbox", "proposals", "messages", "entries", "holdings", "seats", "tables"):
        op.drop_table(name)
