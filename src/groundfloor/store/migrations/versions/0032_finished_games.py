"""Finished games as public records, and which games become such."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    """Adds the tables; no older game is listed, as only a link was to lead to it. A listed game that ends at an older process is not listed either."""
    for table in ("games", "open_tables"):
        op.add_column(table, sa.Column("is_listed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "finished_games",
        sa.Column("game", sa.Integer, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, unique=True),
        sa.Column("finished", sa.Text, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("people", sa.Integer, nullable=False),
        sa.Column("top", sa.Integer, nullable=False),
        *(sa.Column(name, sa.Boolean, nullable=False) for name in ("has_house_values", "is_ended_early", "has_bots", "is_rated")),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("game"),
    )
    op.create_index("finished_games_by_time", "finished_games", ["finished", "game"])
    op.create_index("finished_games_by_top", "finished_games", ["top", "game"])
    op.create_table(
        "finished_seats",
        sa.Column("game", sa.Integer, sa.ForeignKey("finished_games.game", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("finished", "key", "name")),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("automa", sa.String(40), nullable=False),
        sa.Column("account", sa.String(40), nullable=False),
        sa.Column("specialty", sa.String(20), nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat"),
    )
    op.create_index("finished_seats_by_key", "finished_seats", ["key", "finished", "game"])
    op.create_index("finished_seats_by_account", "finished_seats", ["account", "finished", "game"])
