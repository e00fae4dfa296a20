"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def _game() -> sa.Column[int]:
    return sa.Column("game", sa.Integer, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    """Games with their records, seats, lines; browsers; the outbox."""
    op.create_table(
        "games",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("public", sa.String(40), nullable=False, unique=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("header", sa.Text, nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("changed", sa.Text, nullable=False),
        sa.Column("entries", sa.Integer, nullable=False),
        sa.Column("asked", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("phase", sa.Integer, nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.CheckConstraint("status in ('running', 'over', 'shown')", name="status_known"),
    )
    op.create_table("keys", _game(), sa.Column("key", sa.LargeBinary, nullable=False), sa.PrimaryKeyConstraint("game"))
    op.create_table(
        "entries",
        _game(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "number"),
    )
    _create_seats()
    _create_beside()


def _create_seats() -> None:
    op.create_table(
        "seats",
        _game(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("colour", sa.String(12), nullable=False),
        sa.Column("automa", sa.String(20), nullable=False),
        sa.Column("token", sa.String(60), nullable=False),
        sa.PrimaryKeyConstraint("game", "seat"),
        sa.UniqueConstraint("token"),
    )
    op.create_table(
        "lines",
        _game(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("actions", sa.Text, nullable=False),
        sa.Column("picked", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat"),
    )
    op.create_table(
        "standing",
        _game(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("confirms_itself", sa.Boolean, nullable=False),
        sa.Column("skips_hiring", sa.Boolean, nullable=False),
        sa.Column("skips_firing", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat"),
    )


def _create_beside() -> None:
    op.create_table(
        "snapshots",
        _game(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game"),
    )
    op.create_table(
        "browsers",
        sa.Column("browser", sa.String(64), nullable=False),
        _game(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("browser", "game", "seat"),
    )
    op.create_index("browsers_by_game", "browsers", ["game"])
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("public", sa.String(40), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table("settings", sa.Column("name", sa.String(40), primary_key=True), sa.Column("value", sa.Text, nullable=False))
