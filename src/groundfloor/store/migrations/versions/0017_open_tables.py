"""Open tables, at which people come together before their game begins."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Adds the tables; older processes know nothing of them, and may go on working."""
    op.create_table(
        "open_tables",
        sa.Column("public", sa.String(40), primary_key=True),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("client", sa.String(16), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("people", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("pace", sa.String(12), nullable=False),
        sa.Column("is_private", sa.Boolean, nullable=False),
        sa.Column("others", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("house", sa.Text, nullable=False),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("seen", sa.Integer, nullable=False),
        sa.Column("changes", sa.Integer, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
    )
    op.create_index("open_tables_by_host", "open_tables", ["host"])
    op.create_table(
        "open_table_players",
        sa.Column("open_table", sa.String(40), sa.ForeignKey("open_tables.public", ondelete="CASCADE"), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("colour", sa.String(12), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seen", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("open_table", "key"),
    )
    op.create_index("open_table_players_by_key", "open_table_players", ["key"])
