"""When a game was last used, in minutes of the server's own running time."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Adds the time of last use; games that exist already count as used now."""
    op.add_column("games", sa.Column("seen", sa.Integer, nullable=False, server_default="0"))
    op.create_index("games_by_use", "games", ["seen"])
