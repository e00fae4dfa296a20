"""The limits of a server. The defaults suit a club on a small server; docs/deployment.md has the same table."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from ..database.shares import Shares

MEGABYTE = 1_000_000
EVICTION_FREE_CONNECTIONS = 20
"""Connections up to which a client may use the last quarter, and end an idle one of others who have as many; browsers open fewer."""
FEW_STREAMS = 8
"""Streams up to which a client may use the last quarter; a browser has one for all its tabs."""
CHALLENGE_MINUTES = 10
"""How long a browser may take to answer with a passkey."""
PASSWORDS_AT_ONCE = 2
"""Passwords that are hashed at the same time, one of a client: each takes 19 MB of memory (``passwords.py``)."""


def _limit(default: Any, description: str, minimum: float = 1) -> Any:
    return field(default=default, metadata={"description": description, "minimum": minimum})


@dataclass(frozen=True)
class Limits:
    """The limits of a server. A client is an IPv4 address or a /64 network of IPv6; behind a trusted proxy, the address that it forwards."""

    # Connections
    connections: int = _limit(
        800, "open connections; one more ends one of the client that has most, an idle one if there is any, or is answered 503", 10
    )
    connections_per_client: int = _limit(160, "open connections of one address; not of trusted proxies")
    header_seconds: float = _limit(10.0, "from the beginning of a connection or request to the end of its headers", 0.1)
    body_seconds: float = _limit(60.0, "from the end of the headers to the end of the body", 0.1)
    idle_seconds: int = _limit(20, "that an unused connection stays open")
    write_seconds: float = _limit(30.0, "that an answer may wait for a client that does not read", 0.1)
    header_bytes: int = _limit(32_768, "of the request line and headers together", 4096)

    # Streams of events
    streams: int = _limit(400, "open streams of events")
    streams_per_client: int = _limit(64, "open streams of one client")
    stream_minutes: float = _limit(60.0, "until a stream is ended; browsers come back at once", 0.01)

    # Requests
    requests_per_minute: int = _limit(1200, "requests of one client, static files not counted; a fifth of them at once")
    files_per_minute: int = _limit(6000, "static files and health checks of one client; a fifth of them at once")
    changes_per_minute: int = _limit(300, "of them that change something (POST); a fifth of them at once")
    people_per_address: float = _limit(
        8.0,
        "times as much as one person all people of one address together may do, with accounts and as guests, of what is limited by person",
    )

    # Tables
    tables_per_hour: int = _limit(60, "new tables, uploaded records and imports of one person: of an account, or of a guest’s browser")
    joins_per_hour: int = _limit(12, "tables of the lobby that one person joins")
    guests_per_table: int = _limit(
        2, "guests of one client that join the same public table in an hour; whoever has an account is not counted"
    )
    invitations_per_hour: int = _limit(60, "invitations of one person to open tables; those who were at a table before count once")
    proposals_per_hour: int = _limit(30, "proposals of one person that others have to answer")
    tables_per_browser: int = _limit(100, "tables and shown records that one browser is host of, without games that are over")
    tables: int = _limit(20_000, "tables on the server, without finished games that are public")
    unplayed_days: float = _limit(14.0, "until a table at which nobody has played is deleted; 0: never", 0)
    shown_days: float = _limit(30.0, "until an uploaded record that is only shown is deleted; 0: never", 0)
    abandoned_days: float = _limit(365.0, "until any other table is deleted, without finished games that are public; 0: never", 0)

    # Accounts
    log_ins_per_hour: int = _limit(60, "attempts of one client to log in, and half of them to log in under one name")
    accounts_per_hour: int = _limit(20, "new accounts of one client, names that are taken included")
    banned_address_hours: float = _limit(
        24.0,
        "after a visit of somebody whose account is banned, in which nobody at that address plays without an account or creates one; 0: not at all",
        0,
    )
    messages_per_hour: int = _limit(
        20,
        "new addresses for notices, e-mails that confirm them and tests of one person; a quarter of it in a day to one e-mail address, and ten times as many to one domain, without those of large mail services",
        4,
    )
    host_messages_per_hour: int = _limit(
        600,
        "notices to webhooks and browsers’ services at one host, of all people together; a fifth of them at once; Discord, Slack and the services of the usual browsers are not counted",
        5,
    )

    # Chat
    chat_messages_per_minute: int = _limit(20, "messages of one person in the chats of all tables; half of them at once", 2)
    chat_messages_per_hour: int = _limit(200, "of them in an hour")
    reports_per_day: int = _limit(5, "reports of one person to the administrators")

    # Finished games
    archives_per_hour: int = _limit(30, "downloads of the archive of finished games by one client, of 100,000 games each")

    # Data
    data_megabytes: int = _limit(5_000, "of the data folder; then nothing new is taken, and at four fifths no results are imported", 1)
    stored_megabytes_per_hour: float = _limit(40.0, "that the data may grow by what one client stores, except moves", 0.1)
    stored_megabytes_at_once: float = _limit(20.0, "of them at once, before the limit by the hour counts", 0.1)
    stored_megabytes_per_day: float = _limit(
        100.0,
        "that the data may grow by what one client stores in a day, except moves; in the last quarter of the data folder a quarter of it, as of what it may store at once",
        0.1,
    )
    imports_per_client: int = _limit(20_000, "imported results that are kept of one client")
    results_days: float = _limit(365.0, "until the results of a browser that nobody uses are deleted; 0: never", 0)

    # Work
    body_bytes: int = _limit(200_000, "of what a request sends", 10_000)
    record_bytes: int = _limit(40_000, "of a record that is brought; the longest games have about 11,000", 10_000)
    record_entries: int = _limit(2_000, "entries of a record that is brought; the longest games have about 600", 100)
    work_seconds: float = _limit(20.0, "that the work for one request may take, waiting included", 0.1)
    heavy_at_once: int = _limit(2, "records, new tables and sleeping tables read at the same time; one of a client")
    heavy_waiting: int = _limit(32, "of them that wait for one client; more are refused")
    table_megabytes: int = _limit(
        32,
        "MB of memory for tables; a game takes 0.05 to 0.5 MB, tables that nobody looks at are dropped first and read again when they are used",
    )
    board_megabytes: int = _limit(32, "MB of memory for what the viewers of a table share, and for rendered regions of boards", 4)
    bot_seconds: float = _limit(20.0, "that a bot may think about a move; then a lower one moves for it", 0.1)
    bot_pause_seconds: float = _limit(0.4, "between a change of a table and the next move of a bot, so that people can follow", 0)
    away_seconds: float = _limit(
        20.0, "after which a player whose last page was closed is away; for as long after a start of the server nobody is said to be", 0
    )
    absence_hours: float = _limit(
        24.0, "that a player is on turn and away until another player may let a bot play; the host of a table of links need not wait", 0
    )
    readers: int = _limit(3, "pages made at the same time; one client has one less")


def connection_shares(limits: Limits) -> Shares:
    """Returns the shares of connections, and of the requests under way that come over those of a proxy."""
    return Shares(limits.connections, limits.connections_per_client, EVICTION_FREE_CONNECTIONS)


@dataclass(frozen=True)
class FixedLimit:
    """A limit that no setting changes, as ``count`` of something."""

    count: float
    of: str

    def __str__(self) -> str:
        return f"{self.count:,g} {self.of}"


Limited = tuple[str | FixedLimit, ...]
"""What limits a request: names of fields of ``Limits``, and what no setting changes."""
LIMIT_NAMES = frozenset(limit.name for limit in fields(Limits))
