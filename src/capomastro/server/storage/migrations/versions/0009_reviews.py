"""Reviews of finished matches, and tables that go on from a step of another."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("iterations", sa.Integer, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
        sa.Column("worker", sa.String(16)),
        sa.Column("answers", sa.LargeBinary),
        sa.Column("review", sa.LargeBinary),
        sa.Index("reviews_by_status", "status", "asked"),
    )
    op.add_column("tables", sa.Column("origin", sa.String(24)))
    op.add_column("tables", sa.Column("origin_step", sa.Integer))


def downgrade() -> None:
    op.drop_column("tables", "origin_step")
    op.drop_column("tables", "origin")
    op.drop_table("reviews")
