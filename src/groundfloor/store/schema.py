"""The current schema of the database, which the migrations lead to."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()


def _game() -> Column[int]:
    return Column("game", Integer, ForeignKey("games.id", ondelete="CASCADE"), nullable=False)


games = Table(
    "games",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("public", String(40), nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("header", Text, nullable=False),
    Column("status", String(12), nullable=False),
    Column("created", Text, nullable=False),
    Column("changed", Text, nullable=False),
    Column("entries", Integer, nullable=False, default=0),
    Column("asked", Integer, nullable=False, default=-1),
    Column("round", Integer, nullable=False, default=0),
    Column("phase", Integer, nullable=False, default=0),
    Column("sequence", Integer, nullable=False, default=0),
    Column("seen", Integer, nullable=False, server_default="0"),
    CheckConstraint("status in ('running', 'over', 'shown')", name="status_known"),
)

keys = Table(
    "keys",
    metadata,
    _game(),
    Column("key", LargeBinary, nullable=False),
    PrimaryKeyConstraint("game"),
)

entries = Table(
    "entries",
    metadata,
    _game(),
    Column("number", Integer, nullable=False),
    Column("text", Text, nullable=False),
    PrimaryKeyConstraint("game", "number"),
)

seats = Table(
    "seats",
    metadata,
    _game(),
    Column("seat", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("colour", String(12), nullable=False),
    Column("automa", String(20), nullable=False),
    Column("token", String(60), nullable=False),
    PrimaryKeyConstraint("game", "seat"),
    UniqueConstraint("token"),
)

drafts = Table(
    "lines",
    metadata,
    _game(),
    Column("seat", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("actions", Text, nullable=False),
    Column("picked", Text, nullable=False),
    PrimaryKeyConstraint("game", "seat"),
)

preferences = Table(
    "standing",
    metadata,
    _game(),
    Column("seat", Integer, nullable=False),
    Column("confirms_itself", Boolean, nullable=False),
    Column("skips_hiring", Boolean, nullable=False),
    Column("skips_firing", Boolean, nullable=False),
    Column("guide", Text, nullable=False, server_default=""),
    PrimaryKeyConstraint("game", "seat"),
)

seat_notes = Table(
    "seat_notes",
    metadata,
    _game(),
    Column("seat", Integer, nullable=False),
    Column("plan", Text, nullable=False),
    Column("seen", Integer, nullable=False),
    PrimaryKeyConstraint("game", "seat"),
)
"""What a seat keeps for itself: its plan, as a JSON list of texts, and the version up to which it has looked."""

browsers = Table(
    "browsers",
    metadata,
    Column("browser", String(64), nullable=False),
    _game(),
    Column("seat", Integer, nullable=False),
    PrimaryKeyConstraint("browser", "game", "seat"),
)
"""What a browser (a hash of its cookie) knows: a seat, or -1 for the game itself, whose host it is."""

requests = Table(
    "requests",
    metadata,
    Column("request", String(64), primary_key=True),
    _game(),
    Column("served", Integer, nullable=False),
)
"""Requests that have changed something, each by a hash, and after how many minutes of running time (requests.py)."""

outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", Integer, nullable=False),
    Column("public", String(40), nullable=False),
    Column("version", Integer, nullable=False),
    sqlite_autoincrement=True,
)

settings = Table(
    "settings",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

Index("browsers_by_game", browsers.c.game)
Index("games_by_use", games.c.seen)
Index("requests_by_game", requests.c.game)
Index("requests_by_age", requests.c.served)
