"""Devices that somebody has logged in with, what they held before, and attempts to log in that failed."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"


def upgrade() -> None:
    """Adds a column and tables, which older processes leave empty; they may go on working."""
    op.add_column("sessions", sa.Column("guest", sa.String(64), nullable=False, server_default=""))
    op.create_table(
        "known_devices",
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(40), sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("used", sa.Text, nullable=False),
    )
    op.create_index("known_devices_by_account", "known_devices", ["account"])
    op.create_table(
        "failed_log_ins",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("since", sa.Text, nullable=False),
        sa.Column("last", sa.Text, nullable=False),
    )
