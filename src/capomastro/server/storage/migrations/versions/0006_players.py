"""Devices have a name and a time they were last seen; players hold seats over tables and devices."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("language", sa.String(2)),
        sa.Column("picture", sa.String(20), nullable=False),
        sa.Column("recovery", sa.String(64)),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("recovery", name="one_player_a_recovery"),
    )
    op.create_table(
        "devices",
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("label", sa.String(60)),
        sa.Column("seen", sa.BigInteger),
        sa.Column("player", sa.String(24), sa.ForeignKey("players.id", ondelete="SET NULL")),
        sa.Index("devices_by_player", "player"),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        sa.Column("player", sa.String(24), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("label", sa.String(60)),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Index("passkeys_by_player", "player"),
    )
    op.create_table(
        "challenges",
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("challenge", sa.String(64), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    for table in ("challenges", "passkeys", "devices", "players"):
        op.drop_table(table)
