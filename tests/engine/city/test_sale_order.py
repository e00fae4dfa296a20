"""The order in which products are projected to sell is the one in which consumers buy (``RULES IV.H.1``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundfloor.engine.city.retail_projection import count_sold_before
from tests.support.table import Table

if TYPE_CHECKING:
    from groundfloor.engine.city.retail_outlets import RetailOutlets
    from groundfloor.engine.events import Event
    from groundfloor.engine.game import Game


@pytest.mark.parametrize("products", ["A16 B12 B10 C10 A8 C6", "C6 B6 A6 A8", "B12 B10 B10", "A16"])
@pytest.mark.parametrize("popularity", ["B5 A3 C3", "C2 B2 A2"])
def test_projected_order_is_that_of_the_sales(products: str, popularity: str) -> None:
    table = Table("A B C D").set(products=products, popularity=f"{popularity} D1")
    state, outlets = table.state, table.game.ruleset.outlets
    places = [(count_sold_before(table.game, outlets, space), space) for space, seat in enumerate(state.retail_products) if seat >= 0]
    sold = [sale_of(table.game, outlets) for _ in places]
    seats = table.set(products=products).state.retail_products
    assert [(outlets.prices[space], seats[space]) for _, space in sorted(places)] == sold


def sale_of(game: Game, outlets: RetailOutlets) -> tuple[int, int]:
    """Sells one product; returns its price and seat."""
    journal: list[Event] = []
    game.journal = journal
    outlets.sell(game, game.state.popularity_order, 1)
    return int(journal[0].facts["price"]), journal[0].seat
