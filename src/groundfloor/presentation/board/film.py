"""The replay as a film: the phases of its slider, what the entry in sight brought, and phase IV from area to area."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.engine.city.retail_outlets import RetailOutlets
from groundfloor.presentation import names
from groundfloor.presentation.log.event_text import HEADINGS
from groundfloor.presentation.rulebook.letters import LETTERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .scene import LogLine, Scene

MOST_SENTENCES = 3
"""So many sentences of an entry are shown; the log has all of them."""


@dataclass(frozen=True)
class RoundMark:
    """Where a round begins on the slider, in percent of its length."""

    round: int
    percent: float


@dataclass(frozen=True)
class AreaStep:
    """An area that the entry conducted: its letter, and for each consumer who came the spaces where the product may stand and its colour."""

    letter: str
    sales: tuple[tuple[tuple[str, ...], str], ...]

    def as_dict(self) -> dict[str, object]:
        """Returns the same as plain data, for the page."""
        return {"letter": self.letter, "sales": [{"spaces": spaces, "colour": colour} for spaces, colour in self.sales]}


@dataclass(frozen=True)
class Film:
    """The slider has a place for the first entry of each phase (``entries``, with ``titles``); ``place`` is that of the entry in sight."""

    entry: int
    last: int
    entries: tuple[int, ...]
    titles: tuple[str, ...]
    place: int
    rounds: tuple[RoundMark, ...]
    sentences: tuple[str, ...]
    sweep: tuple[AreaStep, ...]

    @property
    def title(self) -> str:
        """Round and phase of the entry in sight."""
        return self.titles[self.place]

    @property
    def last_place(self) -> int:
        """The number of the slider's last place."""
        return len(self.entries) - 1

    @property
    def entry_texts(self) -> str:
        """The entries of the slider's places, for the page."""
        return " ".join(map(str, self.entries))

    @property
    def title_texts(self) -> str:
        """The titles of the slider's places, a line each, for the page."""
        return "\n".join(self.titles)

    @property
    def sweep_text(self) -> str:
        """The areas that the entry conducted, as JSON for the page."""
        return json.dumps([each.as_dict() for each in self.sweep])


def film(scene: Scene, phases_after: Sequence[tuple[int, int]]) -> Film:
    """Returns the film at the scene's entry; ``phases_after[n]`` is the round and phase after ``n`` entries."""
    here = scene.history if scene.history is not None else scene.entry
    marks = phases_after[: scene.entry + 1]
    entries = [0, *(n for n in range(1, len(marks)) if marks[n] != marks[n - 1])]
    if entries[-1] != scene.entry:
        entries.append(scene.entry)
    places = max(len(entries) - 1, 1)
    place = max(index for index, entry in enumerate(entries) if entry <= here)
    firsts: dict[int, int] = {}
    for index, entry in enumerate(entries):
        firsts.setdefault(marks[entry][0], index)
    rounds = tuple(RoundMark(round, round_percent(index, places)) for round, index in firsts.items() if round)
    titles = tuple(phase_title(scene, *marks[entry]) for entry in entries)
    lines = [line for line in scene.log if line.entry == here]
    return Film(here, scene.entry, tuple(entries), titles, place, rounds, sentences(scene, lines), sweep(scene, lines))


def round_percent(place: int, places: int) -> float:
    """Returns where a place of the slider stands, in percent of its length."""
    return round(100 * place / places, 1)


def phase_title(scene: Scene, number: int, phase: int) -> str:
    """Returns a round and phase in words."""
    _ = scene.words.gettext
    name = names.full("phase", list(names.PHASES)[min(phase, len(names.PHASES) - 1)], scene.words)
    return _("Round %(round)s: %(phase)s") % {"round": number, "phase": name} if number else name


def sentences(scene: Scene, lines: Sequence[LogLine]) -> tuple[str, ...]:
    """Returns what an entry brought, as far as there is room, and how much more there was."""
    said = [line.sentence for line in lines if line.event.kind not in HEADINGS]
    more = len(said) - MOST_SENTENCES
    if more <= 0:
        return tuple(said)
    ngettext = scene.words.ngettext
    return (*said[:MOST_SENTENCES], ngettext("And %(n)s more in the log.", "And %(n)s more in the log.", more) % {"n": more})


def sweep(scene: Scene, lines: Sequence[LogLine]) -> tuple[AreaStep, ...]:
    """Returns the areas that an entry conducted, in their order, with the sales in each."""
    areas = scene.game.ruleset.areas
    letters: dict[str, str] = {area.id: letter for letter, area in zip(LETTERS, areas, strict=False)}
    outlets = next((area for area in areas if isinstance(area, RetailOutlets)), None)
    found: list[tuple[str, list[tuple[tuple[str, ...], str]]]] = []
    for line in lines:
        event = line.event
        if event.kind == "AreaConducted":
            found.append((letters.get(str(event.facts["area"]), ""), []))
        elif event.kind == "ProductSold" and outlets is not None:
            if not found:
                found.append((letters.get(outlets.id, ""), []))
            price = event.facts["price"]
            spaces = tuple(f"space-outlet-{number}" for number, each in enumerate(outlets.prices, 1) if each == price)
            found[-1][1].append((spaces, scene.game.seats[event.seat].colour))
    return tuple(AreaStep(letter, tuple(sales)) for letter, sales in found if letter)
