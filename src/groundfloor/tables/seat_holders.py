"""Who holds a seat of a table, and the preferences of a seat."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from ..agents.specification import is_automa
from ..store.rows import SeatRow

PREFERENCES = ("confirms_itself", "skips_hiring", "skips_firing")
STANDING_ANSWERS = {"hire": "skips_hiring", "fire": "skips_firing"}
"""Questions with a standing answer, ``done``, and the preference that switches it on."""


@dataclass(frozen=True)
class SeatHolder(SeatRow):
    """A seat of a table."""

    @property
    def agent(self) -> str:
        """The name of the agent that plays here, "" for humans and Automas."""
        return "" if not self.automa or is_automa(self.automa) else self.automa


@dataclass(frozen=True)
class Preferences:
    """The preferences of a seat, its standing answers among them; ``guide`` is the state of its guide (``GuideState.format``)."""

    confirms_itself: bool = False
    skips_hiring: bool = False
    skips_firing: bool = False
    guide: str = ""

    def is_on(self, preference: str) -> bool:
        """Returns whether a preference is on; False for an unknown one."""
        return asdict(self).get(preference) is True
