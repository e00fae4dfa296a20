"""Who is invited to open tables."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


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
