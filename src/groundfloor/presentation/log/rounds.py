"""Log sentences about all players: set-up, rounds and phases, forecast, job market, scores, undone moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.events import GameEnded, MovesTakenBack, SeatTaken
from groundfloor.engine.phases.conduct import AreaConducted
from groundfloor.engine.phases.reorganize import JobMarketMoved, JobMarketSent, PopularityFaded, StageOpened
from groundfloor.engine.phases.rounds import GameScored, PhaseBegan, RoundBegan
from groundfloor.engine.phases.setup import EraBegan, EventBegan, PopularityDrawn, SpecialtyReceived
from groundfloor.presentation.moments import phase_name

from .. import names
from .event_formatter import formats

if TYPE_CHECKING:
    from .event_formatter import EventFormatter, Sentences


@formats(RoundBegan)
def round_began(formatter: EventFormatter, event: RoundBegan) -> Sentences:
    return formatter._("Round %(round)s, stage %(stage)s"), ""


@formats(PhaseBegan)
def phase_began(formatter: EventFormatter, event: PhaseBegan) -> Sentences:
    return phase_name(event.phase, formatter.words), ""


@formats(AreaConducted)
def area_conducted(formatter: EventFormatter, event: AreaConducted) -> Sentences:
    return str(formatter.facts["area"]), ""


@formats(SpecialtyReceived)
def specialty_received(formatter: EventFormatter, event: SpecialtyReceived) -> Sentences:
    return formatter._("%(name)s drew the specialty %(specialty)s."), ""


@formats(PopularityDrawn)
def popularity_drawn(formatter: EventFormatter, event: PopularityDrawn) -> Sentences:
    after = formatter.people(event.order[1:])
    return formatter._("%(name)s came first in the drawn order, before %(people)s.", people=after), ""


@formats(StageOpened)
def stage_opened(formatter: EventFormatter, event: StageOpened) -> Sentences:
    return formatter._("Improvements of stage %(stage)s came on sale."), ""


@formats(JobMarketMoved)
def job_market_moved(formatter: EventFormatter, event: JobMarketMoved) -> Sentences:
    price = formatter.amounts(money=event.price, info=event.price)
    came = formatter.counted("unemployed", event.unemployed)
    if event.was == event.market:
        said = formatter._("The job market stayed on space %(market)s, where an employee cost %(price)s.", price=price)
    else:
        said = formatter._("The job market went back from space %(was)s to %(market)s, where an employee cost %(price)s.", price=price)
    return said, formatter._("The forecast card brought %(came)s.", came=came)


@formats(PopularityFaded)
def popularity_faded(formatter: EventFormatter, event: PopularityFaded) -> Sentences:
    return formatter._("%(name)s went back to popularity space %(space)s."), ""


@formats(GameScored)
def game_scored(formatter: EventFormatter, event: GameScored) -> Sentences:
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
    if event.others:
        others = formatter.people(event.others)
        return formatter._("%(name)s took back the last %(entries)s decisions, with the consent of %(others)s.", others=others), ""
    return formatter.plural("%(name)s took back a decision.", "%(name)s took back %(n)s decisions.", event.entries), ""


@formats(GameEnded)
def game_ended(formatter: EventFormatter, event: GameEnded) -> Sentences:
    if not event.others:
        return formatter._("%(name)s ended the game here.") if event.scored else formatter._("%(name)s cancelled the game."), ""
    others = formatter.people(event.others)
    if event.scored:
        return formatter._("The game ends here, as %(name)s proposed, and is scored as it stands. Agreed: %(others)s.", others=others), ""
    return formatter._("The game is cancelled without result, as %(name)s proposed. Agreed: %(others)s.", others=others), ""


@formats(SeatTaken)
def seat_taken(formatter: EventFormatter, event: SeatTaken) -> Sentences:
    bot = event.bot
    if not bot:
        return formatter._("%(name)s is played by a person from here on."), ""
    return formatter._("%(name)s is played by a bot from here on: %(bot)s.", bot=names.full("bot", bot, formatter.words)), ""


@formats(EraBegan)
def era_began(formatter: EventFormatter, event: EraBegan) -> Sentences:
    return formatter._("The era is %(era)s.", era=names.full("era", event.era, formatter.words)), ""


@formats(EventBegan)
def event_began(formatter: EventFormatter, event: EventBegan) -> Sentences:
    return formatter._("The event is %(event)s.", event=names.full("event", event.event, formatter.words)), ""


@formats(JobMarketSent)
def job_market_sent(formatter: EventFormatter, event: JobMarketSent) -> Sentences:
    price = formatter.amounts(money=event.price, info=event.price)
    return formatter._("The job market went from space %(was)s to %(market)s, where an employee cost %(price)s.", price=price), ""
