"""Rows of the database as values: people, games and the log, as administrators see them."""

from __future__ import annotations

from dataclasses import dataclass

from groundfloor.table.value import GameStatus  # for the schemas of the API

from ...database.rows import AccountRow, Rights
from ...http.json_types import Time


@dataclass(frozen=True)
class ListedGame:
    """A game as administrators find it: ``seats`` are the names there, ``moved`` is when somebody moved last ("": nobody has)."""

    game: str
    name: str
    ruleset: str
    status: GameStatus
    created: Time
    moved: str
    is_private: bool
    is_rated: bool
    seats: tuple[str, ...]


@dataclass(frozen=True)
class AdministrationEntry:
    """What an administrator has done in a ``section`` of the administration: an ``action`` with a ``subject``, which is the name of an account or table, or says what it is.

    ``author`` is the account of the administrator (None: it was deleted, or it was the server's command), ``author_name`` its name when the entry is read.
    """

    at: str
    author: str | None
    section: str
    action: str
    subject: str
    detail: str = ""
    is_command: bool = False
    author_name: str = ""


@dataclass(frozen=True)
class PersonRow:
    """An account as administrators see it: when it was ``used`` last ("": it is logged in nowhere), in how many places it is logged in, how many games
    are in its list, and how many results it has; and whether it is that of a bot.
    """

    account: AccountRow
    used: str
    sessions: int
    games: int
    results: int
    rights: Rights
    is_bot: bool = False
