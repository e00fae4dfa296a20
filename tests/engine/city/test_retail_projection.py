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


def test_lower_brackets_sell_before_whoever_owns_them() -> None:
    """RULES IV.H.1"""
    table = Table("A B", "second").set(products="B6 B12", factory="A", popularity="A5 B1").go("factory")
    assert projected(table, 10).ahead == [(6, 1)]


def test_in_the_bracket_popularity_decides_not_the_price() -> None:
    """RULES IV.H.1; a more expensive product of a more popular owner sells before a cheaper one."""
    table = Table("A B").set(products="A12", factory="B", popularity="A5 B1").go("factory")
    assert projected(table, 10).ahead == [(12, 0)]
    table = Table("A B").set(products="A12", factory="B", popularity="B5 A1").go("factory")
    assert projected(table, 10).ahead == []


def test_of_own_products_the_cheaper_one_is_ahead() -> None:
    """RULES IV.H.1"""
    table = Table("A B").set(products="A10", factory="A").go("factory")
    assert (projected(table, 12).ahead, projected(table, 16).bracket) == ([(10, 0)], (16,))
    assert projected(Table("A B").set(products="A12", factory="A").go("factory"), 10).ahead == []


def test_prices_of_one_bracket_have_the_same_products_ahead() -> None:
    """RULES IV.H.1; 12 and 10 differ in money only."""
    table = Table().set(products="A12 C8", factory="B").go("factory")
    assert projected(table, 12).ahead == projected(table, 10).ahead == [(8, 2), (12, 0)]
    assert projected(table, 12).bracket == projected(table, 10).bracket == (12, 10)


def test_markers_still_in_the_factory_are_counted() -> None:
    """RULES IV.E.1"""
    table = Table().set(factory="ABC").go("factory")
    assert projected(table, 12).waiting == 2
    table.take("price 12")
    assert projected(table, 12).waiting == 1


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
