"""Log sentences about products: prices, sales, drops and liquidation."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundfloor.engine.kinds import EventKind

    from .event_formatter import EventFormatter, MessageFunction, Sentences


def product_priced(t: EventFormatter) -> Sentences:
    """Returns the sentence for a product on sale, and why an Automa chose its price."""
    said = t._("%(name)s put a product on sale at %(price)s.")
    if t.text("reason") == "customers":
        return said, t.plural(
            "At most %(n)s product competes for at least %(least)s, so it goes to the dearest free space.",
            "At most %(n)s products compete for at least %(least)s, so it goes to the dearest free space.",
            t.number("goods"),
            least=t.counted("consumer", t.number("least")),
        )
    return said, t._("The Automa’s card named the price bracket.") if t.text("reason") == "card" else ""


def sells_all(t: EventFormatter) -> bool:
    """Returns True if the card of the round is the Windfall: no other front has so many consumers (``RULES 8.3``)."""
    rules = t.game.ruleset
    column = rules.player_column(len(t.game.seats))
    so_many = [design.is_special for design in rules.designs if design.consumers[column] == t.number("consumers")]
    return t.number("consumers") > 0 and so_many == [True]


def product_sold(t: EventFormatter) -> Sentences:
    """Returns the sentence for a sale, and why this product sold before others."""
    paid = t.amounts(money=t.number("money"))
    if sells_all(t):
        said = (
            t._("%(name)s sold a product at %(price)s for %(paid)s.", paid=paid) if paid else t._("%(name)s sold a product at %(price)s.")
        )
        return said, t._("With the Windfall every product sells.")
    if paid:
        said = t._("%(name)s sold a product at %(price)s to consumer %(consumer)s of %(consumers)s for %(paid)s.", paid=paid)
    else:
        said = t._("%(name)s sold a product at %(price)s to consumer %(consumer)s of %(consumers)s.")
    others = t.numbers("behind")
    if not others:
        return said, t._("It was in the lowest price bracket with products left.")
    return said, t._(
        "It was in the lowest price bracket with products left, and %(name)s was more popular than %(people)s there.",
        people=t.people(others),
    )


def consumers_left(t: EventFormatter) -> Sentences:
    """Returns the sentence for consumers who found no product."""
    if sells_all(t):
        if t.number("left") == t.number("consumers"):
            return t._("There was no product to sell."), ""
        return t._("Every product was sold."), t._("The card was the Windfall.")
    why = t.plural(
        "%(n)s consumer came, and there were fewer products.", "%(n)s consumers came, and there were fewer products.", t.number("consumers")
    )
    return t.plural("%(n)s consumer found nothing to buy.", "%(n)s consumers found nothing to buy.", t.number("left")), why


def product_unsold(t: EventFormatter) -> Sentences:
    """Returns the sentence for an unsold product, and what the consumers bought instead."""
    said = t._("%(name)s could not sell a product at %(price)s.")
    consumers = t.number("consumers")
    if not consumers:
        return said, t._("No consumer came.")
    sales = [part.split(":") for part in t.text("sales").split()]
    bought = t.join([t._("from %(other)s at %(at)s", other=t.person(int(seat)), at=price) for price, seat in sales])
    return said, t.plural(
        "%(n)s consumer came and bought %(bought)s first.", "%(n)s consumers came and bought %(bought)s first.", consumers, bought=bought
    )


def free(t: EventFormatter) -> str:
    """Returns the free prices in lower brackets, as a list in a sentence."""
    return t.join([str(price) for price in t.numbers("free")])


def product_dropped(t: EventFormatter) -> Sentences:
    """Returns the sentence for a product that drops to a lower price, and which prices were free."""
    why = t.plural("Below it only %(free)s was free.", "Below it %(free)s were free.", len(t.numbers("free")), free=free(t))
    return t._("%(name)s dropped a product from %(price)s to %(target)s."), why


def product_stayed(t: EventFormatter) -> Sentences:
    """Returns the sentence for a product that stays at its price."""
    return t._("%(name)s left an unsold product at %(price)s."), t._("A Niche Market allowed it.")


def product_liquidated(t: EventFormatter) -> Sentences:
    """Returns the sentence for a liquidated product, and why."""
    paid = t.amounts(money=t.number("money"))
    if not t.number("price"):
        why = t._("Its owner decided this.") if t.event.rule == "9.3.2" else t._("No retail space was free.")
        return (
            t._("%(name)s liquidated a new product for %(paid)s.", paid=paid) if paid else t._("%(name)s liquidated a new product.")
        ), why
    if paid:
        said = t._("%(name)s liquidated the product at %(price)s for %(paid)s.", paid=paid)
    else:
        said = t._("%(name)s liquidated the product at %(price)s.")
    if t.text("free"):
        return said, t.plural("Below it %(free)s was free too.", "Below it %(free)s were free too.", len(t.numbers("free")), free=free(t))
    return said, t._("No lower price was free.")


FORMATTERS: dict[EventKind, MessageFunction] = {
    "ConsumersLeft": consumers_left,
    "ProductDropped": product_dropped,
    "ProductLiquidated": product_liquidated,
    "ProductPriced": product_priced,
    "ProductSold": product_sold,
    "ProductStayed": product_stayed,
    "ProductUnsold": product_unsold,
}
