"""When a game was last moved on, which looking at it does not change."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Adds the time of the last entry of each game, for older games that of the last change."""
    op.add_column("games", sa.Column("moved", sa.Text, nullable=False, server_default=""))
    op.execute("UPDATE games SET moved = changed")
