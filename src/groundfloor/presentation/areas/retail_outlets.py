"""The retail outlets: a space for each price, how likely a product sells, where an unsold one goes, and liquidation (``RULES IV.H``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from groundfloor.engine.actions import Action, Quote
from groundfloor.engine.city.factory import Factory
from groundfloor.engine.city.retail_outlets import (
    LIQUIDATION,
    STAY,
    ConsumersLeft,
    ProductDropped,
    ProductLiquidated,
    ProductSold,
    ProductStayed,
    ProductUnsold,
    RetailOutlets,
)
from groundfloor.engine.city.retail_projection import RetailProjection
from groundfloor.engine.game import Game
from groundfloor.engine.projection import Projection
from groundfloor.engine.state import State
from groundfloor.translatable import _

from .. import effects
from ..board.amounts import Amount, Figure
from ..board.forecast import consumers
from ..board.phrases import chance_words, odds_words
from ..board.spaces import Space, SpaceBuilder
from ..log.event_formatter import EventFormatter, Sentences, formats, says
from ..questions.question import QuestionPresenter, QueuedProduct
from ..view import TableView
from .presenter import AreaPresenter, BuildingView, occupant_name, opening_words

PEOPLE_NAMED_AT_MOST = 4
"""Of more products only the number is said."""
PRODUCTS_AT_MOST = 6
"""A longer queue is not drawn."""


@dataclass(frozen=True)
class OutletsView(BuildingView):
    """The price under each window, the money of liquidation, and consumers: sure ones and merely possible ones."""

    prices: tuple[int, ...]
    liquidation: int
    consumers: Figure | None
    sure: int
    possible: int


class RetailOutletsPresenter(AreaPresenter[RetailOutlets]):
    """Windows by price, those closed at this number of players hatched, and the door of liquidation."""

    task_rule = "IV.H"
    conduct_rule = "IV.H"
    answer_verbs = ("price", "drop")

    def spaces(self, builder: SpaceBuilder) -> tuple[Space, ...]:
        falling = dropping_price(builder)
        spaces = [self.price_space(builder, number, falling) for number in range(len(self.area.prices))]
        view = builder.view
        liquidation = self.name(view.translations) + view._(", liquidation for %(money)s money", money=self.area.liquidation)
        chosen = "price liquidation" if view.own.control("price liquidation") else ""
        return (*spaces, builder.space("liquidation", liquidation, f"drop {falling} liquidation" if falling else chosen, open_word=""))

    def price_space(self, builder: SpaceBuilder, number: int, falling: str) -> Space:
        """Returns a space at a price; ``falling`` is the price of the product that drops."""
        view = builder.view
        price = self.area.prices[number]
        seat, before = view.game._state.retail_products[number], view.moment.game._state.retail_products[number]
        if seat < 0:
            pick = f"drop {falling} {price}" if falling else f"price {price}"
        else:
            pick = (f"drop {price} stay" if falling == str(price) else f"drop {price}") if seat == view.own.seat else ""
        closed = self.closed_words(view, number)
        label = self.name(view.translations) + view._(", space at %(price)s money", price=price)
        return builder.space(f"outlet-{number + 1}", label, "" if closed else pick, seat, before, closed=closed)

    def closed_words(self, view: TableView, number: int) -> str:
        """Returns why a space is closed in this game, "" if it is open."""
        if self.area.is_open(number, len(view.game._state.players)):
            return ""
        return opening_words(view, self.area.from_players[number], "retail_outlets.from_players")

    def view(self, view: TableView) -> OutletsView:
        said, low, high = consumers(view, "coming-consumers")
        return OutletsView(self.area.prices, self.area.liquidation, said, low, high - low)

    def contents(self, view: TableView) -> list[str]:
        parts = []
        open_spaces = [space for space in range(len(self.area.prices)) if self.area.is_open(space, len(view.game.seats))]
        for price, run in groupby(open_spaces, key=lambda space: self.area.prices[space]):
            held = ", ".join(occupant_name(view, view.game._state.retail_products[space]) for space in run)
            parts.append(view._("at %(price)s %(held)s", price=price, held=held))
        return ["; ".join(parts) + "."]

    @classmethod
    def markers(cls, state: State) -> dict[str, list[int]]:
        return {"outlet": state.retail_products}

    def purpose_id(self, view: TableView, space: Space) -> str:
        return "liquidation_by_choice" if space.kind == "liquidation" and may_liquidate(view) else space.kind

    def purpose(self, view: TableView, space: Space) -> str:
        if space.kind == "liquidation":
            if may_liquidate(view):
                return view._("A new or unsold product may be sold here at once; one that finds no free space must be.")
            return view._("A product that stayed unsold may be sold here at once; one that finds no free space must be.")
        price = self.area.prices[space.index]
        facts = {"price": price, "bracket": effects.of_bracket(self.area.brackets[self.area.bracket(price)], view.translations)}
        return (
            view._("In phase IV a consumer pays %(price)s money for a product here (price bracket %(bracket)s, the lowest sells first).")
            % facts
        )

    def conduct_reason(self, view: TableView, space: Space) -> str:
        if view.own.is_asked and view.game.question_kind == "drop":
            return view._("First choose the product that drops.")
        if space.kind == "liquidation":
            return view._("Products are liquidated in phase IV only.")
        return view._("Products come here from the factory in phase IV.")


def may_liquidate(view: TableView) -> bool:
    """Returns whether new products may be liquidated by choice (``RULES 9.3.2``)."""
    return any(isinstance(area, Factory) and area.may_liquidate for area in view.game.ruleset.areas)


def dropping_price(builder: SpaceBuilder) -> str:
    """Returns the price of the product that drops, once it is chosen or there is only one; "" otherwise."""
    if builder.view.own.draft.partial.startswith("drop "):
        return builder.view.own.draft.partial.split()[1]
    legal = {str(control.action.operand) for control in builder.controls("drop") if control.is_legal}
    return legal.pop() if len(legal) == 1 else ""


ONLY_LIQUIDATION_PAYS = _("This is the last round: only liquidation still brings money.")


class ProductQuestion(QuestionPresenter):
    """A question about a price for a product: every answer says which products are sold before it, and how likely it is sold."""

    part = "city"
    shows_effects = True

    def price(self, action: Action) -> int:
        """Returns the price at which an answer offers the product, or ``LIQUIDATION``."""
        return action.operand

    def queue(self, view: TableView, action: Action) -> tuple[QueuedProduct, ...]:
        return sale_queue(view, view.projection(action, view.game))

    def projection(self, view: TableView, action: Action, quote: Quote, before: Game) -> str:
        if self.price(action) == LIQUIDATION:
            return view._("It sells at once, without a consumer.")
        return product_words(view, view.projection(action, before))


class DropQuestion(ProductQuestion):
    """Where an unsold product goes (``RULES IV.H.2``)."""

    kind = "drop"
    verbs = ("drop",)
    rule = "IV.H.2"
    answer_rules = {"stay": "IV.H.3"}
    question = _("An unsold product drops")

    def price(self, action: Action) -> int:
        """Returns the price down to which the product drops, ``STAY`` or ``LIQUIDATION``."""
        return action.second_operand

    def help(self, view: TableView, game: Game, seat: int) -> str:
        """Returns where an unsold product may go (``RULES IV.H.2``, ``IV.H.3``)."""
        sentences = view._("It goes to a free space in a lower price bracket, or to liquidation for %(money)s money.")
        if game._state.players[seat].keeps_unsold:
            sentences = view._(
                "It goes to a free space in a lower price bracket, stays (Niche Market), or goes to liquidation for %(money)s money."
            )
        if game.ruleset.ending.is_over(game):
            sentences += " " + view._(ONLY_LIQUIDATION_PAYS)
        return sentences % {"money": game.ruleset.outlets.liquidation} + premium_words(view, game, seat)

    def answer_name(self, view: TableView, action: Action, quote: Quote) -> str:
        if action.second_operand == STAY:
            return view._("Stays at %(price)s", price=action.operand)
        if action.second_operand == LIQUIDATION:
            return view._("Liquidate the product at %(price)s", price=action.operand)
        return view._("From %(price)s down to %(target)s", price=action.operand, target=action.second_operand)

    def button_text(self, view: TableView, action: Action) -> str:
        if action.second_operand == STAY:
            return view._("stays at %(price)s", price=action.operand)
        return f"{action.operand} → {price_text(view, action.second_operand)}"

    def shown_gains(self, gains: tuple[Amount, ...], action: Action) -> tuple[Amount, ...]:
        return gains if action.second_operand == LIQUIDATION else ()

    def second_step(self, view: TableView, action: Action, quote: Quote) -> tuple[str, str]:
        return view._("From %(price)s down", price=action.operand), view._("Where to?")

    def second_button(self, view: TableView, action: Action, quote: Quote) -> tuple[str, str]:
        return self.button_text(view, action), self.hint(view, action, quote)

    def hint(self, view: TableView, action: Action, quote: Quote) -> str:
        return short_product_words(view, view.projection(action, view.game))


def price_text(view: TableView, price: int) -> str:
    return view._("liquidation") if price == LIQUIDATION else str(price)


def premium_words(view: TableView, game: Game, seat: int) -> str:
    money = game._state.players[seat].sale_premium
    return " " + view._("Your Premium Product adds %(money)s to each sale.", money=money) if money else ""


def product_words(view: TableView, projection: Projection | None) -> str:
    """Returns whether a product sells, what becomes of it otherwise, and what sells before it (``RULES IV.H``)."""
    if not isinstance(projection, RetailProjection):
        return ""
    parts = [f"{sale_words(view, projection)}{risk_words(view, projection)}.", otherwise_words(view, projection)]
    return " ".join(part for part in [*parts, ahead_words(view, projection)] if part)


def short_product_words(view: TableView, projection: Projection | None) -> str:
    """Returns in one line, for a button, whether a product sells: ``sells unless others sell first: then 2 in 3 · else 8 or less``.

    "sells" alone is said only of what sells for certain.
    """
    if not isinstance(projection, RetailProjection):
        return ""
    chance, least = projection.chance, projection.least_chance
    facts = {"odds": odds_words(view.translations, chance), "least": odds_words(view.translations, least)}
    if projection.is_next_round and chance == 1:
        return view._("sells next round, as things stand")
    if projection.is_next_round:
        return view._("next round: %(odds)s to sell") % facts
    if not chance:
        sentence = view._("can’t sell")
    elif least == 1:
        sentence = view._("sells")
    elif chance == 1:
        sentence = view._("sells unless others sell first: then %(least)s") if least else view._("sells unless others sell first")
    elif least == chance:
        sentence = view._("%(odds)s to sell")
    else:
        sentence = (
            view._("%(odds)s to sell, %(least)s if others sell first") if least else view._("%(odds)s to sell, unless others sell first")
        )
    parts = [sentence % facts]
    if least < 1:
        best = max(projection.drops, default=projection.liquidation)
        parts.append((view._("else %(price)s or less") if projection.drops else view._("else %(price)s")) % {"price": best})
    return " · ".join(parts)


def sale_words(view: TableView, projection: RetailProjection) -> str:
    facts = {"needed": consumers_needed(view, projection.needed), "cases": chance_words(view.translations, projection.chance)}
    if projection.is_next_round:
        sentence = view._("Next round it sells with %(needed)s: %(cases)s, as things stand")
    elif projection.least_chance == 1:
        sentence = view._("It sells in every case")
    elif projection.chance == 1:
        sentence = view._("It sells unless others sell first")
    elif projection.chance == 0:
        sentence = view._("It can’t sell in this round: that takes %(needed)s")
    else:
        sentence = view._("To sell, it takes %(needed)s: %(cases)s")
    return sentence % facts


def consumers_needed(view: TableView, number: int) -> str:
    """Returns how many consumers it takes: ``2 or more consumers``."""
    return view.plural("%(n)s consumer or more", "%(n)s or more consumers", number)


def risk_words(view: TableView, projection: RetailProjection) -> str:
    """Returns what the markers that still get their price may change; empty if none is left."""
    if not projection.waiting or not projection.chance:
        return ""
    if projection.least_chance < projection.chance == 1:
        cases = chance_words(view.translations, projection.least_chance)
        return view._(": then %(cases)s", cases=cases) if projection.least_chance else ""
    if projection.least_chance == projection.chance:
        return view._(", whatever the others in the factory do")
    if not projection.least_chance:
        return view._("; if others from the factory sell before it, in no case")
    return view._("; if others from the factory sell before it, %(cases)s", cases=chance_words(view.translations, projection.least_chance))


def otherwise_words(view: TableView, projection: RetailProjection) -> str:
    """Returns what becomes of a product that is not sold; empty if that can't happen."""
    if projection.least_chance == 1 or projection.is_next_round:
        return ""
    facts = {"money": projection.liquidation, "price": max(projection.drops, default=0)}
    if projection.stays:
        return view._("Otherwise it may stay where it is, or is liquidated for %(money)s.") % facts
    if projection.drops:
        return view._("Otherwise it drops to %(price)s at best, or is liquidated for %(money)s.") % facts
    return view._("Otherwise it is liquidated for %(money)s.") % facts


