"""What a newcomer reads: how to play, in five minutes, and what wins."""

from __future__ import annotations

import httpx
import pytest

from groundfloor.editions import NAMES, ruleset
from tests.support.html import one, text, texts, values
from tests.web.conftest import Page

TITLES = {"en": "How to play, in five minutes", "de": "Das Spiel in fünf Minuten"}


@pytest.mark.parametrize("language", TITLES)
def test_page_has_every_building_and_the_goal(client: httpx.Client, language: str) -> None:
    page = client.get(f"/how-to-play?lang={language}").text
    assert text(one(page, "h1")) == TITLES[language]
    assert len(texts(page, ".how-areas dt")) == len(ruleset("second").areas)
    assert str(len(ruleset("second").stage_by_round)) in text(one(page, ".how-to-play p"))


def test_page_has_the_numbers_of_the_rules(client: httpx.Client) -> None:
    """RULES 5.1, 6.1, 6.2"""
    rules, said = ruleset("second"), client.get("/how-to-play?lang=en").text
    assert "holds {}, remodeled {}.".format(*rules.closet_capacity) in said
    assert f"{rules.set_money} money together with {rules.set_info} info" in said
    assert f"mostly {max(tile.prestige for tile in rules.tiles if tile.is_tenant)} for a tenant improvement" in said


def test_page_is_linked_where_newcomers_are(client: httpx.Client) -> None:
    assert "/how-to-play" in values(client.get("/").text, "main a", "href")
    guided = Page(client, client.post("/learn").headers["location"])
    assert "/how-to-play" in values(guided.text, ".bar a", "href") and "/how-to-play" in values(guided.text, "#guide a", "href")


@pytest.mark.parametrize("name", NAMES)
def test_goal_is_on_every_board_with_its_numbers(client: httpx.Client, name: str) -> None:
    seats = [{"name": "Ann"}, {"name": "Ben"}]
    made = client.post("/api/games", json={"seats": seats, "ruleset": name}).json()
    said = text(one(client.get(made["link"]).text, "#goal"))
    rules = ruleset(name)
    assert f"After round {len(rules.stage_by_round)}" in said and f"Each remodeled room: {rules.room_prestige}" in said
    assert ("fifth floor" in said) == (name in ("first", "manual"))
