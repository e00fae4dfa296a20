"""What happens in the city: markers are placed, meetings held, bonuses, supply, stocks and improvements gained."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.presentation.areas.registry import presenter_class

if TYPE_CHECKING:
    from groundfloor.engine.kinds import EventKind

    from .event_formatter import EventFormatter, MessageFunction, Sentences


def marker_placed(t: EventFormatter) -> Sentences:
    """A task in the city."""
    if t.is_automa:
        return automa_placed(t)
    price = t.amounts(money=t.number("money"), info=t.number("info"), supply=t.number("supply"))
    if not price:
        return t._("%(name)s took space %(space)s of the %(area)s for free."), ""
    return presenter_class(t.text("area")).placed_message(t, price), ""


def automa_placed(t: EventFormatter) -> Sentences:
    """An Automa's marker, and which spaces it could not have."""
    area, failed = presenter_class(t.text("area")), t.numbers("failed")
    said = area.automa_placed_message(t)
    if not failed:
        return said, t._("The Automa’s card named the %(area)s, and its first choice there was free.")
    return said, area.failed_message(t, t.join([str(space) for space in failed]), len(failed))


def meeting_held(t: EventFormatter) -> Sentences:
    """A meeting that took place."""
    why = t._("%(other)s stood in the left window of the row.", other=t.person(t.number("beside")))
    if t.is_automa:
        return t._("%(name)s met in row %(row)s."), why
    return t._("%(name)s met in row %(row)s: %(gained)s.", gained=t.amounts(info=t.number("info"))), why


def meeting_cancelled(t: EventFormatter) -> Sentences:
    """A meeting that did not."""
    why = t._("The left window of the row was empty.")
    gained = t.amounts(info=t.number("info"))
    if gained:
        return t._("%(name)s met nobody in row %(row)s, but received %(gained)s.", gained=gained), why
    return t._("%(name)s met nobody in row %(row)s."), why


def marketing_type_chosen(t: EventFormatter) -> Sentences:
    """A marker goes from its desk to a box."""
    price = t.amounts(money=t.number("money"), info=t.number("info"))
    markers = t.number("markers")
    if price:
        return t.plural(
            "%(name)s chose %(type)s with %(n)s marker for %(price)s.",
            "%(name)s chose %(type)s with %(n)s markers for %(price)s.",
            markers,
            price=price,
        ), ""
    said = t.plural("%(name)s chose %(type)s with %(n)s marker.", "%(name)s chose %(type)s with %(n)s markers.", markers)
    return said, t._("The Automa’s card required it.") if t.is_automa else ""


def rival(t: EventFormatter) -> str:
    """What the strongest other one had in the box."""
    if t.number("rival") < 0:
        return t._("nobody else had any")
    return t._("%(other)s had %(most)s", other=t.person(t.number("rival")))


def popularity_gained(t: EventFormatter) -> Sentences:
    """Steps on the popularity track."""
    moved = t.number("moved")
    if moved:
        said = t._("%(name)s advanced %(far)s by %(type)s, to space %(space)s.", far=t.counted("space", moved))
    else:
        said = t._("%(name)s stayed on space %(space)s, the last one, despite %(type)s.")
    groups = t.number("steps") - t.number("sole")
    if t.number("sole") and groups:
        why = t.plural(
            "A space took %(n)s marker, %(name)s had %(markers)s, and the majority brought one more: %(rival)s.",
            "A space took %(n)s markers, %(name)s had %(markers)s, and the majority brought one more: %(rival)s.",
            t.number("group"),
            rival=rival(t),
        )
    elif t.number("sole"):
        why = t.plural(
            "A space took %(n)s marker, %(name)s had %(markers)s, but the majority brought one: %(rival)s.",
            "A space took %(n)s markers, %(name)s had %(markers)s, but the majority brought one: %(rival)s.",
            t.number("group"),
            rival=rival(t),
        )
    else:
        why = no_majority(t)
    return said, why


def marketing_waited(t: EventFormatter) -> Sentences:
    """Markers that were not enough."""
    return t._("%(name)s gained no popularity by %(type)s."), no_majority(t)


def no_majority(t: EventFormatter) -> str:
    """Markers that counted by their number only."""
    return t.plural(
        "A space took %(n)s marker, %(name)s had %(markers)s and no majority: %(rival)s.",
        "A space took %(n)s markers, %(name)s had %(markers)s and no majority: %(rival)s.",
        t.number("group"),
        rival=rival(t),
    )


def bonus_taken(t: EventFormatter) -> Sentences:
    """A marketing bonus."""
    gained = t.amounts(money=t.number("money"), info=t.number("info"), supply=t.number("supply"), time=t.number("time"))
    if t.is_automa or t.text("bonus") == "remodel":
        return t._("%(name)s took the bonus %(bonus)s."), ""
    if t.text("bonus") == "temp":
        return t._("%(name)s took the bonus %(bonus)s: %(gained)s more next round.", gained=gained), ""
    if not gained:
        return t._("%(name)s took the bonus %(bonus)s and lost it."), t._("The storage closet had no room for it.")
    return t._("%(name)s took the bonus %(bonus)s: %(gained)s.", gained=gained), ""


def bonus_missed(t: EventFormatter) -> Sentences:
    """The least popular one."""
    return t._("%(name)s got no bonus."), t._("The least popular of %(players)s gets none.")


def bonus_unused(t: EventFormatter) -> Sentences:
    """The bonus for a remodel, not used."""
    said = t._("%(name)s remodeled no room with the bonus.")
    if "automatic" not in t.event.facts:
        return said, ""
    need = t.amounts(money=t.number("need_money"), info=t.number("need_info"))
    have = t.join([t.counted("money", t.number("money")), t.counted("info", t.number("info"))])
    if t.number("money") >= t.number("need_money") and t.number("info") >= t.number("need_info"):
        return said, t._("Every room was remodeled or covered.")
    return said, t._("It cost %(need)s, and the company had only %(have)s.", need=need, have=have)


