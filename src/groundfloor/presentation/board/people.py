"""The people at the table as the board shows them: a marker with a letter, and the order they act in."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING

from groundfloor.results.departures import decided_ranks

from ..bidi import isolated
from ..bots import BotWords, bot_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundfloor.engine.game import Game
    from groundfloor.table.value import PersonMark

    from ..view import TableView


LONG_WORD = 9
"""Letters of the longest word that a company summary shows in full size."""


@dataclass(frozen=True)
class Person:
    """A seat with its name as sentences and pages show it (``isolated``), its marker: colour (which fixes the shape), letter, and rank by popularity from 1.

    ``bot`` plays the seat now (None: a person or an Automa); ``is_thinking``: it is on turn, and takes long enough to be said to think. ``mark`` is as in ``PublicView``.
    """

    seat: int
    name: str
    colour: str
    letter: str
    rank: int
    automa: str
    is_you: bool
    place: str = ""
    bot: BotWords | None = None
    is_thinking: bool = False
    mark: PersonMark = ""

    @property
    def number(self) -> int:
        """Returns the number of the seat, from 1."""
        return self.seat + 1

    @property
    def is_long(self) -> bool:
        """The name has a word that is too long for a company summary in letters of full size, or takes more than two lines there."""
        return max(len(word) for word in self.name.split()) > LONG_WORD or len(wrap(self.name, LONG_WORD)) > 2


@dataclass(frozen=True)
class Owner:
    """Whose something is: what all viewers see alike of a person, whatever its rank."""

    seat: int
    name: str
    colour: str
    letter: str


@dataclass(frozen=True)
class Place:
    person: Person
    rank: int
    total: int


def letters(game: Game) -> list[str]:
    """Returns the initial of each seat; where initials clash two letters, or the initial with the last letter or digit where these clash
    too or the name ends in a number.

    >>> from groundfloor import new_game
    >>> letters(new_game("second", ["Player 1", "automa:pei"]))
    ['P1', 'Pe']
    """
    return initials([seat.name for seat in game.seats])


def initials(given: Sequence[str]) -> list[str]:
    """Returns the letters of people at a table by their names, as ``letters`` does."""
    names = [name.strip() for name in given]
    firsts = [name[:1].upper() for name in names]
    pairs = [name[:2].capitalize() for name in names]
    ends = [first + name[-1:] for first, name in zip(firsts, names, strict=True)]
    return [
        first if firsts.count(first) == 1 else end if (pairs.count(pair) > 1 or end[-1].isdigit()) and ends.count(end) == 1 else pair
        for first, pair, end in zip(firsts, pairs, ends, strict=True)
    ]


def owners(view: TableView) -> list[Owner]:
    return [
        Owner(n, isolated(seat.name), seat.colour, letter)
        for n, (seat, letter) in enumerate(zip(view.game.seats, view.letters, strict=True))
    ]


def people(view: TableView) -> list[Person]:
    game = view.game
    bots = {seat: bot_words(bot, view.language, view.translations) for seat, bot in view.public.bots}
    marks = dict(view.public.marks)
    asked = view.moment.game.current_player if view.moment.entry is None else None
    order = game._state.popularity_order or list(range(len(game.seats)))
    return [
        Person(
            seat=number,
            name=isolated(seat.name),
            colour=seat.colour,
            letter=letter,
            rank=order.index(number) + 1,
            automa=seat.automa,
            is_you=number == view.own.seat,
            place=ordinal(view, order.index(number) + 1),
            bot=bots.get(number),
            mark=marks.get(number, ""),
            is_thinking=number == asked and number in bots and not bots[number].is_quick,
        )
        for number, (seat, letter) in enumerate(zip(game.seats, view.letters, strict=True))
    ]


def ordinal(view: TableView, number: int) -> str:
    """Returns a rank as an ordinal: ``2nd``."""
    written = (view._("1st"), view._("2nd"), view._("3rd"), view._("4th"), view._("5th"), view._("6th"))
    return written[number - 1]


def people_by_popularity(view: TableView) -> list[Person]:
    """Returns everybody, the most popular first."""
    return sorted(view.people, key=lambda person: person.rank)


def places_at_the_end(view: TableView) -> list[Place]:
    """Returns the result of a finished game, the winner first; behind all others who have lost a rated one before its end."""
    scores = view.game.scores()
    ranks = decided_ranks({score.seat: score.rank for score in scores}, [seat for seat, _ in view.public.departures])
    return [Place(view.people[score.seat], ranks[score.seat], score.total) for score in sorted(scores, key=lambda score: ranks[score.seat])]
