"""When an address for notices that has accepted nothing is tried again."""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"


def upgrade() -> None:
    """Adds columns; older processes leave them as they are, and may go on working."""
    op.add_column("notice_targets", sa.Column("tries", sa.Integer, nullable=False, server_default="0"))
    op.add_column("notice_targets", sa.Column("not_before", sa.Double, nullable=False, server_default="0"))
