"""The drawing of the street: every building has its own silhouette, no hit area lies over another, and the style sheet is made of the table."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import groundfloor.web
from groundfloor.web.board.geometry import FRONTAGES, PLAIN_SPACES, SPACES, Box, style_sheet

WEB = Path(groundfloor.web.__file__).parent

OWNERS = {
    "left": 0, "right": 0, "agency": 1, "board": 1, "bonus": 2, "shut": 2, "door": 3, "factory": 4, "listing": 5, "track": 5, "out": 5,
    "card": 6, "outlet": 7, "liquidation": 7, "bags": 7, "site": 8, "list": 8,
}  # fmt: skip
"""The building of every box, by the first word of its key."""


DECORATION = ("out", "shut", "card", "card words", "bags")


def hit(box: Box) -> tuple[float, float, float, float]:
    return box.x - box.reach[0], box.y - box.reach[1], box.right + box.reach[0], box.bottom + box.reach[1]


def test_each_building_has_its_own_silhouette() -> None:
    drawings = [(WEB / "templates" / "board" / "buildings" / f"{id}.html").read_text() for id in FRONTAGES]
    outlines = [re.findall(r' d="([^"{]+)"', drawing) for drawing in drawings]
    assert len(outlines) == 9 and all(outlines)
    assert not [(one, other) for one, other in combinations(map(set, outlines), 2) if one & other]


def test_no_two_hit_areas_overlap_and_none_leaves_its_building() -> None:
    by_building: dict[int, list[tuple[str, tuple[float, float, float, float]]]] = {}
    for key, box in SPACES.items():
        owner = OWNERS[key.split()[0]]
        left, top, right, bottom = hit(box)
        assert left >= 0 and right <= list(FRONTAGES.values())[owner].width and top >= 0 and bottom <= 344, key
        if key not in DECORATION:
            by_building.setdefault(owner, []).append((key, (left, top, right, bottom)))
    for places in by_building.values():
        for (first, a), (second, b) in combinations(places, 2):
            assert a[2] <= b[0] + 0.01 or b[2] <= a[0] + 0.01 or a[3] <= b[1] + 0.01 or b[3] <= a[1] + 0.01, (first, second)


def test_style_sheet_has_every_place_and_front() -> None:
    sheet = style_sheet()
    assert ".building-warehouse { --wide: 126; --top: 110; --sky: 112; }" in sheet
    assert ".at-door-3 { --x: 20; --y: 276; --w: 28; --h: 28; --rx: 12; --ry: 8; }" in sheet
    assert sheet.count("--wide:") == len(FRONTAGES) + 1 and sheet.count("--rx:") == len(SPACES) + len(PLAIN_SPACES)
