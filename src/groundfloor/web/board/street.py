"""The geometry of the street for its template: where spaces are drawn, and how wide the phone's map is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.presentation.board.buildings import buildings

from .geometry import FRONTAGES, PANE, SPACES, slug

if TYPE_CHECKING:
    from groundfloor.presentation.board.scene import Scene

MARGIN, GAP = 4, 7
"""Before the first building of a phone's map, and after each."""
BOXES = {slug(key): box for key, box in SPACES.items()}
PANES = frozenset(at for at, box in BOXES.items() if box.w < 2 * PANE) - {"liquidation"}
"""Spaces that are plain windows; the others have more in them."""
OVERLAID = frozenset({"advertising_agency", "marketing_bonus", "economic_forecast", "retail_outlets", "construction_company"})
"""Buildings with more than windows laid over their drawing."""

GEOMETRY = {"boxes": BOXES, "frontages": FRONTAGES, "overlaid": OVERLAID, "panes": PANES, "map_gap": GAP}
"""What all templates of the street may use beside their facts."""


def street_facts(scene: Scene) -> dict[str, object]:
    """Returns what ``board/street.html`` is given."""
    found = buildings(scene)
    wide = MARGIN + sum(FRONTAGES[each.id].width + GAP for each in found)
    return {"buildings": found, "map_width": f"{wide:g}"}
