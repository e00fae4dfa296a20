"""Creates tables: checks the request, starts the match, draws ids and secrets."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..editions import ruleset
from ..engine.display_names import is_visible, strip_unprintable
from ..engine.errors import ImpossibleTable
from ..engine.match import Match
from ..engine.seats import Seat, invisible
from ..guide import guided_match
from .seat_holders import SeatHolder
from .table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..daily import CityOfTheDay
    from ..engine.game import Game

Randomness = Callable[[int], bytes]
KEY_BYTES = 32
PUBLIC_ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Letters of public ids, without those that look or sound alike."""


@dataclass(frozen=True)
class SeatRequest:
    """A requested seat: ``automa`` is an entrepreneur's id, "" for a human; an Automa needs no name."""

    name: str = ""
    automa: str = ""
    colour: str = ""

    def seat(self, names: Mapping[str, str]) -> Seat:
        """Returns the engine's seat."""
        return Seat(self.name.strip() or names.get(self.automa, ""), self.automa, self.colour)


@dataclass(frozen=True)
class NewTable:
    """A requested table: seats, ruleset, options, name, house values, and whether it is for practice."""

    seats: tuple[SeatRequest, ...]
    ruleset: str = "second"
    options: Mapping[str, str] = field(default_factory=dict)
    name: str = ""
    house: Mapping[str, object] = field(default_factory=dict)
    is_practice: bool = False


def create_table(new: NewTable, randomness: Randomness) -> tuple[Table, bytes]:
    """Returns a new table and the key of its draws; ImpossibleTable, UnknownRuleset or BadHouseValues if it is not possible."""
    rules = ruleset(new.ruleset).with_overrides(new.house)
    names = {entrepreneur.id: entrepreneur.name for entrepreneur in rules.entrepreneurs}
    seats = [request.seat(names) for request in new.seats]
    if new.is_practice and sum(not seat.automa for seat in seats) != 1:
        raise ImpossibleTable("Practice is for one person; the other seats are Automas.")
    key = randomness(KEY_BYTES)
    match = Match.new(rules, seats, dict(new.options), key, "practice" if new.is_practice else "")
    return table_for_match(match, new.name, randomness), key


def create_guided_table(name: str, title: str, randomness: Randomness) -> tuple[Table, bytes]:
    """Returns a new guided game of somebody with this name, and the key of its draws, which is always the same."""
    match = guided_match(name)
    assert match.key is not None
    return table_for_match(match, title, randomness), match.key


def create_day_table(city: CityOfTheDay, name: str, opponent: str, title: str, randomness: Randomness) -> tuple[Table, bytes]:
    """Returns a new game in the city of a day, and the key of its draws, which is that of the day."""
    return table_for_match(city.match(name, opponent), title, randomness), city.key


def table_for_match(match: Match, name: str, randomness: Randomness, status: str = "running", public: str = "") -> Table:
    """Returns a table for a match, with new seat tokens, and a new public id if none is given."""
    holders = [
        SeatHolder(number, seat.name, seat.colour, seat.automa, new_seat_token(randomness)) for number, seat in enumerate(match.game.seats)
    ]
    given = strip_unprintable(name)[:60]
    if name.strip() and not is_visible(given):
        raise invisible(name)
    return Table(public or new_public_id(randomness), given or default_name(match.game), match, tuple(holders), status)


def default_name(game: Game) -> str:
    """Returns the default name of a table: the names of its seats."""
    return ", ".join(seat.name for seat in game.seats)


def new_seat_token(randomness: Randomness) -> str:
    """Returns the secret part of a seat's address."""
    return urlsafe_b64encode(randomness(18)).decode()


def new_public_id(randomness: Randomness) -> str:
    """Returns the public part of a table's address."""
    return public_id(randomness(10))


def public_id(random: bytes) -> str:
    """Returns a public id made of random bytes, a letter for each."""
    return "".join(PUBLIC_ID_LETTERS[byte % len(PUBLIC_ID_LETTERS)] for byte in random)
