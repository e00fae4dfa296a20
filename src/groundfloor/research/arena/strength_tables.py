"""The tables of docs/strength.md as data: who plays whom, and what is aimed at."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from groundfloor.agents.levels import LEVELS
from groundfloor.editions import NAMES, ruleset

from .paired_games import ArenaSettings

if TYPE_CHECKING:
    from collections.abc import Mapping

AUTOMAS = ("pei", "gropius", "hadid")
TWO_AUTOMAS = ("automa:gropius", "automa:hadid")
SECONDS = (0.05, 0.1, 0.3, 1.0, 3.0)
"""Times of a decision on the curve of strength."""
SEED = 20
FACING_AUTOMA = {"manager": 0.9, "director": 0.95, "tycoon": 0.98, "champion": 0.98}
FACING_TWO_AUTOMAS = {"manager": 0.55, "director": 0.7, "tycoon": 0.85, "champion": 0.85}
AIM_OF_TWO, AIM_OF_FOUR, AIM_AGAINST_GREEDY = 0.7, 0.45, 0.95


@dataclass(frozen=True)
class StrengthLine:
    """A line of a table: an arena, whose first contestant is measured; ``target`` is the share of wins that is aimed at."""

    label: str
    seats: tuple[str, ...]
    target: float | None = None
    ruleset: str = "second"
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def file(self) -> str:
        """The name of its file of results, without the ending."""
        return re.sub(r"[^a-z0-9.]+", "-", f"{self.ruleset} {' '.join(self.seats)}".lower())

    @property
    def is_timed(self) -> bool:
        """Whether a seat thinks for a time instead of a number of simulations, so that the speed of the machine matters."""
        return any(LEVELS[seat].uses_its_time if seat in LEVELS else "seconds=" in seat for seat in self.seats)

    def settings(self) -> ArenaSettings:
        return ArenaSettings(self.seats, self.ruleset, self.options, {}, SEED)


@dataclass(frozen=True)
class StrengthTable:
    """A table: its id, what stands above the first column, the games of a line where nothing else is said, and its lines.

    In a grid each line is a cell: its label is ``ROW: COLUMN``.
    """

    id: str
    heading: str
    games: int
    lines: tuple[StrengthLine, ...]
    is_grid: bool = False


def against_each_automa() -> tuple[StrengthLine, ...]:
    """Returns each level alone against each Automa, and ``greedy`` for scale."""
    return tuple(
        StrengthLine(f"{level} against {automa.capitalize()}", (level, f"automa:{automa}"), FACING_AUTOMA.get(level))
        for level in ("greedy", *LEVELS)
        for automa in AUTOMAS
    )


def against_two_automas() -> tuple[StrengthLine, ...]:
    """Returns each level at a table of three with Gropius and Hadid."""
    return tuple(StrengthLine(level, (level, *TWO_AUTOMAS), FACING_TWO_AUTOMAS.get(level)) for level in ("greedy", *LEVELS))


def against_the_one_below(others: int) -> tuple[StrengthLine, ...]:
    """Returns each level against that many of the level below."""
    aim = AIM_OF_TWO if others == 1 else AIM_OF_FOUR
    return tuple(StrengthLine(f"{level} against {others} {lower}", (level, *[lower] * others), aim) for lower, level in pairwise(LEVELS))


def by_time() -> tuple[StrengthLine, ...]:
    """Returns a search of various times against ``net`` and beside two Automas."""
    return tuple(
        StrengthLine(f"{seconds:g} s {where}", (f"search:seconds={seconds:g}", *others))
        for where, others in (("against net", ("net",)), ("with Gropius and Hadid", TWO_AUTOMAS))
        for seconds in SECONDS
    )


def everywhere() -> tuple[StrengthLine, ...]:
    """Returns each level against as many of the level below as there are seats, in all rulesets and player counts."""
    lines: list[StrengthLine] = []
    for name in NAMES:
        least, most = ruleset(name).player_range
        for seats in range(max(least, 2), most + 1):
            for lower, level in pairwise(LEVELS):
                lines.append(StrengthLine(f"{name}, {seats} seats: {level}", (level, *[lower] * (seats - 1)), ruleset=name))
    return tuple(lines)


TABLES: dict[str, StrengthTable] = {
    table.id: table
    for table in (
        StrengthTable("automas", "alone against an Automa", 200, against_each_automa()),
        StrengthTable("two-automas", "with Gropius and Hadid", 300, against_two_automas()),
        StrengthTable("two-seats", "two seats", 200, against_the_one_below(1)),
        StrengthTable("four-seats", "four seats", 200, against_the_one_below(3)),
        StrengthTable(
            "greedy", "two seats", 200, (StrengthLine("search, 1 s, against greedy", ("search:seconds=1", "greedy"), AIM_AGAINST_GREEDY),)
        ),
        StrengthTable("time", "thinking time", 100, by_time()),
        StrengthTable("everywhere", "ruleset and seats", 40, everywhere(), is_grid=True),
    )
}
"""Every table by its id."""
