"""Requests that change no game, and the answers that they got."""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"


def upgrade() -> None:
    """Adds a column, and lets the game be missing; older processes write requests of games, and may go on working."""
    with op.batch_alter_table("requests") as table:
        table.alter_column("game", existing_type=sa.Integer, nullable=True)
        table.add_column(sa.Column("answer", sa.LargeBinary))
