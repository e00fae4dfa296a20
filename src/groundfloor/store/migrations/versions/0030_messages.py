"""The messages that people write to each other at a table, up to which somebody has read them, and what a seat writes for itself."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    """Adds the tables; older processes know nothing of them, and may go on working."""
    op.create_table(
        "chats",
        game(),
        sa.Column("channel", sa.String(12), nullable=False),
        sa.Column("changes", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", "channel"),
    )
    op.create_table(
        "messages",
        sa.Column("id", sa.Integer, primary_key=True),
        game(),
        sa.Column("channel", sa.String(12), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("moment", sa.Integer, nullable=False),
        sa.Column("removed", sa.String(16), nullable=False),
        sa.Column("changed", sa.Integer, nullable=False),
        sa.UniqueConstraint("game", "channel", "number"),
        sqlite_autoincrement=True,
    )
    op.create_index("messages_by_game", "messages", ["game", "channel", "changed"])
    op.create_index("messages_by_holder", "messages", ["holder"])
    op.create_table(
        "chat_reads",
        sa.Column("holder", sa.String(64), nullable=False),
        game(),
        sa.Column("channel", sa.String(12), nullable=False),
        sa.Column("changed", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("holder", "game", "channel"),
    )
    op.create_index("chat_reads_by_game", "chat_reads", ["game"])
    op.create_table(
        "private_notes",
        game(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("hides_chat", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat"),
    )


def game() -> "sa.Column[int]":
    """Returns the column of the game, with which a row is deleted."""
    return sa.Column("game", sa.Integer, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False)
