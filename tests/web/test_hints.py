"""Hints in the browser's interface without scripts, and through the JSON interface."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
import pytest

from groundfloor.tables import advice
from tests.support.html import has, one, text, texts, values
from tests.web.conftest import NewGame, Page


@pytest.fixture(autouse=True)
def _few_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("groundfloor.tables.advice.HINT_SIMULATIONS", 2)


def practice(client: httpx.Client) -> str:
    """Opens a table for practice against Pei; returns the token of the seat."""
    made = client.post("/api/games", json={"seats": [{"name": "Ann"}, {"automa": "pei"}], "practice": True}).json()
    return str(made["seats"][0]["token"])


def test_board_leads_to_a_page_with_three_strengths(client: httpx.Client) -> None:
    token = practice(client)
    assert values(client.get(f"/s/{token}").text, "#open-hint", "href") == [f"/s/{token}/hint"]
    first, second, third = (client.get(f"/s/{token}/hint?strength={strength}").text for strength in (1, 2, 3))
    assert "Look at: your company." in text(one(first, ".hint-look")) and not has(first, ".hint-choices")
    assert len(texts(second, ".hint-choices li")) == 2 and "winning chance" in second and not has(second, ".hint-line")
    assert "chance, assumed" in text(one(third, ".hint-line"))
    assert "\N{NO-BREAK SPACE}%" in third and not re.search(r"\d %", third), "no line ends between number and percent sign"
    assert values(first, "[data-hint]", "href") == [f"/s/{token}/hint?strength={strength}" for strength in (2, 3)]


def test_board_gets_the_hint_alone_and_in_its_language(client: httpx.Client) -> None:
    token = practice(client)
    said = client.get(f"/s/{token}/hint?strength=2", headers={"X-Part": "hint", "Accept-Language": "de"}).text
    assert "<html" not in said and "Gewinnchance" in said and "Sieh dir an" in said
    assert values(said, ".hint-said", "data-move")[0] in ("hire", "done")


def test_hint_keeps_the_move_back_where_it_only_says_what_to_look_at(client: httpx.Client) -> None:
    said = client.get(f"/s/{practice(client)}/hint").text
    assert values(said, ".hint-said", "data-move") == [""]


def test_hint_comes_as_json(client: httpx.Client) -> None:
    token = practice(client)
    found = client.get(f"/api/seats/{token}/hint?strength=3").json()
    assert found["strength"] == 3 and found["move"] == found["choices"][0]["text"]
    assert 0 <= found["choices"][0]["expectation"]["win"] <= 1 and found["choices"][0]["reasons"]
    assert found["line"] and found["texts"][0]["expected"]
    assert client.get(f"/api/seats/{token}/hint").json()["choices"] == []


def test_hint_tells_the_version_that_it_is_for(browse: Callable[[], httpx.Client], monkeypatch: pytest.MonkeyPatch) -> None:
    client, other = browse(), browse()
    token = practice(client)
    version = client.get(f"/api/seats/{token}").json()["version"]

    hint_of = advice.hint_of

    def moved_meanwhile(record: str) -> str:
        assert other.post(f"/api/seats/{token}", json={"apply": ["done"], "version": version}).json()["version"] > version
        return hint_of(record)

    monkeypatch.setattr(advice, "hint_of", moved_meanwhile)
    assert client.get(f"/api/seats/{token}/hint").json()["version"] == version


def test_game_against_an_automa_is_marked_once_a_hint_was_taken(solo: Page) -> None:
    """Before that the player is asked, as the game then no longer counts."""
    client, address = solo.client, f"{solo.address}/hint"
    asked = client.get(f"{address}?strength=2").text
    assert "no longer counts in “My games”" in asked and "Look at" not in asked
    assert values(asked, "[data-hint-form]", "action") == [address]
    taken = client.post(address, data={"csrf": values(asked, "[name=csrf]", "value")[0]})
    assert taken.status_code == 303 and taken.headers["location"] == address
    assert "Look at" in client.get(address).text
    assert "With hints" in client.get("/").text
    assert "winning chance" in client.get(f"{address}?strength=2").text


def test_hint_taken_from_another_site_is_refused(solo: Page) -> None:
    refused = solo.client.post(f"{solo.address}/hint", headers={"Sec-Fetch-Site": "cross-site"})
    assert refused.status_code == 403 and "did not come from the game’s own page" in refused.text
    seat = solo.address.rpartition("/")[2]
    assert solo.client.post(f"/api/seats/{seat}/hint", json={}, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert "With hints" not in solo.client.get("/").text


def test_first_hint_of_a_game_that_counts_is_posted_as_json_too(solo: Page) -> None:
    address = f"/api/seats/{solo.address.rpartition('/')[2]}/hint?strength=2"
    refused = solo.client.get(address)
    assert refused.status_code == 422 and "no longer counts in “My games”. Ask for it with POST." in refused.json()["error"]
    assert solo.client.post(address, json={}).json()["choices"]
    assert "With hints" in solo.client.get("/").text
    assert solo.client.get(address).json()["choices"]


def test_tables_of_several_people_have_no_hints(new_game: NewGame) -> None:
    page = new_game("here", "here")
    assert not has(page.text, "#open-hint")
    refused = page.client.get(f"{page.address}/hint")
    assert refused.status_code == 422 and "no hints at tables of several people" in refused.text
    assert "With hints" not in page.client.get("/").text


def test_city_of_the_day_has_no_hints(client: httpx.Client) -> None:
    """Its results are compared."""
    today = re.findall(r"/day/(\d{4}-\d\d-\d\d)", client.get("/day").text)[0]
    address = client.post(f"/day/{today}", data={"opponent": "pei", "name": "Ann"}).headers["location"]
    assert not has(client.get(address).text, "#open-hint")
    refused = client.get(f"{address}/hint")
    assert refused.status_code == 422 and "as its results are compared" in refused.text


def test_seat_that_is_not_asked_gets_a_sentence(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    token = practice(client)
    monkeypatch.setattr("groundfloor.tables.table.Table.asked_person", None)
    assert client.get(f"/api/seats/{token}/hint").json()["error"] == "There is a hint when it is your turn."


def test_hints_get_ready_when_a_board_that_offers_them_is_opened(new_game: NewGame, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[bool] = []
    monkeypatch.setattr("groundfloor.tables.AdviceRunner.prepare", lambda _runner: made.append(True))
    page = new_game("here", "here")
    page.client.get(page.address)
    assert not made
    page.client.get(f"/s/{practice(page.client)}")
    assert made