def ahead_words(view: TableView, projection: RetailProjection) -> str:
    """Returns whose products sell before it, or how many if they are more than can be read at a glance."""
    number = len(projection.ahead)
    if not number:
        return ""
    if number > PEOPLE_NAMED_AT_MOST:
        return view.plural("%(n)s product sells before it.", "%(n)s products sell before it.", number)
    products = [
        (view._("yours at %(price)s") if owner == view.own.seat else view._("%(name)s at %(price)s"))
        % {"name": view.people[owner].name, "price": price}
        for price, owner in projection.ahead
    ]
    return view._("Sold before it: %(products)s.", products=", ".join(products))


def sale_queue(view: TableView, projection: Projection | None) -> tuple[QueuedProduct, ...]:
    """Returns the products that sell before the projected one, and that one last; empty if the queue is long or there is none."""
    if not isinstance(projection, RetailProjection) or projection.needed > PRODUCTS_AT_MOST or view.own.seat is None:
        return ()
    owners = [owner for _price, owner in projection.ahead] + [view.own.seat]
    chances = [projection.consumers.at_least(number) for number in range(1, len(owners) + 1)]
    coming = ["sure" if chance == 1 else "possible" if chance else "none" for chance in chances]
    last = len(owners) - 1
    colours = [view.people[owner].colour for owner in owners]
    return tuple(
        QueuedProduct(colour, consumer, place == last) for place, (colour, consumer) in enumerate(zip(colours, coming, strict=True))
    )


