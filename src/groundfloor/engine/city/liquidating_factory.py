"""The factory whose products may be liquidated at once (``RULES 9.3.2``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..actions import Quote
from .factory import Factory, FactoryStep
from .retail_outlets import LIQUIDATION

if TYPE_CHECKING:
    from ..actions import Action, ActionTable
    from ..game import Game
    from ..kinds import QuestionKind, RefusalCode
    from ..ruleset import Ruleset
    from .retail_outlets import RetailOutlets


class LiquidatingFactory(Factory):
    """A factory where each marker becomes a product on an outlet, or is sold at once, as its owner chooses."""

    may_liquidate: ClassVar[bool] = True

    def register_actions(self, table: ActionTable, ruleset: Ruleset) -> None:
        self.liquidation = table.add("price", LIQUIDATION, text="price liquidation")

    def conduct(self, game: Game) -> None:
        game.push(LiquidatingFactoryStep())


class LiquidatingFactoryStep(FactoryStep):
    """Asks for an outlet's price or for liquidation."""

    __slots__ = ()
    name: ClassVar[str] = "liquidating_factory"
    turn_question: ClassVar[QuestionKind] = ""

    def answers(self, game: Game, outlets: RetailOutlets) -> tuple[Action, ...]:
        factory = game.ruleset.areas[game.state.area]
        assert isinstance(factory, LiquidatingFactory)
        return (*outlets.price_actions, factory.liquidation)

    def refusal(self, game: Game, seat: int, action: Action) -> RefusalCode | None:
        return None if action.verb == "price" and action.a == LIQUIDATION else super().refusal(game, seat, action)

    def apply_action(self, game: Game, seat: int, action: Action) -> None:
        if action.a != LIQUIDATION:
            super().apply_action(game, seat, action)
            return
        self.clear_space(game)
        game.ruleset.outlets.liquidate(game, seat, 0, "9.3.2")

    def quote(self, game: Game, seat: int, action: Action) -> Quote:
        if action.a != LIQUIDATION:
            return super().quote(game, seat, action)
        return Quote(gains=(("money", game.ruleset.outlets.liquidation + game.state.players[seat].sale_premium),))
