"""What has happened since the viewer's last move, in steps: for each what it meant for the viewer, in sentences and in numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from gettext import NullTranslations
from itertools import groupby

from groundfloor.engine.automa import CardAdded, CardDrawn, DeckShuffled
from groundfloor.engine.city.advertising_agency import PopularityGained
from groundfloor.engine.city.economic_forecast import EconomicForecast, ForecastAnnounced
from groundfloor.engine.city.retail_outlets import (
    ConsumersLeft,
    ProductDropped,
    ProductLiquidated,
    ProductSold,
    ProductStayed,
    RetailOutlets,
)
from groundfloor.engine.city.stock_exchange import StockEntered, StockKept, StocksRose
from groundfloor.engine.city.warehouse import WarehouseRestocked
from groundfloor.engine.events import Event
from groundfloor.engine.game import Game
from groundfloor.engine.journal import Holdings
from groundfloor.engine.phases.conduct import AreaConducted
from groundfloor.engine.phases.income import IncomeReceived
from groundfloor.engine.phases.reorganize import JobMarketMoved, PopularityFaded, StageOpened, TimeTaken
from groundfloor.presentation import names
from groundfloor.presentation.bidi import isolated
from groundfloor.presentation.log.event_text import HEADINGS, own_sentence
from groundfloor.presentation.names import short_phase_name

from .amounts import amount_in
from .scene import RECAP_PHASES, Change, LogLine, NewsStep

MAX_SENTENCES = 3
MIN_SENTENCES = 2
"""Where a step says less about the viewer, it says what others did too."""
IMPORTANCE = ("money", "info", "prestige", "time", "supply", "popularity")
MAX_IN_LINE = 3
"""So many numbers stand in one line of a phone."""
DROPS = (ProductDropped, ProductLiquidated, ProductStayed)
DULL = (CardAdded, CardDrawn, DeckShuffled, IncomeReceived, PopularityFaded, StockEntered, StockKept, TimeTaken)
"""What others did and a step doesn't say."""


@dataclass(frozen=True)
class Part:
    """Where an event belongs: the entry, round and phase, and the ``id`` of the step."""

    entry: int
    round: int
    phase: int
    id: str


@dataclass(frozen=True)
class PlacedLine:
    """A line of the log with its part, and what each seat had before it: after the line before, as undone events do not count."""

    part: Part
    line: LogLine
    before: tuple[Holdings, ...]


def news_steps(game: Game, seat: int, words: NullTranslations, log: Iterable[LogLine], numbers: Collection[int]) -> tuple[NewsStep, ...]:
    """Returns the steps of lines of the log (by their numbers) for a seat; ``game`` is the position after them.

    A step of which there is nothing to say is left out.
    """
    if not numbers:
        return ()
    steps: list[NewsStep] = []
    for part, placed in groupby(placed_lines(log, numbers), key=lambda each: each.part):
        first, *others = placed
        lines = [first.line, *(each.line for each in others)]
        told_lines = lines_to_say(game, seat, part, lines)
        if not told_lines:
            continue
        texts = [sentence(line, game, seat, words) for line in told_lines]
        pairs = list(zip(texts, told_lines, strict=True))
        mine = [(text, line) for text, line in pairs if line.event.seat in (-1, seat)]
        told = [(text, line) for text, line in pairs if line.event.seat in (-1, seat) or (mine and is_overtaking(line.event))]
        short = [text for text, line in told if not is_said_by_numbers(line.event)]
        before, held = first.before[seat], lines[-1].held[seat]
        steps.append(
            NewsStep(
                id=part.id,
                title=step_title(game, part, words),
                round=part.round,
                phase=part.phase,
                entry=part.entry,
                last=lines[-1].number,
                sentences=tuple(texts),
                summary=tuple(short or [text for text, _ in mine[-1:]] or texts),
                concerns_viewer=bool(mine),
                before=before,
                held=held,
                changes=resource_changes(before, held, words),
            )
        )
    return tuple(steps)


def placed_lines(log: Iterable[LogLine], numbers: Collection[int]) -> Iterable[PlacedLine]:
    """Yields each of these lines with the part to which it belongs; an area goes on in the next entry."""
    place, area = (-1, -1), ""
    before: tuple[Holdings, ...] | None = None
    for line in log:
        if (line.round, line.phase) != place:
            place, area = (line.round, line.phase), ""
        if isinstance(line.event, AreaConducted):
            area = line.event.area
        if line.number in numbers and not isinstance(line.event, HEADINGS):
            yield PlacedLine(Part(line.entry, line.round, line.phase, part_id(line, area)), line, line.held if before is None else before)
        before = line.held


def part_id(line: LogLine, area: str) -> str:
    if isinstance(line.event, StageOpened):
        return "improvements"
    if isinstance(line.event, ForecastAnnounced):
        return "next_forecast"
    if area == EconomicForecast.id:
        return "forecast"
    if area == RetailOutlets.id:
        return "drops" if isinstance(line.event, DROPS) else "sales"
    return area or tuple(names.PHASES)[line.phase]


