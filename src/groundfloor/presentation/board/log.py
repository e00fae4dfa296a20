"""The log beside the board: the lines of the last two rounds in groups, and the way to the earlier ones."""

from __future__ import annotations

from dataclasses import dataclass

from groundfloor.engine.phases.conduct import AreaConducted
from groundfloor.engine.phases.hire import HiringDone

from ..log.event_formatter import SURPRISES
from ..log.event_text import HEADINGS
from ..names import short_phase_name
from ..view import LogLine, TableView
from .people import Owner

ROUNDS_SHOWN = 2
MAX_UNDONE = 24
"""Undone lines that are shown, the last ones (``TableView.undone``)."""


@dataclass(frozen=True)
class LogSentence:
    """A line: whose it is, the name set apart, the rest of the sentence, the reason, and where it leads."""

    entry: int
    person: Owner | None
    name: str
    rest: str
    reason: str
    rule: str
    is_automatic: bool
    is_surprising: bool
    number: int
    is_undone: bool = False


@dataclass(frozen=True)
class LogGroup:
    """The lines of one phase of a round; in phase IV those of one area of the city, whose name is ``area``."""

    round: int
    phase: str
    area: str
    lines: list[LogSentence]

    @property
    def first(self) -> int | str:
        """Returns the number of its first line, which names it; "end" while it has none."""
        return self.lines[0].number if self.lines else "end"


@dataclass(frozen=True)
class Log:
    """Groups of lines, newest last, and the earlier rounds: each with the entry at which it ended."""

    groups: list[LogGroup]
    earlier: list[tuple[int, int]]


def log(view: TableView) -> Log:
    newest = max((line.round for line in view.moment.log), default=0)
    lines = sorted((*view.moment.log, *view.moment.undone), key=lambda line: line.number)
    shown = [line for line in lines if line.round > newest - ROUNDS_SHOWN]
    older = [line for line in view.moment.log if line.round <= newest - ROUNDS_SHOWN]
    return Log(groups(view, shown), earlier(older))


def news_groups(view: TableView) -> list[LogGroup]:
    return [group for group in groups(view, list(view.own.news)) if group.lines]


def groups(view: TableView, shown: list[LogLine]) -> list[LogGroup]:
    """Returns the lines under the headings of their rounds, phases and areas; a heading with nothing below it is left out."""
    by_seat = {owner.seat: owner for owner in view.owners}
    log_groups: list[LogGroup] = []
    place, area = (-1, -1), ""
    for line in shown:
        if (line.round, line.phase) != place:
            place, area = (line.round, line.phase), ""
            log_groups.append(LogGroup(line.round, short_phase_name(line.phase, view.translations), "", []))
        if isinstance(line.event, AreaConducted):
            area = line.sentence
        if isinstance(line.event, HEADINGS):
            continue
        if area != log_groups[-1].area:
            log_groups.append(LogGroup(line.round, log_groups[-1].phase, area, []))
        log_groups[-1].lines.append(line_of(line, by_seat))
    return [group for group in log_groups if group.lines or group is log_groups[-1]]


def earlier(lines: list[LogLine]) -> list[tuple[int, int]]:
    ends: dict[int, int] = {}
    for line in lines:
        ends[line.round] = max(line.entry, ends.get(line.round, 0))
    return [(max(round, 1), entry) for round, entry in ends.items() if round]


def line_of(line: LogLine, by_seat: dict[int, Owner]) -> LogSentence:
    """Returns a line with the player's name set apart where the sentence begins with it."""
    person = by_seat.get(line.event.seat)
    name, rest = "", line.sentence
    if person is not None and rest.startswith(person.name):
        name, rest = person.name, rest[len(person.name) :]
    event = line.event
    is_surprising = type(event) in SURPRISES or isinstance(event, HiringDone) and event.reason is not None
    return LogSentence(
        entry=line.entry,
        person=person,
        name=name,
        rest=rest,
        reason=line.reason,
        rule=event.rule,
        is_automatic=event.automatic,
        is_surprising=is_surprising,
        number=line.number,
        is_undone=line.is_undone,
    )
