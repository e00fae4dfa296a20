"""How a table is opened: who sits there, by which rules, under which secrets."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..editions import ruleset
from ..engine.display_names import is_visible, strip_unprintable
from ..engine.match import Match
from ..engine.seats import Seat, invisible
from .table import Chair, Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..engine.game import Game

Randomness = Callable[[int], bytes]
KEY = 32
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Of public ids: none that is mistaken for another when it is read out."""


@dataclass(frozen=True)
class SeatWish:
    """A seat that is asked for: ``automa`` is an entrepreneur's id, "" for a human; no name is needed for an Automa."""

    name: str = ""
    automa: str = ""
    colour: str = ""

    def seat(self, names: Mapping[str, str]) -> Seat:
        """The engine's seat."""
        return Seat(self.name.strip() or names.get(self.automa, ""), self.automa, self.colour)


@dataclass(frozen=True)
class Opening:
    """A table that is asked for."""

    seats: tuple[SeatWish, ...]
    ruleset: str = "second"
    options: Mapping[str, str] = field(default_factory=dict)
    name: str = ""
    house: Mapping[str, object] = field(default_factory=dict)


def open_table(opening: Opening, randomness: Randomness) -> tuple[Table, bytes]:
    """A new table and the key of its draws; ImpossibleTable, UnknownRuleset if it can't be."""
    rules = ruleset(opening.ruleset).with_overrides(opening.house)
    names = {entrepreneur.id: entrepreneur.name for entrepreneur in rules.entrepreneurs}
    seats = [wish.seat(names) for wish in opening.seats]
    key = randomness(KEY)
    match = Match.new(rules, seats, dict(opening.options), key)
    return seat_people(match, opening.name, randomness), key


def seat_people(match: Match, name: str, randomness: Randomness, status: str = "running") -> Table:
    """A table round a match, with new addresses."""
    chairs = [Chair(number, seat.name, seat.colour, seat.automa, secret(randomness)) for number, seat in enumerate(match.game.seats)]
    given = strip_unprintable(name)[:60]
    if name.strip() and not is_visible(given):
        raise invisible(name)
    return Table(public(randomness), given or usual_name(match.game), match, tuple(chairs), status)


def usual_name(game: Game) -> str:
    """A name for a table that was given none: who sits there."""
    return ", ".join(seat.name for seat in game.seats)


def secret(randomness: Randomness) -> str:
    """The part of an address that nobody can guess."""
    return urlsafe_b64encode(randomness(18)).decode()


def public(randomness: Randomness) -> str:
    """The part of an address that may be told to anybody."""
    return "".join(LETTERS[byte % len(LETTERS)] for byte in randomness(10))