def supply_fetched(t: EventFormatter) -> Sentences:
    """The warehouse's supply."""
    if t.is_automa:
        return t._("%(name)s removed the supply at door %(door)s."), ""
    if t.number("supply"):
        return t._("%(name)s fetched the supply at door %(door)s."), ""
    held = t.counted("supply", t.number("held"))
    return t._("%(name)s lost the supply at door %(door)s."), t._("The storage closet held %(held)s and had no room for more.", held=held)


def stock_entered(t: EventFormatter) -> Sentences:
    """A stock comes on the track."""
    pushed = list(dict.fromkeys(t.numbers("pushed")))
    if not pushed:
        return t._("%(name)s entered the stock track on space 1."), ""
    run = t.plural("%(n)s marker", "%(n)s markers", len(t.numbers("pushed")))
    why = t._("Space 1 was taken: the run of %(run)s (%(people)s) made room.", run=run, people=t.people(pushed))
    return t._("%(name)s entered the stock track on space 1 and pushed the others up."), why


def stocks_rose(t: EventFormatter) -> Sentences:
    """The forecast's type lifts all stocks."""
    return t._("All stocks rose %(far)s.", far=t.counted("space", t.number("spaces"))), t._("The forecast was %(type)s.")


def stock_bought_out(t: EventFormatter) -> Sentences:
    """A stock beyond the track."""
    if t.text("reason") == "pushed":
        why = t._("The marker was pushed beyond the last space; the buy-out paid %(multiple)s × %(pay)s for %(type)s.")
    else:
        why = t._("The marker rose beyond the last space; the buy-out paid %(multiple)s × %(pay)s for %(type)s.")
    if t.is_automa:
        return t._("%(name)s left the exchange by buy-out and gained nothing."), ""
    return t._("%(name)s left the exchange by buy-out for %(price)s.", price=t.counted("money", t.number("money"))), why


def stock_sold(t: EventFormatter) -> Sentences:
    """A stock is sold."""
    why = t._("Space %(space)s paid %(multiple)s × %(pay)s for %(type)s.")
    if t.is_automa:
        return t._("%(name)s sold a stock on space %(space)s."), t._("The forecast was %(type)s.")
    return t._("%(name)s sold a stock on space %(space)s for %(price)s.", price=t.counted("money", t.number("money"))), why


def stock_kept(t: EventFormatter) -> Sentences:
    """No more sales at the exchange."""
    return t.plural("%(name)s kept %(n)s stock.", "%(name)s kept %(n)s stocks.", t.number("markers")), ""


def improvement(t: EventFormatter) -> Sentences:
    """Why an Automa got this one."""
    among = t.number("among")
    return "", t.plural("It was the only candidate.", "It was drawn at random from %(n)s candidates.", among) if among else ""


def floor_added(t: EventFormatter) -> Sentences:
    """A floor more."""
    price = t.amounts(money=t.number("money"), info=t.number("info"))
    if price:
        return t._("%(name)s added %(tile)s as floor %(number)s for %(price)s.", price=price), ""
    return t._("%(name)s added %(tile)s as floor %(number)s."), improvement(t)[1]


def tenant_added(t: EventFormatter) -> Sentences:
    """A tenant more, and what it covers."""
    price = t.amounts(money=t.number("money"), info=t.number("info"))
    place = covered(t)
    if price and place:
        said = t._("%(name)s added %(tile)s over %(place)s for %(price)s.", place=place, price=price)
    elif price:
        said = t._("%(name)s added %(tile)s on the Empty Floor for %(price)s.", price=price)
    elif t.is_automa:
        return t._("%(name)s added %(tile)s."), improvement(t)[1]
    else:
        said = t._("%(name)s added %(tile)s on the Empty Floor for free.")
    if t.number("lost_supply"):
        return said, t._("The storage closet closed, and %(supply)s in it was lost.", supply=t.counted("supply", t.number("lost_supply")))
    return said, ""


def covered(t: EventFormatter) -> str:
    """What lies under a new tenant; empty for a free bay."""
    from .. import names

    if t.text("over"):
        return t.tile(t.text("over"))
    place = t.text("place")
    return names.full("room", place, t.words) if place in names.ROOMS else ""


def nothing_bought(t: EventFormatter) -> Sentences:
    """No improvement."""
    said = t._("%(name)s bought nothing.")
    if t.is_automa:
        return said, t._("No candidate was left on sale.")
    if "automatic" not in t.event.facts:
        return said, ""
    have = t.join([t.counted("money", t.number("money")), t.counted("info", t.number("info"))])
    return said, t._("Nothing on sale could be paid with %(have)s.", have=have)


FORMATTERS: dict[EventKind, MessageFunction] = {
    "BonusMissed": bonus_missed,
    "BonusTaken": bonus_taken,
    "BonusUnused": bonus_unused,
    "FloorAdded": floor_added,
    "MarkerPlaced": marker_placed,
    "MarketingTypeChosen": marketing_type_chosen,
    "MarketingWaited": marketing_waited,
    "MeetingCancelled": meeting_cancelled,
    "MeetingHeld": meeting_held,
    "NothingBought": nothing_bought,
    "PopularityGained": popularity_gained,
    "StockBoughtOut": stock_bought_out,
    "StockEntered": stock_entered,
    "StockKept": stock_kept,
    "StockSold": stock_sold,
    "StocksRose": stocks_rose,
    "SupplyFetched": supply_fetched,
    "TenantAdded": tenant_added,
}
