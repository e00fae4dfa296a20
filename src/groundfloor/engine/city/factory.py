"""Area E, the factory: products get a retail price (``RULES IV.E``, ``9.3.2``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..actions import Quote
from ..automa import draw_card, reveal_card
from ..events import Event, event
from ..fields import Field, Number
from ..position_reading import require_range
from ..step import Step
from .area import Area, SpaceTask, place_automa_marker
from .retail_outlets import LIQUIDATION, RetailOutlets

if TYPE_CHECKING:
    from typing import Literal

    from ..actions import Action, ActionTable, Outcome
    from ..game import Game
    from ..kinds import AreaId, NoArea, QuestionKind, RefusalCode
    from ..ruleset import Ruleset
    from ..state import State


@event("IV.E.1", "8.1.6")
class ProductPriced(Event):
    """A product gets a price:
    ``price``, ``space`` of the factory from 1, ``reason`` of an Automa (``customers`` or ``card``) or ``""``, ``goods`` on the market if there is a reason, ``least`` consumers by the back.
    """

    price: int
    space: int
    reason: Literal["", "customers", "card"]
    goods: int
    least: int


class ProductionTask(SpaceTask):
    """A marker on the lowest free space of the factory."""

    __slots__ = ()
    has_shared_refusal = True

    def register_actions(self, table: ActionTable, ruleset: Ruleset) -> None:
        self.actions = (table.add("factory"),)

    def spaces(self, state: State) -> list[int]:
        return state.factory_queue


class Factory(Area):
    """Numbered spaces; each marker becomes a product on a retail outlet."""

    id: ClassVar[AreaId] = "factory"
    may_liquidate: ClassVar[bool] = False
    """Owners may liquidate a product even if a retail space is free."""

    def __init__(self, size: int, money: int, info: int, supply: int) -> None:
        self.size = size
        self.tasks = (ProductionTask("factory", money, info, supply),)

    def set_up(self, state: State, players: int) -> None:
        state.factory_queue = [-1] * self.size

    def conduct(self, game: Game) -> None:
        game.push(FactoryStep())

    def place_automa(self, game: Game, seat: int) -> int:
        return place_automa_marker(game, seat, self.id, game._state.factory_queue, range(self.size))


class FactoryStep(Step):
    """Goes through the spaces in their order; ``space`` is the next one."""

    __slots__ = ("space",)
    name: ClassVar[str] = "factory"
    fields: ClassVar[tuple[Field, ...]] = (Field("space", Number(0), "the next space"),)
    area_id: ClassVar[AreaId | NoArea] = "factory"
    turn_question: ClassVar[QuestionKind] = "price"

    def __init__(self) -> None:
        self.space = 0

    def copy(self) -> Step:
        twin = self.__class__()
        twin.space = self.space
        return twin

    def saved_fields(self) -> tuple[list[int], int, int, list[int]]:
        return [], self.space, 0, []

    def check(self, game: Game) -> None:
        require_range([self.space], 0, len(game._state.factory_queue), "the factory space of a step")

    def turn_index(self) -> int:
        return self.space

    def seats_to_come(self, game: Game) -> list[int]:
        return [seat for seat in game._state.factory_queue[self.space + 1 :] if seat >= 0]

    def advance(self, game: Game) -> None:
        spaces = game._state.factory_queue
        while self.space < len(spaces) and spaces[self.space] < 0:
            self.space += 1
        if self.space == len(spaces):
            game.pop()
            return
        seat = spaces[self.space]
        outlets = game._ruleset.outlets
        if not outlets.free_prices(game):
            self.clear_space(game)
            outlets.liquidate(game, seat, 0, "IV.E.2")
        elif game._state.players[seat].deck is None:
            game.ask("price", seat)
        elif self.finds_customers(game):
            self.put_on_sale(game, seat, outlets.free_prices(game)[0], "customers")
        else:
            draw_card(game, seat)

    def finds_customers(self, game: Game) -> bool:
        """Returns True if products and factory markers together are at most the guaranteed consumers (``RULES 8.1.6``)."""
        goods, least = self.goods(game)
        return goods <= least

    def goods(self, game: Game) -> tuple[int, int]:
        """Returns the number of products and factory markers together, and the number of guaranteed consumers."""
        state = game._state
        goods = sum(1 for seat in state.retail_products + state.factory_queue if seat >= 0)
        return goods, game._ruleset.guaranteed_consumers(state.current_forecast, len(state.players), state.revealed_forecasts)

    def clear_space(self, game: Game) -> None:
        game._state.factory_queue[self.space] = -1
        self.space += 1

    def put_on_sale(self, game: Game, seat: int, price: int, reason: Literal["", "customers", "card"] = "") -> None:
        """Puts the product on sale at a price; ``reason`` is an Automa's: ``customers`` if all products sell, or ``card``."""
        goods, least = self.goods(game) if reason and game.journal is not None else (0, 0)
        space = self.space + 1
        self.clear_space(game)
        game._ruleset.outlets.add_product(game, seat, price)
        if game.journal is not None:
            game.note(ProductPriced(seat, "8.1.6" if reason else "IV.E.1", price, space, reason, goods, least))

    def answers(self, game: Game, outlets: RetailOutlets) -> tuple[Action, ...]:
        return outlets.price_actions

    def refusal(self, game: Game, seat: int, action: Action) -> RefusalCode | None:
        if action.verb != "price":
            return "not_asked"
        return None if action.operand in game._ruleset.outlets.free_prices(game) else "no_space_at_price"

    def choices(self, game: Game, seat: int) -> list[Action]:
        actions = self.answers(game, game._ruleset.outlets)
        return [action for action in actions if self.refusal(game, seat, action) is None]

    def apply_action(self, game: Game, seat: int, action: Action) -> None:
        self.put_on_sale(game, seat, action.operand)

    def apply_outcome(self, game: Game, outcome: Outcome) -> None:
        seat = game._state.factory_queue[self.space]
        _, bracket = reveal_card(game, seat, outcome, is_turn_over=True)
        outlets = game._ruleset.outlets
        free = outlets.free_prices(game)
        last = len(outlets.brackets)
        order = [*range(bracket, last), *range(bracket - 1, -1, -1)]
        prices = [price for other in order for price in outlets.brackets[other] if price in free]
        self.put_on_sale(game, seat, prices[0], "card")

    def quote(self, game: Game, seat: int, action: Action) -> Quote:
        price = action.operand + game._state.players[seat].sale_premium
        return Quote(0, 0, 0, 0, (("money_if_sold", price),), "retail_outlets")


