"""What is known of a product before the retail outlets are conducted: what sells before it, and how many consumers may come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .factory import outlets_of

if TYPE_CHECKING:
    from ..components import Design
    from ..game import Game
    from .retail_outlets import RetailOutlets


class RetailProjection:
    """What is known of a product at a price in the current position (``RULES IV.H.1``).

    ``bracket`` holds the prices of its bracket; ``ahead`` the price and seat of every product that sells before it, in that order;
    ``waiting`` is the number of other markers that are still in the factory; ``least`` and ``most`` consumers are the range on the
    back of the current card; ``special`` is the special card that the current one may be, None if it can't be one.
    """

    __slots__ = ("price", "bracket", "ahead", "waiting", "least", "most", "special")

    def __init__(
        self,
        price: int,
        bracket: tuple[int, ...],
        ahead: list[tuple[int, int]],
        waiting: int,
        consumers: tuple[int, int],
        special: Design | None,
    ) -> None:
        self.price = price
        self.bracket = bracket
        self.ahead = ahead
        self.waiting = waiting
        self.least, self.most = consumers
        self.special = special


def project_price(game: Game, seat: int, price: int) -> RetailProjection:
    """Returns what is known of a product if a seat puts it on sale at this price now."""
    state = game.state
    outlets = outlets_of(game)
    consumers = game.ruleset.consumers_range(state.current_forecast, len(state.players))
    bracket = outlets.brackets[outlets.bracket(price)]
    ahead = products_ahead(game, outlets, seat, price)
    return RetailProjection(price, bracket, ahead, markers_waiting(game), consumers, possible_special(game))


def markers_waiting(game: Game) -> int:
    """Returns how many markers wait in the factory behind the one that is asked for its price."""
    return max(sum(1 for owner in game.state.factory_queue if owner >= 0) - 1, 0)


def products_ahead(game: Game, outlets: RetailOutlets, seat: int, price: int) -> list[tuple[int, int]]:
    """Returns price and seat of the products that consumers buy before one of this seat at this price, in their order.

    An own product at the same price counts as one of them.
    """
    found = [(outlets.prices[space], owner) for space, owner in enumerate(game.state.retail_products) if owner >= 0]
    last = sale_order(game, outlets, price, seat)
    places = [(sale_order(game, outlets, *product), product) for product in found]
    return [product for place, product in sorted(places) if place <= last]


def count_sold_before(game: Game, outlets: RetailOutlets, space: int) -> int:
    """Returns how many products consumers buy before the one on this space."""
    products = game.state.retail_products
    last = sale_order(game, outlets, outlets.prices[space], products[space])
    return sum(sale_order(game, outlets, outlets.prices[other], owner) < last for other, owner in enumerate(products) if owner >= 0)


def sale_order(game: Game, outlets: RetailOutlets, price: int, seat: int) -> tuple[int, int, int]:
    """Returns a sort key for the order of sales: the lowest bracket first, in it the most popular seat, then the lowest price."""
    return -outlets.bracket(price), game.state.popularity_order.index(seat), price


def possible_special(game: Game) -> Design | None:
    """Returns the special card that the current one may turn out to be (``RULES 8.3``), or None."""
    state = game.state
    for index, design in enumerate(game.ruleset.designs):
        if (
            design.is_special
            and design.type == state.current_forecast
            and index not in state.revealed_forecasts
            and state.revealed_design < 0
        ):
            return design
    return None
