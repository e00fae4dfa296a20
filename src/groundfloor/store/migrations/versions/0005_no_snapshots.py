"""Snapshots are gone: a table is loaded from its record, which alone says what stands on it."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Drops the positions stored beside the records, which were never read."""
    op.execute("DROP TABLE IF EXISTS snapshots")
