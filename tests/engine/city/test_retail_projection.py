"""Projections of products against what the outlets then do, in every way in which the round can go on (``RULES IV.E`` to ``IV.H``)."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from groundfloor.editions import NAMES
from groundfloor.engine.city.economic_forecast import ForecastStep
from groundfloor.engine.city.retail_projection import RetailProjection, products_ahead, project_price
from groundfloor.engine.events import Event
from groundfloor.engine.game import Game
from groundfloor.engine.journal import Journal
from groundfloor.engine.state import FORECAST_TYPES
from tests.support.outcome_tree import Ending, after, endings, events_of, passes
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
    game.journal = Journal()
    game.ruleset.outlets.sell(game, order, consumers)
    return [(price_of(event), event.seat) for event in events_of(game) if event.kind == "ProductSold"]


def price_of(event: Event) -> int:
    price = event.facts["price"]
    assert isinstance(price, int)
    return price


@pytest.mark.parametrize("seed", range(60))
def test_exactly_the_products_ahead_are_sold_before(seed: int) -> None:
    """RULES IV.H.1; on outlets filled at random the consumers buy as projected."""
    dice = random.Random(seed)
    game = Table("A B C D").game
    state = game._state
    state.popularity_order = dice.sample(range(4), 4)
    state.retail_products = [dice.choice((-1, -1, 0, 1, 2, 3)) for _ in state.retail_products]
    outlets = game.ruleset.outlets
    seat = dice.randrange(4)
    for price in outlets.free_prices(game):
        ahead = products_ahead(game, outlets, seat, price)
        tried = game.copy()
        outlets.add_product(tried, seat, price)
        assert sales(tried, state.popularity_order, len(ahead) + 1) == [*ahead, (price, seat)]


SEATS = {"second": "A B C hadid", "online": "A B C", "first": "A B C D", "manual": "A B"}


def random_table(seed: int, edition: str, seats: str, **options: str) -> Table:
    """Returns outlets, factory, popularity and tenants at random; the first marker in the factory is a human's."""
    dice = random.Random(f"{seed} {edition}")
    table = Table(seats, edition, **options)
    prices = [
        price
        for space, price in enumerate(table.game.ruleset.outlets.prices)
        if table.game.ruleset.outlets.is_open(space, len(table.letters))
    ]
    order = dice.sample(table.letters, len(table.letters))
    human = dice.choice([letter for letter in table.letters if table[letter].deck is None])
    waiting = "".join(dice.choices(table.letters, k=dice.choice((0, 1, 1, 2))))
    table.set(
        round=dice.randint(2, 6),
        products=" ".join(f"{dice.choice(table.letters)}{price}" for price in prices if dice.random() < 0.4),
        factory=human + waiting,
        popularity=" ".join(
            f"{letter}{space}" for letter, space in zip(order, sorted(dice.sample(range(1, 10), len(order)))[::-1], strict=True)
        ),
        current=dice.choice(FORECAST_TYPES),
        next=dice.choice(FORECAST_TYPES),
        turned="stable_1",
    )
    if dice.random() < 0.5:
        table.give(human, tenants="premium_product@training")
    return table.set(round=2)


def sold(game: Game, seat: int, price: int) -> int:
    return sum(1 for event in events_of(game) if event.kind == "ProductSold" and event.seat == seat and event.facts["price"] == price)


def is_after_sales(game: Game) -> bool:
    """Returns whether the consumers have bought, or the area is behind."""
    return game._state.revealed_design >= 0


def every_price(game: Game) -> list[str]:
    """Returns all prices of a product; no other answer does anything."""
    return [action.text for action in game._legal] if game.question_kind == "price" else passes(game)


@pytest.mark.parametrize("edition", NAMES)
@pytest.mark.parametrize("seed", range(12))
def test_chance_of_a_sale_is_that_of_all_outcomes(edition: str, seed: int) -> None:
    """With ``waiting`` 0 the chance is exact; else ``least_chance`` is that of the worst choices of the others, and none beats ``chance``."""
    table = random_table(seed, edition, SEATS[edition], **({"great_depression": "on", "windfall": "on"} if edition == "second" else {}))
    table.go_on("factory")
    game = table.game
    if game.question_kind != "price":
        pytest.skip("one price only is free")
    seat = game.asked_seat
    for action in game._legal:
        projection = game.projection(action)
        if action.text == "price liquidation":
            assert projection is None
            continue
        assert isinstance(projection, RetailProjection)
        # Own products at the same price are alike: this one counts as the last of them.
        alike = sum(1 for other in projection.ahead if other == (projection.price, seat))
        chances = sale_chances(after(game, action.text), seat, projection.price, alike)
        assert max(chances) <= projection.chance, action.text
        assert min(chances) == projection.least_chance, action.text
        if not projection.waiting:
            assert chances == {projection.chance}


