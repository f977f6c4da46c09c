"""What people come back for: highlights of their matches, ratings, daily deals, the same deal again."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "highlights",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("facts", sa.Text, nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(24), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.UniqueConstraint("player", "game", name="one_rating_a_game"),
    )
    op.create_table(
        "daily_plays",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("who", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.UniqueConstraint("day", "game", "who", name="one_daily_deal_each"),
    )
    op.add_column("tables", sa.Column("daily", sa.String(10)))
    op.add_column("tables", sa.Column("deal_of", sa.String(24)))
    op.add_column("tables", sa.Column("again", sa.String(24)))
    op.create_index("tables_by_daily", "tables", ["daily", "game"])
    op.create_index("tables_by_deal", "tables", ["deal_of"])
    op.add_column("players", sa.Column("rated", sa.BigInteger))


def downgrade() -> None:
    op.drop_column("players", "rated")
    op.drop_index("tables_by_deal", "tables")
    op.drop_index("tables_by_daily", "tables")
    for name in ("again", "deal_of", "daily"):
        op.drop_column("tables", name)
    for name in ("daily_plays", "ratings", "highlights"):
        op.drop_table(name)
