"""Log sentences about the city: markers, meetings, bonuses, supply, stocks and improvements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.presentation.areas.registry import presenter_class

from .. import names

if TYPE_CHECKING:
    from groundfloor.engine.kinds import EventKind

    from .event_formatter import EventFormatter, MessageFunction, Sentences


def marker_placed(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for a marker on a space of the city."""
    if formatter.is_automa:
        return automa_placed(formatter)
    price = formatter.amounts(money=formatter.number("money"), info=formatter.number("info"), supply=formatter.number("supply"))
    if not price:
        return formatter._("%(name)s took space %(space)s of the %(area)s for free."), ""
    return presenter_class(formatter.text("area")).placed_message(formatter, price), ""


def automa_placed(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for an Automa's marker, and which spaces were taken."""
    area, failed = presenter_class(formatter.text("area")), formatter.numbers("failed")
    said = area.automa_placed_message(formatter)
    if not failed:
        return said, formatter._("The Automa’s card named the %(area)s, and its first choice there was free.")
    return said, area.failed_message(formatter, formatter.join([str(space) for space in failed]), len(failed))


def meeting_held(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for a meeting, and who made it possible."""
    why = formatter._("%(other)s stood in the left window of the row.", other=formatter.person(formatter.number("beside")))
    if formatter.is_automa:
        return formatter._("%(name)s had a meeting in row %(row)s."), why
    return formatter._("%(name)s had a meeting in row %(row)s: %(gained)s.", gained=formatter.amounts(info=formatter.number("info"))), why


def meeting_cancelled(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for a cancelled meeting."""
    why = formatter._("The left window of the row was empty.")
    gained = formatter.amounts(info=formatter.number("info"))
    if gained:
        return formatter._("%(name)s met nobody in row %(row)s, but received %(gained)s.", gained=gained), why
    return formatter._("%(name)s met nobody in row %(row)s."), why


def marketing_type_chosen(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for the choice of a marketing type."""
    price = formatter.amounts(money=formatter.number("money"), info=formatter.number("info"))
    markers = formatter.number("markers")
    if price:
        return formatter.plural(
            "%(name)s chose %(type)s with %(n)s marker for %(price)s.",
            "%(name)s chose %(type)s with %(n)s markers for %(price)s.",
            markers,
            price=price,
        ), ""
    said = formatter.plural("%(name)s chose %(type)s with %(n)s marker.", "%(name)s chose %(type)s with %(n)s markers.", markers)
    return said, formatter._("The Automa’s card named the marketing type.") if formatter.is_automa else ""


def rival(formatter: EventFormatter) -> str:
    """Returns how many markers the strongest other player had in the box."""
    if formatter.number("rival") < 0:
        return formatter._("nobody else had any")
    return formatter._("%(other)s had %(most)s", other=formatter.person(formatter.number("rival")))


def popularity_gained(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for an advance on the popularity track, and how markers and majority count."""
    moved = formatter.number("moved")
    if moved:
        said = formatter._("%(name)s advanced %(far)s through %(type)s, to space %(space)s.", far=formatter.counted("space", moved))
    else:
        said = formatter._("%(name)s stayed on space %(space)s, the last one, despite %(type)s.")
    groups = formatter.number("steps") - formatter.number("sole")
    if formatter.number("sole") and groups:
        why = formatter.plural(
            "A step took %(n)s marker; %(name)s had %(markers)s, and the majority brought one step more: %(rival)s.",
            "A step took %(n)s markers; %(name)s had %(markers)s, and the majority brought one step more: %(rival)s.",
            formatter.number("group"),
            rival=rival(formatter),
        )
    elif formatter.number("sole"):
        why = formatter.plural(
            "A step took %(n)s marker; %(name)s had %(markers)s, but the majority brought one step: %(rival)s.",
            "A step took %(n)s markers; %(name)s had %(markers)s, but the majority brought one step: %(rival)s.",
            formatter.number("group"),
            rival=rival(formatter),
        )
    else:
        why = no_majority(formatter)
    return said, why


def marketing_waited(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for too few markers in a box."""
    return formatter._("%(name)s gained no popularity through %(type)s."), no_majority(formatter)


def no_majority(formatter: EventFormatter) -> str:
    """Returns the reason for an advance by the number of markers alone, or for none."""
    return formatter.plural(
        "A step took %(n)s marker; %(name)s had %(markers)s and no majority: %(rival)s.",
        "A step took %(n)s markers; %(name)s had %(markers)s and no majority: %(rival)s.",
        formatter.number("group"),
        rival=rival(formatter),
    )


def bonus_taken(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for a marketing bonus, and what it brought."""
    gained = formatter.amounts(
        money=formatter.number("money"), info=formatter.number("info"), supply=formatter.number("supply"), time=formatter.number("time")
    )
    if formatter.is_automa or formatter.text("bonus") == "remodel":
        return formatter._("%(name)s took the bonus %(bonus)s."), ""
    if formatter.text("bonus") == "temp":
        return formatter._("%(name)s took the bonus %(bonus)s: %(gained)s more next round.", gained=gained), ""
    if not gained:
        return formatter._("%(name)s took the bonus %(bonus)s, but the supply was lost."), formatter._(
            "The storage closet had no room for it."
        )
    return formatter._("%(name)s took the bonus %(bonus)s: %(gained)s.", gained=gained), ""


def bonus_missed(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for the least popular player, who gets no bonus."""
    return formatter._("%(name)s got no bonus."), formatter._("The least popular of %(players)s players gets none.")


def bonus_unused(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for a remodel bonus that was not used, and why."""
    said = formatter._("%(name)s remodeled no room with the bonus.")
    if "automatic" not in formatter.event.facts:
        return said, ""
    need = formatter.amounts(money=formatter.number("need_money"), info=formatter.number("need_info"))
    have = formatter.join([formatter.counted("money", formatter.number("money")), formatter.counted("info", formatter.number("info"))])
    if formatter.number("money") >= formatter.number("need_money") and formatter.number("info") >= formatter.number("need_info"):
        return said, formatter._("Every room was remodeled or covered.")
    return said, formatter._("It cost %(need)s, and the company had %(have)s.", need=need, have=have)


def supply_fetched(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for supply from the warehouse."""
    if formatter.is_automa:
        return formatter._("%(name)s removed the supply at door %(door)s."), ""
    if formatter.number("supply"):
        return formatter._("%(name)s fetched the supply at door %(door)s."), ""
    held = formatter.counted("supply", formatter.number("held"))
    return formatter._("%(name)s lost the supply at door %(door)s."), formatter._(
        "The storage closet held %(held)s and had no room for more.", held=held
    )


def stock_entered(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for a marker that enters the stock track, and which others it pushed."""
    pushed = list(dict.fromkeys(formatter.numbers("pushed")))
    if not pushed:
        return formatter._("%(name)s entered the exchange track on space 1."), ""
    run = formatter.plural("%(n)s marker", "%(n)s markers", len(formatter.numbers("pushed")))
    why = formatter._(
        "Space 1 was taken, so everything up to the first gap moved up: %(run)s (%(people)s).", run=run, people=formatter.people(pushed)
    )
    return formatter._("%(name)s entered the exchange track on space 1 and pushed the others up."), why


def stocks_rose(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for the rise of all stocks."""
    return formatter._("All shares rose %(far)s.", far=formatter.counted("space", formatter.number("spaces"))), formatter._(
        "The forecast was %(type)s."
    )


def stock_bought_out(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for a buy-out, and what it paid."""
    if formatter.text("reason") == "pushed":
        why = formatter._("The marker was pushed beyond the last space; the buy-out paid %(multiple)s × %(pay)s for %(type)s.")
    else:
        why = formatter._("The marker rose beyond the last space; the buy-out paid %(multiple)s × %(pay)s for %(type)s.")
    if formatter.is_automa:
        return formatter._("%(name)s left the exchange by buy-out and gained nothing."), ""
    return formatter._(
        "%(name)s left the exchange by buy-out for %(price)s.", price=formatter.counted("money", formatter.number("money"))
    ), why


def stock_sold(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for a sold stock, and what its space paid."""
    why = formatter._("Space %(space)s paid %(multiple)s × %(pay)s for %(type)s.")
    if formatter.is_automa:
        return formatter._("%(name)s sold a share on space %(space)s."), formatter._("The forecast was %(type)s.")
    return formatter._(
        "%(name)s sold a share on space %(space)s for %(price)s.", price=formatter.counted("money", formatter.number("money"))
    ), why


def stock_kept(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for a player who stops selling stocks."""
    return formatter.plural("%(name)s kept %(n)s share.", "%(name)s kept %(n)s shares.", formatter.number("markers")), ""


def improvement(formatter: EventFormatter) -> Sentences:
    """Returns no sentence, and from how many candidates an Automa's improvement was drawn."""
    among = formatter.number("among")
    return "", formatter.plural("There was no other candidate.", "Drawn at random from %(n)s candidates.", among) if among else ""


def floor_added(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for a new floor; the ground floor is the first one of the building."""
    number = formatter.number("number") + 1
    price = formatter.amounts(money=formatter.number("money"), info=formatter.number("info"))
    if price:
        return formatter._("%(name)s added %(tile)s as floor %(number)s of the building for %(price)s.", number=number, price=price), ""
    return formatter._("%(name)s added %(tile)s as floor %(number)s of the building.", number=number), improvement(formatter)[1]


def tenant_added(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for a new tenant, and what it covered."""
    price = formatter.amounts(money=formatter.number("money"), info=formatter.number("info"))
    place = covered(formatter)
    if price and place:
        said = formatter._("%(name)s added %(tile)s over %(place)s for %(price)s.", place=place, price=price)
    elif price:
        said = formatter._("%(name)s added %(tile)s on the Empty Floor for %(price)s.", price=price)
    elif formatter.is_automa:
        return formatter._("%(name)s added %(tile)s."), improvement(formatter)[1]
    else:
        said = formatter._("%(name)s added %(tile)s on the Empty Floor for free.")
    if formatter.number("lost_supply"):
        return said, formatter._(
            "The storage closet closed, and %(supply)s in it was lost.", supply=formatter.counted("supply", formatter.number("lost_supply"))
        )
    return said, ""


def covered(formatter: EventFormatter) -> str:
    """Returns the name of what a new tenant covers; "" for a free space."""
    if formatter.text("over"):
        return formatter.tile_name(formatter.text("over"))
    place = formatter.text("place")
    return names.full("room", place, formatter.words) if place in names.ROOMS else ""


def nothing_bought(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for a construction marker that bought nothing, and why."""
    said = formatter._("%(name)s bought nothing.")
    if formatter.is_automa:
        return said, formatter._("Nothing that its card could choose was left on sale.")
    if "automatic" not in formatter.event.facts:
        return said, ""
    have = formatter.join([formatter.counted("money", formatter.number("money")), formatter.counted("info", formatter.number("info"))])
    return said, formatter._("Nothing on sale could be paid with %(have)s.", have=have)


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
