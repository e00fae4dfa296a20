"""What has happened since the viewer's last move, in steps: for each what it meant for the viewer, in sentences and in numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from gettext import NullTranslations

from groundfloor.engine.automa import CardAdded, CardDrawn, DeckShuffled
from groundfloor.engine.city.advertising_agency import PopularityGained
from groundfloor.engine.city.area import MarkerPlaced
from groundfloor.engine.city.economic_forecast import EconomicForecast, ForecastAnnounced
from groundfloor.engine.city.factory import ProductPriced
from groundfloor.engine.city.retail_outlets import (
    ConsumersLeft,
    ProductDropped,
    ProductLiquidated,
    ProductSold,
    ProductStayed,
    ProductUnsold,
    RetailOutlets,
)
from groundfloor.engine.city.stock_exchange import StockBoughtOut, StockEntered, StockKept, StockSold, StocksRose
from groundfloor.engine.city.warehouse import Warehouse, WarehouseRestocked
from groundfloor.engine.events import Event
from groundfloor.engine.game import Game
from groundfloor.engine.journal import Holdings
from groundfloor.engine.phases.conduct import AreaConducted
from groundfloor.engine.phases.hire import EmployeeHired
from groundfloor.engine.phases.income import IncomeReceived
from groundfloor.engine.phases.reorganize import JobMarketMoved, JobMarketSent, PopularityFaded, StageOpened, TimeTaken
from groundfloor.engine.phases.rounds import GameScored
from groundfloor.engine.phases.setup import PopularityDrawn

from .. import names
from ..bidi import isolated
from ..log.event_text import HEADINGS, own_reason, own_sentence
from ..names import short_phase_name
from ..view import RECAP_PHASES, Change, LogLine, NewsStep
from .amounts import amount_in

SPECTATOR = -2
"""Stands for the seat of a viewer who has none."""
MAX_SENTENCES = 3
"""The most sentences about moves of others that stand on the card."""
IMPORTANCE = ("money", "info", "prestige", "time", "supply", "popularity")
MAX_IN_LINE = 3
"""The most numbers that stand in one line of a phone."""
DROPS = (ProductDropped, ProductLiquidated, ProductStayed)
TOGETHER = (GameScored, IncomeReceived, PopularityFaded, ProductUnsold, TimeTaken)
"""Events that the rules bring to several companies at once, and that are one step."""
SHARES = (StockBoughtOut, StockEntered, StockKept, StockSold)
CARDS = (CardDrawn, DeckShuffled)
"""An Automa's card is a step with what it brings."""


@dataclass(frozen=True)
class Part:
    """Where an event belongs: the entry, the step of the entry (from 1), round and phase, and the ``id`` and the area of the step."""

    entry: int
    index: int
    round: int
    phase: int
    id: str
    area: str


@dataclass
class StepLines:
    """The lines of a step; ``before`` is what each seat had before it."""

    part: Part
    lines: list[LogLine]
    before: tuple[Holdings, ...]


def news_steps(
    game: Game, seat: int | None, translations: NullTranslations, log: Iterable[LogLine], numbers: Collection[int]
) -> tuple[NewsStep, ...]:
    """Returns the steps of lines of the log (by their numbers) for a seat, None for a spectator: one for each effect, in the order of the rules.

    ``log`` has all lines of their phases, ``game`` is the position after the last one. A step of which there is nothing to say is left out.
    """
    if not numbers:
        return ()
    viewer = SPECTATOR if seat is None else seat
    steps: list[NewsStep] = []
    rounds = len(game.ruleset.stage_by_round)
    log = list(log)
    rounds_at_exchange = {line.round for line in log if line.event.seat == viewer and isinstance(line.event, SHARES)}
    rounds_of_sales = {line.round for line in log if line.event.seat == viewer and isinstance(line.event, (ProductSold, ProductUnsold))}
    for step_lines in lines_of_steps(log, min(numbers)):
        part, lines = step_lines.part, step_lines.lines
        lines_said = lines_to_say(lines, viewer, rounds)
        if not lines_said or all(line.number not in numbers for line in lines):
            continue
        has_shares = seat in game._state.exchange_track or part.round in rounds_at_exchange
        has_sales = part.round in rounds_of_sales
        on_card = [line for line in lines_said if is_on_card(line, viewer, has_shares=has_shares, has_sales=has_sales)]
        before, held = (None, None) if seat is None else (step_lines.before[seat], lines[-1].held[seat])
        steps.append(
            NewsStep(
                id=part.id,
                title=step_title(game, part, translations),
                round=part.round,
                phase=part.phase,
                entry=part.entry,
                index=part.index,
                place=place_of(game, part, lines),
                consumers_from=area_places(game).get(EconomicForecast.id, "") if isinstance(lines[-1].event, ProductSold) else "",
                last=lines[-1].number,
                sentences=tuple(sentence(line, game, viewer, translations) for line in lines_said),
                reason=reason(lines_said, game, viewer, translations),
                summary=tuple(sentence(line, game, viewer, translations) for line in on_card),
                concerns_viewer=any(concerns(line.event, viewer, has_shares) for line in lines_said),
                before=before,
                held=held,
                changes=resource_changes(before, held, translations),
            )
        )
    return tuple(steps)


