"""Sentences about events as the player reads them whom they concern: ``Your product was sold for 16.``"""

from __future__ import annotations

from collections.abc import Callable
from gettext import NullTranslations
from typing import Any

from groundfloor.engine.city.advertising_agency import MarketingTypeChosen, MarketingWaited, PopularityGained
from groundfloor.engine.city.consulting_firm import MeetingCancelled, MeetingHeld
from groundfloor.engine.city.economic_forecast import ForecastAnnounced, ForecastTurned
from groundfloor.engine.city.factory import ProductPriced
from groundfloor.engine.city.marketing_bonus import BonusMissed, BonusTaken
from groundfloor.engine.city.retail_outlets import ProductDropped, ProductLiquidated, ProductSold, ProductStayed, ProductUnsold
from groundfloor.engine.city.stock_exchange import StockBoughtOut, StockEntered, StockKept
from groundfloor.engine.city.warehouse import SupplyFetched
from groundfloor.engine.events import Event
from groundfloor.engine.game import Game
from groundfloor.engine.phases.income import IncomeReceived
from groundfloor.engine.phases.reorganize import JobMarketMoved, JobMarketSent, PopularityFaded, StageOpened, TimeTaken
from groundfloor.translatable import _

from .event_formatter import EventFormatter

SENTENCES: dict[type[Event], str] = {
    MarketingTypeChosen: _("Your marker went to %(type)s."),
    PopularityGained: _("You advanced to popularity space %(space)s."),
    MarketingWaited: _("You gained no popularity through %(type)s."),
    BonusMissed: _("You were the least popular, and got no bonus."),
    BonusTaken: _("You took the bonus %(bonus)s."),
    ProductPriced: _("Your product is on sale at %(price)s."),
    ProductSold: _("Your product was sold for %(money)s."),
    ProductUnsold: _("Your product at %(price)s found no consumer."),
    ProductDropped: _("Your product dropped from %(price)s to %(target)s."),
    ProductStayed: _("Your product stayed at %(price)s."),
    ProductLiquidated: _("Your product was liquidated for %(money)s."),
    StockEntered: _("Your share entered the exchange track."),
    StockKept: _("You kept your shares."),
    StockBoughtOut: _("Your share was bought out for %(money)s."),
    PopularityFaded: _("Popularity fades every round: you are on space %(space)s now."),
    ForecastAnnounced: _("Round %(round)s: %(type)s."),
    StageOpened: _("Improvements of stage %(stage)s."),
}
"""Those that take the facts as they are."""


def meeting_held(formatter: EventFormatter, event: MeetingHeld) -> str:
    gained = formatter.amounts(info=event.info)
    return formatter._("Your meeting in row %(row)s brought %(gained)s.", gained=gained or formatter.counted("info", 0))


def meeting_cancelled(formatter: EventFormatter, event: MeetingCancelled) -> str:
    if event.info:
        return formatter._(
            "Your meeting in row %(row)s was cancelled, but you received %(gained)s.", gained=formatter.amounts(info=event.info)
        )
    return formatter._("Your meeting in row %(row)s was cancelled: the row was not booked again.")


def supply_fetched(formatter: EventFormatter, event: SupplyFetched) -> str:
    if event.supply:
        return formatter._("You fetched a supply from the warehouse.")
    return formatter._("You lost a supply: the storage closet was full.")


def forecast_turned(formatter: EventFormatter, event: ForecastTurned) -> str:
    return formatter._("%(type)s: %(found)s.", found=formatter.counted("consumer", event.consumers))


def time_taken(formatter: EventFormatter, event: TimeTaken) -> str:
    return formatter._("You have %(taken)s again.", taken=formatter.counted("time", event.time))


def hiring_costs(formatter: EventFormatter, event: JobMarketMoved | JobMarketSent) -> str:
    price = formatter.amounts(money=event.price, info=event.price)
    if event.was == event.market:
        return formatter._("An employee still costs %(price)s.", price=price)
    return formatter._("An employee now costs %(price)s.", price=price)


def income_received(formatter: EventFormatter, event: IncomeReceived) -> str:
    gained = formatter.amounts(money=max(event.money, 0), info=event.info, time=event.time)
    paid = formatter.amounts(money=-event.money) if event.money < 0 else ""
    if gained and paid:
        return formatter._("You received %(gained)s and paid %(paid)s.", gained=gained, paid=paid)
    if paid:
        return formatter._("You received no income, but paid %(paid)s.", paid=paid)
    return formatter._("You received %(gained)s.", gained=gained) if gained else formatter._("You received no income.")


COMPUTED: dict[type[Event], Callable[[EventFormatter, Any], str]] = {
    MeetingHeld: meeting_held,
    MeetingCancelled: meeting_cancelled,
    SupplyFetched: supply_fetched,
    ForecastTurned: forecast_turned,
    TimeTaken: time_taken,
    JobMarketMoved: hiring_costs,
    JobMarketSent: hiring_costs,
    IncomeReceived: income_received,
}
"""Those that depend on numbers."""


def own_sentence(event: Event, game: Game, words: NullTranslations) -> str:
    """Returns the sentence of an event that concerns the reader, or everybody; "" if only the log has one."""
    formatter = EventFormatter(event, game, words)
    if type(event) in COMPUTED:
        return COMPUTED[type(event)](formatter, event)
    sentence = SENTENCES.get(type(event))
    return formatter._(sentence) if sentence is not None else ""
