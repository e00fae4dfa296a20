"""Ranks of a game that some have lost before its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

Departure = Literal["left", "time"]
"""How somebody has lost a rated game before its end: they have resigned, or their time is over."""


def is_cut_short(seats: int, departed: Collection[int]) -> bool:
    """Returns whether a game of so many seats has ended because all but one of them have lost it before its end."""
    return len(departed) == seats - 1 > 0


def decided_ranks(ranks: Mapping[int, int], departed: Sequence[int]) -> dict[int, int]:
    """Returns the ranks of seats, from 1: those who stayed keep the order of their ``ranks``; behind them come those who ``departed``, the first to leave last.

    >>> decided_ranks({0: 1, 1: 2, 2: 3, 3: 3}, [0, 2])
    {0: 4, 1: 1, 2: 3, 3: 2}
    """
    stayed = [rank for seat, rank in ranks.items() if seat not in departed]
    decided = {}
    for seat, rank in ranks.items():
        better = sum(other < rank for other in stayed)
        decided[seat] = len(ranks) - departed.index(seat) if seat in departed else better + 1
    return decided
