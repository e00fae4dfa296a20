"""The picture of the start page: a street and four companies during a round that was played.

The record of that game, of three greedy bots and Gropius, lies beside this module; any other with that round would do. The round is a list of frames, one
for each answer that changes the picture; what is drawn knows at which frame it comes and at which it leaves, and the style sheet plays them. Without
motion the picture stands at the end of phase III.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from groundfloor.editions import ruleset
from groundfloor.engine.record import Record
from groundfloor.engine.state import CONDUCT, SCHEDULE
from groundfloor.presentation import names
from groundfloor.presentation.areas.retail_outlets import OutletsView
from groundfloor.presentation.board.buildings import Building, buildings, occupants
from groundfloor.presentation.view import TableView

from ...http.rendering import environment
from ...pages.board_geometry import PANE
from ..board.board_regions import region_setting
from ..board.street import BOXES, frontage_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from gettext import NullTranslations

    from groundfloor.engine.game import Game
    from groundfloor.engine.state import State

ROUND = 5
"""The round of the record that is shown."""
ROWS = ((0, 5), (5, 9))
"""Which buildings stand side by side in one drawing."""
WIDTH, EDGE = 654, 8
"""The width of a drawing of buildings, and what is free at its left: the crane reaches out."""
FLOOR, ROOM, STREET_LEVEL, LEFT = 26, (86, 27), 176, 8
"""The height of a floor, width and height of a room, the ground line of a company and its left wall."""
ROOMS_IN_ROW = 3
ROOF = 4
"""How far a roof reaches over the walls, and half of its height."""


class Item(NamedTuple):
    """Something that is drawn: ``kind`` and where; ``seat`` -1: nobody's."""

    kind: str
    place: str
    seat: int = -1
    number: int = 0


@dataclass(frozen=True)
class Span:
    """From which frame to which an item is there; 0: from the first, or to the last."""

    comes: int
    leaves: int
    is_still: bool

    @property
    def opening(self) -> Markup:
        later = "" if self.is_still else " is-later"
        return Markup('<g class="{}{}"><g class="{}">').format(
            f"comes frame-{self.comes}" if self.comes else "stays", later, f"leaves frame-{self.leaves}" if self.leaves else "stays"
        )


Items = tuple[tuple[Item, Span], ...]
"""What is drawn, each with its span."""


@cache
def recorded_round() -> tuple[Game, Items]:
    """Returns the position at the end of phase III, and everything that is drawn with its span."""
    record = Record.parse(Path(__file__).with_suffix(".gfr").read_text("utf-8"), ruleset)
    frames: list[frozenset[Item]] = []
    for game, _, _ in record.positions():
        if game._state.round != ROUND or game._state.phase < SCHEDULE:
            continue
        items = drawn_items(game._state)
        if not frames or items != frames[-1]:
            frames.append(items)
        if game._state.phase == SCHEDULE:
            position, still = game.copy(), len(frames) - 1
    return position, tuple(spans(frames, still))


def drawn_items(state: State) -> frozenset[Item]:
    city = [Item("marker", space.removeprefix("space-"), seat) for space, seat in occupants(state).items() if seat >= 0]
    items = city
    if state.phase >= CONDUCT:
        areas = range(state.area + 1) if state.phase == CONDUCT else range(ROWS[-1][1])
        items += [Item("conducted", names.LETTERS[index]) for index in areas]
    for seat, player in enumerate(state.players):
        items += [Item("floor", str(tile), seat, height) for height, tile in enumerate(player.floors)]
        items.append(Item("roof", "", seat, len(player.floors)))
        for room, is_remodeled in enumerate(player.remodeled):
            tile = player.visible_tenants[room]
            kind = "tenant" if tile >= 0 else "remodeled" if is_remodeled else "room"
            items.append(Item(kind, str(tile) if tile >= 0 else "", seat, room))
    return frozenset(items)


def spans(frames: list[frozenset[Item]], still: int) -> Iterable[tuple[Item, Span]]:
    """Yields each item for each run of frames in which it is there."""
    for item in sorted(frozenset().union(*frames)):
        begin = None
        for frame in range(len(frames) + 1):
            is_there = frame < len(frames) and item in frames[frame]
            if is_there and begin is None:
                begin = frame
            elif not is_there and begin is not None:
                yield item, Span(begin, frame if frame < len(frames) else 0, begin <= still < frame)
                begin = None


