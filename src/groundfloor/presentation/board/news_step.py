"""A step of what has happened since the viewer's last move, as pages and the API have it; `news_steps.py` makes steps of the log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .amounts import Amount

if TYPE_CHECKING:
    from .holdings import Holdings

TOLD_PHASES = (1, 4, 5)
"""Income, conduct and reorganize: what happens in them by itself is told in steps."""


@dataclass(frozen=True)
class Change:
    """A number of the viewer before and after a step."""

    icon: str
    before: int
    after: int
    word: str

    @property
    def difference(self) -> str:
        """Returns it behind its sign: ``+16``."""
        return Amount(self.icon, self.after - self.before, self.word).signed("+")


@dataclass(frozen=True)
class NewsStep:
    """Events of one entry that belong together: those of an area in phase IV, of sales, of a phase.

    ``id`` names what it is about: an area, ``sales``, ``drops``, ``forecast``, ``next_forecast``, ``reorganize``, ``improvements``, ``income`` or another phase; ``last`` is the number of
    its last line of the log. ``summary`` are the sentences about the viewer that say more than the numbers. ``held`` is what the viewer holds after it, ``prestige``
    the prestige then; ``before`` and ``prestige_before`` are the same before it.
    """

    id: str
    title: str
    round: int
    phase: int
    entry: int
    last: int
    sentences: tuple[str, ...]
    summary: tuple[str, ...]
    concerns_viewer: bool
    before: Holdings
    held: Holdings
    prestige_before: int
    prestige: int
    changes: tuple[Change, ...] = ()

    @property
    def is_told(self) -> bool:
        """Returns whether a page shows it for a while, one step after the other."""
        return self.phase in TOLD_PHASES and (self.concerns_viewer or self.id == "sales")
