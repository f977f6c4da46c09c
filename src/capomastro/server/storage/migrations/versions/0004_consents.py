"""Who wants mail, and what was sent today. Addresses that were written down before are asked when they are again."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "consents",
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("secret", sa.String(22), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("mailed", sa.BigInteger),
        sa.Column("mails", sa.Integer, nullable=False),
        sa.UniqueConstraint("address", "device", name="asked_once"),
        sa.UniqueConstraint("secret", name="one_consent_a_secret"),
    )
    op.create_table(
        "quotas",
        sa.Column("key", sa.String(80), primary_key=True),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("used", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("quotas")
    op.drop_table("consents")
