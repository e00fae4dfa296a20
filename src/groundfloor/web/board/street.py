"""The geometry of the street for its template: where spaces are drawn, and how wide the phone's map is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from markupsafe import Markup

from groundfloor.presentation.pictures.markers import MARKERS

from .geometry import FRONTAGES, PANE, PLAIN, PLAIN_FRONTAGE, PLAIN_SPACES, SPACES, slug
from .shapes import LINES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundfloor.presentation.board.amounts import Amount
    from groundfloor.presentation.board.buildings import Building

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
    letter: str
    name: str
    is_lit: bool
    is_pencilled: bool


@dataclass(frozen=True)
class MapTitle:
    id: str
    letter: str
    name: str
    event: str
    prices: tuple[Amount, ...]


def with_places(building: Building) -> Building:
    """Returns the building with plain windows for the spaces that have no box; those beyond the last window share it."""
    if all(space.at in BOXES for space in building.spaces):
        return building
    places = [space.at if space.at in BOXES else f"{PLAIN}-{min(n, len(PLAIN_SPACES))}" for n, space in enumerate(building.spaces, 1)]
    return replace(building, spaces=tuple(replace(space, at=at) for space, at in zip(building.spaces, places, strict=True)))


def map_buildings(buildings: Sequence[Building]) -> tuple[tuple[MapBuilding, ...], str]:
    """Returns the buildings side by side, and the width of them all."""
    x: float = MARGIN
    found = []
    for each in buildings:
        spaces = tuple((space.at, f"is-{space.state} {space.person.colour if space.person else ''}".rstrip()) for space in each.spaces)
        found.append(MapBuilding(each.id, each.letter, x, spaces))
        x += frontage_of(each.id).width + GAP
    return tuple(found), f"{x:g}"


def map_keys(buildings: Sequence[Building]) -> tuple[MapKey, ...]:
    return tuple(MapKey(each.letter, each.name, each.is_lit, each.is_pencilled) for each in buildings)


def map_titles(buildings: Sequence[Building]) -> tuple[MapTitle, ...]:
    return tuple(
        MapTitle(each.id, each.letter, each.name, each.event.name if each.event is not None else "", each.prices) for each in buildings
    )
