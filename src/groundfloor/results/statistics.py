"""What many results say: tables by ruleset, opponent and specialty, streaks, and the ladder of opponents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from .result import GameResult, automa_order

LADDER = (("pei",), ("gropius",), ("pei", "gropius"), ("hadid",), ("pei", "hadid"), ("gropius", "hadid"))
"""The Automas that one person plays against, the easiest first."""


@dataclass(frozen=True)
class ResultLine:
    """The results of one kind: how many games, how many of them won, average and best prestige of those that the player has not lost before their end, when a bot has played on (None: there is no other)."""

    key: str
    played: int
    won: int
    average: float | None
    best: int | None


@dataclass(frozen=True)
class Streaks:
    """Games won in a row, now and at most; days in a row on which the city of the day was finished, at most."""

    current: int
    longest: int
    days: int


@dataclass(frozen=True)
class Rung:
    """A step of a ladder: the opponents, Automas or bots, and the results against just these."""

    opponents: tuple[str, ...]
    line: ResultLine
    is_next: bool

    @property
    def is_won(self) -> bool:
        return self.line.won > 0


def line_of(key: str, results: Sequence[GameResult]) -> ResultLine:
    totals = [result.total for result in results if not result.departure]
    return ResultLine(key, len(results), sum(result.is_won for result in results), average(totals), max(totals, default=None))


def average(totals: Sequence[int]) -> float | None:
    """Returns the average with one digit behind the point; None of nothing."""
    return round(sum(totals) / len(totals), 1) if totals else None


def lines_by(results: Iterable[GameResult], key: Callable[[GameResult], str]) -> list[ResultLine]:
    """Returns a line for each kind, the most played first."""
    groups: dict[str, list[GameResult]] = {}
    for result in results:
        groups.setdefault(key(result), []).append(result)
    lines = [line_of(name, group) for name, group in groups.items()]
    return sorted(lines, key=lambda line: (-line.played, line.key))


def by_time(results: Iterable[GameResult]) -> list[GameResult]:
    return sorted(results, key=lambda result: (result.finished, result.game, result.seat))


def streaks(results: Iterable[GameResult]) -> Streaks:
    ordered = by_time(results)
    longest = current = 0
    for result in ordered:
        current = current + 1 if result.is_won else 0
        longest = max(longest, current)
    return Streaks(current, longest, longest_run_of_days({date.fromisoformat(result.day) for result in ordered if result.day}))


def longest_run_of_days(days: set[date]) -> int:
    """Returns how many of the days follow one another at most."""
    longest = 0
    for first in days:
        if first - timedelta(1) in days:
            continue
        last = first
        while last in days:
            last += timedelta(1)
        longest = max(longest, (last - first).days)
    return longest


def ladder(results: Iterable[GameResult], opponents: Iterable[tuple[str, ...]] = LADDER) -> list[Rung]:
    """Returns a ladder of opponents; the first who were not beaten are next. Nothing of it is locked."""
    counted = [result for result in results if not result.people and not result.has_house_values and not result.is_ended_early]
    by_opponents: dict[tuple[str, ...], list[GameResult]] = {}
    for result in counted:
        by_opponents.setdefault((*sorted(result.automas, key=automa_order), *sorted(result.bots)), []).append(result)
    rungs = []
    is_open = True
    for others in opponents:
        line = line_of("+".join(others), by_opponents.get(others, []))
        rungs.append(Rung(others, line, is_open and not line.won))
        is_open = is_open and line.won > 0
    return rungs
