"""Who has opened a game, so that the bots of one client do not keep those of all others waiting."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Adds a mark of the client that has opened a game, a keyed hash; "" for older games and those opened on the server's own machine."""
    op.add_column("games", sa.Column("client", sa.String(16), nullable=False, server_default=""))
