"""Links of their own: an invitation is good once, and a seat's key is known only to whoever sits there.

Until now the secret of an invitation stayed the key of the seat, so whoever had handed it out could go on using it.
What was not claimed becomes a link; the keys of claimed seats end, but for those that the table's maker holds. Devices
that hold a seat go on holding it. Messages get a kind, for what the server itself has to say.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "links",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("owner", sa.Boolean, nullable=False),
        sa.Column("expires", sa.BigInteger),
        sa.Column("used", sa.Boolean, nullable=False),
        sa.UniqueConstraint("table_id", "hash", name="one_link_a_secret"),
    )
    op.add_column("messages", sa.Column("kind", sa.String(8)))
    op.execute(
        "INSERT INTO links (table_id, hash, kind, seat, owner, used) "
        "SELECT table_id, token, 'seat', seat, false, false FROM seats WHERE token IS NOT NULL AND NOT claimed"
    )
    op.execute("UPDATE seats SET token = NULL WHERE NOT claimed")
    op.execute(
        "UPDATE seats SET token = NULL WHERE kind = 'link' AND NOT EXISTS (SELECT 1 FROM holdings JOIN tables "
        "ON tables.id = holdings.table_id AND tables.host = holdings.device "
        "WHERE holdings.table_id = seats.table_id AND holdings.seat = seats.seat)"
    )


def downgrade() -> None:
    op.drop_column("messages", "kind")
    op.drop_table("links")
