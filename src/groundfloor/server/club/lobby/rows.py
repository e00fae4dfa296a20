"""Rows of the database as values: open tables and invitations."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Invitation:
    """An open table to which somebody is invited, and what the person who has invited them is called there."""

    table: OpenTableRow
    name: str


@dataclass(frozen=True)
class OpenTablePlayer:
    """Somebody who has joined an open table: ``owner_id`` is the id of a browser or an account; ``number`` grows with each who joins.

    ``last_seen`` is when they looked last, in minutes of the server's running time (-1: now); ``is_bot`` is known for stored rows only. ``known_as`` is the
    account that has logged in at the browser of a guest who has joined ("": none).
    """

    owner_id: str
    name: str
    colour: str
    number: int
    last_seen: int = -1
    is_bot: bool = False
    known_as: str = ""


@dataclass(frozen=True)
class OpenTableRow:
    """A table at which people come together before their game begins. Its ``host``, an owner id of ``players``, has opened it.

    With a ``least_rating`` or a ``most_rating`` (0: any) only people with an account join whose rating for such a game is between them.
    """

    game_id: str
    host: str
    client: str
    """The hash of the client that has opened it."""
    name: str
    ruleset: str
    people: int
    """For how many people it waits, host included."""
    pace: str
    """``live`` or ``days`` (without clocks), or the id of a pace of clocks."""
    is_private: bool
    others: tuple[tuple[str, str], ...]
    """The names and ids of Automas and bots at the other seats."""
    options: dict[str, str]
    house: dict[str, object]
    created: str
    players: tuple[OpenTablePlayer, ...]
    changes: int = 0
    """The number of its changes."""
    game: str = ""
    """The id of the game that has begun ("": none yet)."""
    blocked: frozenset[str] = frozenset()
    """The owner ids of those whom its host has sent away, known while the table is changed."""
    takeover: str = ""
    """The bot that takes a seat whose time is over ("": none)."""
    is_listed: bool = False
    is_rated: bool = False
    accounts_only: bool = False
    """Whether it admits no guests."""
    no_bots: bool = False
    """Whether it admits no bots with accounts."""
    least_rating: int = 0
    most_rating: int = 0
    rematch_of: str = ""
    """The id of the game whose people play once more ("": none): the new game is as private as that one was."""
    seat_order: str = ""
    """In which order they sit: "" (as they have come), "random", or the numbers of players."""

    @property
    def is_live(self) -> bool:
        """Whether everybody stays until the end of the game."""
        return self.pace.startswith("live")

    @property
    def seats(self) -> int:
        return self.people + len(self.others)