def step_title(game: Game, part: Part, words: NullTranslations) -> str:
    _ = words.gettext
    known = {
        "sales": _("Sales"),
        "drops": _("Drops"),
        "forecast": _("Forecast"),
        "next_forecast": _("Next forecast"),
        "improvements": _("On sale"),
    }
    if part.id in known:
        return known[part.id]
    is_area = any(area.id == part.id for area in game.ruleset.areas)
    return names.full("area", part.id, words) if is_area else short_phase_name(part.phase, words)


def lines_to_say(game: Game, seat: int, part: Part, lines: list[LogLine]) -> list[LogLine]:
    """Returns the lines of which a step says something: all about the viewer and all players, and what others did if there is room."""
    is_at_exchange = seat in game.state.exchange_track or any(line.event.seat == seat for line in lines)
    rounds = len(game.ruleset.stage_by_round)
    about_all = [line for line in lines if line.event.seat < 0 and is_worth_saying(line.event, rounds, is_at_exchange)]
    own = [line for line in lines if line.event.seat == seat]
    if own:
        about_all += [line for line in lines if line.event.seat not in (-1, seat) and is_overtaking(line.event)]
    others = [line for line in lines if line.event.seat not in (-1, seat) and not isinstance(line.event, DULL)]
    chosen = [*own, *about_all][:MAX_SENTENCES]
    room = (MIN_SENTENCES if part.phase in RECAP_PHASES else MAX_SENTENCES) - len(chosen)
    if room > 0:
        chosen += others[:room] if part.phase in RECAP_PHASES else others[-room:]
    return sorted(chosen, key=lambda line: line.number)


def sentence(line: LogLine, game: Game, seat: int, words: NullTranslations) -> str:
    if line.event.seat in (-1, seat):
        return own_sentence(line.event, game, words) or line.sentence
    if isinstance(line.event, ProductSold):
        return words.gettext("%(name)s sold at %(price)s.") % {
            "name": isolated(game.seats[line.event.seat].name),
            "price": line.event.price,
        }
    return line.sentence


def is_worth_saying(event: Event, rounds: int, is_at_exchange: bool) -> bool:
    """Returns whether an event that concerns all is news: shares rise for those who have some, and after the last round nobody needs a forecast."""
    if isinstance(event, ForecastAnnounced):
        return event.round <= rounds
    return not isinstance(event, (ConsumersLeft, WarehouseRestocked)) and (is_at_exchange or not isinstance(event, StocksRose))


def is_overtaking(event: Event) -> bool:
    """Returns whether an event may make somebody more popular than the viewer: without it a rank that falls has no reason."""
    return isinstance(event, PopularityGained)


def is_said_by_numbers(event: Event) -> bool:
    """Returns whether the numbers beside a step say all of an event about the viewer, or nothing has changed by it."""
    return isinstance(event, (PopularityFaded, TimeTaken)) or (isinstance(event, JobMarketMoved) and event.was == event.market)


def resource_changes(before: Holdings, held: Holdings, words: NullTranslations) -> tuple[Change, ...]:
    """Returns the numbers of the viewer that have changed."""
    pairs = zip(Holdings._fields, before, held, strict=True)
    changed = [(icon, old, new, amount_in(words, icon, new - old)) for icon, old, new in pairs if old != new]
    return tuple(Change(icon, old, new, more.word, more.signed("+")) for icon, old, new, more in changed)


def summary(steps: Iterable[NewsStep], words: NullTranslations) -> tuple[NewsStep, ...]:
    """Returns the steps of the card "Since your last move": those that are told, or all if none is."""
    found = merged(steps, words)
    return tuple(step for step in found if step.is_in_recap) or found


def merged(steps: Iterable[NewsStep], words: NullTranslations) -> tuple[NewsStep, ...]:
    """Returns the steps with those made one that follow each other and are about the same thing, as if they were of one entry."""
    merged_steps: list[NewsStep] = []
    for step in steps:
        last = merged_steps[-1] if merged_steps else None
        if last is None or (last.id, last.round, last.phase) != (step.id, step.round, step.phase):
            merged_steps.append(step)
            continue
        merged_steps[-1] = replace(
            step,
            sentences=(*last.sentences, *step.sentences)[-MAX_SENTENCES:],
            summary=(*last.summary, *step.summary)[-MAX_SENTENCES:],
            concerns_viewer=last.concerns_viewer or step.concerns_viewer,
            before=last.before,
            changes=resource_changes(last.before, step.held, words),
        )
    return tuple(merged_steps)


def total_changes(steps: Sequence[NewsStep], words: NullTranslations) -> tuple[Change, ...]:
    """Returns the numbers of the viewer that steps, one after the other, change together: the most important ones, for one line."""
    if not steps:
        return ()
    changes = resource_changes(steps[0].before, steps[-1].held, words)
    return tuple(sorted(changes, key=lambda change: IMPORTANCE.index(change.icon))[:MAX_IN_LINE])


def counts_by_entry(steps: Iterable[NewsStep]) -> dict[int, int]:
    """Returns how many steps a page tells of each entry."""
    counts: dict[int, int] = {}
    for step in steps:
        if step.is_in_recap:
            counts[step.entry] = counts.get(step.entry, 0) + 1
    return counts
