"""Snapshots are gone: a table is loaded from its record, which alone says what stands on it."""

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The positions beside the records were never read back."""
    op.execute("DROP TABLE IF EXISTS snapshots")


def downgrade() -> None:
    """Only a copy of the old data leads back."""
    raise NotImplementedError("Take the copy that was made before the upgrade.")
