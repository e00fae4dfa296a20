"""The game page's facts: the scene, who looks, the controls of history."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from groundfloor.presentation.board.people import people

from .board.page import board_context, board_facts
from .numbers import parse_int
from .page_parts import PageRenderer, known_parts
from .pages import RequestLocale, environment, language_context, page_context

if TYPE_CHECKING:
    from starlette.requests import Request

    from groundfloor.presentation.board.scene import Scene

    from ..tables import Table
    from .context import AppContext
    from .page_parts import Part, PartCache
    from .viewer import Viewer

KNOWN = "X-Known-Parts"
"""The header in which an open page says which parts it has."""
Draw = Callable[["AppContext", "Request", RequestLocale, "Viewer", str], str]


def whole_page(context: AppContext, request: Request, locale: RequestLocale, viewer: Viewer, notice: str = "") -> str:
    """The page with its head."""
    return draw_page(context, request, locale, viewer, notice, "game.html").text()


def fragment(context: AppContext, request: Request, locale: RequestLocale, viewer: Viewer, notice: str = "") -> str:
    """What changes when the table does, without the parts that the page says it has."""
    return draw_page(context, request, locale, viewer, notice, "table.html").text(known_parts(request.headers.get(KNOWN, "")))


def draw_page(context: AppContext, request: Request, locale: RequestLocale, viewer: Viewer, notice: str, template: str) -> Part:
    """A page of the board, or the table alone, as parts."""
    scene = scene_of(context, request, locale, viewer)
    shared = page_context(context, request, locale)
    facts = {"viewer": viewer, "notice": notice, "steps": steps(viewer.table, scene), **viewer_facts(scene, viewer, str(shared["csrf"]))}
    return board_renderer(context.parts, scene).page(template, {**shared, **board_facts(scene), **facts})


def board_renderer(cache: PartCache, scene: Scene) -> PageRenderer:
    """Renders the parts of a scene's board, in its language."""
    board, key = board_context(scene)
    return PageRenderer(environment, cache, {**language_context(scene.language, scene.words), **board}, key)


def scene_of(context: AppContext, request: Request, locale: RequestLocale, viewer: Viewer) -> Scene:
    """What is looked at: the present, or the entry that the address names."""
    number = history_of(request)
    table = viewer.table
    if number is None and table.is_shown:
        number = table.version
    own = [holder.seat for holder in viewer.seats]
    if number is None:
        return context.scenes.now(table, viewer.seat, locale, own)
    return context.scenes.at(table, viewer.seat, locale, number)


def viewer_facts(scene: Scene, viewer: Viewer, csrf: str) -> dict[str, object]:
    """What the board shows beside the position: the address of the page, its seats if there are several, and what its command line offers."""
    own = {holder.seat for holder in viewer.seats}
    return {
        "base": viewer.base,
        "seats": [person for person in people(scene) if person.seat in own] if len(own) > 1 else [],
        "command": command_facts(scene, csrf),
    }


def command_facts(scene: Scene, csrf: str) -> dict[str, object] | None:
    """What the command line offers: all legal actions; None for a spectator and in the past."""
    if scene.seat is None or scene.history is not None:
        return None
    legal = [text for text, control in scene.controls.items() if control.is_legal]
    return {"version": scene.version, "seat": scene.seat, "csrf": csrf, "texts": legal}


def history_of(request: Request) -> int | None:
    """The entry that is looked at, by ``…/at/N`` or ``?at=N``; None for the present."""
    given = request.path_params.get("number", request.query_params.get("at"))
    return None if given is None else parse_int(str(given))


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
