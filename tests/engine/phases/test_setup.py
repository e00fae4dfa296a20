"""Set-up (RULES 2, 8.1.1, 8.4, 11.3)."""

from __future__ import annotations

from itertools import permutations

import pytest

from groundfloor import new_game
from groundfloor.engine.game import Game
from groundfloor.engine.state import SETUP

SPECIALTIES = ["e_commerce", "emerging_technology", "industrial", "inheritance", "non_profit", "publishing", "retail", "web_based"]
ROOMS = ["advertising", "assembly", "meeting_room", "research_testing", "storage_closet", "training"]


def begun(*seats: str, specialties: tuple[str, ...] = (), stop: str = "") -> Game:
    """Returns a game in set-up, with these specialties (else the first possible ones), until chance is asked ``stop`` or set-up is over."""
    game = new_game("second", seats)
    left = list(specialties)
    while game.chance is not None and game._state.phase == SETUP and game.chance.kind != stop:
        texts = [outcome.text for outcome in game.chance.outcomes]
        wanted = [text for text in texts if left and text.endswith(left[0])]
        if game.chance.kind == "specialty" and wanted:
            left.pop(0)
        game.apply(wanted[0] if wanted else texts[0])
    return game


def outcomes(game: Game) -> list[str]:
    """Returns the texts of what chance may bring, all equally likely."""
    assert game.chance is not None
    assert set(game.chance.weights) == {1}
    return [outcome.text for outcome in game.chance.outcomes]


def test_company_and_board_before_anything_is_drawn() -> None:
    """RULES 1.1, 2.1, 2.2, 2.4"""
    game = new_game("second", ["Ann", "Ben"])
    state, player = game._state, game._state.players[0]
    assert (player.money, player.info, player.supply, player.time, player.reserve_time) == (0, 7, 1, 4, 21)
    assert (player.employee_count, player.trained, player.untrained) == (1, 0, 0)
    assert (state.job_market, game.ruleset.job_market_prices[5]) == (6, 5)
    assert (state.warehouse_supply, state.bonus_takers) == ([1] * 4, [-1] * 5)


def test_specialties_are_random_and_all_different() -> None:
    """RULES 2.1, 11.3"""
    game = new_game("second", ["Ann", "Ben", "Cleo"])
    assert outcomes(game) == [f"specialty 1 {name}" for name in SPECIALTIES]
    game.apply("specialty 1 retail")
    assert outcomes(game) == [f"specialty 2 {name}" for name in SPECIALTIES if name != "retail"]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_popularity_is_one_random_stack_on_the_first_space(players: int) -> None:
    """RULES 2.3, 11.3"""
    game = begun(*"ABCDE"[:players], stop="popularity")
    orders = {"popularity " + " ".join(map(str, order)) for order in permutations(range(1, players + 1))}
    assert set(outcomes(game)) == orders
    game.apply(f"popularity {' '.join(map(str, range(players, 0, -1)))}")
    assert game._state.popularity_order == list(range(players - 1, -1, -1))
    assert game._state.popularity == [1] * players


def test_the_forecast_begins_with_two_backs() -> None:
    """RULES 2.5, 11.3"""
    game = begun("A", "B", stop="back")
    assert game._state.current_forecast == -1
    game.apply("back stable")
    assert game.chance is not None and game.chance.kind == "back"
    game.apply("back recession")
    assert (game._state.current_forecast, game._state.next_forecast, game._state.round) == (2, 1, 1)


@pytest.mark.parametrize(("seats", "copies"), [("AB", 1), ("ABC", 1), ("ABCD", 2), ("ABCDE", 2)])
def test_there_are_two_copies_of_a_tile_or_one_with_few_players(seats: str, copies: int) -> None:
    """RULES 2.6"""
    game = new_game("second", list(seats))
    sale = {tile.id: game._state.copies_left[tile.index] for tile in game.ruleset.tiles}
    assert sale["network_admin"] == sale["investor"] == sale["office_renovation"] == copies
    assert sale["skyline"] == sale["corner_office"] == sale["tenant_improvement_achievement"] == sale["telecommunications"] == 1


def test_31_floors_and_13_tenants_are_on_sale_with_four_players() -> None:
    """RULES 2.6"""
    game = new_game("second", list("ABCD"))
    floors = [game._state.copies_left[tile.index] for tile in game.ruleset.tiles if not tile.is_tenant]
    assert (sum(floors), sum(game._state.copies_left) - sum(floors)) == (31, 13)


