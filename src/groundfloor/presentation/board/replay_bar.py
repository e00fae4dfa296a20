"""The bar of the replay: the phases of its slider, what the entry in sight brought, and phase IV from area to area."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from groundfloor.engine.city.economic_forecast import EconomicForecast
from groundfloor.engine.city.factory import Factory, ProductPriced
from groundfloor.engine.city.retail_outlets import ProductSold, RetailOutlets
from groundfloor.engine.phases.conduct import AreaConducted
from groundfloor.presentation import names
from groundfloor.presentation.areas.retail_outlets import spaces_of_price
from groundfloor.presentation.log.event_text import HEADINGS
from groundfloor.presentation.names import phase_name

from .scene import LogLine, Scene

MAX_SENTENCES = 3
"""So many sentences of an entry are shown; the log has all of them."""


@dataclass(frozen=True)
class RoundMark:
    """Where a round begins on the slider, in percent of its length."""

    round: int
    percent: float


@dataclass(frozen=True)
class Product:
    """A product: the spaces of its price, the first of them first, and the colour of its owner."""

    spaces: tuple[str, ...]
    colour: str


@dataclass(frozen=True)
class AreaHighlight:
    """An area that the entry conducted: its letter, the products that a consumer bought there, and those that got a price there.

    The latter are only those that the entry sells too: all others are on the board after it.
    """

    letter: str
    priced: tuple[Product, ...] = ()
    sold: tuple[Product, ...] = ()


@dataclass(frozen=True)
class ReplayBar:
    """The slider has a place for the first entry of each phase (``entries``, with ``titles``); ``place`` is that of the entry in sight.

    Consumers come from the area ``consumers_from``.
    """

    entry: int
    last: int
    entries: tuple[int, ...]
    titles: tuple[str, ...]
    place: int
    rounds: tuple[RoundMark, ...]
    sentences: tuple[str, ...]
    highlights: tuple[AreaHighlight, ...]
    consumers_from: str

    @property
    def title(self) -> str:
        return self.titles[self.place]

    @property
    def last_place(self) -> int:
        return len(self.entries) - 1

    @property
    def entry_texts(self) -> str:
        return " ".join(map(str, self.entries))

    @property
    def title_texts(self) -> str:
        """The titles of the slider's places, a line each, for the page."""
        return "\n".join(self.titles)

    @property
    def highlight_texts(self) -> str:
        """The areas that the entry conducted, as JSON for the page."""
        return json.dumps([asdict(each) for each in self.highlights])


def replay_bar(scene: Scene, phases_after: Sequence[tuple[int, int]]) -> ReplayBar:
    """Returns the bar at the scene's entry; ``phases_after[n]`` is the round and phase after ``n`` entries."""
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
    rounds = tuple(RoundMark(number, round(100 * index / places, 1)) for number, index in firsts.items() if number)
    titles = tuple(phase_title(scene, *marks[entry]) for entry in entries)
    lines = [line for line in scene.log if line.entry == here]
    return ReplayBar(
        entry=here,
        last=scene.entry,
        entries=tuple(entries),
        titles=titles,
        place=place,
        rounds=rounds,
        sentences=sentences(scene, lines),
        highlights=area_highlights(scene, lines),
        consumers_from=letters_of(scene).get(EconomicForecast.id, ""),
    )


def phase_title(scene: Scene, number: int, phase: int) -> str:
    name = phase_name(phase, scene.words)
    return scene._("Round %(round)s: %(phase)s", round=number, phase=name) if number else name


def sentences(scene: Scene, lines: Sequence[LogLine]) -> tuple[str, ...]:
    """Returns what an entry brought, as far as there is room, and how much more there was."""
    told = [line.sentence for line in lines if not isinstance(line.event, HEADINGS)]
    more = len(told) - MAX_SENTENCES
    if more <= 0:
        return tuple(told)
    return (*told[:MAX_SENTENCES], scene.plural("And %(n)s more in the log.", "And %(n)s more in the log.", more))


def letters_of(scene: Scene) -> dict[str, str]:
    return {area.id: letter for letter, area in zip(names.LETTERS, scene.game.ruleset.areas, strict=False)}


def area_highlights(scene: Scene, lines: Sequence[LogLine]) -> tuple[AreaHighlight, ...]:
    """Returns the areas that an entry conducted, in their order, with the products that were priced and sold in it.

    An entry may go on in an area to which an earlier one came.
    """
    letters = letters_of(scene)
    highlights: list[AreaHighlight] = []
    for line in lines:
        event = line.event
        if isinstance(event, AreaConducted):
            highlights.append(AreaHighlight(letters.get(event.area, "")))
        elif isinstance(event, ProductPriced):
            here = highlights.pop() if highlights else AreaHighlight(letters.get(Factory.id, ""))
            highlights.append(replace(here, priced=(*here.priced, product(scene, event))))
        elif isinstance(event, ProductSold):
            here = highlights.pop() if highlights else AreaHighlight(letters.get(RetailOutlets.id, ""))
            highlights.append(replace(here, sold=(*here.sold, product(scene, event))))
    sold = {one for step in highlights for one in step.sold}
    return tuple(replace(step, priced=tuple(one for one in step.priced if one in sold)) for step in highlights if step.letter)


def product(scene: Scene, event: ProductPriced | ProductSold) -> Product:
    return Product(spaces_of_price(scene, event.price), scene.game.seats[event.seat].colour)
