"""The parts of the board that one looks at by turns where there is little room, and which of them have lit places."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .scene import Scene

IN_COMPANY = ("remodel", "hire", "fire")
ON_SALE = ("buy", "take")
NOWHERE = ("done", "end", "none")
"""First words of answers by where they are given; rooms and floors are in the company, all others in the city."""


def lit_parts(scene: Scene) -> frozenset[str]:
    """``city``, ``company`` and ``sale``, those of them where the viewer may go now."""
    rules = scene.game.ruleset
    own = {*IN_COMPANY, *(room.id for room in rules.rooms), *(tile.id for tile in rules.tiles)}
    verbs = {control.action.verb for control in scene.controls.values() if control.is_legal} - set(NOWHERE)
    found = set()
    for verb in verbs:
        if verb in ON_SALE:
            found.add("company" if scene.picked.startswith(verb) else "sale")
        else:
            found.add("company" if verb in own else "city")
    return frozenset(found)
