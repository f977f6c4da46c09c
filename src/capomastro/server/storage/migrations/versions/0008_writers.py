"""Whose words a message has, so that they are found when their writer sits at the table no longer.

Of what an owner did, the kind and the name are stored already; the sentence had names of its own.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("messages", sa.Column("device", sa.String(64)))
    op.create_index("messages_by_device", "messages", ["device"])
    op.execute("UPDATE messages SET text = '' WHERE kind IS NOT NULL")


def downgrade() -> None:
    op.drop_index("messages_by_device", "messages")
    op.drop_column("messages", "device")
