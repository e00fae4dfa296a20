"""The buildings of the street: what is selectable is what is legal, and every space says its place, state, price and effect."""

from __future__ import annotations

import pytest

from groundfloor.engine.game import Game
from groundfloor.engine.seats import Seat
from groundfloor.presentation.areas.advertising_agency import AgencyView
from groundfloor.presentation.areas.marketing_bonus import BonusView
from groundfloor.presentation.areas.retail_outlets import OutletsView
from groundfloor.presentation.board.buildings import Building, changed_spaces
from groundfloor.presentation.board.buildings import buildings as all_buildings
from groundfloor.presentation.board.spaces import Space
from groundfloor.presentation.questions.registry import question
from groundfloor.presentation.view import TableView
from tests.support.boards import PEOPLE, SEATS, asks, played, view_at, view_of


def buildings(view: TableView) -> dict[str, Building]:
    return {building.letter: building for building in all_buildings(view)}


def spaces(view: TableView) -> dict[str, Space]:
    return {space.id: space for building in all_buildings(view) for space in building.spaces}


CITY_VERBS = (
    "consulting",
    "agency",
    "warehouse",
    "factory",
    "exchange",
    "construction",
    "networking",
    "social_media",
    "broadcast",
    "bonus",
    "price",
    "sell",
    "drop",
)


def test_meeting_promises_info_under_its_condition_to_everybody() -> None:
    """RULES IV.A.1"""
    game, told = played(7, asks("schedule", 1), PEOPLE)
    free = [space for id, space in spaces(view_of(game, told, 0)).items() if id.startswith("left-") and space.state == "free"]
    assert free and all("gives 10 info if booked again" in space.label for space in free)


@pytest.mark.parametrize("name", ["first", "manual"])
def test_new_product_may_be_liquidated_by_the_manual(name: str) -> None:
    """RULES 9.3.2"""
    game, told = played(7, asks("schedule", 0), PEOPLE, name)
    space = spaces(view_of(game, told, 0))["liquidation"]
    assert ("A new or unsold product may be sold here" in space.label) == (name == "manual")
    assert ("new or unsold" in space.purpose) == (name == "manual")
    game, told = played(7, asks("price", 0), PEOPLE, name)
    said = question("price").help(view_of(game, told, 0), game, 0)
    assert ("You may also liquidate the product at once, for 3 money." in said) == (name == "manual")


@pytest.mark.parametrize("kind", ["schedule", "marketing_type", "bonus", "price", "sell", "drop", "hire", "buy"])
def test_the_legal_places_of_a_question_are_exactly_the_lit_ones(kind: str) -> None:
    view = view_at(kind)
    legal = {action.text for action in view.game._legal if action.verb in CITY_VERBS}
    selectable = {space.pick for space in spaces(view).values() if space.state == "selectable"}
    assert all(any(text == pick or text.startswith(pick + " ") for pick in selectable) for text in legal)
    assert all(any(text == pick or text.startswith(pick + " ") for text in legal) for pick in selectable)
    assert len(selectable) > 0 or kind in ("hire", "buy")


def test_nothing_is_lit_for_a_spectator_or_in_the_past() -> None:
    game, told = played(7, asks("schedule", 1, 3))
    assert not any(space.state in ("selectable", "blocked") and space.pick for space in spaces(view_of(game, told, None)).values())


def test_a_pencilled_marker_is_a_ghost_and_the_other_places_stay_lit() -> None:
    found = spaces(view_at("schedule", ("construction",)))
    drawn = [space for space in found.values() if space.state == "draft"]
    assert [space.pick for space in drawn] == ["construction"] and drawn[0].person is not None and drawn[0].person.name == "Ann"
    assert any(space.state == "selectable" for space in found.values())
    assert not any(space.state == "selectable" and space.id.startswith("site-") for space in found.values())


@pytest.mark.parametrize("seats", [PEOPLE[:2], PEOPLE[:3], PEOPLE[:4], PEOPLE])
def test_bays_and_windows_open_with_the_number_of_players(seats: tuple[Seat, ...]) -> None:
    view = view_at("schedule", seats=seats)
    rules, players = view.game.ruleset, len(seats)
    found = spaces(view)
    closed = {id for id, space in found.items() if space.state == "closed"}
    open_sites = rules.values["construction_company.spaces"].value[players - 2]  # type: ignore[index]
    assert {id for id in closed if id.startswith("site")} == {f"site-{n}" for n in range(open_sites + 1, 8)}
    opens = rules.values["retail_outlets.from_players"].value
    assert {id for id in closed if id.startswith("outlet")} == {f"outlet-{n}" for n, least in enumerate(opens, 1) if players < least}  # type: ignore[arg-type, var-annotated]
    assert all("Opens with" in found[id].tooltip.warning and "Assumed" in found[id].tooltip.warning for id in closed)


