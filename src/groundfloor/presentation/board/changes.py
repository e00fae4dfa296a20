"""What is new in the street since a player's own last entry: the ids of the spaces that somebody else has come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.presentation.areas.registry import PRESENTERS

if TYPE_CHECKING:
    from groundfloor.engine.state import State


def occupants(state: State) -> dict[str, int]:
    """Returns every numbered space of the street by its id on the page, with the seat that is there, -1 for nobody."""
    rows = {kind: seats for presenter in PRESENTERS.values() for kind, seats in presenter.markers(state).items()}
    return {f"space-{kind}-{number}": seat for kind, seats in rows.items() for number, seat in enumerate(seats, 1)}


def changes(before: State, now: State, seat: int) -> frozenset[str]:
    """Returns the spaces that have another marker than before, unless it is the seat's own."""
    old = occupants(before)
    return frozenset(id for id, other in occupants(now).items() if other not in (-1, seat, old.get(id, -1)))
