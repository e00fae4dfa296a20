"""Whom people have blocked, and who has invited somebody to an open table."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    """Adds the table and a column; older processes know nothing of them, and may go on working."""
    op.create_table(
        "blocks",
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("blocked", sa.String(64), nullable=False),
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("holder", "blocked", "id"),
    )
    op.create_index("blocks_by_blocked", "blocks", ["blocked"])
    op.add_column("invitations", sa.Column("inviter", sa.String(64), nullable=False, server_default=""))
