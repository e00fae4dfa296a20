"""What projections of the city say comes true when the engine goes on, if everybody else does nothing more where the projection assumes so."""

from __future__ import annotations

import random

import pytest

from groundfloor.editions import NAMES
from groundfloor.engine.city.area_projections import (
    ConstructionProjection,
    ConsultingProjection,
    ExchangeProjection,
    MarketingProjection,
    WarehouseProjection,
    missing_bookings,
)
from groundfloor.engine.game import Game
from groundfloor.engine.state import FORECAST_TYPES
from tests.support.outcome_tree import after
from tests.support.table import Table, begin

# Stock exchange


@pytest.mark.parametrize("seed", range(40))
def test_stock_rises_and_pays_as_projected(seed: int) -> None:
    """RULES IV.F: this round's place and money, and those of the next round if it is kept."""
    dice = random.Random(seed)
    track = "".join(dice.choice("..BC") for _ in range(8))
    table = Table("A B C").set(
        track=track,
        listings="".join(dice.choice("..B") for _ in range(4)),
        current=dice.choice(FORECAST_TYPES),
        next=dice.choice(FORECAST_TYPES),
    )
    compared = 0
    for action in list(table.go("schedule").game.legal):
        if action.verb != "exchange":
            continue
        projection = table.game.projection(action)
        assert isinstance(projection, ExchangeProjection)
        then = table.game.copy()
        then.apply_own_effects(action)
        money = then.state.players[0].money
        begin(then, "stock_exchange")
        if not projection.now.space:
            assert then.state.players[0].money - money == projection.now.money and projection.kept is None
            continue
        assert then.state.exchange_track[projection.now.space - 1] == 0
        assert sale_money(then, projection.now.space) == projection.now.money
        assert projection.kept is not None
        then.state.current_forecast = then.state.next_forecast
        money = then.state.players[0].money
        begin(then, "stock_exchange")
        if projection.kept.space:
            assert sale_money(then, projection.kept.space) == projection.kept.money
        else:
            assert then.state.players[0].money - money == projection.kept.money
        compared += 1
    assert compared or "." not in track


def sale_money(game: Game, space: int) -> int:
    """Returns the money that the first player gains by selling the marker on a space."""
    while game.asked_seat != 0:
        game.apply("done")
    before = game.state.players[0].money
    then = game.copy()
    then.apply_own_effects(then.ruleset.action(f"sell {space}"))
    return then.state.players[0].money - before


# Advertising agency


@pytest.mark.parametrize("edition", NAMES)
@pytest.mark.parametrize("seed", range(20))
def test_agency_moves_everybody_as_projected(edition: str, seed: int) -> None:
    """RULES IV.B.2: order, spaces and the majority once a marker has chosen its type and no other one is left."""
    dice = random.Random(f"{edition} {seed}")
    boxes = tuple("".join(dice.choices("ABC", k=dice.randint(0, 6))) for _ in range(3))
    popularity = " ".join(
        f"{letter}{space}" for letter, space in zip("CAB", sorted(dice.choices(range(1, 10), k=3), reverse=True), strict=True)
    )
    table = Table("A B C", edition).set(boxes=boxes, popularity=popularity, desks="A").go_on("advertising_agency")
    game = table.game
    assert game.question_kind == "marketing_type"
    for action in game.legal:
        projection = game.projection(action)
        assert isinstance(projection, MarketingProjection) and not projection.undecided
        then = game.draft(action)
        box = then.state.marketing_boxes[action.a]
        assert projection.is_sole == (box[0] > max(box[1:]))
        assert projection.is_sole or box[0] + projection.missing == max(box[1:]) + 1
        then = after(game, action.text)
        while then.question_kind == "after_turn" and then.state.area == game.state.area and then.asked_seat >= 0:
            then.apply("end")
        assert (then.state.popularity_order, then.state.popularity) == (projection.order, projection.spaces)
        assert (projection.rank, projection.space) == (then.state.popularity_order.index(0) + 1, then.state.popularity[0])
        gets_bonus = "marketing_bonus" in [area.id for area in game.ruleset.areas] and then.state.popularity_order[-1] != 0
        assert projection.gets_bonus == gets_bonus


