"""When people play at tables over days."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Adds the table; older processes know nothing of it, and may go on working."""
    op.create_table(
        "availability",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("hours", sa.Text, nullable=False),
        sa.Column("holidays", sa.Text, nullable=False),
        sa.Column("changed", sa.Text, nullable=False),
    )
