"""Requests that have changed something, so that the same request sent again changes nothing more."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Creates the table of requests, with indices by game and by age."""
    op.create_table(
        "requests",
        sa.Column("request", sa.String(64), primary_key=True),
        sa.Column("game", sa.Integer, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("at", sa.Text, nullable=False),
    )
    op.create_index("requests_by_game", "requests", ["game"])
    op.create_index("requests_by_age", "requests", ["at"])
