"""Whether the companies on the board stand in the order of the seats."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    """Adds a column; older processes leave it as it is, and may go on working."""
    op.add_column("account_settings", sa.Column("seat_order", sa.Boolean, nullable=False, server_default=sa.false()))
