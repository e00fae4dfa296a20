"""When a player was last used and who imported results, so that results expire and no client fills the disk with them."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Adds the minutes of running time at the last use, which for all players is now, and a mark of the client that imported last."""
    op.add_column("players", sa.Column("seen", sa.Integer, nullable=False, server_default="0"))
    op.add_column("players", sa.Column("client", sa.String(16), nullable=False, server_default=""))
    op.create_index("players_by_use", "players", ["seen"])
    op.create_index("players_by_client", "players", ["client"])
    op.execute("UPDATE players SET seen = coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE name = 'served_minutes'), 0)")
