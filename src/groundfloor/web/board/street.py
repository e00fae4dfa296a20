"""The geometry of the street for its template: where spaces are drawn, and how wide the phone's map is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from markupsafe import Markup

from groundfloor.presentation.board.place_tooltips import moment
from groundfloor.presentation.board.public_facts import street

from .geometry import FRONTAGES, PANE, PLAIN, PLAIN_FRONTAGE, PLAIN_SPACES, SPACES, slug
from .markers import MARKERS
from .shapes import LINES

if TYPE_CHECKING:
    from groundfloor.presentation.board.amounts import Amount
    from groundfloor.presentation.board.buildings import Building
    from groundfloor.presentation.board.public_facts import PublicFacts
    from groundfloor.presentation.board.scene import Scene

    from .geometry import Frontage

MARGIN, GAP = 4, 7
"""Before the first building of a phone's map, and after each."""
BOXES = {slug(key): box for key, box in {**SPACES, **PLAIN_SPACES}.items()}
BOX_ATTRIBUTES = {at: Markup(f'x="{box.x}" y="{box.y}" width="{box.w}" height="{box.h}"') for at, box in BOXES.items()}  # noqa: S704 - numbers
"""Each place as attributes of a rectangle."""
PANES = frozenset(at for at, box in BOXES.items() if box.w < 2 * PANE) - {"liquidation"}
"""Spaces that are plain windows; the others have more in them."""
OVERLAID = frozenset({"advertising_agency", "marketing_bonus", "economic_forecast", "retail_outlets", "construction_company"})
"""Buildings with more than windows laid over their drawing."""


def front_of(area: str) -> str:
    """Returns the key of an area's front: its id, or that of the plain front."""
    return area if area in FRONTAGES else PLAIN


def frontage_of(area: str) -> Frontage:
    """Returns the measures of an area's front."""
    return FRONTAGES.get(area, PLAIN_FRONTAGE)


GEOMETRY: dict[str, object] = {
    "boxes": BOXES,
    "box_attributes": BOX_ATTRIBUTES,
    "frontage_of": frontage_of,
    "front_of": front_of,
    "overlaid": OVERLAID,
    "panes": PANES,
    "slug": slug,
    **LINES,
    **MARKERS,
}
"""What all templates of the street may use beside their facts."""


@dataclass(frozen=True)
class MapBuilding:
    """The drawing of a building on the map of phones: where it begins, and for each of its spaces the box and the classes."""

    id: str
    letter: str
    x: float
    spaces: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class MapKey:
    """The key of a building on the map."""

    letter: str
    name: str
    is_lit: bool
    is_pencilled: bool


@dataclass(frozen=True)
class MapTitle:
    """The title of a building on the map."""

    id: str
    letter: str
    name: str
    event: str
    prices: tuple[Amount, ...]
    caption: str


def street_facts(scene: Scene, public: PublicFacts) -> dict[str, object]:
    """Returns what ``board/street.html`` is given."""
    found = tuple(with_places(building) for building in street(scene, public))
    drawn = map_buildings(found)
    return {
        "moment": moment(scene),
        "buildings": found,
        "map_buildings": drawn,
        "map_keys": tuple(MapKey(each.letter, each.name, each.is_lit, each.is_pencilled) for each in found),
        "map_titles": tuple(map_title(each) for each in found),
        "map_width": f"{drawn[-1].x + frontage_of(drawn[-1].id).width + GAP:g}",
    }


def with_places(building: Building) -> Building:
    """Returns the building with plain windows for the spaces that have no box; those beyond the last window share it."""
    if all(space.at in BOXES for space in building.spaces):
        return building
    places = [space.at if space.at in BOXES else f"{PLAIN}-{min(n, len(PLAIN_SPACES))}" for n, space in enumerate(building.spaces, 1)]
    return replace(building, spaces=tuple(replace(space, at=at) for space, at in zip(building.spaces, places, strict=True)))


def map_buildings(buildings: tuple[Building, ...]) -> tuple[MapBuilding, ...]:
    """Returns the buildings side by side."""
    x: float = MARGIN
    found = []
    for each in buildings:
        spaces = tuple((space.at, f"is-{space.state} {space.person.colour if space.person else ''}".rstrip()) for space in each.spaces)
        found.append(MapBuilding(each.id, each.letter, x, spaces))
        x += frontage_of(each.id).width + GAP
    return tuple(found)


def map_title(building: Building) -> MapTitle:
    """Returns the title of a building on the map."""
    event = building.event.name if building.event is not None else ""
    return MapTitle(building.id, building.letter, building.name, event, building.prices, building.caption)