def lines_of_steps(log: Sequence[LogLine], first: int) -> list[StepLines]:
    """Returns the lines of each step, from the first step of the entry on to which the line with the number ``first`` belongs."""
    steps: list[StepLines] = []
    place, area = (-1, -1), ""
    first_entry = next((line.entry for line in log if line.number >= first), 0)
    following: tuple[Holdings, ...] | None = None
    for line in log:
        event = line.event
        before, following = following or line.held, line.held
        if (line.round, line.phase) != place:
            place, area = (line.round, line.phase), ""
        if isinstance(event, AreaConducted):
            area = event.area
        if line.entry < first_entry:
            continue
        last = steps[-1] if steps and steps[-1].part.entry == line.entry else None
        if isinstance(event, HEADINGS):
            continue
        if last is not None and is_one_step(last, line):
            last.lines.append(line)
        else:
            index = last.part.index + 1 if last is not None else 1
            steps.append(StepLines(Part(line.entry, index, line.round, line.phase, part_id(line, area), area), [line], before))
    return steps


def is_one_step(step: StepLines, line: LogLine) -> bool:
    """Returns whether a line goes on with a step: the same happens to the next company, or an Automa's card brings it."""
    last = step.lines[-1].event
    if (step.part.round, step.part.phase) != (line.round, line.phase):
        return False
    return isinstance(line.event, CardAdded) or isinstance(last, CARDS) or (type(last) is type(line.event) and isinstance(last, TOGETHER))


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


def step_title(game: Game, part: Part, translations: NullTranslations) -> str:
    _ = translations.gettext
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
    return names.full("area", part.id, translations) if is_area else short_phase_name(part.phase, translations)


def lines_to_say(lines: Iterable[LogLine], viewer: int, rounds: int) -> list[LogLine]:
    """Returns the lines of a step of which it says something: those about the viewer first. After the last round nobody needs a forecast."""
    said = [line for line in lines if not (isinstance(line.event, ForecastAnnounced) and line.event.round > rounds)]
    return sorted(said, key=lambda line: line.event.seat != viewer)


def sentence(line: LogLine, game: Game, viewer: int, translations: NullTranslations) -> str:
    if line.event.seat in (-1, viewer):
        return own_sentence(line.event, game, translations) or line.sentence
    if isinstance(line.event, ProductSold):
        return translations.gettext("%(name)s sold at %(price)s.") % {
            "name": isolated(game.seats[line.event.seat].name),
            "price": line.event.price,
        }
    return line.sentence


def reason(lines: Sequence[LogLine], game: Game, viewer: int, translations: NullTranslations) -> str:
    """Returns why the only event of a step happened; "" for several events, and if its sentence says so already."""
    if len(lines) != 1 or lines[0].reason.rstrip(".").casefold() in sentence(lines[0], game, viewer, translations).casefold():
        return ""
    return (own_reason(lines[0].event, game, translations) if lines[0].event.seat == viewer else "") or lines[0].reason


def concerns(event: Event, viewer: int, has_shares: bool) -> bool:
    """Returns whether an event is about the viewer or is news for all: shares rise for those who have some."""
    if event.seat >= 0 or viewer == SPECTATOR:
        return event.seat == viewer
    return not isinstance(event, (ConsumersLeft, WarehouseRestocked)) and (has_shares or not isinstance(event, StocksRose))


