"""The page of the street: its ids, its words, the numbers of house values on its façades, and areas without a drawing."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from selectolax.lexbor import LexborNode

from groundfloor import Game, ruleset
from groundfloor.presentation.board.buildings import Building, buildings
from groundfloor.presentation.board.public_facts import PublicFacts
from groundfloor.presentation.board.question_text import selectable_parts
from groundfloor.presentation.view import TableView
from groundfloor.server.game.board import street
from groundfloor.server.game.board.board_regions import SharedRegions
from groundfloor.server.pages.board_geometry import PLAIN, PLAIN_FRONTAGE, PLAIN_SPACES
from tests.support.boards import PEOPLE, SEATS, asks, page_of, played, view_at, view_of
from tests.support.html import all_of, has, one, text, texts, value, values
from tests.support.html import words as words_of


def city(view: TableView) -> LexborNode:
    return one(page_of(view), "section.city")


def test_every_id_of_the_page_is_there_once() -> None:
    ids = values(page_of(view_at("schedule")), "[id]", "id")
    assert [id for id in ids if ids.count(id) > 1] == []


def test_closed_marketing_bonus_says_so() -> None:
    street = city(view_at("schedule", seats=PEOPLE[:2]))
    assert "closed with two players" in words_of(one(street, "#area-C"))


def test_buy_out_says_what_it_pays_and_that_nobody_chooses_it() -> None:
    place = one(page_of(view_at("schedule")), "#space-buyout-1")
    assert value(place, "aria-label") == (
        "Stock exchange, buy-out, ×2. A marker that rises beyond the last space of the track leaves it, and pays twice the money of the forecast."
        " A marker comes here by itself, in phase IV."
    )


def test_space_that_brings_nothing_says_so() -> None:
    place = one(page_of(view_at("buy")), "#space-track-1")
    assert "it brings nothing" in str(value(place, "aria-label"))


PRICES = [20, 20, 15, 15, 11, 11, 11, 9, 9, 4, 4, 4]
HOUSE: dict[str, object] = {
    "retail_outlets.prices": PRICES,
    "retail_outlets.brackets": [[20], [15, 11], [9, 4]],
    "retail_outlets.liquidation": 2,
    "advertising_agency.desks": 3,
    "factory.spaces": 4,
    "construction_company.spaces": [1, 2, 3, 4],
    "consulting_firm.prices": [9, 8, 7, 6, 5],
    "warehouse.prices": [[9, 8], [7, 6], [5, 4], [3, 2]],
    "stock_exchange.multiples": [0, 2, 3, 5, 7, 8, 9, 9],
}


@cache
def page() -> str:
    """Returns a board with house values for all buildings that have prices or counted spaces."""
    return page_of(view_of(Game(ruleset().with_overrides(HOUSE), SEATS), [], 0))


def numbers_on(building: str) -> list[str]:
    return [text(each) for each in all_of(page(), f"#drawing-{building} .text-number")]


def test_prices_of_the_ruleset_stand_at_the_windows() -> None:
    assert numbers_on("retail_outlets") == [str(price) for price in PRICES]
    assert texts(page(), ".liquidation-door b") == ["2"]
    assert numbers_on("consulting_firm")[1:] == ["9", "8", "7", "6", "5"]
    assert numbers_on("warehouse") == ["9", "8", "7", "6", "5", "4", "3", "2"]
    assert [number for number in numbers_on("stock_exchange") if number.startswith("×")][:8] == [
        "×0",
        "×2",
        "×3",
        "×5",
        "×7",
        "×8",
        "×9",
        "×9",
    ]


def test_every_window_has_its_place() -> None:
    for number in range(1, len(PRICES) + 1):
        assert len(all_of(page(), f".space.at-outlet-{number}")) == 1
    assert not has(page(), f".space[class*=' at-{PLAIN}-']")


def test_there_are_as_many_spaces_as_the_ruleset_has() -> None:
    found = {name: len(all_of(page(), f".space[class*=' at-{name}-']")) for name in ("agency", "factory", "site")}
    assert found == {"agency": 3, "factory": 4, "site": 4}
    assert len(all_of(page(), ".space.is-closed[class*=' at-site-']")) == 1


@pytest.fixture
def building() -> Building:
    """Returns a building of an area that the geometry does not know, with spaces that it does not know."""
    known = next(each for each in buildings(view_of(*played(3, asks("schedule", 0, 1)), 0)) if each.id == "factory")
    spaces = tuple(replace(space, at=f"desk-{n}") for n, space in enumerate(known.spaces, 1))
    return replace(known, id="library", spaces=spaces)


def test_spaces_without_a_box_get_plain_windows(building: Building) -> None:
    placed = street.with_places(building)
    assert [space.at for space in placed.spaces] == [f"plain-{n}" for n in range(1, 8)]
    many = street.with_places(replace(building, spaces=building.spaces * 2))
    assert many.spaces[-1].at == f"plain-{len(PLAIN_SPACES)}"


def test_an_area_without_a_drawing_is_drawn_as_a_plain_block(building: Building) -> None:
    view = view_of(*played(3, asks("schedule", 0, 1)), 0)
    page = SharedRegions(PublicFacts(view)).building(building).render()
    assert "building-plain" in value(one(page, ".building"), "class") and has(page, "#drawing-library")
    assert value(one(page, "svg.drawing"), "viewBox") == f"0 0 {PLAIN_FRONTAGE.width} 336"
    assert len(all_of(page, "[class*=' at-plain-']")) == len(building.spaces)


PARTS = {"city": "#city", "company": ".companies", "improvements": "#improvements"}


def selectable_tabs(page: str) -> set[str]:
    return {part for part, selector in PARTS.items() if has(page, f'{selector} button[name=pick]:not([aria-disabled="true"])')}


@pytest.mark.parametrize("kind", ["hire", "schedule", "marketing_type", "bonus", "price", "sell", "drop", "buy", "fire"])
def test_the_parts_that_are_lit_are_those_where_something_can_be_chosen(kind: str) -> None:
    view = view_at(kind)
    assert selectable_parts(view) == selectable_tabs(page_of(view))


def test_a_tab_says_that_something_can_be_done_there() -> None:
    page = page_of(view_at("buy"))
    assert has(page, "#tab-improvements.is-selectable") and "possible" in text(one(page, "#tab-improvements"))
    assert has(page, "#tab-city:not(.is-selectable)") and "possible" not in text(one(page, "#tab-city"))
