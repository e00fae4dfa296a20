"""The drawing of the street follows the ruleset: prices and numbers of spaces of house values stand on the façades."""

from __future__ import annotations

from functools import cache

from groundfloor import Game, ruleset
from groundfloor.web.board.geometry import PLAIN
from tests.support.boards import SEATS, page_of, scene_of
from tests.support.html import all_of, has, text, texts

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
    return page_of(scene_of(Game(ruleset().with_overrides(HOUSE), SEATS), [], 0))


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
