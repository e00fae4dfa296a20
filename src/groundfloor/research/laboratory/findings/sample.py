"""The games that findings are about, and the estimates that several of them make."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from groundfloor.editions import ruleset
from groundfloor.engine.ruleset import Ruleset
from groundfloor.presentation import names
from groundfloor.presentation.translations import translations_of

from ..estimates import Estimate, mean_of, share_of
from ..lab_game import LabGame, LabSeat, lead, share
from ..tables import format_number

ENGLISH = translations_of("en")
ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th")


@dataclass(frozen=True)
class Sample:
    """The games of a laboratory, in the order of their numbers, and the name of their ruleset."""

    games: tuple[LabGame, ...]
    ruleset_name: str

    @cached_property
    def ruleset(self) -> Ruleset:
        """The ruleset without options."""
        return ruleset(self.ruleset_name)

    @cached_property
    def plain(self) -> tuple[LabGame, ...]:
        """The games with neither era nor event."""
        return tuple(game for game in self.games if game.is_plain)

    @cached_property
    def players(self) -> list[int]:
        return sorted({game.players for game in self.games})

    def plain_of(self, players: int) -> list[LabGame]:
        return [game for game in self.plain if game.players == players]


Condition = Callable[[LabSeat], bool]


def lead_of(games: Iterable[LabGame], condition: Condition) -> Estimate | None:
    """Returns the mean lead, over the mean of the others in the game, of seats that meet a condition."""
    return mean_of(of_seats(games, condition, lambda game, seat: lead(game.prestige, seat)))


def wins_of(games: Iterable[LabGame], condition: Condition) -> Estimate | None:
    """Returns the share of games won by seats that meet a condition, less the equal share of one by the number of players."""
    return mean_of(of_seats(games, condition, lambda game, seat: share(game.ranks, seat) - 1 / game.players))


def plain_wins_of(games: Iterable[LabGame], condition: Condition) -> Estimate | None:
    """Returns the share of games won by seats that meet a condition; ties count by halves, thirds and so on."""
    return share_of(of_seats(games, condition, lambda game, seat: share(game.ranks, seat)))


def of_seats(games: Iterable[LabGame], condition: Condition, value: Callable[[LabGame, int], float]) -> Iterable[tuple[float, float]]:
    """Yields for each game the sum of a value over the seats that meet a condition, and their number."""
    for game in games:
        found = [value(game, place) for place, seat in enumerate(game.seats) if condition(seat)]
        yield sum(found), len(found)


def name(group: str, id: str) -> str:
    return names.full(group, id, ENGLISH)


def tile_name(id: str) -> str:
    return name(names.tile_group(id), id)


def signed_estimate(estimate: Estimate) -> str:
    """Returns an estimate for a sentence: ``+1.2 prestige (+0.8 to +1.6)``."""
    low, high = estimate.interval or (estimate.value, estimate.value)
    return f"{format_number(estimate.value, '+.1f')} prestige ({format_number(low, '+.1f')} to {format_number(high, '+.1f')})"


def join_items(items: Sequence[str]) -> str:
    """Returns items as a sentence has them.

    >>> join_items(["a", "b", "c"]), join_items(["a"])
    ('a, b and c', 'a')
    """
    return f"{', '.join(items[:-1])} and {items[-1]}" if len(items) > 1 else "".join(items)
