"""Hints that were given, so that the analysis of a game judges by them."""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    """Adds a table; older processes keep nothing, and may go on working."""
    op.create_table(
        "kept_advice",
        sa.Column("game", sa.Integer, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("position", sa.String(80), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "position"),
    )
