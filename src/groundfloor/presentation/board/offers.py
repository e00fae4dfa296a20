"""What a space of the city offers to whoever comes there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .amounts import Amount


@dataclass(frozen=True)
class Offer:
    """What a place costs and brings whoever comes there: ``prices`` are the ways to pay; ``more`` goes into the label alone."""

    prices: tuple[tuple[Amount, ...], ...] = ()
    gains: tuple[Amount, ...] = ()
    more: str = ""
