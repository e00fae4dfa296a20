"""The log beside the board: the lines of the last two rounds in groups, and the way to the earlier ones."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from groundfloor.locales import names

from .people import people

if TYPE_CHECKING:
    from .people import Person
    from .scene import LogLine, Scene

ROUNDS_SHOWN = 2


@dataclass(frozen=True)
class Said:
    """A line: whose it is, the name set apart, the rest of the sentence, the reason, and where it leads."""

    entry: int
    person: Person | None
    name: str
    rest: str
    why: str
    rule: str
    is_automatic: bool
    number: int


@dataclass(frozen=True)
class LogGroup:
    """The lines of one phase of a round."""

    round: int
    phase: str
    lines: list[Said]


@dataclass(frozen=True)
class Earlier:
    """A round that is not shown any more, and the entry at which it ended."""

    round: int
    entry: int


@dataclass(frozen=True)
class Log:
    """Groups of lines, newest last, and the earlier rounds."""

    groups: list[LogGroup]
    earlier: list[Earlier]


def log(scene: Scene) -> Log:
    """What has happened."""
    newest = max((line.round for line in scene.log), default=0)
    shown = [(number, line) for number, line in enumerate(scene.log) if line.round > newest - ROUNDS_SHOWN]
    older = [line for line in scene.log if line.round <= newest - ROUNDS_SHOWN]
    by_seat = {person.seat: person for person in people(scene)}
    groups = []
    for (round, phase), lines in groupby(shown, key=lambda pair: (pair[1].round, pair[1].phase)):
        said = [line_of(line, by_seat, number) for number, line in lines]
        groups.append(LogGroup(round, phase_name(scene, phase), said))
    return Log(groups, earlier(older))


def earlier(lines: list[LogLine]) -> list[Earlier]:
    """Rounds that have been folded away."""
    ends: dict[int, int] = {}
    for line in lines:
        ends[line.round] = max(line.entry, ends.get(line.round, 0))
    return [Earlier(max(round, 1), entry) for round, entry in ends.items() if round]


def line_of(line: LogLine, by_seat: dict[int, Person], number: int) -> Said:
    """A line with the player's name set apart where the sentence begins with it."""
    person = by_seat.get(line.event.seat)
    name, rest = "", line.sentence
    if person is not None and rest.startswith(person.name):
        name, rest = person.name, rest[len(person.name) :]
    automatic = bool(line.event.facts.get("automatic"))
    return Said(line.entry, person, name, rest, line.why, line.event.rule, automatic, number)


def phase_name(scene: Scene, phase: int) -> str:
    """The phase's short name."""
    return names.short("phase", list(names.PHASES)[min(phase, len(names.PHASES) - 1)], scene.words)