def kept_picture(language: str) -> Path:
    """Returns the file of the picture in a site, which scripts/build draws."""
    return Path(__file__).with_name(f"start_picture.{language}.html")


@lru_cache(16)
def start_picture(language: str, translations: NullTranslations, *, has_companies: bool = True) -> Markup:
    if has_companies and (kept := kept_picture(language)).exists():
        return Markup(kept.read_text("utf-8"))  # noqa: S704 - drawn here before
    game, items = recorded_round()
    view = TableView.of_position(game, None, language, translations)
    facts = {
        "part": "",
        "rows": drawn_buildings(view, items),
        "companies": [drawn_company(view, seat, items) for seat in range(len(game.seats))] if has_companies else [],
        "width": WIDTH,
    }
    return Markup(environment.get_template("start_picture.html").render({**region_setting(view).variables, **facts}))  # noqa: S704 - of a template


def drawn_buildings(view: TableView, items: Items) -> list[list[dict[str, object]]]:
    """Returns the buildings in rows, spread over the width, each with its markers, the span during which it is conducted and the positions of its consumers."""
    rows, every = [], buildings(view)
    spans_by_item = dict(items)
    for first, end in ROWS:
        row, x = [], float(EDGE)
        gap = (WIDTH - EDGE - sum(frontage_of(building.id).width for building in every[first:end])) / (end - first)
        for building in every[first:end]:
            width = frontage_of(building.id).width
            row.append(
                {
                    "building": building,
                    "x": round(x, 1),
                    "middle": width / 2,
                    "conducted": spans_by_item.get(Item("conducted", building.letter)),
                    "markers": markers(view, building, items),
                    "bags": bags(building),
                }
            )
            x += width + gap
        rows.append(row)
    return rows


def bags(building: Building) -> list[int]:
    """Returns where the consumers stand that may come."""
    count = building.view.sure + building.view.possible if isinstance(building.view, OutletsView) else 0
    return [70 + 27 * number for number in range(count)]


def markers(view: TableView, building: Building, items: Items) -> list[dict[str, object]]:
    """Returns the players' markers in the windows of a building; ``x`` and ``y`` are the left upper corner of a marker's square of 24 units."""
    boxes = {space.id: BOXES[space.at] for space in building.spaces}
    drawn: list[dict[str, object]] = []
    for item, span in items:
        if item.kind == "marker" and item.place in boxes:
            box, owner = boxes[item.place], view.owners[item.seat]
            x = box.right - PANE if box.w > 2 * PANE else box.x + (box.w - 24) / 2
            drawn.append({"span": span, "colour": owner.colour, "letter": owner.letter, "x": x, "y": box.y + (box.h - 24) / 2})
    return drawn


def drawn_company(view: TableView, seat: int, items: Items) -> dict[str, object]:
    """Returns a company: its rooms, and over them what has been added, from the ground up; each part with its rectangle and its words."""
    rules, translations, owner = view.game.ruleset, view.translations, view.owners[seat]
    wide, high = ROOM
    breadth = ROOMS_IN_ROW * wide
    base = STREET_LEVEL - high * (len(rules.rooms) // ROOMS_IN_ROW)
    parts = []
    for item, span in items:
        if item.seat != seat:
            continue
        kind, number = item.kind, item.number
        row, column = divmod(number, ROOMS_IN_ROW)
        room = (LEFT + column * wide, base + row * high, wide, high)
        text = ""
        if kind == "floor":
            box = (LEFT, base - FLOOR * (number + 1), breadth, FLOOR)
            text = names.short("floor", rules.tiles[int(item.place)].id, translations)
        elif kind == "roof":
            box = (LEFT - ROOF, base - FLOOR * number - 2 * ROOF, breadth + 2 * ROOF, 2 * ROOF)
        elif kind == "tenant":
            box, text = room, names.short("tenant", rules.tiles[int(item.place)].id, translations)
        elif kind in ("room", "remodeled"):
            box, text = room, names.short("room", rules.rooms[number].id, translations)
        else:
            continue
        x, y, width, height = box
        middle = (x + width / 2, y + height / 2 + 4.5)
        parts.append({"span": span, "kind": kind, "words": text, "x": x, "y": y, "width": width, "height": height, "middle": middle})
    return {"name": owner.name, "colour": owner.colour, "letter": owner.letter, "parts": parts}
