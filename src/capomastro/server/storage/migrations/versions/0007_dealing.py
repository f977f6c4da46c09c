"""How far the deal of a table is: what devices are committed to, and their nonces."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("dealing", sa.Text))


def downgrade() -> None:
    op.drop_column("tables", "dealing")
