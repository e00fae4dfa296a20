"""Planned moves on the page without scripts: their conditions, the switch that has the table make them, and why they have stopped."""

from __future__ import annotations

import httpx
import pytest

from tests.support.html import texts, values
from tests.support.page_states import move, two_people


@pytest.fixture
def seats(client: httpx.Client) -> tuple[str, str]:
    """Returns the tokens of the seat that is asked in phase III and of the one that waits."""
    return two_people(client, "Ben")


def press(client: httpx.Client, token: str, button: str) -> str:
    """Presses the button of the plan with this id, if the page has it; returns the page after it."""
    (change,) = values(client.get(f"/s/{token}").text, f"#{button}", "value")
    assert client.post(f"/s/{token}", data={"plan": change}).status_code == 303
    return client.get(f"/s/{token}").text


def plan_of(client: httpx.Client, token: str) -> list[str]:
    found: list[str] = client.get(f"/api/seats/{token}").json()["plan"]["texts"]
    return found


def test_price_limit_is_set_changed_and_removed_by_buttons(client: httpx.Client, seats: tuple[str, str]) -> None:
    waiting = seats[1]
    client.post(f"/api/seats/{waiting}", json={"plan": ["factory"]})
    for button, text in (
        ("plan-limit-1", "factory at most 2"),
        ("plan-more-1", "factory at most 3"),
        ("plan-less-1", "factory at most 2"),
        ("plan-any-1", "factory"),
    ):
        press(client, waiting, button)
        assert plan_of(client, waiting) == [text]


def test_added_move_becomes_the_alternative_of_a_step(client: httpx.Client, seats: tuple[str, str]) -> None:
    waiting = seats[1]
    client.post(f"/api/seats/{waiting}", json={"plan": ["agency 1", "meeting_room 1"]})
    page = client.get(f"/s/{waiting}").text
    assert values(page, "#plan-instead option", "value") == ["", "1 agency 1"], "nobody can take a room"
    client.post(f"/s/{waiting}", data={"plan": "add agency 2", "instead": "1 agency 1"})
    client.post(f"/s/{waiting}", data={"plan": "add agency 3", "instead": ""})
    assert plan_of(client, waiting) == ["agency 1 else agency 2", "meeting_room 1", "agency 3"]
    assert "If it is taken: Advertising agency 2" in client.get(f"/s/{waiting}").text


def test_switch_has_the_table_make_the_moves_and_the_page_says_why_it_stops(client: httpx.Client, seats: tuple[str, str]) -> None:
    asked, waiting = seats
    client.post(f"/api/seats/{waiting}", json={"plan": ["agency 1", "consulting"]})
    page = press(client, waiting, "plan-acts")
    assert values(page, "#plan-acts", "aria-checked") == ["true"] and texts(page, "#open-plan") == ["Plan (2), on"]
    move(client, asked, "agency 1")
    page = client.get(f"/s/{waiting}").text
    assert texts(page, "#plan-stopped") == ["The plan has stopped at “Advertising agency 1”. That space is taken."]
    assert values(page, "#plan-acts", "aria-checked") == ["false"]
    client.post(f"/s/{waiting}", data={"plan": "drop 1 agency 1"})
    page = press(client, waiting, "plan-acts")
    view = client.get(f"/api/seats/{waiting}").json()
    assert view["asked"] != view["seat"]
    assert texts(page, "#plan-stopped") == [] and plan_of(client, waiting) == []


def test_moves_of_later_phases_can_be_added(client: httpx.Client, seats: tuple[str, str]) -> None:
    waiting = seats[1]
    page = client.get(f"/s/{waiting}").text
    assert {"add price 16", "add bonus supply", "add sell 1"} <= set(values(page, "#plan-choice option", "value"))
    client.post(f"/s/{waiting}", data={"plan": "add price 16"})
    assert "When it is asked; nothing of it is counted here." in client.get(f"/s/{waiting}").text


def test_improvements_on_sale_that_fit_can_be_added(client: httpx.Client, seats: tuple[str, str]) -> None:
    """``RULES IV.I.3``, ``IV.I.4``: without an Empty Floor none can lie on one; of what is not owned nothing drops."""
    waiting = seats[1]
    offered = set(values(client.get(f"/s/{waiting}").text, "#plan-choice option", "value"))
    assert {"add buy empty_floor", "add buy network_admin training"} <= offered
    assert not [each for each in offered if "empty_floor_1" in each or each.startswith("add drop")]
    client.post(f"/s/{waiting}", data={"plan": "add buy empty_floor"})
    assert plan_of(client, waiting) == ["buy empty_floor"]
