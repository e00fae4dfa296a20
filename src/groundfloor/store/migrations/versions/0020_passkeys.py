"""Passkeys of accounts, and what they are asked to sign."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Adds the tables; older processes know only passwords, and may go on working."""
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("account", sa.String(40), sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("used", sa.Text, nullable=False),
    )
    op.create_index("passkeys_by_account", "passkeys", ["account"])
    op.create_table(
        "passkey_challenges",
        sa.Column("challenge", sa.String(64), primary_key=True),
        sa.Column("purpose", sa.String(12), nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("account", sa.String(40), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.Text, nullable=False),
    )
