"""Rows of the database as values: reports."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ReportRow:
    """What somebody has reported about a ``game`` or an ``open_table``, by their ids: about the player of a ``seat`` (at an open table: the
    player's number), or about all of it (-1). Or about a message there, by its id (0: none), whose text then was the ``quote``, and whose client had the hash ``accused_client``; ``lobby_message`` is that of the lobby or of an open table.

    ``author`` is the id of a browser or account ("": deleted), ``client`` the hash of its client; ``subject`` says in words what it is about.
    ``accused`` is the account of that player, if there is one. ``closed`` is when it was closed ("": it is open), by ``closed_by`` and with a ``note``.
    ``author_name``, ``accused_name`` and ``closed_by_name`` are those of the accounts, when the report is read.
    """

    id: str
    author: str
    client: str
    game: str
    open_table: str
    seat: int
    subject: str
    accused: str | None
    text: str
    created: str
    closed: str = ""
    closed_by: str | None = None
    note: str = ""
    message: int = 0
    quote: str = ""
    accused_client: str = ""
    lobby_message: int = 0
    author_name: str = ""
    accused_name: str = ""
    closed_by_name: str = ""
