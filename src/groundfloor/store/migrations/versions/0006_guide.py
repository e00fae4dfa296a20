"""What a seat has read or skipped of the guide, and whether it was sent away."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Adds the state of the guide to the preferences of a seat."""
    op.add_column("standing", sa.Column("guide", sa.Text, nullable=False, server_default=""))
