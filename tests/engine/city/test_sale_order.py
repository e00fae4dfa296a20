"""The order in which products are projected to sell is the one in which consumers buy (``RULES IV.H.1``)."""

from __future__ import annotations

import pytest

from groundfloor.engine.city.factory import outlets_of
from groundfloor.engine.city.retail_projection import count_sold_before
from tests.support.table import Table


@pytest.mark.parametrize("products", ["A16 B12 B10 C10 A8 C6", "C6 B6 A6 A8", "B12 B10 B10", "A16"])
@pytest.mark.parametrize("popularity", ["B5 A3 C3", "C2 B2 A2"])
def test_projected_order_is_that_of_the_sales(products: str, popularity: str) -> None:
    table = Table("A B C D").set(products=products, popularity=f"{popularity} D1")
    state, outlets = table.state, outlets_of(table.game)
    places = [(count_sold_before(table.game, outlets, space), space) for space, seat in enumerate(state.retail_products) if seat >= 0]
    sold = []
    while (space := outlets.next_sale(table.game, state.popularity_order)) >= 0:
        sold.append((outlets.prices[space], state.retail_products[space]))
        state.retail_products[space] = -1
    seats = table.set(products=products).state.retail_products
    assert [(outlets.prices[space], seats[space]) for _, space in sorted(places)] == sold
