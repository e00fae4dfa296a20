"""What is known of a product at the question for its price, checked against what the outlets then do (RULES IV.H.1)."""

from __future__ import annotations

import random

import pytest

from groundfloor.engine.city.retail_projection import RetailProjection, products_ahead, project_price
from groundfloor.engine.events import Event
from groundfloor.engine.game import Game
from tests.support.table import Table


def projected(table: Table, price: int) -> RetailProjection:
    return project_price(table.game, table.game.asked_seat, price)


@pytest.mark.parametrize(("turned", "special"), [("", "great_depression"), ("great_depression", "")])
def test_the_great_depression_is_possible_until_it_has_come(turned: str, special: str) -> None:
    """RULES 8.3"""
    table = Table("A B", great_depression="on").set(current="depression", factory="A", turned=turned).go("factory")
    known = projected(table, 12)
    assert (known.special.id if known.special else "") == special
    assert (known.least, known.most) == (0, 1)


def test_without_the_option_no_special_card_is_possible() -> None:
    """RULES 8.3"""
    assert projected(Table("A B").set(current="depression", factory="A").go("factory"), 12).special is None


def sales(game: Game, order: list[int], consumers: int) -> list[tuple[int, int]]:
    """Returns price and seat of the products sold, the first one first."""
    game.journal = []
    game.ruleset.outlets.sell(game, order, consumers)
    return [(price_of(event), event.seat) for event in game.journal if event.kind == "ProductSold"]


def price_of(event: Event) -> int:
    price = event.facts["price"]
    assert isinstance(price, int)
    return price


@pytest.mark.parametrize("seed", range(60))
def test_exactly_the_products_ahead_are_sold_before(seed: int) -> None:
    """RULES IV.H.1; on outlets filled at random the consumers buy as projected."""
    dice = random.Random(seed)
    game = Table("A B C D").game
    state = game.state
    state.popularity_order = dice.sample(range(4), 4)
    state.retail_products = [dice.choice((-1, -1, 0, 1, 2, 3)) for _ in state.retail_products]
    outlets = game.ruleset.outlets
    seat = dice.randrange(4)
    for price in outlets.free_prices(game):
        ahead = products_ahead(game, outlets, seat, price)
        tried = game.copy()
        outlets.add_product(tried, seat, price)
        assert sales(tried, state.popularity_order, len(ahead) + 1) == [*ahead, (price, seat)]
