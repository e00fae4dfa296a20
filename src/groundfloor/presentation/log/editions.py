"""Log sentences of some editions and expansions: eras, events, special forecast cards, the two-player bonus, tasks of tenants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.city.economic_forecast import SpecialForecastTurned
from groundfloor.engine.city.two_player_bonus import BonusesDecided, BonusesDeclined
from groundfloor.engine.company.rooms import TenantUsed
from groundfloor.engine.phases.reorganize import JobMarketSent
from groundfloor.engine.phases.setup import EraBegan, EventBegan

from .. import names
from .company import price_of, thing_used
from .event_formatter import formats

if TYPE_CHECKING:
    from .event_formatter import EventFormatter, Sentences


@formats(EraBegan)
def era_began(formatter: EventFormatter, event: EraBegan) -> Sentences:
    return formatter._("The era is %(era)s.", era=names.full("era", event.era, formatter.words)), ""


@formats(EventBegan)
def event_began(formatter: EventFormatter, event: EventBegan) -> Sentences:
    return formatter._("The event is %(event)s.", event=names.full("event", event.event, formatter.words)), ""


@formats(SpecialForecastTurned)
def special_forecast_turned(formatter: EventFormatter, event: SpecialForecastTurned) -> Sentences:
    return formatter._("The forecast turned up: %(special)s.", special=names.full("special", event.special, formatter.words)), ""


@formats(JobMarketSent)
def job_market_sent(formatter: EventFormatter, event: JobMarketSent) -> Sentences:
    price = formatter.amounts(money=event.price, info=event.price)
    return formatter._("The job market went from space %(was)s to %(market)s, where an employee cost %(price)s.", price=price), ""


@formats(BonusesDecided)
def bonuses_decided(formatter: EventFormatter, event: BonusesDecided) -> Sentences:
    return formatter._("%(name)s decided that both take a bonus."), ""


@formats(BonusesDeclined)
def bonuses_declined(formatter: EventFormatter, event: BonusesDeclined) -> Sentences:
    return formatter._("%(name)s decided that nobody takes a bonus."), ""


@formats(TenantUsed)
def tenant_used(formatter: EventFormatter, event: TenantUsed) -> Sentences:
    result = event.result
    if result.column is None:
        return thing_used(formatter, formatter.facts["tile"], result, price_of(formatter, event))
    column = formatter._("left column") if result.column == "left" else formatter._("right column")
    said = formatter._(
        "%(name)s used the %(tile)s: the marker of %(owner)s in row %(row)s of the %(column)s moved to the top.",
        owner=formatter.person(-1 if result.whose is None else result.whose),
        column=column,
    )
    return said, ""
