"""What several processes need around one database: how often each game has changed, and an outbox of the last changes."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Adds the numbers; rows that are there keep the order in which they were written. The notices of the old outbox were for pages that are gone."""
    op.add_column("games", sa.Column("changes", sa.Integer, nullable=False, server_default="0"))
    op.create_index("games_by_sequence", "games", ["sequence"])
    for table in ("browsers", "requests"):
        op.add_column(table, sa.Column("number", sa.Integer, nullable=False, server_default="0"))
        if op.get_bind().dialect.name == "sqlite":
            op.execute(f"UPDATE {table} SET number = rowid")
    op.execute("UPDATE games SET changes = coalesce((SELECT max(number) FROM requests WHERE game = games.id), 0)")
    op.drop_table("outbox")
    op.create_table(
        "outbox",
        sa.Column("public", sa.String(40), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("changes", sa.Integer, nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("public", "seat"),
    )
    op.create_index("outbox_by_time", "outbox", ["at"])
    create_jobs()


def create_jobs() -> None:
    """Adds the jobs, one for each bot that is on turn, and what processes count and tell each other."""
    op.create_table(
        "jobs",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("client", sa.String(16), nullable=False),
        sa.Column("due", sa.Double, nullable=False),
        sa.Column("seconds", sa.Double, nullable=False),
        sa.Column("worker", sa.String(20), nullable=False, server_default=""),
        sa.Column("claimed_until", sa.Double, nullable=False, server_default="0"),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("data", sa.Text, nullable=False, server_default=""),
        sa.Column("result", sa.Text, nullable=False, server_default=""),
        sa.Column("is_done", sa.Boolean, nullable=False, server_default="0"),
        sa.UniqueConstraint("kind", "game", "version"),
    )
    op.create_table(
        "client_use",
        sa.Column("client", sa.String(16), primary_key=True),
        sa.Column("seconds", sa.Double, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_table(
        "rate_limits",
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("client", sa.String(64), nullable=False),
        sa.Column("left", sa.Double, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("kind", "client"),
    )
    op.create_table(
        "presence",
        sa.Column("process", sa.String(20), nullable=False),
        sa.Column("public", sa.String(40), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("process", "public", "seat"),
    )
    op.execute(
        "INSERT INTO jobs (kind, game, version, client, due, seconds) SELECT 'bot', games.public, games.entries, games.client, 0, 1 FROM games "
        "JOIN seats ON seats.game = games.id AND seats.seat = games.asked WHERE games.status = 'running' AND seats.automa <> ''"
    )
