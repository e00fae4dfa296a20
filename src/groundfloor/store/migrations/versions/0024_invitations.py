"""Who is invited to open tables."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the table; older processes know nothing of it, and may go on working."""
    op.create_table(
        "invitations",
        sa.Column("open_table", sa.String(40), sa.ForeignKey("open_tables.public", ondelete="CASCADE"), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("is_declined", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("open_table", "key"),
    )
    op.create_index("invitations_by_key", "invitations", ["key"])


def downgrade() -> None:
    """Raises an error: the copy made before the upgrade must be restored instead."""
    raise NotImplementedError("Take the copy that was made before the upgrade.")
