"""The factory: its spaces, and the question of the retail price (``RULES III.E``, ``IV.E``)."""

from __future__ import annotations

from groundfloor.engine.actions import Action, Quote
from groundfloor.engine.city.factory import Factory, ProductPriced
from groundfloor.engine.city.retail_outlets import LIQUIDATION
from groundfloor.engine.city.retail_projection import FactoryProjection, markers_waiting
from groundfloor.engine.game import Game
from groundfloor.engine.projection import Projection
from groundfloor.engine.state import State
from groundfloor.translatable import _

from ..board.amounts import Amount, gain
from ..board.phrases import after_others, chance_words
from ..board.spaces import Space, SpaceBuilder
from ..log.event_formatter import EventFormatter, Sentences, formats
from ..view import TableView
from .economic_forecast import consumer_words
from .presenter import AreaPresenter, row
from .retail_outlets import ProductQuestion, premium_words, price_text, short_product_words


class FactoryPresenter(AreaPresenter[Factory]):
    """One row of spaces, filled from the lowest number."""

    task_verb = "factory"
    task_rule = "III.E"
    conduct_rule = "IV.E"
    task_places = ("factory",)
    placed_message = _("%(name)s began a product on factory space %(space)s for %(price)s.")
    floor_placed_message = _("%(name)s took factory space %(space)s with the %(floor)s for %(price)s.")
    automa_placed_message = _("%(name)s began a product on factory space %(space)s.")
    purpose_text = _("In phase IV a marker here becomes a product for the retail outlets.")

    def spaces(self, builder: SpaceBuilder) -> tuple[Space, ...]:
        view = builder.view
        name = f"{self.name(view.translations)}, " + view._("space %(number)s")
        queue, before = view.game._state.factory_queue, view.moment.game._state.factory_queue
        return builder.row("factory", name, queue, before, "factory", is_numbered=False, offers=self.offers(view))

    def contents(self, view: TableView) -> list[str]:
        return [row(view, view.game._state.factory_queue) + "."]

    @classmethod
    def markers(cls, state: State) -> dict[str, list[int]]:
        return {"factory": state.factory_queue}

    def task_projection(self, view: TableView, action: Action, quote: Quote, before: Game) -> str:
        sentence = view._("In phase IV you put one product on a free retail space, or liquidate it if there is none")
        if self.area.may_liquidate:
            sentence = view._("In phase IV you put one product on a free retail space, or liquidate it")
        order = after_others(view, sentence, before._state.factory_queue, gain(quote, "space"))
        return f"{order} {factory_words(view, view.projection(action, before))}".strip()


def factory_words(view: TableView, projection: Projection | None) -> str:
    """Returns the most expensive price for each chance of a sale in the current position (``RULES III.E``)."""
    if not isinstance(projection, FactoryProjection) or not projection.prices:
        return ""
    if not any(offer.chance for offer in projection.prices):
        money = projection.prices[0].liquidation
        return view._("As things stand, no consumer is left for it: liquidated, it brings %(money)s.", money=money)
    best: dict[str, int] = {}
    for offer in projection.prices:
        if offer.least_chance:
            best.setdefault(chance_words(view.translations, offer.least_chance), offer.money)
    prices = ", ".join(view._("at %(price)s it sells %(cases)s", price=price, cases=cases) for cases, price in best.items())
    waiting = projection.prices[0].waiting
    if not waiting:
        return view._("If no other products come on sale, %(prices)s.", prices=prices)
    sentence = view.plural(
        "%(n)s product comes from the factory besides yours.", "%(n)s products come from the factory besides yours.", waiting
    )
    if not prices:
        return f"{sentence} " + view._("If others sell first, no consumer is left for yours.")
    return f"{sentence} " + view._("If no more are added, whatever the others sell for, %(prices)s.", prices=prices)


class PriceQuestion(ProductQuestion):
    """At which price a product is offered (``RULES IV.E.1``)."""

    kind = "price"
    verbs = ("price",)
    rule = "IV.E.1"
    answer_rules = {"liquidation": "IV.E.2"}
    question = _("Choose a retail price")

    def help(self, view: TableView, game: Game, seat: int) -> str:
        sentences, waiting = consumer_words(view, game), markers_waiting(game)
        if waiting:
            more = view.plural("%(n)s more marker is in the factory.", "%(n)s more markers are in the factory.", waiting)
            sentences = f"{sentences} {more}"
        if any(action.verb == "price" and action.operand == LIQUIDATION for action in game._legal):
            sentences = f"{sentences} " + view._(
                "You may also liquidate the product at once, for %(money)s money.", money=game.ruleset.outlets.liquidation
            )
        return sentences + premium_words(view, game, seat)

    def answer_name(self, view: TableView, action: Action, quote: Quote) -> str:
        return view._("Price %(price)s", price=action.operand) if action.operand != LIQUIDATION else view._("Liquidate the product")

    def button_text(self, view: TableView, action: Action) -> str:
        return price_text(view, action.operand)

    def shown_gains(self, gains: tuple[Amount, ...], action: Action) -> tuple[Amount, ...]:
        return gains if action.operand == LIQUIDATION else ()

    def hint(self, view: TableView, action: Action, quote: Quote) -> str:
        return short_product_words(view, view.projection(action, view.game))


@formats(ProductPriced, own=_("Your product is on sale at %(price)s."))
def product_priced(formatter: EventFormatter, event: ProductPriced) -> Sentences:
    sentence = formatter._("%(name)s put a product on sale at %(price)s.")
    if event.reason == "customers":
        return sentence, formatter.plural(
            "At most %(n)s product competes for at least %(least)s, so it goes to the most expensive free space.",
            "At most %(n)s products compete for at least %(least)s, so it goes to the most expensive free space.",
            event.goods,
            least=formatter.counted("consumer", event.least),
        )
    return sentence, formatter._("The Automa’s card named the price bracket.") if event.reason == "card" else ""
