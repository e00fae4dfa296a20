"""People with an account: their names and passwords, where they are logged in, and their recovery codes."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Adds the tables. Older processes know nobody's account and go on working, so ``compatibility`` stays as it is."""
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False, unique=True),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("created", sa.Text, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.String(64), primary_key=True),
        account(),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("used", sa.Text, nullable=False),
    )
    op.create_index("sessions_by_account", "sessions", ["account"])
    op.create_table(
        "recovery_codes", account(), sa.Column("code", sa.String(64), nullable=False), sa.PrimaryKeyConstraint("account", "code")
    )


def account() -> "sa.Column[str]":
    return sa.Column("account", sa.String(40), sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False)
