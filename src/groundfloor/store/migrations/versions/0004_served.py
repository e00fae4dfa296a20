"""How old a request is, in minutes of the server's own running time and no longer by the time of day."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Adds the time of each request, now for existing ones; the table is written anew, as old SQLite versions can't drop a column."""
    for name in ("requests_by_game", "requests_by_age"):
        op.drop_index(name, "requests")
    op.rename_table("requests", "old_requests")
    op.create_table(
        "requests",
        sa.Column("request", sa.String(64), primary_key=True),
        sa.Column("game", sa.Integer, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("served", sa.Integer, nullable=False),
    )
    now = "coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE name = 'served_minutes'), 0)"
    op.execute(f"INSERT INTO requests (request, game, served) SELECT request, game, {now} FROM old_requests")
    op.drop_table("old_requests")
    op.create_index("requests_by_game", "requests", ["game"])
    op.create_index("requests_by_age", "requests", ["served"])
