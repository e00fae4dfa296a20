"""Log sentences about the city: markers, meetings, bonuses, supply, stocks and improvements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.presentation.areas.registry import presenter_class

from .. import names

if TYPE_CHECKING:
    from groundfloor.engine.kinds import EventKind

    from .event_formatter import EventFormatter, MessageFunction, Sentences


def marker_placed(t: EventFormatter) -> Sentences:
    """Returns the sentence for a marker on a space of the city."""
    if t.is_automa:
        return automa_placed(t)
    price = t.amounts(money=t.number("money"), info=t.number("info"), supply=t.number("supply"))
    if not price:
        return t._("%(name)s took space %(space)s of the %(area)s for free."), ""
    return presenter_class(t.text("area")).placed_message(t, price), ""


def automa_placed(t: EventFormatter) -> Sentences:
    """Returns the sentence for an Automa's marker, and which spaces were taken."""
    area, failed = presenter_class(t.text("area")), t.numbers("failed")
    said = area.automa_placed_message(t)
    if not failed:
        return said, t._("The Automa’s card named the %(area)s, and its first choice there was free.")
    return said, area.failed_message(t, t.join([str(space) for space in failed]), len(failed))


def meeting_held(t: EventFormatter) -> Sentences:
    """Returns the sentence for a meeting, and who made it possible."""
    why = t._("%(other)s stood in the left window of the row.", other=t.person(t.number("beside")))
    if t.is_automa:
        return t._("%(name)s had a meeting in row %(row)s."), why
    return t._("%(name)s had a meeting in row %(row)s: %(gained)s.", gained=t.amounts(info=t.number("info"))), why


def meeting_cancelled(t: EventFormatter) -> Sentences:
    """Returns the sentence for a cancelled meeting."""
    why = t._("The left window of the row was empty.")
    gained = t.amounts(info=t.number("info"))
    if gained:
        return t._("%(name)s met nobody in row %(row)s, but received %(gained)s.", gained=gained), why
    return t._("%(name)s met nobody in row %(row)s."), why


def marketing_type_chosen(t: EventFormatter) -> Sentences:
    """Returns the sentence for the choice of a marketing type."""
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
    return said, t._("The Automa’s card named the marketing type.") if t.is_automa else ""


def rival(t: EventFormatter) -> str:
    """Returns how many markers the strongest other player had in the box."""
    if t.number("rival") < 0:
        return t._("nobody else had any")
    return t._("%(other)s had %(most)s", other=t.person(t.number("rival")))


def popularity_gained(t: EventFormatter) -> Sentences:
    """Returns the sentence for an advance on the popularity track, and how markers and majority count."""
    moved = t.number("moved")
    if moved:
        said = t._("%(name)s advanced %(far)s through %(type)s, to space %(space)s.", far=t.counted("space", moved))
    else:
        said = t._("%(name)s stayed on space %(space)s, the last one, despite %(type)s.")
    groups = t.number("steps") - t.number("sole")
    if t.number("sole") and groups:
        why = t.plural(
            "A step took %(n)s marker; %(name)s had %(markers)s, and the majority brought one step more: %(rival)s.",
            "A step took %(n)s markers; %(name)s had %(markers)s, and the majority brought one step more: %(rival)s.",
            t.number("group"),
            rival=rival(t),
        )
    elif t.number("sole"):
        why = t.plural(
            "A step took %(n)s marker; %(name)s had %(markers)s, but the majority brought one step: %(rival)s.",
            "A step took %(n)s markers; %(name)s had %(markers)s, but the majority brought one step: %(rival)s.",
            t.number("group"),
            rival=rival(t),
        )
    else:
        why = no_majority(t)
    return said, why


def marketing_waited(t: EventFormatter) -> Sentences:
    """Returns the sentence for too few markers in a box."""
    return t._("%(name)s gained no popularity through %(type)s."), no_majority(t)


def no_majority(t: EventFormatter) -> str:
    """Returns the reason for an advance by the number of markers alone, or for none."""
    return t.plural(
        "A step took %(n)s marker; %(name)s had %(markers)s and no majority: %(rival)s.",
        "A step took %(n)s markers; %(name)s had %(markers)s and no majority: %(rival)s.",
        t.number("group"),
        rival=rival(t),
    )


def bonus_taken(t: EventFormatter) -> Sentences:
    """Returns the sentence for a marketing bonus, and what it brought."""
    gained = t.amounts(money=t.number("money"), info=t.number("info"), supply=t.number("supply"), time=t.number("time"))
    if t.is_automa or t.text("bonus") == "remodel":
        return t._("%(name)s took the bonus %(bonus)s."), ""
    if t.text("bonus") == "temp":
        return t._("%(name)s took the bonus %(bonus)s: %(gained)s more next round.", gained=gained), ""
    if not gained:
        return t._("%(name)s took the bonus %(bonus)s, but the supply was lost."), t._("The storage closet had no room for it.")
    return t._("%(name)s took the bonus %(bonus)s: %(gained)s.", gained=gained), ""


