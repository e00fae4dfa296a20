"""The branches of a game: which games belong together, and how they stand beside each other."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundfloor.engine.game import Game
    from groundfloor.engine.history import EventHistory

    from .table import Table

MAX_BRANCHES = 20
"""Branches of one game that a browser can keep."""
BRANCH_LINE = re.compile(r"^branch (\w+) (\d+)$", re.MULTILINE)


@dataclass(frozen=True)
class SeatStanding:
    """How a seat stands at a moment of a game."""

    round: int
    phase: int
    prestige: int
    money: int
    info: int


@dataclass(frozen=True)
class FamilyMember:
    """A game beside the real one: the game and entry at which it branched off, how its player stands, and how the real game stood at the same point."""

    table: Table
    parent: str
    entry: int
    now: SeatStanding
    real: SeatStanding | None


def left_at(header: str) -> tuple[str, int]:
    """Returns the game that a branch comes from and the entry after which it branched off, from the header of its record; "" and 0 for other games."""
    found = BRANCH_LINE.search(header)
    return (found[1], int(found[2])) if found is not None else ("", 0)


def family(headers: Mapping[str, str], game_id: str) -> list[str]:
    """Returns the ids of the game that a game is or comes from, then of its branches and theirs, of those known by their headers: ``MAX_BRANCHES`` branches at most.

    Headers come from files, too: there may be more branches, and games that come from each other.
    """
    parents = {branch: left_at(header)[0] for branch, header in headers.items()}
    line = [game_id]
    while (parent := parents.get(line[-1], "")) in headers and parent not in line:
        line.append(parent)
    branches: dict[str, list[str]] = {}
    for branch, parent in parents.items():
        branches.setdefault(parent, []).append(branch)
    members = dict.fromkeys(line[-1:])
    waiting = deque(members)
    while waiting and len(members) <= MAX_BRANCHES:
        new = [branch for branch in branches.get(waiting.popleft(), ()) if branch not in members]
        members |= dict.fromkeys(new)
        waiting += new
    listed = list(members)[: MAX_BRANCHES + 1]
    return listed if game_id in listed else [*listed[:-1], game_id]


def can_branch(table: Table) -> bool:
    """Returns whether branches of a table can be opened: nobody may see the draws of a game that counts and is not over."""
    return table.is_record_only or table.match.record.is_free or table.game.is_over


def moments(history: EventHistory) -> list[int]:
    """Returns the numbers of entries after which a round or phase began, without those that end the game."""
    phases = history.phases_after
    starts = [number for number, phase in enumerate(phases) if number and phase != phases[number - 1]]
    return [number for number in starts if not history.position_after(number).is_over]


def family_members(tables: Sequence[Table]) -> list[FamilyMember]:
    """Returns the games of a family, the real one first, as they stand beside each other."""
    real = tables[0]
    members = []
    for table in tables:
        seat = person_seat(table)
        record = table.match.record
        now = standing_in(table.game, seat)
        then = standing_at(real.history, seat, now) if table is not real else None
        members.append(FamilyMember(table, record.parent, record.parent_entry, now, then))
    return members


def person_seat(table: Table) -> int:
    return next((seat_value.seat for seat_value in table.value.seats if seat_value.is_human), 0)


def standing_at(history: EventHistory, seat: int, moment: SeatStanding) -> SeatStanding:
    """Returns how a seat stood at the last moment when a game was as far as another one is at its moment."""
    so_far = [number for number, phase in enumerate(history.phases_after) if phase <= (moment.round, moment.phase)]
    return standing_in(history.position_after(max(so_far, default=0)), seat)


def standing_in(game: Game, seat: int) -> SeatStanding:
    score = next(score for score in game.scores() if score.seat == seat)
    player = game._state.players[seat]
    return SeatStanding(game._state.round, game._state.phase, score.total, player.money, player.info)
