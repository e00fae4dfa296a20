"""Results of finished games by player, and the games of the city of a day that were started."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def player() -> sa.Column[str]:
    """Returns the column that names a player."""
    return sa.Column("player", sa.String(40), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    """Adds players with their browsers, results and attempts."""
    op.create_table(
        "players", sa.Column("id", sa.String(40), primary_key=True), sa.Column("created", sa.Text, nullable=False), if_not_exists=True
    )
    op.create_table("player_browsers", sa.Column("browser", sa.String(64), primary_key=True), player(), if_not_exists=True)
    op.create_table(
        "results",
        player(),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("finished", sa.Text, nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("opponent", sa.String(40), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("is_imported", sa.Boolean, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("player", "game", "seat"),
        if_not_exists=True,
    )
    op.create_table(
        "attempts",
        sa.Column("game", sa.String(40), primary_key=True),
        player(),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("opponent", sa.String(20), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        if_not_exists=True,
    )
    op.create_index("results_by_day", "results", ["day"], if_not_exists=True)
    op.create_index("attempts_by_player", "attempts", ["player"], if_not_exists=True)
    op.create_index("browsers_by_player", "player_browsers", ["player"], if_not_exists=True)
