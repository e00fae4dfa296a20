"""What processes of several versions around one database need: which versions may work on it, and which request has led to a job or a notice."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Adds the table with the oldest version that may work on the data, and the columns."""
    compatibility = op.create_table("compatibility", sa.Column("oldest", sa.String(32), primary_key=True))
    op.bulk_insert(compatibility, [{"oldest": revision}])
    for table in ("jobs", "outbox"):
        op.add_column(table, sa.Column("request", sa.String(64), nullable=False, server_default=""))
