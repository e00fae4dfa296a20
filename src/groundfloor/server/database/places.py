"""Shares of what there is a limited number of, such as streams, connections, tables and jobs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

RESERVED = 0.25
"""The share of all places that is kept for those who hold few."""


@dataclass(frozen=True)
class Places:
    """``total`` places, of which an owner (a client or an account) has ``most`` at most. The last quarter is for those who hold fewer than ``few``.

    >>> places = Places(total=400, most=64, few=8)
    >>> places.refusal(taken=299, own=63), places.refusal(taken=300, own=63), places.refusal(taken=300, own=7)
    ('', 'all', '')
    """

    total: int
    most: int
    few: int

    def refusal(self, taken: int, own: int) -> Literal["", "own", "all"]:
        """Returns why an owner of ``own`` places gets no other one while ``taken`` are taken: by its own share, or because there are none for it; "" if it gets one."""
        if own >= self.most:
            return "own"
        return "all" if taken >= self.total or (self.is_short(taken) and own >= self.few) else ""

    def is_short(self, taken: int) -> bool:
        """Returns whether only the places are left that are kept for those who hold few."""
        return taken >= self.total * (1 - RESERVED)


def owner_of_most(held: Mapping[str, int], own: int) -> str | None:
    """Returns who loses a place to an owner of ``own`` places when all are taken: whoever has most, if that is two more at least.

    >>> owner_of_most({"ann": 3, "ben": 9}, 1), owner_of_most({"ann": 2}, 1)
    ('ben', None)
    """
    most = max(held, key=held.__getitem__, default=None)
    return most if most is not None and held[most] > own + 1 else None
