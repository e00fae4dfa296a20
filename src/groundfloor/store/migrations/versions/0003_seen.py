"""When a game was last used, in minutes of the server's own running time."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """All games that are there count as used now: the running time begins at 0."""
    op.add_column("games", sa.Column("seen", sa.Integer, nullable=False, server_default="0"))
    op.create_index("games_by_use", "games", ["seen"])


def downgrade() -> None:
    """Only a copy of the old data leads back."""
    raise NotImplementedError("Take the copy that was made before the upgrade.")
