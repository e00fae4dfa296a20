"""What the templates of the street use: where spaces are drawn, the lines that the drawings of buildings share, and the map of phones.

Numbers are units of a façade.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from markupsafe import Markup

from groundfloor.presentation.board.rule_refs import rule_of_building
from groundfloor.presentation.pictures.markers import MARKERS

from ...pages.board_geometry import FRONTAGES, GROUND, PANE, PLAIN, PLAIN_FRONTAGE, PLAIN_SPACES, SPACES, css_number, slug

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundfloor.presentation.board.amounts import Amount
    from groundfloor.presentation.board.buildings import Building

    from ...pages.board_geometry import Frontage

MARGIN, GAP = 4, 7
"""Before the first building of a phone's map, and after each."""
BOXES = {slug(key): box for key, box in {**SPACES, **PLAIN_SPACES}.items()}
BOX_ATTRIBUTES = {at: Markup(f'x="{box.x}" y="{box.y}" width="{box.w}" height="{box.h}"') for at, box in BOXES.items()}  # noqa: S704 - numbers
"""Each place as attributes of a rectangle."""
PANES = frozenset(at for at, box in BOXES.items() if box.w < 2 * PANE) - {"liquidation"}
"""Spaces that are plain windows; the others have more in them."""


def front_of(area: str) -> str:
    """Returns the key of an area's front: its id, or that of the plain front."""
    return area if area in FRONTAGES else PLAIN


def frontage_of(area: str) -> Frontage:
    return FRONTAGES.get(area, PLAIN_FRONTAGE)


SHADOW = 5
"""How far a cornice's shadow reaches down."""
DIGIT = 7
"""The width of a digit of a price."""
LINE = 16
"""From one line of a price to the next."""


@dataclass(frozen=True)
class PlacedAmount:
    """A part of a price, with where its number and its icon begin."""

    amount: Amount
    x: float
    y: float
    icon_x: float
    icon_y: float


def rectangle(x: float, y: float, width: float, height: float) -> str:
    return f"M{css_number(x)} {css_number(y)}h{css_number(width)}v{css_number(height)}h{css_number(-width)}z"


def cornice_shadow(x: float, y: float, width: float, height: float) -> str:
    return rectangle(x + 4, y + height, width - 8, SHADOW)


def door_lines(x: float, y: float, width: float, leaves: int) -> tuple[str, str, str]:
    """Returns the paths of a door that reaches down to the ground: its opening, its lintel, the panels of two leaves ("" for one)."""
    opening = f"M{css_number(x)} {GROUND}V{css_number(y)}h{css_number(width)}V{GROUND}"
    lintel = rectangle(x - 3, y - 4, width + 6, 4)
    if leaves == 1:
        return opening, lintel, ""
    middle, panel = x + width / 2, width / 2 - 7
    panels = f"M{css_number(middle)} {css_number(y)}V{GROUND}{rectangle(x + 4, y + 5, panel, 16)}{rectangle(middle + 3, y + 5, panel, 16)}"
    return opening, lintel, panels


def cloth(x: float, y: float, height: float) -> str:
    """Returns the path of a flag's cloth on a pole whose foot is at (x, y)."""
    return f"M{css_number(x)} {css_number(y - height)}l13 4.5-13 4.5z"


def glazing_bar(x: float, y: float, width: float, height: float) -> str:
    return f"M{css_number(x + width / 2)} {css_number(y)}v{css_number(height)}"


def price_in_line(price: list[Amount], x: float, y: float) -> list[PlacedAmount]:
    placed = []
    for amount in price:
        end = x + DIGIT * len(str(amount.number))
        placed.append(PlacedAmount(amount, x, y, end + 1, y - 11))
        x = end + 17
    return placed


def price_in_lines(price: list[Amount], x: float, y: float) -> list[PlacedAmount]:
    """Returns the parts of a price one below the other, centred where a single one would be."""
    top = y - LINE / 2 * (len(price) - 1)
    return [placed for n, each in enumerate(price) for placed in price_in_line([each], x, top + LINE * n)]


def repeated_stroke(count: int, x: float, y: float, step: tuple[float, float], stroke: str) -> str:
    """Returns the path of a stroke that is repeated, each time a step on."""
    return "".join(f"M{css_number(x + step[0] * n)} {css_number(y + step[1] * n)}{stroke}" for n in range(count))


def awning_seams() -> str:
    """Returns the path of the seams of the department store's awning, which fan out."""
    return "".join(f"M{10 + 11.3 * n:.1f} 251l{(n - 8.5) / 4:.1f} 15" for n in range(18))


TOWER_WINDOWS = "".join(repeated_stroke(8, 1 + 8 * column, 5, (0, 10), "h5v5h-5z") for column in range(3))
"""The windows of a tower of the popularity track."""
MAST_BRACES = repeated_stroke(18, 2, 330, (0, -16), "l7-8-7-8")
"""The braces in the mast of the crane."""


GEOMETRY: dict[str, object] = {
    "boxes": BOXES,
    "box_attributes": BOX_ATTRIBUTES,
    "frontage_of": frontage_of,
    "front_of": front_of,
    "panes": PANES,
    "slug": slug,
    "rectangle": rectangle,
    "cornice_shadow": cornice_shadow,
    "door_lines": door_lines,
    "cloth": cloth,
    "glazing_bar": glazing_bar,
    "price_in_line": price_in_line,
    "price_in_lines": price_in_lines,
    "awning_seams": awning_seams(),
    "mast_braces": MAST_BRACES,
    "tower_windows": TOWER_WINDOWS,
    **MARKERS,
}
"""What all templates of the street may use beside their facts."""


def with_places(building: Building) -> Building:
    """Returns the building with plain windows for the spaces that have no box; those beyond the last window share it."""
    if all(space.at in BOXES for space in building.spaces):
        return building
    places = [space.at if space.at in BOXES else f"{PLAIN}-{min(n, len(PLAIN_SPACES))}" for n, space in enumerate(building.spaces, 1)]
    return replace(building, spaces=tuple(replace(space, at=at) for space, at in zip(building.spaces, places, strict=True)))


def map_drawing(buildings: Sequence[Building]) -> dict[str, object]:
    """Returns the buildings side by side, each with its offset and the boxes and classes of its spaces, and their total width."""
    x: float = MARGIN
    drawn = []
    for building in buildings:
        spaces = [(space.at, f"is-{space.state} {space.person.colour if space.person else ''}".rstrip()) for space in building.spaces]
        drawn.append({"id": building.id, "letter": building.letter, "x": x, "spaces": spaces})
        x += frontage_of(building.id).width + GAP
    return {"buildings": drawn, "width": f"{x:g}"}


def map_buttons(buildings: Sequence[Building]) -> list[dict[str, object]]:
    return [
        {"letter": each.letter, "name": each.name, "is_selectable": each.is_selectable, "is_draft": each.is_draft} for each in buildings
    ]


def map_titles(buildings: Sequence[Building]) -> list[dict[str, object]]:
    return [
        {
            "id": building.id,
            "letter": building.letter,
            "name": building.name,
            "event": building.event.name if building.event is not None else "",
            "prices": building.prices,
            "rule": rule_of_building(building.id),
        }
        for building in buildings
    ]
