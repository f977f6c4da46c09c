"""Notices of turns as people want them, by push too; tables say their language, and when bots take the free seats."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("language", sa.String(2)))
    op.add_column("tables", sa.Column("fill_at", sa.BigInteger))
    op.create_index("tables_by_fill_at", "tables", ["fill_at"])
    op.create_table(
        "wishes",
        sa.Column("whom", sa.String(64), primary_key=True),
        sa.Column("email", sa.String(254)),
        sa.Column("webhook", sa.Text),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_to", sa.Integer),
        sa.Column("digest", sa.String(8), nullable=False),
        sa.Column("digest_at", sa.Integer, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "pushes",
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("origin", sa.String(200), nullable=False),
        sa.Column("outcome", sa.String(12)),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("hash", name="one_push_an_endpoint"),
    )
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("whom", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("channel", sa.String(8), nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("done", sa.Boolean, nullable=False),
        sa.Column("outcome", sa.String(20)),
        sa.UniqueConstraint("whom", "table_id", "turn", "channel", name="one_notice_a_turn"),
        sa.Index("notices_by_due", "done", "due"),
    )
    op.create_table(
        "server_keys", sa.Column("name", sa.String(20), primary_key=True), sa.Column("value", sa.Text, nullable=False)
    )


def downgrade() -> None:
    for table in ("server_keys", "notices", "pushes", "wishes"):
        op.drop_table(table)
    op.drop_index("tables_by_fill_at", "tables")
    op.drop_column("tables", "fill_at")
    op.drop_column("tables", "language")
