"""What is new in the street since a player's own last entry: the ids of the spaces that somebody else has come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundfloor.engine.state import State


def occupied(state: State) -> dict[str, int]:
    """Every numbered space of the street by its id on the page, with the seat that is there, -1 for nobody."""
    rows = {
        "left": state.consulting_left,
        "right": state.consulting_right,
        "agency": state.agency_desks,
        "door": state.warehouse_markers,
        "factory": state.factory_queue,
        "listing": state.exchange_queue,
        "track": state.exchange_track,
        "outlet": state.retail_products,
        "site": state.construction_queue,
    }
    return {f"space-{name}-{number}": seat for name, seats in rows.items() for number, seat in enumerate(seats, 1)}


def changes(before: State, now: State, seat: int) -> frozenset[str]:
    """Spaces where now stands another marker than before, unless it is the seat's own."""
    old = occupied(before)
    return frozenset(id for id, other in occupied(now).items() if other not in (-1, seat, old.get(id, -1)))
