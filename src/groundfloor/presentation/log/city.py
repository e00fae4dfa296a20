"""Log sentences about the city: markers, meetings, bonuses, supply, stocks and improvements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.city.advertising_agency import MarketingTypeChosen, MarketingWaited, PopularityGained
from groundfloor.engine.city.area import MarkerPlaced
from groundfloor.engine.city.construction_company import FloorAdded, NothingBought, TenantAdded
from groundfloor.engine.city.consulting_firm import MeetingCancelled, MeetingHeld
from groundfloor.engine.city.marketing_bonus import BonusMissed, BonusTaken, BonusUnused
from groundfloor.engine.city.stock_exchange import StockBoughtOut, StockEntered, StockKept, StockSold, StocksRose
from groundfloor.engine.city.warehouse import SupplyFetched
from groundfloor.presentation.areas.registry import presenter_class

from .. import names
from .event_formatter import formats

if TYPE_CHECKING:
    from .event_formatter import EventFormatter, Sentences


@formats(MarkerPlaced)
def marker_placed(formatter: EventFormatter, event: MarkerPlaced) -> Sentences:
    if formatter.is_automa:
        return automa_placed(formatter, event)
    price = formatter.amounts(money=event.money, info=event.info, supply=event.supply)
    if not price:
        return formatter._("%(name)s took space %(space)s of the %(area)s for free."), ""
    return presenter_class(event.area).placed_message(formatter, price), ""


def automa_placed(formatter: EventFormatter, event: MarkerPlaced) -> Sentences:
    area, failed = presenter_class(event.area), event.failed
    said = area.automa_placed_message(formatter)
    if not failed:
        return said, formatter._("The Automa’s card named the %(area)s, and its first choice there was free.")
    return said, area.failed_message(formatter, formatter.join([str(space) for space in failed]), len(failed))


@formats(MeetingHeld)
def meeting_held(formatter: EventFormatter, event: MeetingHeld) -> Sentences:
    why = formatter._("%(other)s stood in the left window of the row.", other=formatter.person(event.beside))
    if formatter.is_automa:
        return formatter._("%(name)s had a meeting in row %(row)s."), why
    return formatter._("%(name)s had a meeting in row %(row)s: %(gained)s.", gained=formatter.amounts(info=event.info)), why


@formats(MeetingCancelled)
def meeting_cancelled(formatter: EventFormatter, event: MeetingCancelled) -> Sentences:
    why = formatter._("The left window of the row was empty.")
    gained = formatter.amounts(info=event.info)
    if gained:
        return formatter._("%(name)s met nobody in row %(row)s, but received %(gained)s.", gained=gained), why
    return formatter._("%(name)s met nobody in row %(row)s."), why


@formats(MarketingTypeChosen)
def marketing_type_chosen(formatter: EventFormatter, event: MarketingTypeChosen) -> Sentences:
    price = formatter.amounts(money=event.money, info=event.info)
    markers = event.markers
    if price:
        return formatter.plural(
            "%(name)s chose %(type)s with %(n)s marker for %(price)s.",
            "%(name)s chose %(type)s with %(n)s markers for %(price)s.",
            markers,
            price=price,
        ), ""
    said = formatter.plural("%(name)s chose %(type)s with %(n)s marker.", "%(name)s chose %(type)s with %(n)s markers.", markers)
    return said, formatter._("The Automa’s card named the marketing type.") if formatter.is_automa else ""


def rival(formatter: EventFormatter, event: PopularityGained | MarketingWaited) -> str:
    """Returns how many markers the strongest other player had in the box."""
    if event.rival < 0:
        return formatter._("nobody else had any")
    return formatter._("%(other)s had %(most)s", other=formatter.person(event.rival))


@formats(PopularityGained)
def popularity_gained(formatter: EventFormatter, event: PopularityGained) -> Sentences:
    moved = event.moved
    if moved:
        said = formatter._("%(name)s advanced %(far)s through %(type)s, to space %(space)s.", far=formatter.counted("space", moved))
    else:
        said = formatter._("%(name)s stayed on space %(space)s, the last one, despite %(type)s.")
    groups = event.steps - event.sole
    if event.sole and groups:
        why = formatter.plural(
            "A step took %(n)s marker; %(name)s had %(markers)s, and the majority brought one step more: %(rival)s.",
            "A step took %(n)s markers; %(name)s had %(markers)s, and the majority brought one step more: %(rival)s.",
            event.group,
            rival=rival(formatter, event),
        )
    elif event.sole:
        why = formatter.plural(
            "A step took %(n)s marker; %(name)s had %(markers)s, but the majority brought one step: %(rival)s.",
            "A step took %(n)s markers; %(name)s had %(markers)s, but the majority brought one step: %(rival)s.",
            event.group,
            rival=rival(formatter, event),
        )
    else:
        why = no_majority(formatter, event)
    return said, why


@formats(MarketingWaited)
def marketing_waited(formatter: EventFormatter, event: MarketingWaited) -> Sentences:
    return formatter._("%(name)s gained no popularity through %(type)s."), no_majority(formatter, event)


def no_majority(formatter: EventFormatter, event: PopularityGained | MarketingWaited) -> str:
    """Returns the reason for an advance by the number of markers alone, or for none."""
    return formatter.plural(
        "A step took %(n)s marker; %(name)s had %(markers)s and no majority: %(rival)s.",
        "A step took %(n)s markers; %(name)s had %(markers)s and no majority: %(rival)s.",
        event.group,
        rival=rival(formatter, event),
    )


@formats(BonusTaken)
def bonus_taken(formatter: EventFormatter, event: BonusTaken) -> Sentences:
    gained = formatter.amounts(money=event.money, info=event.info, supply=event.supply, time=event.time)
    if formatter.is_automa or event.bonus == "remodel":
        return formatter._("%(name)s took the bonus %(bonus)s."), ""
    if event.bonus == "temp":
        return formatter._("%(name)s took the bonus %(bonus)s: %(gained)s more next round.", gained=gained), ""
    if not gained:
        return formatter._("%(name)s took the bonus %(bonus)s, but the supply was lost."), formatter._(
            "The storage closet had no room for it."
        )
    return formatter._("%(name)s took the bonus %(bonus)s: %(gained)s.", gained=gained), ""


@formats(BonusMissed)
def bonus_missed(formatter: EventFormatter, event: BonusMissed) -> Sentences:
    return formatter._("%(name)s got no bonus."), formatter._("The least popular of %(players)s players gets none.")


@formats(BonusUnused)
def bonus_unused(formatter: EventFormatter, event: BonusUnused) -> Sentences:
    said = formatter._("%(name)s remodeled no room with the bonus.")
    if not event.automatic:
        return said, ""
    need = formatter.amounts(money=event.need_money, info=event.need_info)
    have = formatter.join([formatter.counted("money", event.money), formatter.counted("info", event.info)])
    if event.money >= event.need_money and event.info >= event.need_info:
        return said, formatter._("Every room was remodeled or covered.")
    return said, formatter._("It cost %(need)s, and the company had %(have)s.", need=need, have=have)


@formats(SupplyFetched)
def supply_fetched(formatter: EventFormatter, event: SupplyFetched) -> Sentences:
    if formatter.is_automa:
        return formatter._("%(name)s removed the supply at door %(door)s."), ""
    if event.supply:
        return formatter._("%(name)s fetched the supply at door %(door)s."), ""
    held = formatter.counted("supply", event.held)
    return formatter._("%(name)s lost the supply at door %(door)s."), formatter._(
        "The storage closet held %(held)s and had no room for more.", held=held
    )


@formats(StockEntered)
def stock_entered(formatter: EventFormatter, event: StockEntered) -> Sentences:
    pushed = list(dict.fromkeys(event.pushed))
    if not pushed:
        return formatter._("%(name)s entered the exchange track on space 1."), ""
    run = formatter.plural("%(n)s marker", "%(n)s markers", len(event.pushed))
    why = formatter._(
        "Space 1 was taken, so everything up to the first gap moved up: %(run)s (%(people)s).", run=run, people=formatter.people(pushed)
    )
    return formatter._("%(name)s entered the exchange track on space 1 and pushed the others up."), why


@formats(StocksRose)
def stocks_rose(formatter: EventFormatter, event: StocksRose) -> Sentences:
    return formatter._("All shares rose %(far)s.", far=formatter.counted("space", event.spaces)), formatter._("The forecast was %(type)s.")


@formats(StockBoughtOut)
def stock_bought_out(formatter: EventFormatter, event: StockBoughtOut) -> Sentences:
    if event.reason == "pushed":
        why = formatter._("The marker was pushed beyond the last space; the buy-out paid %(multiple)s × %(pay)s for %(type)s.")
    else:
        why = formatter._("The marker rose beyond the last space; the buy-out paid %(multiple)s × %(pay)s for %(type)s.")
    if formatter.is_automa:
        return formatter._("%(name)s left the exchange by buy-out and gained nothing."), ""
    return formatter._("%(name)s left the exchange by buy-out for %(price)s.", price=formatter.counted("money", event.money)), why


@formats(StockSold)
def stock_sold(formatter: EventFormatter, event: StockSold) -> Sentences:
    why = formatter._("Space %(space)s paid %(multiple)s × %(pay)s for %(type)s.")
    if formatter.is_automa:
        return formatter._("%(name)s sold a share on space %(space)s."), formatter._("The forecast was %(type)s.")
    return formatter._("%(name)s sold a share on space %(space)s for %(price)s.", price=formatter.counted("money", event.money)), why


@formats(StockKept)
def stock_kept(formatter: EventFormatter, event: StockKept) -> Sentences:
    return formatter.plural("%(name)s kept %(n)s share.", "%(name)s kept %(n)s shares.", event.markers), ""


def drawn_from(formatter: EventFormatter, among: int) -> str:
    """Returns from how many candidates an Automa's improvement was drawn, "" for a person's."""
    return formatter.plural("There was no other candidate.", "Drawn at random from %(n)s candidates.", among) if among else ""


@formats(FloorAdded)
def floor_added(formatter: EventFormatter, event: FloorAdded) -> Sentences:
    number, price = event.number + 1, formatter.amounts(money=event.money, info=event.info)
    if price:
        return formatter._("%(name)s added %(tile)s as floor %(number)s of the building for %(price)s.", number=number, price=price), ""
    said = formatter._("%(name)s added %(tile)s as floor %(number)s of the building.", number=number)
    return said, drawn_from(formatter, event.among)


@formats(TenantAdded)
def tenant_added(formatter: EventFormatter, event: TenantAdded) -> Sentences:
    price = formatter.amounts(money=event.money, info=event.info)
    place = covered_name(formatter, event)
    if price and place:
        said = formatter._("%(name)s added %(tile)s over %(place)s for %(price)s.", place=place, price=price)
    elif price:
        said = formatter._("%(name)s added %(tile)s on the Empty Floor for %(price)s.", price=price)
    elif formatter.is_automa:
        return formatter._("%(name)s added %(tile)s."), drawn_from(formatter, event.among)
    else:
        said = formatter._("%(name)s added %(tile)s on the Empty Floor for free.")
    if event.lost_supply:
        return said, formatter._(
            "The storage closet closed, and %(supply)s in it was lost.", supply=formatter.counted("supply", event.lost_supply)
        )
    return said, ""


def covered_name(formatter: EventFormatter, event: TenantAdded) -> str:
    """Returns the name of what a new tenant covers; "" for a free space."""
    if event.over:
        return formatter.tile_name(event.over)
    return names.full("room", event.place, formatter.words) if event.place in names.ROOMS else ""


@formats(NothingBought)
def nothing_bought(formatter: EventFormatter, event: NothingBought) -> Sentences:
    said = formatter._("%(name)s bought nothing.")
    if formatter.is_automa:
        return said, formatter._("Nothing that its card could choose was left on sale.")
    if not event.automatic:
        return said, ""
    have = formatter.join([formatter.counted("money", event.money or 0), formatter.counted("info", event.info or 0)])
    return said, formatter._("Nothing on sale could be paid with %(have)s.", have=have)