def sale_chances(game: Game, seat: int, price: int, alike: int) -> set[Fraction]:
    """Returns how likely all of a seat's products at a price are sold, for each of the choices still made in the factory."""
    chances: dict[tuple[str, ...], Fraction] = {}
    for each in endings(game, every_price, is_after_sales, chosen_chance=("card",)):
        more = sum(
            1 for event in events_of(each.game) if event.kind == "ProductPriced" and (event.seat, event.facts["price"]) == (seat, price)
        )
        is_sold = sold(each.game, seat, price) >= alike + more
        chances[each.choices] = chances.get(each.choices, Fraction(0)) + (each.likely if is_sold else 0)
    return set(chances.values())


@pytest.mark.slow
@pytest.mark.parametrize("edition", NAMES)
@pytest.mark.parametrize("seed", range(6))
def test_drops_are_the_prices_that_unsold_products_reach(edition: str, seed: int) -> None:
    """Of all outcomes in which it is not sold, none ends at another price; where all owners may choose, each price is reached."""
    people = {"second": "A B C", "online": "A B", "first": "A B C", "manual": "A B"}
    table = random_table(seed, edition, people[edition])
    table.state.factory_queue = [seat for seat in table.state.factory_queue if seat >= 0][:1] + [-1] * (len(table.state.factory_queue) - 1)
    table.set(round=2).go_on("factory")
    game = table.game
    if game.question_kind != "price":
        pytest.skip("one price only is free")
    seat = game.asked_seat
    for action in game._legal:
        projection = game.projection(action)
        if not isinstance(projection, RetailProjection) or projection.chance == 1:
            continue
        ends = list(endings(after(game, action.text), every_drop, is_after_drops))
        reached = {
            event.facts["target"]
            for each in ends
            for event in events_of(each.game)
            if event.kind == "ProductDropped" and event.seat == seat and event.facts["price"] == projection.price
        }
        assert reached <= set(projection.drops), action.text
        if all(owner == seat for owner in game._state.retail_products if owner >= 0):
            assert projection.drops[:1] == sorted(reached, reverse=True)[:1]


def is_after_drops(game: Game) -> bool:
    """Returns whether the outlets have been conducted."""
    return game._state.area not in (game.ruleset.area("retail_outlets"), game.ruleset.area("economic_forecast")) and is_after_sales(game)


def every_drop(game: Game) -> list[str]:
    """Returns all ways in which a product can drop; no other answer does anything."""
    return [action.text for action in game._legal] if game.question_kind == "drop" else passes(game)


def test_unsold_products_are_liquidated_in_the_last_round() -> None:
    """RULES 5.1: what drops brings nothing any more."""
    table = Table("A B").set(round=7, factory="A").go("factory")
    projection = table.game.projection(table.game.ruleset.action("price 16"))
    assert isinstance(projection, RetailProjection)
    assert (projection.drops, projection.stays, projection.liquidation) == ([], False, 3)


@pytest.mark.parametrize("edition", NAMES)
@pytest.mark.parametrize("seed", range(8))
def test_chance_after_a_drop_is_that_of_the_next_round(edition: str, seed: int) -> None:
    """If nothing else is produced or dropped, the product is sold in the next round with this chance; popularity is as it stands."""
    dice = random.Random(f"{seed} {edition} drop")
    table = Table("A B C", edition).set(
        round=3,
        products=" ".join(f"{dice.choice('ABC')}{price}" for price in (16, 12, 8, 6) if dice.random() < 0.7) + " A10",
        popularity="A9 B6 C3",
        front="stable_1",
        next=dice.choice(FORECAST_TYPES),
    )
    table.go("retail_outlets")
    game = table.game
    if game.question_kind != "drop":
        pytest.skip("everything is sold")
    for action in game._legal:
        projection = game.projection(action)
        if action.second_operand == 0:
            assert projection is None
            continue
        assert isinstance(projection, RetailProjection) and projection.is_next_round
        alike = sum(1 for other in projection.ahead if other == (projection.price, game.asked_seat))
        assert sum(each.likely for each in next_sales(game, action.text, projection.price, alike)) == projection.chance


def next_sales(game: Game, answer: str, price: int, alike: int) -> list[Ending]:
    """Returns ways in which the forecast of the next round sells more than ``alike`` products at a price of the seat that is asked."""
    then, seat = after(game, answer), game.asked_seat
    then._state.current_forecast, then._state.next_forecast = then._state.next_forecast, -1
    then._state.round += 1
    then._state.area = then.ruleset.area("economic_forecast")
    then._asked_seat, then.journal = -1, Journal()
    then._steps = [ForecastStep()]
    then.run()
    found = list(endings(then, passes, is_after_sales))
    for each in found:
        design = then.ruleset.designs[each.game._state.revealed_design]
        then.ruleset.outlets.sell(each.game, then._state.popularity_order, design.consumers[then.ruleset.player_column(len(then.seats))])
    return [each for each in found if sold(each.game, seat, price) > alike]
