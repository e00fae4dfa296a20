"""Reports of messages, and the mark of the client that has written a message."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    """Adds columns; older processes leave them empty, and may go on working."""
    op.add_column("messages", sa.Column("client", sa.String(16), nullable=False, server_default=""))
    op.add_column("reports", sa.Column("message", sa.Integer, nullable=False, server_default="0"))
    op.add_column("reports", sa.Column("quote", sa.Text, nullable=False, server_default=""))
    op.add_column("reports", sa.Column("accused_client", sa.String(16), nullable=False, server_default=""))
