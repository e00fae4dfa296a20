"""Indexes in which metrics count tables and people."""

from alembic import op

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    """Adds indexes; older processes may go on working."""
    op.create_index("games_by_status", "games", ["status", "ruleset"])
    op.create_index("sessions_by_use", "sessions", ["used", "account"])
