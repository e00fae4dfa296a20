"""The games that somebody follows as a spectator."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Adds the table; older processes know nothing of it, and may go on working."""
    op.create_table(
        "followed_games",
        sa.Column("browser", sa.String(64), nullable=False),
        sa.Column("game", sa.Integer, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.PrimaryKeyConstraint("browser", "game"),
    )
    op.create_index("followed_games_by_game", "followed_games", ["game"])
