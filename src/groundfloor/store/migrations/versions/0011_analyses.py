"""Analyses of finished games, and which games had hints."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Adds the table of analyses, and the mark of games with hints."""
    op.create_table(
        "analyses",
        sa.Column("game", sa.Integer, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("fingerprint", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game"),
    )
    op.add_column("games", sa.Column("hints", sa.Boolean, nullable=False, server_default="0"))
