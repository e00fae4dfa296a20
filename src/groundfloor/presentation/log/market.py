"""Log sentences about products: prices, sales, drops and liquidation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.city.factory import ProductPriced
from groundfloor.engine.city.retail_outlets import (
    ConsumersLeft,
    ProductDropped,
    ProductLiquidated,
    ProductSold,
    ProductStayed,
    ProductUnsold,
)

from .event_formatter import formats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .event_formatter import EventFormatter, Sentences


@formats(ProductPriced)
def product_priced(formatter: EventFormatter, event: ProductPriced) -> Sentences:
    said = formatter._("%(name)s put a product on sale at %(price)s.")
    if event.reason == "customers":
        return said, formatter.plural(
            "At most %(n)s product competes for at least %(least)s, so it goes to the most expensive free space.",
            "At most %(n)s products compete for at least %(least)s, so it goes to the most expensive free space.",
            event.goods,
            least=formatter.counted("consumer", event.least),
        )
    return said, formatter._("The Automa’s card named the price bracket.") if event.reason == "card" else ""


def sells_all(formatter: EventFormatter, consumers: int) -> bool:
    """Returns True if the card of the round is the Windfall: no other front has so many consumers (``RULES 8.3``)."""
    rules = formatter.game.ruleset
    column = rules.player_column(len(formatter.game.seats))
    so_many = [design.is_special for design in rules.designs if design.consumers[column] == consumers]
    return consumers > 0 and so_many == [True]


@formats(ProductSold)
def product_sold(formatter: EventFormatter, event: ProductSold) -> Sentences:
    paid = formatter.amounts(money=event.money)
    if sells_all(formatter, event.consumers):
        said = (
            formatter._("%(name)s sold a product at %(price)s for %(paid)s.", paid=paid)
            if paid
            else formatter._("%(name)s sold a product at %(price)s.")
        )
        return said, formatter._("With the Windfall every product sells.")
    if paid:
        said = formatter._("%(name)s sold a product at %(price)s to consumer %(consumer)s of %(consumers)s for %(paid)s.", paid=paid)
    else:
        said = formatter._("%(name)s sold a product at %(price)s to consumer %(consumer)s of %(consumers)s.")
    others = event.behind
    if not others:
        return said, formatter._("It was in the lowest price bracket with products left.")
    return said, formatter._(
        "It was in the lowest price bracket with products left, and %(name)s was more popular than %(people)s there.",
        people=formatter.people(others),
    )


@formats(ConsumersLeft)
def consumers_left(formatter: EventFormatter, event: ConsumersLeft) -> Sentences:
    if sells_all(formatter, event.consumers):
        if event.left == event.consumers:
            return formatter._("There was no product to sell."), ""
        return formatter._("Every product was sold."), formatter._("The card was the Windfall.")
    why = formatter.plural(
        "%(n)s consumer came, and there were fewer products.",
        "%(n)s consumers came, and there were fewer products.",
        event.consumers,
    )
    return formatter.plural("%(n)s consumer found nothing to buy.", "%(n)s consumers found nothing to buy.", event.left), why


@formats(ProductUnsold)
def product_unsold(formatter: EventFormatter, event: ProductUnsold) -> Sentences:
    said = formatter._("%(name)s could not sell a product at %(price)s.")
    consumers = event.consumers
    if not consumers:
        return said, formatter._("No consumer came.")
    bought = formatter.join(
        [formatter._("from %(other)s at %(at)s", other=formatter.person(seat), at=price) for price, seat in event.sales]
    )
    return said, formatter.plural(
        "%(n)s consumer came and bought %(bought)s first.", "%(n)s consumers came and bought %(bought)s first.", consumers, bought=bought
    )


def free(formatter: EventFormatter, prices: Sequence[int]) -> str:
    return formatter.join([str(price) for price in prices])


@formats(ProductDropped)
def product_dropped(formatter: EventFormatter, event: ProductDropped) -> Sentences:
    why = formatter.plural(
        "Below it only %(free)s was free.", "Below it %(free)s were free.", len(event.free), free=free(formatter, event.free)
    )
    return formatter._("%(name)s dropped a product from %(price)s to %(target)s."), why


@formats(ProductStayed)
def product_stayed(formatter: EventFormatter, event: ProductStayed) -> Sentences:
    return formatter._("%(name)s left an unsold product at %(price)s."), formatter._("A Niche Market allowed it.")


@formats(ProductLiquidated)
def product_liquidated(formatter: EventFormatter, event: ProductLiquidated) -> Sentences:
    paid = formatter.amounts(money=event.money)
    if not event.price:
        why = formatter._("Its owner decided this.") if event.rule == "9.3.2" else formatter._("No retail space was free.")
        return (
            formatter._("%(name)s liquidated a new product for %(paid)s.", paid=paid)
            if paid
            else formatter._("%(name)s liquidated a new product.")
        ), why
    if paid:
        said = formatter._("%(name)s liquidated the product at %(price)s for %(paid)s.", paid=paid)
    else:
        said = formatter._("%(name)s liquidated the product at %(price)s.")
    if event.free:
        return said, formatter.plural(
            "Below it %(free)s was free too.", "Below it %(free)s were free too.", len(event.free), free=free(formatter, event.free)
        )
    return said, formatter._("No lower price was free.")
