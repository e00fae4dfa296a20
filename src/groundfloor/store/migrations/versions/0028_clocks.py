"""Clocks of games, and when the server was down."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Adds the tables; older processes know nothing of them, and may go on working: a decision made there gives no increment, and its clock runs on until the next one."""
    op.create_table(
        "clocks",
        sa.Column("game", sa.Integer, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("pace", sa.String(12), nullable=False),
        sa.Column("takeover", sa.String(20), nullable=False),
        sa.Column("counted", sa.Integer, nullable=False),
        sa.Column("is_waiting", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("game"),
    )
    op.create_table(
        "seat_clocks",
        sa.Column("game", sa.Integer, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("left", sa.Double, nullable=False),
        sa.Column("since", sa.Text, nullable=False),
        sa.Column("is_reminded", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat"),
    )
    op.create_table(
        "downtimes",
        sa.Column("begins", sa.Text, nullable=False),
        sa.Column("ends", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("begins"),
    )
    op.add_column("open_tables", sa.Column("takeover", sa.String(20), nullable=False, server_default=""))