def test_with_two_players_the_bonus_has_no_spaces() -> None:
    view = view_at("schedule", seats=PEOPLE[:2])
    front = buildings(view)["C"].view
    assert isinstance(front, BonusView) and front.banners == () and not buildings(view)["C"].spaces


def rich() -> TableView:
    game, told = played(3, asks("schedule", 0, 3))
    game._state.players[0].money = game._state.players[0].info = 20
    game._state.players[0].supply = 0
    game._state.warehouse_supply, game._state.warehouse_markers = [1] * 4, [-1] * 4
    return view_of(game, told, 0)


def test_notes_say_price_effect_and_time() -> None:
    note = spaces(rich())["door-4"].tooltip
    assert [[(each.number, each.icon) for each in price] for price in note.prices] == [[(5, "money")], [(4, "info")]]
    assert [(each.number, each.icon) for each in note.gains] == [(1, "supply")] and note.timing == "in phase IV"


def test_price_without_gain_is_not_said_to_be_paid_in_phase_iv() -> None:
    """RULES III.5: tasks on the game board are paid now."""
    space = spaces(rich())["listing-1"]
    assert space.tooltip.timing == "" and space.tooltip.prices
    assert space.label.startswith("Stock exchange, door 1, possible: 2 money, 1 info. If nobody else comes here, your share rises")


def test_a_label_says_place_state_price_effect_and_reason() -> None:
    said = {space.id: space.label for space in spaces(rich()).values()}
    assert said["door-4"].startswith("Warehouse, door 4, possible: 5 money or 4 info, gives 1 supply, in phase IV.")
    game, told = played(3, asks("schedule", 0, 3))
    game._state.factory_queue[0] = 1
    game._state.players[0].money = 0
    found = spaces(view_of(game, told, 0))
    assert found["factory-1"].label == "Factory, space 1, taken by Ben."
    assert (
        found["factory-2"].state == "blocked"
        and "not possible" in found["factory-2"].label
        and "money" in found["factory-2"].tooltip.warning
    )


def test_a_door_without_a_cube_is_crossed_and_says_so() -> None:
    game, told = played(3, asks("schedule", 1, 3))
    game._state.warehouse_supply[0] = 0
    game._state.warehouse_markers[0] = -1
    door = spaces(view_of(game, told, 0))["door-1"]
    assert door.state == "blocked" and door.pick == "" and door.tooltip.warning == "There is no supply at this door."


def test_the_boards_count_markers_and_flag_a_sole_majority() -> None:
    game, told = played(3, asks("schedule", 0, 3))
    game._state.marketing_boxes[0] = [2, 1, 0, 0]
    game._state.marketing_boxes[1] = [1, 1, 0, 0]
    front = buildings(view_of(game, told, 0))["B"].view
    assert isinstance(front, AgencyView)
    assert {count.person.name: (count.number, count.is_sole) for count in front.boards[0].counts} == {"Ann": (2, True), "Ben": (1, False)}
    assert not any(count.is_sole for count in front.boards[1].counts)


def test_consumers_are_a_range_until_the_card_turns_up() -> None:
    before, after = buildings(view_at("schedule"))["H"].view, buildings(view_at("drop"))["H"].view
    assert isinstance(before, OutletsView) and isinstance(after, OutletsView)
    assert before.consumers is not None and after.consumers is not None
    assert "–" in before.consumers.text and before.possible > 0
    assert after.consumers.text.isdigit() and after.possible == 0


def test_dropping_product_lights_its_targets_and_liquidation() -> None:
    """A single product that drops lights its targets and the door of liquidation."""
    view = view_at("drop")
    source = next(iter({action.operand for action in view.game._legal}))
    found = spaces(view if len({action.operand for action in view.game._legal}) == 1 else view_at("drop", partial=f"drop {source}"))
    assert found["liquidation"].state == "selectable" and found["liquidation"].pick == f"drop {source} liquidation"


def test_changes_are_the_spaces_that_others_came_to() -> None:
    game = Game(played(3, asks("schedule", 0, 1))[0].ruleset, SEATS)
    before, now = game._state.copy(), game._state.copy()
    now.factory_queue[0], now.construction_queue[1], now.warehouse_markers[2] = 1, 0, 2
    assert changed_spaces(before, now, 0) == {"space-factory-1", "space-door-3"}
    assert changed_spaces(now, before, 0) == frozenset()
