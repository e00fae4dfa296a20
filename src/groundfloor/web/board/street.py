"""The geometry of the street for its template: where spaces are drawn, and how wide the phone's map is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.presentation.board.buildings import buildings

from .geometry import FRONTAGES, PANE, SPACES, slug
from .markers import MARKERS
from .shapes import LINES

if TYPE_CHECKING:
    from groundfloor.presentation.board.amounts import Amount
    from groundfloor.presentation.board.buildings import Building
    from groundfloor.presentation.board.scene import Scene

MARGIN, GAP = 4, 7
"""Before the first building of a phone's map, and after each."""
BOXES = {slug(key): box for key, box in SPACES.items()}
PANES = frozenset(at for at, box in BOXES.items() if box.w < 2 * PANE) - {"liquidation"}
"""Spaces that are plain windows; the others have more in them."""
OVERLAID = frozenset({"advertising_agency", "marketing_bonus", "economic_forecast", "retail_outlets", "construction_company"})
"""Buildings with more than windows laid over their drawing."""

GEOMETRY: dict[str, object] = {
    "boxes": BOXES,
    "frontages": FRONTAGES,
    "overlaid": OVERLAID,
    "panes": PANES,
    "slug": slug,
    **LINES,
    **MARKERS,
}
"""What all templates of the street may use beside their facts."""


@dataclass(frozen=True)
class MapBuilding:
    """A building on the map of phones: where it begins, and for each of its spaces the box and the classes."""

    id: str
    letter: str
    name: str
    event: str
    prices: tuple[Amount, ...]
    caption: str
    is_lit: bool
    is_pencilled: bool
    x: float
    spaces: tuple[tuple[str, str], ...]


def street_facts(scene: Scene) -> dict[str, object]:
    """Returns what ``board/street.html`` is given."""
    found = buildings(scene)
    drawn = map_buildings(found)
    return {"buildings": found, "map_buildings": drawn, "map_width": f"{drawn[-1].x + FRONTAGES[drawn[-1].id].width + GAP:g}"}


def map_buildings(buildings: tuple[Building, ...]) -> tuple[MapBuilding, ...]:
    """Returns the buildings side by side."""
    x: float = MARGIN
    found = []
    for each in buildings:
        spaces = tuple((space.at, f"is-{space.state} {space.person.colour if space.person else ''}".rstrip()) for space in each.spaces)
        event = each.event.name if each.event is not None else ""
        found.append(
            MapBuilding(each.id, each.letter, each.name, event, each.prices, each.caption, each.is_lit, each.is_pencilled, x, spaces)
        )
        x += FRONTAGES[each.id].width + GAP
    return tuple(found)
