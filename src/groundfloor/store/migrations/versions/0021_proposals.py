"""What the people at a table decide together: proposals, and pauses."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Adds the table; older processes know nothing of it, and may go on working."""
    op.create_table(
        "proposals",
        sa.Column("game", sa.Integer, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("agreed", sa.Text, nullable=False),
        sa.Column("refused", sa.Text, nullable=False),
        sa.Column("paused_by", sa.Integer, nullable=False),
        sa.Column("paused_at", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game"),
    )
