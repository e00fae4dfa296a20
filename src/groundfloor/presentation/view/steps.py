"""Steps: what an entry brings, one effect after the other, as the board plays it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundfloor.engine.journal import Holdings

RECAP_PHASES = (1, 4, 5)
"""Income, conduct and reorganize: what happens in them is played in steps, each for as long as it takes to read."""


@dataclass(frozen=True)
class Change:
    """A number of the viewer before and after a step; ``difference`` is the difference with its sign: ``+16``."""

    icon: str
    before: int
    after: int
    word: str
    difference: str


@dataclass(frozen=True)
class NewsStep:
    """One effect that an entry brings: a sale, shares that rise, the time markers of the next round.

    ``id`` names what it is about: an area, ``sales``, ``drops``, ``forecast``, ``next_forecast``, ``reorganize``, ``improvements``, ``income`` or another phase; ``index`` counts the steps of
    the entry from 1, ``place`` is the id of the part of the page where it happens, ``last`` the number of its last line of the log, after whose event
    the board shows it. ``reason`` says why, if it is about one event ("": there is nothing to say); ``summary`` are the sentences for the card "Since your last move". ``consumers_from`` is the id of the building that a buying consumer comes from ("": none does). ``before`` and ``held`` are what the viewer
    has before and after it, None for a spectator.
    """

    id: str
    title: str
    round: int
    phase: int
    entry: int
    index: int
    place: str
    last: int
    sentences: tuple[str, ...]
    reason: str
    summary: tuple[str, ...]
    concerns_viewer: bool
    before: Holdings | None
    held: Holdings | None
    changes: tuple[Change, ...] = ()
    consumers_from: str = ""

    @property
    def is_in_recap(self) -> bool:
        """Returns whether it is something that the rules bring and that is read; moves of others pass quickly."""
        return self.phase in RECAP_PHASES
