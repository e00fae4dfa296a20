"""Area H, the retail outlets: consumers buy, unsold products drop (``RULES IV.H``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..actions import Quote
from ..events import Event, event
from ..fields import Field, ListOf, Number
from ..position_reading import require
from ..step import SeatsStep, Step, order_field, turn_field
from .area import Area

if TYPE_CHECKING:
    from ..actions import Action, ActionTable
    from ..game import Game
    from ..kinds import AreaId, NoArea, QuestionKind, RefusalCode
    from ..ruleset import Ruleset
    from ..state import State

LIQUIDATION = 0
STAY = -1


@event("IV.H.1", seats=("behind",))
class ProductSold(Event):
    """A consumer buys:
    ``price``, ``money`` gained, ``consumer`` which one, ``consumers`` in all, ``behind`` seats with products in the bracket whose turn is later.
    """

    price: int
    money: int
    consumer: int
    consumers: int
    behind: tuple[int, ...]


@event("IV.H.1", seats=("sales",))
class ProductUnsold(Event):
    """No consumer is left for a product: ``price``, ``consumers`` in all, ``sales`` price and seat of each sale."""

    price: int
    consumers: int
    sales: tuple[tuple[int, int], ...]


@event("IV.H.1", has_seat=False)
class ConsumersLeft(Event):
    """No product is left for consumers: ``left``, ``consumers`` in all."""

    left: int
    consumers: int


@event("IV.H.2", "8.1.6")
class ProductDropped(Event):
    """An unsold product becomes cheaper: ``price`` it had, ``target``, ``free`` prices that were free."""

    price: int
    target: int
    free: tuple[int, ...]


@event("IV.H.3")
class ProductStayed(Event):
    """An owner of Niche Market leaves it."""

    price: int
    free: tuple[int, ...]


@event("IV.E.2", "IV.H.2", "9.3.2")
class ProductLiquidated(Event):
    """A product is liquidated: ``price`` it had, 0: none, ``money`` gained, ``free`` prices that were free."""

    price: int
    money: int
    free: tuple[int, ...]


class RetailOutlets(Area):
    """Spaces from the most expensive to the cheapest, each with its price and the number of players from which it is open.

    ``brackets`` are the price brackets from the highest to the lowest, without liquidation, which pays ``liquidation``.
    """

    id: ClassVar[AreaId] = "retail_outlets"

    def __init__(
        self,
        prices: tuple[int, ...],
        from_players: tuple[int, ...],
        brackets: tuple[tuple[int, ...], ...],
        liquidation: int,
    ) -> None:
        self.prices = prices
        self.from_players = from_players
        self.brackets = brackets
        self.liquidation = liquidation
        ranks = {price: rank for rank, bracket in enumerate(reversed(brackets)) for price in bracket}
        self.bracket_ranks = tuple([ranks.get(price, -1) for price in range(max(prices) + 1)])
        """The rank of the bracket of each price, 0 for the lowest one; -1 for other numbers."""
        self.price_actions: tuple[Action, ...] = ()
        self.drop_actions: tuple[Action, ...] = ()

    def register(self, ruleset: Ruleset) -> None:
        ruleset.outlets = self

    def register_actions(self, table: ActionTable, ruleset: Ruleset) -> None:
        prices = list(dict.fromkeys(self.prices))
        self.price_actions = tuple([table.add("price", price, text=f"price {price}") for price in prices])
        for price in prices:
            targets = [(p, str(p)) for bracket in self.brackets[self.bracket(price) + 1 :] for p in bracket]
            targets += [(LIQUIDATION, "liquidation"), (STAY, "stay")]
            self.drop_actions += tuple([table.add("drop", price, target, f"drop {price} {word}") for target, word in targets])

    def set_up(self, state: State, players: int) -> None:
        state.retail_products = [-1] * len(self.prices)

    def bracket(self, price: int) -> int:
        """Returns the bracket of a price, 0 for the highest."""
        return len(self.brackets) - 1 - self.bracket_ranks[price]

    def is_open(self, space: int, players: int) -> bool:
        return players >= self.from_players[space]

    def free_space(self, game: Game, price: int) -> int:
        outlets = game._state.retail_products
        players = len(game._state.players)
        for space, other in enumerate(self.prices):
            if other == price and outlets[space] < 0 and players >= self.from_players[space]:
                return space
        raise AssertionError("no free space of that price")

    def free_prices(self, game: Game) -> list[int]:
        """Returns the prices with a free open space, the most expensive first."""
        outlets = game._state.retail_products
        players = len(game._state.players)
        free: list[int] = []
        for space, price in enumerate(self.prices):
            if outlets[space] < 0 and players >= self.from_players[space] and price not in free:
                free.append(price)
        return free

    def add_product(self, game: Game, seat: int, price: int) -> None:
        game._state.retail_products[self.free_space(game, price)] = seat

    def earn(self, game: Game, seat: int, price: int) -> int:
        """Pays for one sale, Premium Product included; Automas get nothing. Returns the money; the marker goes to the stock."""
        player = game._state.players[seat]
        player.reserve_time += 1
        if player.deck is not None:
            return 0
        player.money += price + player.sale_premium
        return price + player.sale_premium

    def liquidate(self, game: Game, seat: int, price: int, rule: str, free: tuple[int, ...] = ()) -> None:
        """Sells a product at once, without a consumer (``RULES IV.E.2``, ``IV.H.2``); ``free`` are the prices it could have had."""
        earned = self.earn(game, seat, self.liquidation)
        if game.journal is not None:
            game.note(ProductLiquidated(seat, rule, price, earned, free))

    def conduct(self, game: Game) -> None:
        game.push(RetailStep(game._state.popularity_order[:], [0] * len(self.prices)))

    def sale_place(self, order: list[int], price: int, seat: int) -> int:
        """A number that is the lower, the sooner consumers buy a seat's product at this price; ``order`` is the popularity order (``RULES IV.H.1``).

        The lowest bracket comes first, in it the most popular seat, of it the cheapest product.
        """
        return (self.bracket_ranks[price] * len(order) + order.index(seat)) * len(self.bracket_ranks) + price

    def sale_order(self, products: list[int], order: list[int]) -> list[int]:
        """The spaces of the products in the order in which consumers buy them; ``products`` has the seat on each space."""
        size = len(products)
        places = [self.sale_place(order, self.prices[space], seat) * size + space for space, seat in enumerate(products) if seat >= 0]
        places.sort()
        return [place % size for place in places]

    def sell(self, game: Game, order: list[int], consumers: int) -> None:
        """Sells one product to each consumer until one or the other runs out."""
        sales: list[tuple[int, int]] = []
        spaces = self.sale_order(game._state.retail_products, order)
        for consumer in range(1, consumers + 1):
            if consumer > len(spaces):
                if game.journal is not None:
                    game.note(ConsumersLeft(-1, "IV.H.1", consumers - consumer + 1, consumers))
                return
            space = spaces[consumer - 1]
            seat = game._state.retail_products[space]
            game._state.retail_products[space] = -1
            earned = self.earn(game, seat, self.prices[space])
            if game.journal is not None:
                game.note(
                    ProductSold(seat, "IV.H.1", self.prices[space], earned, consumer, consumers, self.others_in_bracket(game, space, seat))
                )
                sales.append((self.prices[space], seat))
        if game.journal is not None:
            self.note_unsold(game, order, consumers, tuple(sales))

    def others_in_bracket(self, game: Game, space: int, seat: int) -> tuple[int, ...]:
        bracket = self.brackets[self.bracket(self.prices[space])]
        others = {owner for place, owner in enumerate(game._state.retail_products) if owner >= 0 and self.prices[place] in bracket}
        return tuple(sorted(others - {seat}))

    def note_unsold(self, game: Game, order: list[int], consumers: int, sales: tuple[tuple[int, int], ...]) -> None:
        """Writes an event for each unsold product, the cheapest first; ``sales`` are price and seat of each sale before."""
        unsold = [(space, seat) for space, seat in enumerate(game._state.retail_products) if seat >= 0]
        for space, seat in sorted(unsold, key=lambda pair: (self.prices[pair[0]], order.index(pair[1]))):
            game.note(ProductUnsold(seat, "IV.H.1", self.prices[space], consumers, sales))


class RetailStep(SeatsStep):
    """First the sales, then the drops: ``turn`` counts the brackets from the lowest, in each bracket the owners in ``order``.

    ``has_sold`` is 1 after the sales; ``is_settled`` is 1 for each space whose product stays there or has just dropped there.
    """

    __slots__ = ("has_sold", "is_settled")
    name: ClassVar[str] = "retail"
    fields: ClassVar[tuple[Field, ...]] = (
        order_field("popularity order"),
        turn_field("brackets from the lowest × seats + index in the order"),
        Field("has_sold", Number(0, 1), "0 consumers buy, 1 products drop"),
        Field("is_settled", ListOf(Number(0, 1)), "for each space 1 if its product stays there"),
    )
    area_id: ClassVar[AreaId | NoArea] = "retail_outlets"
    turn_question: ClassVar[QuestionKind] = "drop"

    def __init__(self, order: list[int] | None = None, is_settled: list[int] | None = None) -> None:
        super().__init__(order)
        self.has_sold = 0
        self.is_settled: list[int] = is_settled if is_settled is not None else []

    def copy(self) -> Step:
        twin = RetailStep(self.order[:], self.is_settled[:])
        twin.turn = self.turn
        twin.has_sold = self.has_sold
        return twin

    def saved_fields(self) -> tuple[list[int], int, int, list[int]]:
        return self.order, self.turn, self.has_sold, self.is_settled

    def check(self, game: Game) -> None:
        self.check_all_seats(game)
        require(len(self.is_settled) == len(game._state.retail_products), "retail must have one mark for each space")

    def advance(self, game: Game) -> None:
        outlets = game._ruleset.outlets
        if not self.has_sold:
            design = game._ruleset.designs[game._state.revealed_design]
            outlets.sell(game, self.order, design.consumers[game._ruleset.player_column(len(self.order))])
            self.has_sold = 1
        while self.turn < len(outlets.brackets) * len(self.order):
            bracket, seat = self.bracket(outlets), self.order[self.turn % len(self.order)]
            prices = self.unsold(game, seat, bracket)
            if not prices:
                self.turn += 1
            elif game._state.players[seat].deck is not None:
                self.drop(game, seat, prices[0], self.automa_target(game, bracket))
            elif game._state.players[seat].keeps_unsold or self.targets(game, bracket):
                game.ask("drop", seat)
                return
            else:
                self.drop(game, seat, prices[0], LIQUIDATION)
                return
        game.pop()

    def seats_to_come(self, game: Game) -> list[int]:
        return self.order[self.turn % len(self.order) + 1 :]

    def bracket(self, outlets: RetailOutlets) -> int:
        return len(outlets.brackets) - 1 - self.turn // len(self.order)

    def unsold(self, game: Game, seat: int, bracket: int) -> list[int]:
        """Returns the prices of a bracket where the seat has a product that is not settled."""
        unsold: list[int] = []
        if seat not in game._state.retail_products:
            return unsold
        outlets = game._ruleset.outlets
        for space, owner in enumerate(game._state.retail_products):
            if owner == seat and not self.is_settled[space]:
                price = outlets.prices[space]
                if price in outlets.brackets[bracket] and price not in unsold:
                    unsold.append(price)
        return unsold

    def targets(self, game: Game, bracket: int) -> list[int]:
        outlets = game._ruleset.outlets
        return [price for price in outlets.free_prices(game) if outlets.bracket(price) > bracket]

    def automa_target(self, game: Game, bracket: int) -> int:
        """Returns the most expensive free price of the next lower bracket that has one; liquidation if there is none (``RULES 8.1.6``)."""
        targets = self.targets(game, bracket)
        return targets[0] if targets else LIQUIDATION

    def refusal(self, game: Game, seat: int, action: Action) -> RefusalCode | None:
        if action.verb != "drop":
            return "not_asked"
        bracket = self.bracket(game._ruleset.outlets)
        if action.operand not in self.unsold(game, seat, bracket):
            owned = [game._ruleset.outlets.prices[space] for space, owner in enumerate(game._state.retail_products) if owner == seat]
            return "not_turn_of_bracket" if action.operand in owned else "no_product"
        if action.second_operand == STAY:
            return None if game._state.players[seat].keeps_unsold else "no_niche"
        if action.second_operand == LIQUIDATION:
            return None
        return None if action.second_operand in self.targets(game, bracket) else "no_space_at_price"

    def choices(self, game: Game, seat: int) -> list[Action]:
        return [action for action in game._ruleset.outlets.drop_actions if self.refusal(game, seat, action) is None]

    def apply_action(self, game: Game, seat: int, action: Action) -> None:
        self.drop(game, seat, action.operand, action.second_operand)

    def space_of(self, game: Game, seat: int, price: int) -> int:
        """Returns the space of the seat's product at this price that is not settled."""
        prices = game._ruleset.outlets.prices
        for space, owner in enumerate(game._state.retail_products):
            if owner == seat and prices[space] == price and not self.is_settled[space]:
                return space
        raise AssertionError("no product to drop")

    def drop(self, game: Game, seat: int, price: int, target: int) -> None:
        outlets = game._ruleset.outlets
        space = self.space_of(game, seat, price)
        free: tuple[int, ...] = ()
        if game.journal is not None:
            free = tuple(self.targets(game, outlets.bracket(price)))
        if target == STAY:
            self.is_settled[space] = 1
        else:
            game._state.retail_products[space] = -1
            if target == LIQUIDATION:
                outlets.liquidate(game, seat, price, "IV.H.2", free)
                return
            outlets.add_product(game, seat, target)
        if game.journal is not None:
            if target == STAY:
                game.note(ProductStayed(seat, "IV.H.3", price, free))
            else:
                game.note(
                    ProductDropped(seat, "IV.H.2" if game._state.players[seat].deck is None else "8.1.6", price, max(target, 0), free)
                )

    def quote(self, game: Game, seat: int, action: Action) -> Quote:
        if action.second_operand == STAY:
            return Quote(resolves_in="retail_outlets")
        premium = game._state.players[seat].sale_premium
        if action.second_operand == LIQUIDATION:
            return Quote(gains=(("money", game._ruleset.outlets.liquidation + premium),))
        return Quote(gains=(("money_if_sold", action.second_operand + premium),), resolves_in="retail_outlets")