def is_on_card(line: LogLine, viewer: int, *, has_shares: bool, has_sales: bool) -> bool:
    """Returns whether the card "Since your last move" says a line.

    Of what the rules bring it has what concerns the viewer and says more than the numbers, others who may have become more popular, and the sales
    of others where there was none of the viewer's.
    """
    event = line.event
    if line.phase not in RECAP_PHASES or isinstance(event, PopularityGained) or (isinstance(event, ProductSold) and not has_sales):
        return True
    is_in_numbers = isinstance(event, (PopularityFaded, TimeTaken)) or (isinstance(event, JobMarketMoved) and event.was == event.market)
    return concerns(event, viewer, has_shares) and not is_in_numbers


def area_places(game: Game) -> dict[str, str]:
    """Returns the id of each area's part of the page."""
    return {area.id: f"area-{letter}" for letter, area in zip(names.LETTERS, game.ruleset.areas, strict=False)}


def place_of(game: Game, part: Part, lines: Iterable[LogLine]) -> str:
    """Returns the id of the part of the page where a step happens; "" if it has no place of its own."""
    match [line.event for line in lines][-1]:
        case MarkerPlaced() as event:
            return area_places(game).get(event.area, "")
        case ProductPriced():
            return area_places(game).get(RetailOutlets.id, "")
        case IncomeReceived() | TimeTaken():
            return "company"
        case WarehouseRestocked():
            return area_places(game).get(Warehouse.id, "")
        case JobMarketMoved() | JobMarketSent() | EmployeeHired():
            return "track-market"
        case PopularityFaded() | PopularityGained() | PopularityDrawn():
            return "track-popularity"
        case ForecastAnnounced():
            return "track-rounds"
    return "improvements" if part.id == "improvements" else area_places(game).get(part.area, "")


def resource_changes(before: Holdings | None, held: Holdings | None, translations: NullTranslations) -> tuple[Change, ...]:
    """Returns the numbers of the viewer that have changed; none of a spectator."""
    if before is None or held is None:
        return ()
    pairs = zip(Holdings._fields, before, held, strict=True)
    changed = [(icon, old, new, amount_in(translations, icon, new - old)) for icon, old, new in pairs if old != new]
    return tuple(Change(icon, old, new, more.word, more.signed("+")) for icon, old, new, more in changed)


def summary(steps: Iterable[NewsStep], translations: NullTranslations) -> tuple[NewsStep, ...]:
    """Returns the lines of the card "Since your last move": the steps of the recap that concern the viewer, with all sales, or all moves if nothing does."""
    lines = merged(steps, translations)
    recap = tuple(step for step in lines if step.is_in_recap and (step.concerns_viewer or step.id == "sales"))
    return recap or tuple(step for step in lines if step.summary)


def merged(steps: Iterable[NewsStep], translations: NullTranslations) -> tuple[NewsStep, ...]:
    """Returns the steps with those made one that follow each other and are about the same thing, as if they were of one entry."""
    merged_steps: list[NewsStep] = []
    for step in steps:
        last = merged_steps[-1] if merged_steps else None
        if last is None or (last.id, last.round, last.phase) != (step.id, step.round, step.phase):
            merged_steps.append(step)
            continue
        sentences = (*last.summary, *step.summary)
        merged_steps[-1] = replace(
            step,
            sentences=(*last.sentences, *step.sentences),
            summary=sentences if step.is_in_recap else sentences[-MAX_SENTENCES:],
            concerns_viewer=last.concerns_viewer or step.concerns_viewer,
            before=last.before,
            changes=resource_changes(last.before, step.held, translations),
        )
    return tuple(merged_steps)


def total_changes(steps: Sequence[NewsStep], translations: NullTranslations) -> tuple[Change, ...]:
    """Returns the numbers of the viewer that steps, one after the other, change together: the most important ones, for one line."""
    if not steps:
        return ()
    changes = resource_changes(steps[0].before, steps[-1].held, translations)
    return tuple(sorted(changes, key=lambda change: IMPORTANCE.index(change.icon))[:MAX_IN_LINE])
