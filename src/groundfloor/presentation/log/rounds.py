"""Log sentences about all players: set-up, rounds and phases, forecast, job market, scores, undone moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.presentation.moments import phase_name

from .. import names

if TYPE_CHECKING:
    from groundfloor.engine.kinds import EventKind

    from .event_formatter import EventFormatter, MessageFunction, Sentences


def round_began(formatter: EventFormatter) -> Sentences:
    """Returns the heading of a round."""
    return formatter._("Round %(round)s, stage %(stage)s"), ""


def phase_began(formatter: EventFormatter) -> Sentences:
    """Returns the heading of a phase."""
    return phase_name(formatter.number("phase"), formatter.words), ""


def area_conducted(formatter: EventFormatter) -> Sentences:
    """Returns the heading of an area in phase IV."""
    return str(formatter.facts["area"]), ""


def specialty_received(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for a specialty."""
    return formatter._("%(name)s drew the specialty %(specialty)s."), ""


def popularity_drawn(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for the drawn popularity order."""
    after = formatter.people(seat - 1 for seat in formatter.numbers("order")[1:])
    return formatter._("%(name)s came first in the drawn order, before %(people)s.", people=after), ""


def forecast_announced(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for the back of a forecast card."""
    if formatter.number("round") > len(formatter.game.ruleset.stage_by_round):
        return formatter._("The forecast after the last round was drawn: %(type)s."), ""
    return formatter._("The forecast for round %(round)s was drawn: %(type)s."), ""


def forecast_turned(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for the front of a forecast card."""
    found = formatter.join(
        [formatter.counted("consumer", formatter.number("consumers")), formatter.counted("unemployed", formatter.number("unemployed"))]
    )
    return formatter._("The forecast turned up: %(type)s with %(found)s.", found=found), ""


def stage_opened(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for improvements that come on sale."""
    return formatter._("Improvements of stage %(stage)s came on sale."), ""


def job_market_moved(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for the job market in phase V, and how many unemployed came."""
    price = formatter.amounts(money=formatter.number("price"), info=formatter.number("price"))
    came = formatter.counted("unemployed", formatter.number("unemployed"))
    if formatter.number("was") == formatter.number("market"):
        said = formatter._("The job market stayed on space %(market)s, where an employee cost %(price)s.", price=price)
    else:
        said = formatter._("The job market went back from space %(was)s to %(market)s, where an employee cost %(price)s.", price=price)
    return said, formatter._("The forecast card brought %(came)s.", came=came)


def warehouse_restocked(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for new supply at a door of the warehouse."""
    return formatter._("Door %(door)s of the warehouse got a supply."), formatter._("It was the most expensive door without one.")


def popularity_faded(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for lost popularity in phase V."""
    return formatter._("%(name)s went back to popularity space %(space)s."), ""


def game_scored(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for a final score, and how a tie was broken."""
    said = formatter.plural(
        "%(name)s finished in position %(rank)s with %(n)s prestige point.",
        "%(name)s finished in position %(rank)s with %(n)s prestige points.",
        formatter.number("total"),
    )
    if formatter.number("tied") < 0:
        return said, ""
    return said, formatter._("%(other)s had %(total)s too and was more popular.", other=formatter.person(formatter.number("tied")))


def moves_taken_back(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for undone decisions."""
    return formatter.plural("%(name)s took back a decision.", "%(name)s took back %(n)s decisions.", formatter.number("entries")), ""


def seat_taken(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for a seat that a bot plays from here on, or a person again."""
    bot = formatter.text("bot")
    if not bot:
        return formatter._("%(name)s is played by a person from here on."), ""
    return formatter._("%(name)s is played by a bot from here on: %(bot)s.", bot=names.full("bot", bot, formatter.words)), ""


FORMATTERS: dict[EventKind, MessageFunction] = {
    "AreaConducted": area_conducted,
    "ForecastAnnounced": forecast_announced,
    "ForecastTurned": forecast_turned,
    "GameScored": game_scored,
    "JobMarketMoved": job_market_moved,
    "MovesTakenBack": moves_taken_back,
    "PhaseBegan": phase_began,
    "PopularityDrawn": popularity_drawn,
    "PopularityFaded": popularity_faded,
    "RoundBegan": round_began,
    "SeatTaken": seat_taken,
    "SpecialtyReceived": specialty_received,
    "StageOpened": stage_opened,
    "WarehouseRestocked": warehouse_restocked,
}
