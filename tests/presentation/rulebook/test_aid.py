"""The player aid: what the rules say, with the numbers of each ruleset, the same in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.city.stock_exchange import StockExchange
from groundfloor.presentation import names
from groundfloor.presentation.names import without_soft_hyphens
from groundfloor.presentation.rulebook import PlayerAid, player_aid
from groundfloor.presentation.rulebook.builder import texts
from groundfloor.presentation.translations import LANGUAGES, translations_of
from tests.presentation.rulebook.test_builder import PLACEHOLDER


def rows(aid: PlayerAid, id: str) -> list[list[str]]:
    table = next(section.table for section in aid.sections if section.id == id)
    assert table is not None
    return [[without_soft_hyphens(cell) for cell in row] for row in table.rows]


def shape(value: Any) -> Any:
    """Returns what two languages share: conditions, ids, and the placeholders of each text."""
    if isinstance(value, list):
        return [shape(each) for each in value]
    if isinstance(value, dict):
        return {key: each if key in ("id", "rulesets", "phase", "area", "table", "of") else shape(each) for key, each in value.items()}
    return sorted(PLACEHOLDER.findall(value))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_sections_and_numbers(language: str) -> None:
    assert shape(texts(language, "aid.toml")["section"]) == shape(texts("en", "aid.toml")["section"])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_areas_have_the_letters_of_the_board_in_its_order(language: str, name: str) -> None:
    rules, translations = ruleset(name), translations_of(language)
    found = [row[0] for row in rows(player_aid(language, rules), "city")]
    assert found == [
        f"{letter} {names.full('area', area.id, translations)}" for letter, area in zip("ABCDEFGHI", rules.areas, strict=False)
    ]


@pytest.mark.parametrize("name", NAMES)
def test_consumers_are_those_of_the_backs(name: str) -> None:
    """RULES 7.2."""
    rules = ruleset(name)
    low, high = rules.player_range
    boom = [rules.consumers_range(3, count) for count in range(low, high + 1)]
    assert rows(player_aid("en", rules), "forecast")[0] == ["Boom", *(f"{least}–{most}" for least, most in boom)]


@pytest.mark.parametrize("name", ["second", "online"])
def test_a_share_pays_its_multiple_times_the_money_of_the_type(name: str) -> None:
    """RULES IV.F.3, IV.F.4."""
    (area,) = [area for area in ruleset(name).areas if isinstance(area, StockExchange)]
    found = {row[0]: list(map(int, row[1:])) for row in rows(player_aid("en", ruleset(name)), "exchange")}
    for type, id in enumerate(("Depression", "Recession", "Stable", "Boom")):
        assert found[id] == [area.rise[type], *(multiple * area.pay[type] for multiple in (1, 2, 3, 4)), area.buy_out * area.pay[type]]


def test_a_board_without_a_stock_exchange_has_none_in_its_aid() -> None:
    """RULES 9.2.2."""
    assert "exchange" not in [section.id for section in player_aid("en", ruleset("first")).sections]


def test_house_values_are_in_the_aid() -> None:
    aid = player_aid("en", ruleset("second").with_overrides({"consulting_firm.reward": 12}))
    assert "12 info" in rows(aid, "city")[0][2]