@pytest.mark.parametrize(
    ("specialty", "rooms", "things"),
    [
        ("emerging_technology", ["research_testing"], (9, 7, 1)),
        ("industrial", ["assembly"], (9, 7, 1)),
        ("non_profit", ["training"], (9, 7, 1)),
        ("publishing", ["advertising"], (9, 7, 1)),
        ("retail", ["storage_closet"], (9, 7, 2)),
        ("web_based", ["meeting_room"], (9, 7, 1)),
        ("inheritance", [], (12, 8, 1)),
        ("e_commerce", [], (10, 7, 1)),
    ],
)
def test_a_specialty_brings_its_room_remodeled_or_money(specialty: str, rooms: list[str], things: tuple[int, int, int]) -> None:
    """RULES 8.4, 8.4 emerging_technology, 8.4 industrial, 8.4 non_profit, 8.4 publishing, 8.4 retail, 8.4 web_based, 8.4 inheritance, 8.4 e_commerce"""
    player = begun("A", "B", specialties=(specialty,))._state.players[0]
    assert [ROOMS[place] for place in range(6) if player.remodeled[place]] == rooms
    assert (player.money, player.info, player.supply) == things


# Automas


def test_the_first_automa_has_e_commerce() -> None:
    """RULES 8.1.1, 11.1"""
    game = new_game("second", ["Ann", "automa:pei", "automa:hadid"])
    assert game.ruleset.specialties[game._state.players[1].specialty].id == "e_commerce"
    assert outcomes(game) == [f"specialty 3 {name}" for name in SPECIALTIES[1:]]


@pytest.mark.parametrize(("specialty", "remodeled"), [("retail", [0, 0, 0, 0, 1, 0]), ("inheritance", [0] * 6)])
def test_a_second_automas_room_is_remodeled_and_gains_nothing_else(specialty: str, remodeled: list[int]) -> None:
    """RULES 8.1.1, 8.1.3"""
    game = new_game("second", ["Ann", "automa:pei", "automa:hadid"])
    game.apply(f"specialty 3 {specialty}")
    player = game._state.players[2]
    assert (player.remodeled, player.supply, player.money, player.info) == (remodeled, 0, 0, 0)
    assert outcomes(game) == [f"specialty 1 {name}" for name in SPECIALTIES[1:] if name != specialty]


def test_one_automa_at_random_is_first() -> None:
    """RULES 8.1.1, 2.3"""
    game = begun("A", "automa:pei", "B", "automa:hadid", stop="popularity")
    orders = ["popularity " + " ".join(map(str, order)) for order in permutations(range(1, 5)) if order[0] in (2, 4)]
    assert sorted(outcomes(game)) == sorted(orders)


@pytest.mark.parametrize(("automa", "markers"), [("pei", 4), ("gropius", 4), ("hadid", 5)])
def test_an_automa_begins_with_four_markers_hadid_with_five(automa: str, markers: int) -> None:
    """RULES 8.1.1"""
    player = new_game("second", ["Ann", f"automa:{automa}"])._state.players[1]
    assert (player.employee_count, player.time, player.reserve_time) == (1, markers, 25 - markers)
    assert (player.money, player.info, player.supply) == (0, 0, 0)


@pytest.mark.parametrize(("humans", "left"), [(1, 1), (2, 1), (3, 1)])
def test_hadid_owns_an_internship_program(humans: int, left: int) -> None:
    """RULES 8.1.1"""
    game = new_game("second", [*"ABC"[:humans], "automa:hadid"])
    tile = game.ruleset.tile("internship_program")
    assert (game._state.players[-1].tenants, game._state.copies_left[tile]) == ([tile], left)


@pytest.mark.parametrize(("automa", "cards"), [("pei", {"automa_office": 1}), ("gropius", {}), ("hadid", {"factory": 2})])
def test_an_automas_deck_has_one_card_of_each_area_and_its_own(automa: str, cards: dict[str, int]) -> None:
    """RULES 8.1.2"""
    game = new_game("second", ["Ann", f"automa:{automa}"])
    deck = game._state.players[1].deck
    assert deck is not None
    kinds = [game.ruleset.automa_cards[card // 4].id for card in deck.pile]
    areas = ["consulting_firm", "advertising_agency", "warehouse", "factory", "stock_exchange", "construction_company"]
    expected = dict.fromkeys(areas, 1) | cards
    assert {kind: kinds.count(kind) for kind in kinds} == expected
    assert all(card % 4 == 0 for card in deck.pile)
    assert game._state.office_cards_left == 4 - cards.get("automa_office", 0)


def test_28_automa_cards_of_13_designs() -> None:
    """RULES 8.1.2"""
    cards = new_game("second", ["Ann", "Ben"]).ruleset.automa_cards
    assert sum(len(card.corners) for card in cards) == 13
    assert sum(len(card.corners) * card.copies for card in cards) == 28
