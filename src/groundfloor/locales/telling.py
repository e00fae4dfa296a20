"""Sentences of the log: each event as somebody would tell it, and why; and why an action is not possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.refusals import SENTENCES
from groundfloor.engine.state import type_names

from . import names

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.engine.events import Event
    from groundfloor.engine.game import Game
    from groundfloor.engine.refusals import Refusal

TOLD: dict[str, str] = {
    "AreaConducted": "%(area)s.",
    "AutomaStayedHome": "%(name)s stayed at the own board with a time marker.",
    "BonusTaken": "%(name)s took the bonus %(bonus)s.",
    "CardAdded": "%(name)s’s deck got a card: %(card)s.",
    "CardDrawn": "%(name)s drew the card %(card)s.",
    "DeckShuffled": "%(name)s’s cards were shuffled into a new pile.",
    "EmployeeFired": "%(name)s fired an employee.",
    "EmployeeHired": "%(name)s hired an employee for %(money)s money and %(info)s info.",
    "FloorAdded": "%(name)s added %(tile)s as floor %(number)s for %(money)s money and %(info)s info.",
    "FloorUsed": "%(name)s used %(floor)s with %(time)s time.",
    "ForecastTurned": "The forecast turned up: %(type)s, %(consumers)s consumers, %(unemployed)s unemployed.",
    "GameScored": "%(name)s ended with %(total)s prestige, rank %(rank)s.",
    "HiringDone": "%(name)s hired nobody more.",
    "IncomeReceived": "%(name)s received %(money)s money, %(info)s info and %(time)s time.",
    "JobMarketMoved": "The job market went back by %(unemployed)s; hiring costs %(price)s and %(price)s.",
    "MarkerPlaced": "%(name)s took space %(space)s of the %(area)s for %(money)s money, %(info)s info and %(supply)s supply.",
    "MarketingTypeChosen": "%(name)s chose %(type)s with %(markers)s markers for %(money)s money and %(info)s info.",
    "MarketingWaited": "%(name)s gained no popularity by %(type)s.",
    "MeetingCancelled": "%(name)s met nobody in row %(row)s.",
    "MeetingHeld": "%(name)s held the meeting in row %(row)s for %(info)s info.",
    "MovesTakenBack": "%(name)s took back %(entries)s decisions.",
    "NothingBought": "%(name)s bought nothing.",
    "PopularityDrawn": "The popularity order was drawn; %(name)s is the most popular.",
    "PopularityFaded": "%(name)s went back to popularity space %(space)s.",
    "PopularityGained": "%(name)s advanced %(moved)s spaces by %(type)s, to space %(space)s.",
    "ProductDropped": "%(name)s sold nothing at %(price)s; the product dropped to %(target)s.",
    "ProductLiquidated": "%(name)s liquidated a product for %(money)s money.",
    "ProductPriced": "%(name)s put a product on sale at %(price)s.",
    "ProductSold": "%(name)s sold at %(price)s, to consumer %(consumer)s of %(consumers)s, for %(money)s money.",
    "ProductStayed": "%(name)s left an unsold product at %(price)s.",
    "RoomRemodeled": "%(name)s remodeled the %(room)s for %(money)s money and %(info)s info.",
    "RoomUsed": "%(name)s used the %(room)s with %(time)s time.",
    "RoundBegan": "Round %(round)s began, stage %(stage)s.",
    "SpecialtyReceived": "%(name)s received the specialty %(specialty)s.",
    "StageOpened": "Improvements of stage %(stage)s came on sale.",
    "StockBoughtOut": "%(name)s was bought out for %(money)s money.",
    "StockEntered": "%(name)s entered the stock track.",
    "StockSold": "%(name)s sold on track space %(space)s for %(money)s money.",
    "StocksRose": "All stocks rose by %(spaces)s.",
    "SupplyFetched": "%(name)s fetched %(supply)s supply at door %(door)s.",
    "TenantAdded": "%(name)s added the tenant improvement %(tile)s for %(money)s money and %(info)s info.",
    "TimeSetAside": "%(name)s set aside %(time)s time: no task was possible.",
    "TimeTaken": "%(name)s took %(time)s time for the next round.",
    "WarehouseRestocked": "Door %(door)s of the warehouse got a supply.",
}
WHY: dict[str, str] = {
    "MeetingCancelled": "The left window of the row was empty.",
    "ProductDropped": "The consumers bought cheaper products and those of more popular players first.",
    "ProductLiquidated": "No lower price was free, or the owner chose so.",
    "MarketingWaited": "%(markers)s markers were too few, and somebody had as many.",
}
GROUPS = {
    "area": "area",
    "bonus": "bonus",
    "card": "card",
    "specialty": "specialty",
    "floor": "floor",
    "room": "room",
}


def tell(event: Event, game: Game, words: NullTranslations) -> tuple[str, str]:
    """The sentence of an event in the reader's language, and its reason or ""."""
    facts: dict[str, object] = dict(event.facts)
    facts["name"] = game.seats[event.seat].name if event.seat >= 0 else ""
    for fact, group in GROUPS.items():
        if fact in facts:
            facts[fact] = names.full(group, str(facts[fact]), words)
    if "tile" in facts:
        tile = str(facts["tile"])
        facts["tile"] = names.full(names.tile_group(tile), tile, words)
    if "type" in facts:
        kind = str(facts["type"])
        facts["type"] = names.full("forecast" if kind in type_names else "marketing", kind, words)
    why = WHY.get(event.kind, "")
    return words.gettext(TOLD[event.kind]) % facts, words.gettext(why) % facts if why else ""


def tell_refusal(refusal: Refusal, words: NullTranslations) -> str:
    """Why an action is not possible, in the reader's language."""
    reason = words.gettext(SENTENCES[refusal.code]).format(**refusal.facts)
    return words.gettext("Not possible: %(reason)s.") % {"reason": reason}
