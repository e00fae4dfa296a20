"""Draws the table of a game page from parts, the same for all whose page shows the same."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING

from ..presentation.board.film import film
from ..presentation.translations import translations
from ..presentation.typed_moves.move_names import move_name
from .board.page import board_context, board_facts
from .drawn_tables import BASE_MARK, CSRF_MARK, TYPED_MARK, DrawingKey, DrawnTable
from .page_parts import PageRenderer
from .pages import RequestLocale, environment

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundfloor.engine.actions import Action
    from groundfloor.presentation.board.scene import Scene

    from ..tables import Table
    from .page_parts import PartCache
    from .scenes import Scenes


SERVER = secrets.token_hex(4)
"""Tells the drawings of this server process from those of an earlier one."""


def drawing_key(
    table: Table,
    seat: int | None,
    own: tuple[int, ...],
    language: str,
    number: int | None,
    server: str = SERVER,
    *,
    shows_plan: bool = False,
) -> DrawingKey:
    """Returns the key of a drawing; ``own`` are the seats of the page, ``number`` is the entry that is looked at, None for the present.

    ``shows_plan`` counts only for the present of a seat.
    """
    shows_plan = shows_plan and seat is not None and number is None
    with table.lock:
        draft, preferences = (table.drafts.get(seat), table.preferences_of(seat)) if seat is not None else (None, None)
        notes = table.notes_of(seat) if seat is not None else None
        return DrawingKey(
            public=table.public,
            version=table.version,
            seat=seat,
            own=own,
            language=language,
            history=None if number is None else min(max(number, 0), len(table.match.record.entries)),
            draft=draft,
            preferences=preferences,
            server=server,
            notes=notes,
            shows_plan=shows_plan,
            match=table.match.key_hash,
            name=table.name,
        )


def draw_table(scenes: Scenes, parts: PartCache, table: Table, asked: DrawingKey, notice: str = "") -> tuple[DrawingKey, DrawnTable]:
    """Returns a drawing of the table as it is now for the viewer of a key, and its own key, whose version may be newer."""
    with table.lock:
        key = drawing_key(table, asked.seat, asked.own, asked.language, asked.history, asked.server, shows_plan=asked.shows_plan)
        scene = scene_of(scenes, table, key)
        found = steps(table, scene)
        reel = film(scene, table.history.phases_after) if scene.history is not None else None
        if reel is not None:
            scene = replace(scene, happened=reel.sentences)
    facts = {
        "film": reel,
        "base": BASE_MARK,
        "csrf": CSRF_MARK,
        "notice": notice,
        "steps": found,
        "drawing": key.id,
        **viewer_facts(scene, key.own),
    }
    is_past = key.history is not None
    renderer = board_renderer(parts, scene, keeps_parts=not is_past)
    board = renderer.page(
        "board/board.html",
        {**board_facts(scene, scenes.public_facts(scene, key.match, is_past=is_past), shows_plan=key.shows_plan), **facts},
        "board",
    )
    part = renderer.around(board, "table.html", {"scene": scene, **facts})
    return key, DrawnTable(
        part=part,
        name=scene.name,
        seat=scene.seat,
        history=scene.history,
        is_asked=scene.is_asked,
        public=key.public,
        id=key.id,
        is_past=is_past,
    )


def board_renderer(cache: PartCache, scene: Scene, *, keeps_parts: bool = True) -> PageRenderer:
    """Returns a renderer for the parts of a scene's board, in its language."""
    board, key = board_context(scene)
    return PageRenderer(environment, cache, board, key, keeps_parts=keeps_parts)


def scene_of(scenes: Scenes, table: Table, key: DrawingKey) -> Scene:
    """Returns the scene of the present or of the entry that the key names; a table that only shows a record has no present."""
    locale = RequestLocale(key.language, translations(key.language))
    number = table.version if key.history is None and table.is_shown else key.history
    if number is None:
        return scenes.now(table, key.seat, locale, key.own, shows_plan=key.shows_plan)
    return scenes.at(table, key.seat, locale, number)


def viewer_facts(scene: Scene, own: tuple[int, ...]) -> dict[str, object]:
    """Returns what the board shows besides the position: the seats of the page if there are several, and what its command line offers."""
    return {
        "seats": [person for person in scene.people if person.seat in own] if len(own) > 1 else [],
        "command": command_facts(scene, CSRF_MARK),
    }


def command_facts(scene: Scene, csrf: str) -> dict[str, object] | None:
    """Returns what the command line offers: the names of all legal actions; None for a spectator and in the past."""
    if scene.seat is None or scene.history is not None:
        return None
    legal = [control.action for control in scene.controls.values() if control.is_legal]
    names = typed_names(scene, legal)
    return {"version": scene.version, "seat": scene.seat, "draft": scene.drafted_texts, "csrf": csrf, "typed": TYPED_MARK, "names": names}


def typed_names(scene: Scene, actions: Iterable[Action]) -> list[str]:
    """Returns what actions are called where they are typed, each name once; those of an earlier question of the draft by that question."""
    settled = replace(scene, game=scene.settled)
    return list(dict.fromkeys(move_name(scene if action in scene.game.legal else settled, action) for action in actions))


def steps(table: Table, scene: Scene) -> dict[str, int]:
    """Returns the entries to which the history controls lead, without those that lead nowhere."""
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
    """Returns the next entry in that direction at which a round (depth 1) or a phase (depth 2) begins; -1 if there is none."""
    number = here + way
    while 0 < number < len(marks):
        if marks[number][:depth] != marks[number - 1][:depth]:
            return number
        number += way
    return -1
