"""Log sentences about all players: set-up, rounds and phases, forecast, job market, scores, undone moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.presentation.moments import phase_name

from .. import names

if TYPE_CHECKING:
    from groundfloor.engine.kinds import EventKind

    from .event_formatter import EventFormatter, MessageFunction, Sentences


def round_began(t: EventFormatter) -> Sentences:
    """Returns the heading of a round."""
    return t._("Round %(round)s, stage %(stage)s"), ""


def phase_began(t: EventFormatter) -> Sentences:
    """Returns the heading of a phase."""
    return phase_name(t.number("phase"), t.words), ""


def area_conducted(t: EventFormatter) -> Sentences:
    """Returns the heading of an area in phase IV."""
    return str(t.facts["area"]), ""


def specialty_received(t: EventFormatter) -> Sentences:
    """Returns the sentence for a specialty."""
    return t._("%(name)s drew the specialty %(specialty)s."), ""


def popularity_drawn(t: EventFormatter) -> Sentences:
    """Returns the sentence for the drawn popularity order."""
    after = t.people(seat - 1 for seat in t.numbers("order")[1:])
    return t._("%(name)s came first in the drawn order, before %(people)s.", people=after), ""


def forecast_announced(t: EventFormatter) -> Sentences:
    """Returns the sentence for the back of a forecast card."""
    if t.number("round") > len(t.game.ruleset.stage_by_round):
        return t._("The forecast after the last round was drawn: %(type)s."), ""
    return t._("The forecast for round %(round)s was drawn: %(type)s."), ""


def forecast_turned(t: EventFormatter) -> Sentences:
    """Returns the sentence for the front of a forecast card."""
    found = t.join([t.counted("consumer", t.number("consumers")), t.counted("unemployed", t.number("unemployed"))])
    return t._("The forecast turned up: %(type)s with %(found)s.", found=found), ""


def stage_opened(t: EventFormatter) -> Sentences:
    """Returns the sentence for improvements that come on sale."""
    return t._("Improvements of stage %(stage)s came on sale."), ""


def job_market_moved(t: EventFormatter) -> Sentences:
    """Returns the sentence for the job market in phase V, and how many unemployed came."""
    price = t.amounts(money=t.number("price"), info=t.number("price"))
    came = t.counted("unemployed", t.number("unemployed"))
    if t.number("was") == t.number("market"):
        said = t._("The job market stayed on space %(market)s, where an employee cost %(price)s.", price=price)
    else:
        said = t._("The job market went back from space %(was)s to %(market)s, where an employee cost %(price)s.", price=price)
    return said, t._("The forecast card brought %(came)s.", came=came)


def warehouse_restocked(t: EventFormatter) -> Sentences:
    """Returns the sentence for new supply at a door of the warehouse."""
    return t._("Door %(door)s of the warehouse got a supply."), t._("It was the dearest door without one.")


def popularity_faded(t: EventFormatter) -> Sentences:
    """Returns the sentence for lost popularity in phase V."""
    return t._("%(name)s went back to popularity space %(space)s."), ""


def game_scored(t: EventFormatter) -> Sentences:
    """Returns the sentence for a final score, and how a tie was broken."""
    said = t.plural(
        "%(name)s finished in position %(rank)s with %(n)s prestige point.",
        "%(name)s finished in position %(rank)s with %(n)s prestige points.",
        t.number("total"),
    )
    if t.number("tied") < 0:
        return said, ""
    return said, t._("%(other)s had %(total)s too and was more popular.", other=t.person(t.number("tied")))


def moves_taken_back(t: EventFormatter) -> Sentences:
    """Returns the sentence for undone decisions."""
    return t.plural("%(name)s took back a decision.", "%(name)s took back %(n)s decisions.", t.number("entries")), ""


def seat_taken(t: EventFormatter) -> Sentences:
    """Returns the sentence for a seat that a bot plays from here on, or a person again."""
    bot = t.text("bot")
    if not bot:
        return t._("%(name)s is played by a person from here on."), ""
    return t._("%(name)s is played by a bot from here on: %(bot)s.", bot=names.full("bot", bot, t.words)), ""


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
