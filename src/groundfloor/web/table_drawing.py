"""Draws the table of a game page: as parts, and alike for all whose page shows the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .board.page import board_context, board_facts
from .drawn_tables import BASE_MARK, CSRF_MARK, DrawingKey, DrawnTable
from .page_parts import PageRenderer
from .pages import environment, language_context

if TYPE_CHECKING:
    from groundfloor.presentation.board.scene import Scene

    from ..tables import Table
    from .page_parts import PartCache
    from .pages import RequestLocale
    from .scenes import Scenes
    from .viewer import Viewer


def drawing_key(viewer: Viewer, language: str, number: int | None) -> DrawingKey:
    """What a drawing follows from; ``number`` is the entry that is looked at, None for the present."""
    table, seat = viewer.table, viewer.seat
    with table.lock:
        draft, preferences = (table.drafts.get(seat), table.preferences_of(seat)) if seat is not None else (None, None)
        own = tuple(holder.seat for holder in viewer.seats)
        return DrawingKey(table.public, table.version, seat, own, language, number, draft, preferences)


def draw_table(
    scenes: Scenes, parts: PartCache, viewer: Viewer, locale: RequestLocale, number: int | None, notice: str = ""
) -> tuple[DrawingKey, DrawnTable]:
    """Draws a table, and says what the drawing follows from."""
    with viewer.table.lock:
        key = drawing_key(viewer, locale.language, number)
        scene = scene_of(scenes, viewer, locale, number)
        found = steps(viewer.table, scene)
    facts = {"base": BASE_MARK, "csrf": CSRF_MARK, "notice": notice, "steps": found, **viewer_facts(scene, key.own)}
    part = board_renderer(parts, scene).page("table.html", {**board_facts(scene), **facts})
    return key, DrawnTable(part, scene.name, scene.seat, scene.history, scene.is_asked)


def board_renderer(cache: PartCache, scene: Scene) -> PageRenderer:
    """Renders the parts of a scene's board, in its language."""
    board, key = board_context(scene)
    return PageRenderer(environment, cache, {**language_context(scene.language, scene.words), **board}, key)


def scene_of(scenes: Scenes, viewer: Viewer, locale: RequestLocale, number: int | None) -> Scene:
    """What is looked at: the present, or the entry with this number."""
    table = viewer.table
    if number is None and table.is_shown:
        number = table.version
    if number is None:
        return scenes.now(table, viewer.seat, locale, [holder.seat for holder in viewer.seats])
    return scenes.at(table, viewer.seat, locale, number)


def viewer_facts(scene: Scene, own: tuple[int, ...]) -> dict[str, object]:
    """What the board shows beside the position: the seats of the page if there are several, and what its command line offers."""
    return {
        "seats": [person for person in scene.people if person.seat in own] if len(own) > 1 else [],
        "command": command_facts(scene, CSRF_MARK),
    }


def command_facts(scene: Scene, csrf: str) -> dict[str, object] | None:
    """What the command line offers: all legal actions; None for a spectator and in the past."""
    if scene.seat is None or scene.history is not None:
        return None
    legal = [text for text, control in scene.controls.items() if control.is_legal]
    return {"version": scene.version, "seat": scene.seat, "csrf": csrf, "texts": legal}


def steps(table: Table, scene: Scene) -> dict[str, int]:
    """Where the controls of history lead, as numbers of entries; only those that lead elsewhere."""
    here = scene.history if scene.history is not None else scene.entry
    with table.lock:
        marks = table.history.phases_after
        found = {
            "first": 0,
            "round_back": _turn(marks, here, -1, 1),
            "phase_back": _turn(marks, here, -1, 2),
            "back": here - 1,
            "forward": here + 1,
            "phase_forward": _turn(marks, here, 1, 2),
            "round_forward": _turn(marks, here, 1, 1),
            "last": scene.entry,
        }
    return {name: number for name, number in found.items() if 0 <= number <= scene.entry and number != here}


def _turn(marks: list[tuple[int, int]], here: int, way: int, depth: int) -> int:
    """The next entry that way at which a round (depth 1) or a phase (depth 2) begins; -1 if there is none."""
    number = here + way
    while 0 < number < len(marks):
        if marks[number][:depth] != marks[number - 1][:depth]:
            return number
        number += way
    return -1
