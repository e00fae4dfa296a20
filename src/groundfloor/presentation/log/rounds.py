"""Log sentences about all players: set-up, rounds and phases, forecast, job market, scores, undone moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.city.economic_forecast import ForecastAnnounced, ForecastTurned
from groundfloor.engine.city.warehouse import WarehouseRestocked
from groundfloor.engine.events import MovesTakenBack, SeatTaken
from groundfloor.engine.phases.conduct import AreaConducted
from groundfloor.engine.phases.reorganize import JobMarketMoved, PopularityFaded, StageOpened
from groundfloor.engine.phases.rounds import GameScored, PhaseBegan, RoundBegan
from groundfloor.engine.phases.setup import PopularityDrawn, SpecialtyReceived
from groundfloor.presentation.moments import phase_name

from .. import names
from .event_formatter import formats

if TYPE_CHECKING:
    from .event_formatter import EventFormatter, Sentences


@formats(RoundBegan)
def round_began(formatter: EventFormatter, event: RoundBegan) -> Sentences:
    """Returns the heading of a round."""
    return formatter._("Round %(round)s, stage %(stage)s"), ""


@formats(PhaseBegan)
def phase_began(formatter: EventFormatter, event: PhaseBegan) -> Sentences:
    """Returns the heading of a phase."""
    return phase_name(event.phase, formatter.words), ""


@formats(AreaConducted)
def area_conducted(formatter: EventFormatter, event: AreaConducted) -> Sentences:
    """Returns the heading of an area in phase IV."""
    return str(formatter.facts["area"]), ""


@formats(SpecialtyReceived)
def specialty_received(formatter: EventFormatter, event: SpecialtyReceived) -> Sentences:
    return formatter._("%(name)s drew the specialty %(specialty)s."), ""


@formats(PopularityDrawn)
def popularity_drawn(formatter: EventFormatter, event: PopularityDrawn) -> Sentences:
    """Returns the sentence for the drawn popularity order."""
    after = formatter.people(event.order[1:])
    return formatter._("%(name)s came first in the drawn order, before %(people)s.", people=after), ""


@formats(ForecastAnnounced)
def forecast_announced(formatter: EventFormatter, event: ForecastAnnounced) -> Sentences:
    """Returns the sentence for the back of a forecast card."""
    if event.round > len(formatter.game.ruleset.stage_by_round):
        return formatter._("The forecast after the last round was drawn: %(type)s."), ""
    return formatter._("The forecast for round %(round)s was drawn: %(type)s."), ""


@formats(ForecastTurned)
def forecast_turned(formatter: EventFormatter, event: ForecastTurned) -> Sentences:
    """Returns the sentence for the front of a forecast card."""
    found = formatter.join([formatter.counted("consumer", event.consumers), formatter.counted("unemployed", event.unemployed)])
    return formatter._("The forecast turned up: %(type)s with %(found)s.", found=found), ""


@formats(StageOpened)
def stage_opened(formatter: EventFormatter, event: StageOpened) -> Sentences:
    """Returns the sentence for improvements that come on sale."""
    return formatter._("Improvements of stage %(stage)s came on sale."), ""


@formats(JobMarketMoved)
def job_market_moved(formatter: EventFormatter, event: JobMarketMoved) -> Sentences:
    """Returns the sentence for the job market in phase V, and how many unemployed came."""
    price = formatter.amounts(money=event.price, info=event.price)
    came = formatter.counted("unemployed", event.unemployed)
    if event.was == event.market:
        said = formatter._("The job market stayed on space %(market)s, where an employee cost %(price)s.", price=price)
    else:
        said = formatter._("The job market went back from space %(was)s to %(market)s, where an employee cost %(price)s.", price=price)
    return said, formatter._("The forecast card brought %(came)s.", came=came)


@formats(WarehouseRestocked)
def warehouse_restocked(formatter: EventFormatter, event: WarehouseRestocked) -> Sentences:
    """Returns the sentence for new supply at a door of the warehouse."""
    return formatter._("Door %(door)s of the warehouse got a supply."), formatter._("It was the most expensive door without one.")


@formats(PopularityFaded)
def popularity_faded(formatter: EventFormatter, event: PopularityFaded) -> Sentences:
    """Returns the sentence for lost popularity in phase V."""
    return formatter._("%(name)s went back to popularity space %(space)s."), ""


@formats(GameScored)
def game_scored(formatter: EventFormatter, event: GameScored) -> Sentences:
    """Returns the sentence for a final score, and how a tie was broken."""
    said = formatter.plural(
        "%(name)s finished in position %(rank)s with %(n)s prestige point.",
        "%(name)s finished in position %(rank)s with %(n)s prestige points.",
        event.total,
    )
    if event.tied < 0:
        return said, ""
    return said, formatter._("%(other)s had %(total)s too and was more popular.", other=formatter.person(event.tied))


@formats(MovesTakenBack)
def moves_taken_back(formatter: EventFormatter, event: MovesTakenBack) -> Sentences:
    """Returns the sentence for undone decisions."""
    return formatter.plural("%(name)s took back a decision.", "%(name)s took back %(n)s decisions.", event.entries), ""


@formats(SeatTaken)
def seat_taken(formatter: EventFormatter, event: SeatTaken) -> Sentences:
    """Returns the sentence for a seat that a bot plays from here on, or a person again."""
    bot = event.bot
    if not bot:
        return formatter._("%(name)s is played by a person from here on."), ""
    return formatter._("%(name)s is played by a bot from here on: %(bot)s.", bot=names.full("bot", bot, formatter.words)), ""
