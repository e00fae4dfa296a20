"""Plans whose moves the table makes: whether one acts, for which round and revision of the ruleset, why it has stopped, and what the seat knew before."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    """Adds columns; no plan acts yet. Older processes leave them as they are, and only ask the seat where a newer one would make its move."""
    op.add_column("seat_notes", sa.Column("acts", sa.Boolean, nullable=False, server_default=sa.false()))
    for name in ("round", "revision"):
        op.add_column("seat_notes", sa.Column(name, sa.Integer, nullable=False, server_default="0"))
    op.add_column("seat_notes", sa.Column("stop", sa.Text, nullable=False, server_default=""))
    for name in ("acted", "known"):
        op.add_column("seat_notes", sa.Column(name, sa.Integer, nullable=False, server_default="-1"))
