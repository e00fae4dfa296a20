"""Ratings: which open tables and games are rated, between which accounts, and the rating of each player after each game of a pool."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    """Adds the tables; no game is rated yet. An older process would end a rated game without rating it, so none may go on working."""
    op.add_column("open_tables", sa.Column("is_rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("games", sa.Column("rating", sa.String(12), nullable=False, server_default=""))
    op.create_table(
        "rated_players",
        game(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("account", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("game", "seat"),
    )
    op.create_index("rated_players_by_account", "rated_players", ["account"])
    op.create_table("rating_pools", sa.Column("pool", sa.String(20), primary_key=True), sa.Column("number", sa.Integer, nullable=False))
    op.create_table(
        "ratings",
        sa.Column("pool", sa.String(20), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("account", sa.String(40), nullable=False),
        game(),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("is_last", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("pool", "number", "account"),
    )
    op.create_index("ratings_by_game", "ratings", ["game"])
    op.create_index("ratings_by_account", "ratings", ["account", "pool", "games"])
    op.create_index("ratings_by_strength", "ratings", ["pool", "is_last", "mu"])
    op.execute(sa.text("UPDATE compatibility SET oldest = '0033'"))


def game() -> "sa.Column[int]":
    """Returns the column of the game, with which a row is deleted."""
    return sa.Column("game", sa.Integer, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False)
