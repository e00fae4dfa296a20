"""The branches of a game: which games belong together, and how they stand beside each other."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..engine.game import Game
    from .table import Table

MOST_BRANCHES = 20
"""Branches of one game that a browser can keep."""
BRANCH_LINE = re.compile(r"^branch (\w+) (\d+)$", re.MULTILINE)


@dataclass(frozen=True)
class Standing:
    """How a seat stands at a moment of a game."""

    round: int
    phase: int
    prestige: int
    money: int
    info: int


def left_at(header: str) -> tuple[str, int]:
    """Returns the game that a branch left and the entry after which it did, from the header of its record; "" and 0 for other games."""
    found = BRANCH_LINE.search(header)
    return (found[1], int(found[2])) if found is not None else ("", 0)


def family(headers: Mapping[str, str], public: str) -> list[str]:
    """Returns the ids of the game that a game is or comes from, then of all its branches and theirs, of those known by their headers."""
    root = public
    while (parent := left_at(headers.get(root, ""))[0]) in headers and parent != public:
        root = parent
    found = [root]
    for member in found:
        found += [each for each in headers if each not in found and left_at(headers[each])[0] == member]
    return found


def moments(table: Table) -> list[int]:
    """Returns the numbers of entries after which a round or phase of the table began, without those that end the game."""
    table.history.update()
    phases = table.history.phases_after
    found = [number for number, phase in enumerate(phases) if number and phase != phases[number - 1] and table.match.record.entries]
    return [number for number in found if not table.history.position_after(number).is_over]


def standing(table: Table, seat: int) -> Standing:
    """Returns how a seat of a table stands now."""
    return standing_in(table.game, seat)


def standing_at(table: Table, seat: int, moment: Standing) -> Standing:
    """Returns how a seat of a table stood when the table was last as far as another game is at its moment."""
    table.history.update()
    so_far = [number for number, phase in enumerate(table.history.phases_after) if phase <= (moment.round, moment.phase)]
    return standing_in(table.history.position_after(max(so_far, default=0)), seat)


def standing_in(game: Game, seat: int) -> Standing:
    """Returns how a seat stands in a position."""
    score = next(score for score in game.scores() if score.seat == seat)
    player = game.state.players[seat]
    return Standing(game.state.round, game.state.phase, score.total, player.money, player.info)
