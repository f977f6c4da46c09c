"""Questions for bots that think as a service of their own; and which earlier versions can serve beside a schema."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("workers", sa.Column("bots", sa.Integer))
    op.create_table(
        "bot_questions",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("worker", sa.String(16), nullable=False, index=True),
        sa.Column("version", sa.String(20), nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("address", sa.String(16), nullable=False),
        sa.Column("turn", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("question", sa.LargeBinary, nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("claims", sa.Integer, nullable=False),
        sa.Column("service", sa.String(16)),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("well", sa.Boolean),
        sa.Column("answer", sa.LargeBinary),
    )
    op.create_table(
        "schema_readers",
        sa.Column("version", sa.String(4), primary_key=True),
        sa.Column("oldest", sa.String(4), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("schema_readers")
    op.drop_table("bot_questions")
    op.drop_column("workers", "bots")
