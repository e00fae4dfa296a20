"""Friends of accounts, and whom somebody wants as a friend."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Adds the tables; older processes know nothing of them, and may go on working."""
    op.create_table("friends", account("account"), account("friend"), sa.PrimaryKeyConstraint("account", "friend"))
    op.create_index("friends_by_friend", "friends", ["friend"])
    op.create_table(
        "friend_requests",
        account("account"),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("is_declined", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("account", "key"),
    )
    op.create_index("friend_requests_by_key", "friend_requests", ["key"])


def account(name: str) -> "sa.Column[str]":
    return sa.Column(name, sa.String(40), sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False)
