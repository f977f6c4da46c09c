"""Who asked for the rematch, so that the others are told."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("rematch_by", sa.Integer))


def downgrade() -> None:
    op.drop_column("tables", "rematch_by")
