"""API tokens, and the accounts of bots."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Adds the tables; older processes let nobody in by a token, and may go on working."""
    op.create_table(
        "api_tokens",
        sa.Column("token", sa.String(64), primary_key=True),
        account("account"),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("scope", sa.String(12), nullable=False),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("expires", sa.Text, nullable=False),
        sa.Column("used", sa.Text, nullable=False),
    )
    op.create_index("api_tokens_by_account", "api_tokens", ["account"])
    op.create_table("bot_accounts", account("account"), account("owner"), sa.PrimaryKeyConstraint("account"))
    op.create_index("bot_accounts_by_owner", "bot_accounts", ["owner"])


def account(name: str) -> "sa.Column[str]":
    return sa.Column(name, sa.String(40), sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False)