def bonus_missed(t: EventFormatter) -> Sentences:
    """Returns the sentence for the least popular player, who gets no bonus."""
    return t._("%(name)s got no bonus."), t._("The least popular of %(players)s players gets none.")


def bonus_unused(t: EventFormatter) -> Sentences:
    """Returns the sentence for a remodel bonus that was not used, and why."""
    said = t._("%(name)s remodeled no room with the bonus.")
    if "automatic" not in t.event.facts:
        return said, ""
    need = t.amounts(money=t.number("need_money"), info=t.number("need_info"))
    have = t.join([t.counted("money", t.number("money")), t.counted("info", t.number("info"))])
    if t.number("money") >= t.number("need_money") and t.number("info") >= t.number("need_info"):
        return said, t._("Every room was remodeled or covered.")
    return said, t._("It cost %(need)s, and the company had %(have)s.", need=need, have=have)


def supply_fetched(t: EventFormatter) -> Sentences:
    """Returns the sentence for supply from the warehouse."""
    if t.is_automa:
        return t._("%(name)s removed the supply at door %(door)s."), ""
    if t.number("supply"):
        return t._("%(name)s fetched the supply at door %(door)s."), ""
    held = t.counted("supply", t.number("held"))
    return t._("%(name)s lost the supply at door %(door)s."), t._("The storage closet held %(held)s and had no room for more.", held=held)


def stock_entered(t: EventFormatter) -> Sentences:
    """Returns the sentence for a marker that enters the stock track, and which others it pushed."""
    pushed = list(dict.fromkeys(t.numbers("pushed")))
    if not pushed:
        return t._("%(name)s entered the exchange track on space 1."), ""
    run = t.plural("%(n)s marker", "%(n)s markers", len(t.numbers("pushed")))
    why = t._("Space 1 was taken, so everything up to the first gap moved up: %(run)s (%(people)s).", run=run, people=t.people(pushed))
    return t._("%(name)s entered the exchange track on space 1 and pushed the others up."), why


def stocks_rose(t: EventFormatter) -> Sentences:
    """Returns the sentence for the rise of all stocks."""
    return t._("All shares rose %(far)s.", far=t.counted("space", t.number("spaces"))), t._("The forecast was %(type)s.")


def stock_bought_out(t: EventFormatter) -> Sentences:
    """Returns the sentence for a buy-out, and what it paid."""
    if t.text("reason") == "pushed":
        why = t._("The marker was pushed beyond the last space; the buy-out paid %(multiple)s × %(pay)s for %(type)s.")
    else:
        why = t._("The marker rose beyond the last space; the buy-out paid %(multiple)s × %(pay)s for %(type)s.")
    if t.is_automa:
        return t._("%(name)s left the exchange by buy-out and gained nothing."), ""
    return t._("%(name)s left the exchange by buy-out for %(price)s.", price=t.counted("money", t.number("money"))), why


def stock_sold(t: EventFormatter) -> Sentences:
    """Returns the sentence for a sold stock, and what its space paid."""
    why = t._("Space %(space)s paid %(multiple)s × %(pay)s for %(type)s.")
    if t.is_automa:
        return t._("%(name)s sold a share on space %(space)s."), t._("The forecast was %(type)s.")
    return t._("%(name)s sold a share on space %(space)s for %(price)s.", price=t.counted("money", t.number("money"))), why


def stock_kept(t: EventFormatter) -> Sentences:
    """Returns the sentence for a player who stops selling stocks."""
    return t.plural("%(name)s kept %(n)s share.", "%(name)s kept %(n)s shares.", t.number("markers")), ""


def improvement(t: EventFormatter) -> Sentences:
    """Returns no sentence, and from how many candidates an Automa's improvement was drawn."""
    among = t.number("among")
    return "", t.plural("There was no other candidate.", "Drawn at random from %(n)s candidates.", among) if among else ""


def floor_added(t: EventFormatter) -> Sentences:
    """Returns the sentence for a new floor."""
    price = t.amounts(money=t.number("money"), info=t.number("info"))
    if price:
        return t._("%(name)s added %(tile)s as floor %(number)s for %(price)s.", price=price), ""
    return t._("%(name)s added %(tile)s as floor %(number)s."), improvement(t)[1]


def tenant_added(t: EventFormatter) -> Sentences:
    """Returns the sentence for a new tenant, and what it covered."""
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
    """Returns the name of what a new tenant covers; "" for a free space."""
    if t.text("over"):
        return t.tile_name(t.text("over"))
    place = t.text("place")
    return names.full("room", place, t.words) if place in names.ROOMS else ""


def nothing_bought(t: EventFormatter) -> Sentences:
    """Returns the sentence for a construction marker that bought nothing, and why."""
    said = t._("%(name)s bought nothing.")
    if t.is_automa:
        return said, t._("Nothing that its card could choose was left on sale.")
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