class LiquidatingFactory(Factory):
    """A factory where each marker becomes a product on an outlet, or is sold at once, as its owner chooses."""

    may_liquidate: ClassVar[bool] = True

    def register_actions(self, table: ActionTable, ruleset: Ruleset) -> None:
        table.add("price", LIQUIDATION, text="price liquidation")

    def conduct(self, game: Game) -> None:
        game.push(LiquidatingFactoryStep())


class LiquidatingFactoryStep(FactoryStep):
    """Asks for an outlet's price or for liquidation."""

    __slots__ = ()
    name: ClassVar[str] = "liquidating_factory"
    turn_question: ClassVar[QuestionKind] = ""

    def answers(self, game: Game, outlets: RetailOutlets) -> tuple[Action, ...]:
        return (*outlets.price_actions, game._ruleset.action("price liquidation"))

    def refusal(self, game: Game, seat: int, action: Action) -> RefusalCode | None:
        return None if action.verb == "price" and action.operand == LIQUIDATION else super().refusal(game, seat, action)

    def apply_action(self, game: Game, seat: int, action: Action) -> None:
        if action.operand != LIQUIDATION:
            super().apply_action(game, seat, action)
            return
        self.clear_space(game)
        game._ruleset.outlets.liquidate(game, seat, 0, "9.3.2")

    def quote(self, game: Game, seat: int, action: Action) -> Quote:
        if action.operand != LIQUIDATION:
            return super().quote(game, seat, action)
        return Quote(gains=(("money", game._ruleset.outlets.liquidation + game._state.players[seat].sale_premium),))
