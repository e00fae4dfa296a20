"""Table of the places on the street: boxes in units of a façade at its design width.

The ground line lies at ``GROUND``; x runs from a building's left wall. The style sheet of the controls over the drawing is made from the same table
when it is served.
"""

from __future__ import annotations

from dataclasses import dataclass

GROUND = 336
PANE = 28


@dataclass(frozen=True)
class Box:
    """A rectangle of the façade; ``reach`` is by how much a pointer may miss it, across and down."""

    x: float
    y: float
    w: float = PANE
    h: float = PANE
    reach: tuple[float, float] = (4, 4)

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2


@dataclass(frozen=True)
class Frontage:
    """A building's width; ``top`` is how high it stands with everything on its roof, ``sky`` where notes must end above it."""

    width: float
    top: float
    sky: float


FRONTAGES: dict[str, Frontage] = {
    "consulting_firm": Frontage(104, 16, 44),
    "advertising_agency": Frontage(164, 2, 78),
    "marketing_bonus": Frontage(100, 94, 116),
    "warehouse": Frontage(126, 110, 112),
    "factory": Frontage(120, 60, 112),
    "stock_exchange": Frontage(136, 18, 48),
    "economic_forecast": Frontage(86, 72, 86),
    "retail_outlets": Frontage(212, 48, 60),
    "construction_company": Frontage(128, 14, 116),
}
"""Wall to wall; cornices reach over it."""

STOREYS = ((1, 92.0, 39.0, 73.0), (5, 14.0, 39.0, 138.0), (6, 8.0, 33.6, 200.0))
"""The department store: windows of each storey, where the first one begins, the way to the next one, their height. The ruleset says their prices."""


def column(name: str, x: float, y: float, step: float, count: int, reach: tuple[float, float]) -> dict[str, Box]:
    """Returns the boxes of windows one below the other."""
    return {f"{name} {n + 1}": Box(x, y + step * n, reach=reach) for n in range(count)}


def block(
    name: str, corner: tuple[float, float], step: tuple[float, float], size: tuple[int, int], reach: tuple[float, float]
) -> dict[str, Box]:
    """Returns the boxes of windows in rows, numbered from the left and from the top; ``size`` is the number in a row and in all."""
    wide, count = size
    return {f"{name} {n + 1}": Box(corner[0] + n % wide * step[0], corner[1] + n // wide * step[1], reach=reach) for n in range(count)}


def store() -> dict[str, Box]:
    """Returns the windows of the department store, most expensive first."""
    boxes: dict[str, Box] = {}
    for count, x, step, y in STOREYS:
        for n in range(count):
            boxes[f"outlet {len(boxes) + 1}"] = Box(x + step * n, y, reach=(2.5, 7))
    return boxes


def tower() -> dict[str, Box]:
    """Returns the spaces of the exchange's tower from the bottom up, and the buy-out above them."""
    found = {f"track {n + 1}": Box(101.5, 66 + 29.4 * (8 - n), 28.5, 26, (6, 1.7)) for n in range(8)}
    return {**found, "out": Box(101.5, 66, 28.5, 26, (6, 1.7))}


SPACES: dict[str, Box] = {
    **column("left", 27, 82, 42, 5, (6, 7)),
    **column("right", 70, 82, 42, 5, (4, 7)),
    **column("agency", 9.5, 101, 40, 6, (6, 6)),
    **{f"board {n + 1}": Box(47.5, 95 + 79.0 * n, 112, 73, (2, 3)) for n in range(3)},
    **{f"bonus {n + 1}": Box(5, 137 + 38.0 * n, 90, 32, (4, 3)) for n in range(5)},
    **block("door", (20, 194), (58, 82), (2, 4), (12, 8)),
    **block("factory", (9, 194), (37, 46), (3, 7), (4, 8)),
    **column("listing", 9.5, 124, 52, 4, (6, 10)),
    **tower(),
    "card": Box(11, 146, 64, 96, (0, 0)),
    **store(),
    "liquidation": Box(7.5, 278, 51, 58, (4, 0)),
    "bags": Box(65, 274, 142, 58, (0, 0)),
    **block("site", (19, 142), (36, 50), (3, 7), (4, 8)),
    "list": Box(54, 239, 66.5, 40, (1, 0)),
    "shut": Box(8, 170, 84, 110, (0, 0)),
}
"""Every place of the street by its key; numbers count from 1."""


PLAIN = "plain"
"""The front of an area that has no row in ``FRONTAGES``."""
PLAIN_FRONTAGE = Frontage(128, 90, 100)
PLAIN_SPACES = block(PLAIN, (16, 124), (34, 50), (3, 12), (3, 8))
"""Its windows, and those of places that have no box in ``SPACES``."""


def slug(key: str) -> str:
    """Returns a key in the form of a class or an id."""
    return key.replace(" ", "-").replace("_", "-")


def css_number(number: float) -> str:
    """Returns a number as a style sheet writes it."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


def style_sheet() -> str:
    rules = [
        rule(f"building-{slug(id)}", wide=frontage.width, top=frontage.top, sky=frontage.sky)
        for id, frontage in {**FRONTAGES, PLAIN: PLAIN_FRONTAGE}.items()
    ] + [
        rule(f"at-{slug(key)}", x=box.x, y=box.y, w=box.w, h=box.h, rx=box.reach[0], ry=box.reach[1])
        for key, box in {**SPACES, **PLAIN_SPACES}.items()
    ]
    return "@layer components {\n" + "\n".join(rules) + "\n}\n"


def rule(name: str, **values: float) -> str:
    return f".{name} {{ " + " ".join(f"--{variable}: {css_number(value)};" for variable, value in values.items()) + " }"
