"""What is known of a product before the retail outlets are conducted: what sells before it, and how many consumers may come."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..position_reading import seat_number, seat_numbers
from ..projection import Odds, Projection, chance_as_list
from .economic_forecast import front_weights_of_type

if TYPE_CHECKING:
    from fractions import Fraction

    from ..components import Design
    from ..game import Game
    from ..kinds import ProjectionKind
    from .retail_outlets import RetailOutlets


class RetailProjection(Projection):
    """A product at a price in the current position: whether it sells, and what becomes of it otherwise (``RULES IV.H``).

    It sells if ``needed`` consumers come and no further product goes before it; ``needed_at_most`` are enough whatever the
    ``waiting`` markers that are still in the factory do (``RULES IV.E``). ``consumers`` are the numbers that may come, with their odds;
    ``least`` and ``most`` is the range on the back of the card, ``special`` the special card that the current one may be, None if it
    can't be one. ``bracket`` holds the prices of its bracket; ``ahead`` the price and seat of every product that sells before it,
    in that order; ``money`` is what its sale brings. An unsold product drops to one of ``drops`` at best (open prices of lower
    brackets, as far as others leave them free; none in the last round) or is liquidated for ``liquidation``; ``stays`` says that it
    may stay where it is (Niche Market). ``is_next_round`` says that the consumers are those of the next round.
    """

    __slots__ = (
        "price",
        "money",
        "bracket",
        "ahead",
        "waiting",
        "needed_at_most",
        "consumers",
        "least",
        "most",
        "special",
        "drops",
        "liquidation",
        "stays",
        "is_next_round",
    )
    kind: ClassVar[ProjectionKind] = "retail"

    def __init__(self, game: Game, outlets: RetailOutlets, seat: int, price: int, type: int) -> None:
        state, player = game._state, game._state.players[seat]
        is_over = game._ruleset.ending.is_over(game)
        self.price = price
        self.money = price + player.sale_premium
        self.bracket = outlets.brackets[outlets.bracket(price)]
        self.ahead = products_ahead(game, outlets, seat, price)
        self.waiting = 0
        self.needed_at_most = len(self.ahead) + 1
        self.consumers = consumer_odds(game, type)
        self.least, self.most = game._ruleset.consumers_range(type, len(state.players))
        self.special = possible_special(game, type)
        self.drops = [] if is_over else open_prices_below(game, outlets, price)
        self.liquidation = outlets.liquidation + player.sale_premium
        self.stays = bool(player.keeps_unsold) and not is_over
        self.is_next_round = False

    @property
    def needed(self) -> int:
        """Returns the consumers that it takes in the current position."""
        return len(self.ahead) + 1

    @property
    def chance(self) -> Fraction:
        """Returns the chance that it sells if no further product goes before it."""
        return self.consumers.at_least(self.needed)

    @property
    def least_chance(self) -> Fraction:
        """Returns the chance that it sells whatever the markers still in the factory do."""
        return self.consumers.at_least(self.needed_at_most)

    def as_dict(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "price": self.price,
            "money": self.money,
            "ahead": [{"price": price, "seat": seat_number(seat)} for price, seat in self.ahead],
            "waiting": self.waiting,
            "needed": self.needed,
            "needed_at_most": self.needed_at_most,
            "consumers": self.consumers.as_list(),
            "chance": chance_as_list(self.chance),
            "least_chance": chance_as_list(self.least_chance),
            "drops": self.drops[:],
            "liquidation": self.liquidation,
            "stays": self.stays,
            "is_next_round": self.is_next_round,
        }


class FactoryProjection(Projection):
    """A product that a seat begins in phase III: each price that is free now, as if it were put there (``RULES III.E``, ``IV.E``).

    ``before`` are the seats of the other markers in the factory that get their price first. The markers already in the factory are
    ``waiting`` at each price, and popularity is as it stands.
    """

    __slots__ = ("before", "prices")
    kind: ClassVar[ProjectionKind] = "factory"

    def __init__(self, before: list[int], prices: list[RetailProjection]) -> None:
        self.before = before
        self.prices = prices

    def as_dict(self) -> dict[str, object]:
        return {"kind": self.kind, "before": seat_numbers(self.before), "prices": [price.as_dict() for price in self.prices]}


def project_price(game: Game, seat: int, price: int) -> RetailProjection:
    outlets = game._ruleset.outlets
    projection = RetailProjection(game, outlets, seat, price, game._state.current_forecast)
    waiting = [owner for owner in game._state.factory_queue if owner >= 0]
    # The marker that is asked for its price is one of them.
    waiting.remove(seat)
    return with_waiting(projection, game, outlets, seat, waiting)


def with_waiting(projection: RetailProjection, game: Game, outlets: RetailOutlets, seat: int, waiting: list[int]) -> RetailProjection:
    """Counts the markers of these seats, which become products too, and returns the projection."""
    projection.waiting = len(waiting)
    projection.needed_at_most = projection.needed + most_before(game, outlets, seat, projection.price, waiting)
    return projection


def project_drop(game: Game, seat: int, price: int, target: int) -> RetailProjection | None:
    """Returns the next round of a product that drops to ``target`` (its own price: it stays); None in the last round."""
    if game._ruleset.ending.is_over(game) or game._state.next_forecast < 0:
        return None
    outlets = game._ruleset.outlets
    then = game.copy()
    space = next(space for space, owner in enumerate(game._state.retail_products) if owner == seat and outlets.prices[space] == price)
    then._state.retail_products[space] = -1
    projection = RetailProjection(then, outlets, seat, target, game._state.next_forecast)
    projection.is_next_round = True
    return projection


def project_factory(game: Game, seat: int, space: int) -> FactoryProjection:
    """Returns what may become of a marker of a seat on this factory space, from 0."""
    outlets = game._ruleset.outlets
    waiting = [owner for owner in game._state.factory_queue if owner >= 0]
    before = [owner for owner in game._state.factory_queue[: max(space, 0)] if owner >= 0]
    prices = [RetailProjection(game, outlets, seat, price, game._state.current_forecast) for price in outlets.free_prices(game)]
    return FactoryProjection(before, [with_waiting(price, game, outlets, seat, waiting) for price in prices])


def consumer_odds(game: Game, type: int) -> Odds:
    """Returns how many consumers come with a card of this type that lies face down, for all that everybody knows (``RULES 11.4``)."""
    column = game._ruleset.player_column(len(game._state.players))
    designs = game._ruleset.designs
    return Odds([(designs[front].consumers[column], weight) for front, weight in front_weights_of_type(game, type).items()])


def open_prices_below(game: Game, outlets: RetailOutlets, price: int) -> list[int]:
    """Returns the prices of lower brackets that are open at this number of players, the most expensive first."""
    players, bracket = len(game._state.players), outlets.bracket(price)
    found = [other for space, other in enumerate(outlets.prices) if outlets.is_open(space, players) and outlets.bracket(other) > bracket]
    return sorted(set(found), reverse=True)


def most_before(game: Game, outlets: RetailOutlets, seat: int, price: int, waiting: list[int]) -> int:
    """Returns how many markers waiting in the factory can at most become products that sell before one of this seat at this price."""
    state, players = game._state, len(game._state.players)
    order, bracket = state.popularity_order, outlets.bracket(price)
    last = outlets.sale_place(order, price, seat)
    free = [other for space, other in enumerate(outlets.prices) if state.retail_products[space] < 0 and outlets.is_open(space, players)]
    free.remove(price)
    # In a lower bracket everybody's product sells before it, in its own one only some seats' and prices.
    below = sum(1 for other in free if outlets.bracket(other) > bracket)
    beside = [other for other in free if outlets.bracket(other) == bracket]
    own = min(waiting.count(seat), sum(1 for other in beside if other <= price))
    rivals = sum(1 for owner in waiting if owner != seat and outlets.sale_place(order, price, owner) < last)
    taken = own + min(rivals, len(beside) - own)
    return taken + min(below, len(waiting) - taken)


def markers_waiting(game: Game) -> int:
    """Returns how many markers wait in the factory behind the one that is asked for its price."""
    return max(sum(1 for owner in game._state.factory_queue if owner >= 0) - 1, 0)


def products_ahead(game: Game, outlets: RetailOutlets, seat: int, price: int) -> list[tuple[int, int]]:
    """Returns price and seat of the products that consumers buy before one of this seat at this price, in their order.

    An own product at the same price counts as one of them.
    """
    products, order = game._state.retail_products, game._state.popularity_order
    last = outlets.sale_place(order, price, seat)
    on_sale = [(outlets.prices[space], products[space]) for space in outlets.sale_order(products, order)]
    return [product for product in on_sale if outlets.sale_place(order, *product) <= last]


def count_sold_before(game: Game, outlets: RetailOutlets, space: int) -> int:
    products, order = game._state.retail_products, game._state.popularity_order
    last = outlets.sale_place(order, outlets.prices[space], products[space])
    return sum(outlets.sale_place(order, outlets.prices[other], owner) < last for other, owner in enumerate(products) if owner >= 0)


def possible_special(game: Game, type: int) -> Design | None:
    """Returns the special card that a card of this type that lies face down may turn out to be (``RULES 8.3``), or None."""
    state = game._state
    for index, design in enumerate(game._ruleset.designs):
        if design.is_special and design.type == type and index not in state.revealed_forecasts:
            return design
    return None
