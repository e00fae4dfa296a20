"""Questions about products and shares: prices, unsold products, selling at the exchange."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from groundfloor.engine.city.retail_outlets import LIQUIDATION, STAY
from groundfloor.engine.state import FORECAST_TYPES
from groundfloor.presentation import names
from groundfloor.presentation.areas.registry import presenter
from groundfloor.presentation.areas.retail_outlets import RetailOutletsPresenter
from groundfloor.presentation.areas.stock_exchange import StockExchangePresenter, kept_words
from groundfloor.presentation.board.retail_words import price_question_words, product_words, short_product_words
from groundfloor.presentation.board.sale_queue import sale_queue

from .question import QuestionPresenter

if TYPE_CHECKING:
    from collections.abc import Mapping
    from gettext import NullTranslations

    from groundfloor.engine.actions import Action, Quote
    from groundfloor.engine.city.stock_exchange import StockExchange
    from groundfloor.engine.game import Game
    from groundfloor.engine.kinds import QuestionKind
    from groundfloor.engine.ruleset import Ruleset
    from groundfloor.presentation.board.sale_queue import QueuedProduct
    from groundfloor.presentation.board.scene import Scene

    from .question import BoardPart


class ProductQuestion(QuestionPresenter):
    """A question about a price for a product: every answer says which products are sold before it, and how likely it is sold."""

    part: ClassVar[BoardPart] = "city"
    shows_effects: ClassVar[bool] = True

    def price(self, action: Action) -> int:
        """Returns the price at which an answer offers the product, or ``LIQUIDATION``."""
        return action.a

    def queue(self, scene: Scene, action: Action) -> tuple[QueuedProduct, ...]:
        return sale_queue(scene, scene.projection(action, scene.game))

    def projection(self, scene: Scene, action: Action, quote: Quote, before: Game) -> str:
        if self.price(action) == LIQUIDATION:
            return scene.words.gettext("It sells at once, without a consumer.")
        return product_words(scene, scene.projection(action, before))


class PriceQuestion(ProductQuestion):
    """At which price a product is offered (``RULES IV.E.1``)."""

    kind: ClassVar[QuestionKind] = "price"
    verbs: ClassVar[tuple[str, ...]] = ("price",)
    rule: ClassVar[str] = "IV.E.1"
    answer_rules: ClassVar[Mapping[str, str]] = {"liquidation": "IV.E.2"}

    def prompt(self, words: NullTranslations) -> str:
        return words.gettext("Choose a retail price")

    def help(self, scene: Scene, game: Game, seat: int) -> str:
        return price_question_words(scene, game) + premium_words(scene, game, seat)

    def title(self, scene: Scene, action: Action, quote: Quote) -> str:
        _ = scene.words.gettext
        return _("Price %(price)s") % {"price": action.a} if action.a != LIQUIDATION else _("Liquidate the product")

    def button_text(self, scene: Scene, action: Action) -> str:
        return price_text(scene, action.a)

    def hint(self, scene: Scene, action: Action, quote: Quote) -> str:
        return short_product_words(scene, scene.projection(action, scene.game))


class DropQuestion(ProductQuestion):
    """Where an unsold product goes (``RULES IV.H.2``)."""

    kind: ClassVar[QuestionKind] = "drop"
    verbs: ClassVar[tuple[str, ...]] = ("drop",)
    rule: ClassVar[str] = "IV.H.2"
    answer_rules: ClassVar[Mapping[str, str]] = {"stay": "IV.H.3"}

    def price(self, action: Action) -> int:
        """Returns the price down to which the product drops, ``STAY`` or ``LIQUIDATION``."""
        return action.b

    def prompt(self, words: NullTranslations) -> str:
        return words.gettext("An unsold product drops")

    def help(self, scene: Scene, game: Game, seat: int) -> str:
        """Returns where an unsold product may go (``RULES IV.H.2``, ``IV.H.3``)."""
        _ = scene.words.gettext
        outlets = presenter(game.ruleset, "retail_outlets")
        assert isinstance(outlets, RetailOutletsPresenter)
        said = _("It goes to a free place in a lower price bracket, or to liquidation for %(money)s money.")
        if game.state.players[seat].keeps_unsold:
            said = _("It goes to a free place in a lower price bracket, stays (Niche Market), or goes to liquidation for %(money)s money.")
        if game.ruleset.ending.is_over(game):
            said += " " + _("This is the last round: only liquidation still brings money.")
        return said % {"money": outlets.area.liquidation} + premium_words(scene, game, seat)

    def title(self, scene: Scene, action: Action, quote: Quote) -> str:
        _ = scene.words.gettext
        if action.b == STAY:
            return _("Stays at %(price)s") % {"price": action.a}
        if action.b == LIQUIDATION:
            return _("Liquidate the product at %(price)s") % {"price": action.a}
        return _("From %(price)s down to %(target)s") % {"price": action.a, "target": action.b}

    def button_text(self, scene: Scene, action: Action) -> str:
        if action.b == STAY:
            return scene.words.gettext("stays at %(price)s") % {"price": action.a}
        return f"{action.a} → {price_text(scene, action.b)}"

    def second_step(self, scene: Scene, action: Action, quote: Quote) -> tuple[str, str]:
        _ = scene.words.gettext
        return _("From %(price)s down") % {"price": action.a}, _("Where to?")

    def second_button(self, scene: Scene, action: Action, quote: Quote) -> tuple[str, str]:
        return self.button_text(scene, action), self.hint(scene, action, quote)

    def hint(self, scene: Scene, action: Action, quote: Quote) -> str:
        return self.projection(scene, action, quote, scene.game)


class SellQuestion(QuestionPresenter):
    """Which markers of the exchange are sold (``RULES IV.F.4``)."""

    kind: ClassVar[QuestionKind] = "sell"
    verbs: ClassVar[tuple[str, ...]] = ("sell",)
    part: ClassVar[BoardPart] = "city"
    rule: ClassVar[str] = "IV.F.4"

    def prompt(self, words: NullTranslations) -> str:
        return words.gettext("Sell at the exchange?")

    def help(self, scene: Scene, game: Game, seat: int) -> str:
        _ = scene.words.gettext
        said = _("The forecast is %(type)s: each marker brings its number times %(pay)s money.") + " "
        is_last = game.ruleset.ending.is_over(game)
        said += (
            _("This is the last round: what you keep no longer brings anything.")
            if is_last
            else _("What you keep stays on the exchange track.")
        )
        type = game.state.current_forecast
        return said % {"type": names.full("forecast", FORECAST_TYPES[type], scene.words), "pay": exchange(game.ruleset).pay[type]}

    def closing_title(self, scene: Scene, verb: str) -> str:
        shares = sum(owner == scene.seat for owner in scene.game.state.exchange_track)
        return scene.words.ngettext("Keep it", "Keep the rest", shares)

    def title(self, scene: Scene, action: Action, quote: Quote) -> str:
        return scene.words.gettext("Sell the marker on space %(space)s") % {"space": action.a + 1}

    def button_text(self, scene: Scene, action: Action) -> str:
        return f"×{exchange(scene.game.ruleset).multiples[action.a]}"

    def hint(self, scene: Scene, action: Action, quote: Quote) -> str:
        return self.projection(scene, action, quote, scene.game)

    def projection(self, scene: Scene, action: Action, quote: Quote, before: Game) -> str:
        return kept_words(scene, scene.projection(action, before))


def price_text(scene: Scene, price: int) -> str:
    return scene.words.gettext("liquidation") if price == LIQUIDATION else str(price)


def premium_words(scene: Scene, game: Game, seat: int) -> str:
    money = game.state.players[seat].sale_premium
    return " " + scene.words.gettext("Your Premium Product adds %(money)s to each sale.") % {"money": money} if money else ""


def exchange(rules: Ruleset) -> StockExchange:
    found = presenter(rules, "stock_exchange")
    assert isinstance(found, StockExchangePresenter)
    return found.area
