"""One game of a laboratory: what is kept of it, as data."""

from __future__ import annotations

import msgspec


class LabSeat(msgspec.Struct, frozen=True):
    """What a seat had and did in a game.

    ``start`` is the place in the popularity order at the start, from 1. ``tiles`` are the improvements with the round in which they came.
    ``opening`` are the tasks of the first round in their order, ``remodels`` the rooms remodeled in it, ``hired``: whether an employee was hired in it.
    ``sources`` is the prestige by row of the score sheet.
    """

    specialty: str
    start: int
    prestige: int
    rank: int
    tiles: dict[str, int]
    opening: tuple[str, ...]
    remodels: tuple[str, ...]
    hired: bool
    sources: dict[str, int]


class WithheldPurchase(msgspec.Struct, frozen=True):
    """A game that was played once more from a purchase on, with the improvement withheld from its buyer.

    ``purchases`` is the number of purchases in the game, of which this one was drawn; ``prestige`` and ``ranks`` are by seat.
    """

    seat: int
    tile: str
    round: int
    purchases: int
    prestige: tuple[int, ...]
    ranks: tuple[int, ...]


class LabGame(msgspec.Struct, frozen=True):
    """One game by its number. ``era`` and ``event`` are "" without them; ``forecasts`` are the types of the cards that were turned up."""

    number: int
    era: str
    event: str
    forecasts: tuple[str, ...]
    seats: tuple[LabSeat, ...]
    withheld: WithheldPurchase | None = None
    failures: int = 0

    @property
    def players(self) -> int:
        return len(self.seats)

    @property
    def is_plain(self) -> bool:
        """Whether it was played without era and event."""
        return not self.era and not self.event

    @property
    def prestige(self) -> tuple[int, ...]:
        return tuple(seat.prestige for seat in self.seats)

    @property
    def ranks(self) -> tuple[int, ...]:
        return tuple(seat.rank for seat in self.seats)


def lead(prestige: tuple[int, ...], seat: int) -> float:
    """Returns a seat's prestige less the mean of the others, so that the leads of a game add up to nothing.

    >>> [lead((40, 30, 32), seat) for seat in range(3)]
    [9.0, -6.0, -3.0]
    """
    others = [*prestige[:seat], *prestige[seat + 1 :]]
    return prestige[seat] - sum(others) / len(others)


def share(ranks: tuple[int, ...], seat: int) -> float:
    """Returns a seat's share in the win: 1, or a half if two are first together, and so on; 0 for the others.

    >>> [share((1, 1, 3), seat) for seat in range(3)]
    [0.5, 0.5, 0.0]
    """
    return 1 / ranks.count(1) if ranks[seat] == 1 else 0.0
