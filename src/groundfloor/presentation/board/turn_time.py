"""Since when somebody is on turn."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .scene import Scene


@dataclass(frozen=True)
class TurnTime:
    """When the question that is open now was put: ``at`` for scripts, ``text`` for pages without them."""

    at: str
    text: str


def turn_time(scene: Scene) -> TurnTime | None:
    """Returns when the last entry was made, which put the question to whoever is on turn; None in the past, if nobody is on turn, and if it is not known."""
    if scene.history is not None or scene.settled.current_player is None:
        return None
    try:
        at = datetime.fromisoformat(scene.moved_at)
    except ValueError:
        return None
    return None if at.tzinfo is None else TurnTime(at.isoformat(), f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC")
