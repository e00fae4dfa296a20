"""What a space of the city costs and brings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .amounts import Amount


@dataclass(frozen=True)
class Offer:
    """What a place costs and brings: ``prices`` are the ways to pay for it; ``more`` is shown in its label only."""

    prices: tuple[tuple[Amount, ...], ...] = ()
    gains: tuple[Amount, ...] = ()
    more: str = ""
