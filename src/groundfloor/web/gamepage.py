"""The game page's facts: the scene, who looks, the controls of history."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .board.page import board_facts
from .numbers import whole
from .pages import Reader, render

if TYPE_CHECKING:
    from starlette.requests import Request

    from ..tables import Table
    from .board.scene import Scene
    from .eyes import Eyes
    from .house import House

Draw = Callable[["House", "Request", Reader, "Eyes", str], str]


def whole_page(house: House, request: Request, reader: Reader, eyes: Eyes, notice: str = "") -> str:
    """The page with its head."""
    return render(house, request, reader, "game.html", game_facts(house, request, reader, eyes, notice))


def fragment(house: House, request: Request, reader: Reader, eyes: Eyes, notice: str = "") -> str:
    """What changes when the table does."""
    return render(house, request, reader, "table.html", game_facts(house, request, reader, eyes, notice))


def game_facts(house: House, request: Request, reader: Reader, eyes: Eyes, notice: str) -> dict[str, object]:
    """All that the templates of the game page are given."""
    number = history_of(request)
    table = eyes.table
    if number is None and table.is_shown:
        number = table.version
    now, at = house.scenes.now, house.scenes.at
    own = [holder.seat for holder in eyes.own]
    scene = now(table, eyes.seat, reader, own) if number is None else at(table, eyes.seat, reader, number)
    facts: dict[str, object] = {"scene": scene, "eyes": eyes, "notice": notice, "steps": steps(table, scene), "base": eyes.base}
    return {**facts, **board_facts(scene)}


def history_of(request: Request) -> int | None:
    """The entry that is looked at, by ``…/at/N`` or ``?at=N``; None for the present."""
    given = request.path_params.get("number", request.query_params.get("at"))
    return None if given is None else whole(str(given))


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
