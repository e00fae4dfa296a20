"""What people with an account have chosen, the same on each of their devices."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Adds the table; older processes know nothing of it, and may go on working."""
    op.create_table(
        "account_settings",
        sa.Column("account", sa.String(40), sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
        sa.Column("language", sa.String(12), nullable=False),
        sa.Column("theme", sa.String(12), nullable=False),
        *(sa.Column(name, sa.Boolean, nullable=False) for name in ("motion", "sound", "confirms_itself", "skips_hiring", "skips_firing")),
        sa.PrimaryKeyConstraint("account"),
    )
