"""The bar of the replay: the phases of its slider."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..names import phase_name
from ..view import TableView


@dataclass(frozen=True)
class ReplayBar:
    """The slider has a place for the first entry of each phase (``entries``, with ``titles``); ``place`` is that of the entry in sight.

    ``rounds`` say where each round begins, in percent of the slider's length.
    """

    entry: int
    last: int
    entries: tuple[int, ...]
    titles: tuple[str, ...]
    place: int
    rounds: tuple[tuple[int, float], ...]


def replay_bar(view: TableView, phases_after: Sequence[tuple[int, int]]) -> ReplayBar:
    """Returns the bar at the view's entry; ``phases_after[n]`` is the round and phase after ``n`` entries."""
    here = view.moment.entry if view.moment.entry is not None else view.public.version
    marks = phases_after[: view.public.version + 1]
    entries = [0, *(n for n in range(1, len(marks)) if marks[n] != marks[n - 1])]
    if entries[-1] != view.public.version:
        entries.append(view.public.version)
    places = max(len(entries) - 1, 1)
    place = max(index for index, entry in enumerate(entries) if entry <= here)
    firsts: dict[int, int] = {}
    for index, entry in enumerate(entries):
        firsts.setdefault(marks[entry][0], index)
    rounds = tuple((number, round(100 * index / places, 1)) for number, index in firsts.items() if number)
    titles = tuple(phase_title(view, *marks[entry]) for entry in entries)
    return ReplayBar(entry=here, last=view.public.version, entries=tuple(entries), titles=titles, place=place, rounds=rounds)


def phase_title(view: TableView, number: int, phase: int) -> str:
    name = phase_name(phase, view.translations)
    return view._("Round %(round)s: %(phase)s", round=number, phase=name) if number else name
