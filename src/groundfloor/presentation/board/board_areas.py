"""The parts of the board that one looks at by turns where there is little room, and which of them have lit places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.presentation.questions.question import CLOSING
from groundfloor.presentation.questions.registry import presenter_of_answer

if TYPE_CHECKING:
    from groundfloor.presentation.questions.question import BoardPart

    from .scene import Scene


def lit_parts(scene: Scene) -> frozenset[str]:
    """Returns those of ``city``, ``company`` and ``improvements`` where the viewer can choose something now."""
    verbs = {control.action.verb for control in scene.controls.values() if control.is_legal} - set(CLOSING)
    return frozenset(part_of(scene, verb) for verb in verbs)


def part_of(scene: Scene, verb: str) -> BoardPart:
    """Returns the part where answers with this first word are given; tasks of rooms and tiles are in the company."""
    rules = scene.game.ruleset
    if verb in {room.id for room in rules.rooms} or verb in {tile.id for tile in rules.tiles}:
        return "company"
    entry = presenter_of_answer(verb)
    return entry.second_step_part if entry.second_step_part and scene.partial.startswith(verb) else entry.part