# Consulting firm


@pytest.mark.parametrize("edition", NAMES)
@pytest.mark.parametrize("booked", range(5))
def test_meeting_takes_place_with_so_many_bookings(edition: str, booked: int) -> None:
    """RULES IV.A: this round for the marker beside, next round for the marker itself."""
    table = Table("A B C", edition).set(left="B" * booked, right="CCCCC").go("schedule")
    projection = table.game.projection(table.game.ruleset.action("consulting"))
    assert isinstance(projection, ConsultingProjection)
    assert (projection.row, projection.beside) == (booked + 1, 2)
    firm = table.game.ruleset.areas[table.game.ruleset.area("consulting_firm")]
    then = table.game.draft(table.game.ruleset.action("consulting"))
    info = then.state.players[2].info
    firm.conduct(then)
    assert then.state.players[2].info - info == projection.info * (booked + 1)
    for bookings in range(6):
        later = then.copy()
        later.state.consulting_left[:bookings] = [1] * bookings
        assert (missing_bookings(later.state, booked) == 0) == (bookings >= projection.bookings)
        before = later.state.players[0].info
        firm.conduct(later)
        assert later.state.players[0].info - before == (projection.info if bookings >= projection.bookings else projection.consolation)


# Warehouse


@pytest.mark.parametrize("seed", range(30))
def test_door_brings_supply_as_projected(seed: int) -> None:
    """RULES IV.D: what is kept of it, and the supply once the warehouse is conducted."""
    dice = random.Random(seed)
    doors = "".join(dice.choice("..AB") for _ in range(4))
    table = Table("A B C", dice.choice(NAMES)).set(doors=doors, cubes="1111")
    table.give("A", supply=dice.randrange(3), remodeled=dice.choice(("", "storage_closet")))
    for action in list(table.go("schedule").game.legal):
        if action.verb != "warehouse":
            continue
        projection = table.game.projection(action)
        assert isinstance(projection, WarehouseProjection)
        then = table.game.copy()
        then.apply_own_effects(action)
        without = then.copy()
        without.state.warehouse_markers[action.a] = -1
        held = [supply_after_warehouse(each) for each in (then, without)]
        assert held[0] == projection.held
        assert held[0] - held[1] in (0, projection.kept)
        assert projection.kept or doors.count("A") >= projection.capacity - table["A"].supply


def supply_after_warehouse(game: Game) -> int:
    """Returns the supply of the first player once the warehouse is conducted."""
    then = game.copy()
    warehouse = then.ruleset.areas[then.ruleset.area("warehouse")]
    warehouse.conduct(then)
    return then.state.players[0].supply


# Construction company


@pytest.mark.parametrize("seed", range(20))
def test_construction_space_offers_what_was_projected(seed: int) -> None:
    """RULES IV.I: who chooses first, the prices, and what is on sale, if nothing is bought before it."""
    dice = random.Random(seed)
    edition = dice.choice(NAMES)
    table = Table("A B C", edition).set(sites="".join(dice.choice(("", "B", "BC"))), sale="human_resources=0")
    table.give("A", money=90, info=90)
    game = table.go("schedule").game
    action = game.ruleset.action("construction")
    projection = game.projection(action)
    assert isinstance(projection, ConstructionProjection)
    then = game.copy()
    then.apply_own_effects(action)
    begin(then, "construction_company")
    first = []
    while then.asked_seat != 0:
        first.append(then.asked_seat)
        then.apply("none")
    assert first == projection.before
    bought = [action for action in then.legal if action.verb == "buy"]
    floors = [each for each in bought if not then.ruleset.tiles[each.a].is_tenant]
    tenants = {each.a for each in bought if then.ruleset.tiles[each.a].is_tenant}
    assert (len(floors), len(tenants)) == (projection.floors, projection.tenants)
    for each in bought:
        quote = then.quote(each)
        is_floor = each in floors
        price = (projection.money, projection.info) if is_floor else (projection.tenant_money, projection.tenant_info)
        assert (quote.money, quote.info) == price