def sells_all(formatter: EventFormatter, consumers: int) -> bool:
    """Returns True if the card of the round is the Windfall: no other front has so many consumers (``RULES 8.3``)."""
    rules = formatter.game.ruleset
    column = rules.player_column(len(formatter.game.seats))
    so_many = [design.is_special for design in rules.designs if design.consumers[column] == consumers]
    return consumers > 0 and so_many == [True]


@formats(ProductSold, own=_("Your product was sold for %(money)s."))
def product_sold(formatter: EventFormatter, event: ProductSold) -> Sentences:
    paid = formatter.amounts(money=event.money)
    if sells_all(formatter, event.consumers):
        sentence = (
            formatter._("%(name)s sold a product at %(price)s for %(paid)s.", paid=paid)
            if paid
            else formatter._("%(name)s sold a product at %(price)s.")
        )
        return sentence, formatter._("With the Windfall every product sells.")
    if paid:
        sentence = formatter._("%(name)s sold a product at %(price)s to consumer %(consumer)s of %(consumers)s for %(paid)s.", paid=paid)
    else:
        sentence = formatter._("%(name)s sold a product at %(price)s to consumer %(consumer)s of %(consumers)s.")
    others = event.behind
    if not others:
        return sentence, formatter._("It was in the lowest price bracket with products left.")
    return sentence, formatter._(
        "It was in the lowest price bracket with products left, and %(name)s was more popular than %(people)s there.",
        people=formatter.seat_names(others),
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


@formats(ProductUnsold, own=_("Your product at %(price)s found no consumer."), is_surprising=True)
def product_unsold(formatter: EventFormatter, event: ProductUnsold) -> Sentences:
    sentence = formatter._("%(name)s could not sell a product at %(price)s.")
    consumers = event.consumers
    if not consumers:
        return sentence, formatter._("No consumer came.")
    bought = formatter.join(
        [formatter._("from %(other)s at %(at)s", other=formatter.person(seat), at=price) for price, seat in event.sales]
    )
    return sentence, formatter.plural(
        "%(n)s consumer came and bought %(bought)s first.", "%(n)s consumers came and bought %(bought)s first.", consumers, bought=bought
    )


def free(formatter: EventFormatter, prices: Sequence[int]) -> str:
    return formatter.join([str(price) for price in prices])


@formats(ProductDropped, own=_("Your product dropped from %(price)s to %(target)s."))
def product_dropped(formatter: EventFormatter, event: ProductDropped) -> Sentences:
    why = formatter.plural(
        "Below it only %(free)s was free.", "Below it %(free)s were free.", len(event.free), free=free(formatter, event.free)
    )
    return formatter._("%(name)s dropped a product from %(price)s to %(target)s."), why


says(
    ProductStayed,
    _("%(name)s left an unsold product at %(price)s."),
    _("A Niche Market allowed it."),
    own=_("Your product stayed at %(price)s."),
)


@formats(ProductLiquidated, own=_("Your product was liquidated for %(money)s."))
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
        sentence = formatter._("%(name)s liquidated the product at %(price)s for %(paid)s.", paid=paid)
    else:
        sentence = formatter._("%(name)s liquidated the product at %(price)s.")
    if event.free:
        return sentence, formatter.plural(
            "Below it %(free)s was free too.", "Below it %(free)s were free too.", len(event.free), free=free(formatter, event.free)
        )
    return sentence, formatter._("No lower price was free.")
