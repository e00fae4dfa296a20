"""Administrators, bans and reports, and whom hosts of open tables have sent away."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Adds the tables; older processes know nothing of them, and may go on working."""
    op.create_table(
        "open_table_blocks",
        sa.Column("open_table", sa.String(40), sa.ForeignKey("open_tables.public", ondelete="CASCADE"), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("open_table", "key"),
    )
    op.create_table(
        "administrators",
        sa.Column("account", sa.String(40), sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("since", sa.Text, nullable=False),
    )
    op.create_table(
        "bans",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("account", sa.String(40), sa.ForeignKey("accounts.id", ondelete="CASCADE"), unique=True),
        sa.Column("client", sa.String(16), unique=True),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("since", sa.Text, nullable=False),
        sa.Column("until", sa.Text, nullable=False),
        account("author"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("author", sa.String(64), nullable=False),
        sa.Column("client", sa.String(16), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("open_table", sa.String(40), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        account("accused"),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("closed", sa.Text, nullable=False),
        account("closed_by"),
        sa.Column("note", sa.Text, nullable=False),
    )
    op.create_index("reports_by_author", "reports", ["author"])
    op.create_index("reports_by_client", "reports", ["client", "created"])
    op.create_index("reports_by_state", "reports", ["closed", "created"])


def account(name: str) -> "sa.Column[str]":
    """Returns a column with an account, empty when that is deleted."""
    return sa.Column(name, sa.String(40), sa.ForeignKey("accounts.id", ondelete="SET NULL"))
