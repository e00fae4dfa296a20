"""Notices of tables: where they are sent, which are to be sent, and what people have read."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Adds the tables; older processes write no notices, and may go on working."""
    op.create_table(
        "notice_targets",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("game", sa.Integer, sa.ForeignKey("games.id", ondelete="CASCADE")),
        sa.Column("way", sa.String(12), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("language", sa.String(12), nullable=False),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("confirmed", sa.Text, nullable=False),
        sa.Column("failing_since", sa.Text, nullable=False),
        sa.Column("is_off", sa.Boolean, nullable=False),
        sa.UniqueConstraint("game", "holder", "way", "address"),
    )
    personal = sa.text("game IS NULL")
    once = ["holder", "way", "address"]
    op.create_index("notice_targets_once", "notice_targets", once, unique=True, sqlite_where=personal, postgresql_where=personal)
    op.create_index("notice_targets_by_holder", "notice_targets", ["holder"])
    op.create_table(
        "notice_settings",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("delay_minutes", sa.Integer, nullable=False),
        sa.Column("digest_hour", sa.Integer, nullable=False),
    )
    op.create_table(
        "deliveries",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("target", sa.String(40), sa.ForeignKey("notice_targets.id", ondelete="CASCADE"), nullable=False),
        game(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("due", sa.Double, nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("changed", sa.Text, nullable=False),
        sa.UniqueConstraint("target", "game", "seat", "version", "kind"),
    )
    op.create_index("deliveries_by_game", "deliveries", ["game"])
    op.create_index("deliveries_by_change", "deliveries", ["state", "changed"])
    op.create_table(
        "notices",
        sa.Column("holder", sa.String(64), nullable=False),
        game(),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("is_read", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("holder", "game", "kind"),
    )
    op.create_index("notices_by_game", "notices", ["game"])


def game() -> "sa.Column[int]":
    return sa.Column("game", sa.Integer, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False)
