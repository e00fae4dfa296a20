"""Seats whose player has opened their link."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the table of seats whose player has come."""
    op.create_table(
        "arrivals",
        sa.Column("game", sa.Integer, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat"),
    )


def downgrade() -> None:
    """Raises an error: the copy made before the upgrade must be restored instead."""
    raise NotImplementedError("Take the copy that was made before the upgrade.")
