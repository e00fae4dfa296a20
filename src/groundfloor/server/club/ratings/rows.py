"""Rows of the database as values: ratings."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RatingRow:
    """The rating of an account after a game of a pool, by the game's id: ``mu`` and ``sigma`` of the model, and after how many ``games`` there.

    The game counted for the account by ``weight``, from 0 to 1.

    ``seat`` is that of the account, ``before`` what ``mu`` and ``sigma`` were before the game (None: it was the first of the pool).
    """

    pool: str
    account: str
    game: str
    seat: int
    finished: str
    rank: int
    weight: float
    mu: float
    sigma: float
    games: int
    before: tuple[float, float] | None = None


@dataclass(frozen=True)
class RatedPerson:
    """Somebody in the list of a pool, by the name of their account."""

    name: str
    mu: float
    sigma: float
    games: int


@dataclass(frozen=True)
class SeriesGame:
    """A game of two people: the winner and the loser of their series with the ``mu`` and ``sigma`` that they had before it (None: newcomers), and who was ahead there.

    ``ahead``: 1 the winner of the series, -1 the loser, 0 they tied.
    """

    winner: tuple[float, float] | None
    loser: tuple[float, float] | None
    ahead: int


@dataclass(frozen=True)
class Series:
    """Rated games of two accounts in a pool, of which the ``winner`` has won more, with their names ("": a deleted account)."""

    pool: str
    winner: str
    winner_name: str
    loser: str
    loser_name: str
    games: tuple[SeriesGame, ...]


@dataclass(frozen=True)
class NewcomerGains:
    """What an account has gained in a pool from people who have played few games there to this day.

    Where it stands now (``mu`` and ``sigma``, after so many ``games``), what it has ``gained`` in all games in which it has, in units of ``mu``, and how much of that
    ``from_newcomers``: from those who were behind it. ``newcomer_games`` are their ids and when they ended, the last ones first; ``left`` counts those that a newcomer has lost by leaving.
    """

    pool: str
    account: str
    name: str
    mu: float
    sigma: float
    games: int
    gained: float
    from_newcomers: float
    count: int
    left: int
    newcomer_games: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class RatedGames:
    """How many rated games an account has begun, how many it has finished or lost before their end, because it has ``left`` or its ``time`` was over, and how many
    all have agreed to cancel; the others go on.
    """

    begun: int
    finished: int
    left: int
    time: int
    cancelled: int
