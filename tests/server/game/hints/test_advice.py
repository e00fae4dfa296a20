"""Hints and the analysis: without scripts, over JSON, and in a browser by keys, with progress, cancelled, and shown when it ends."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Browser, Route
from playwright.sync_api import Page as Tab

from groundfloor.server.game.tables import advice
from tests.server.conftest import NewGame, Page
from tests.server.game.after_game.test_after_game import GOLDEN, shown
from tests.support import board_page
from tests.support.accessibility import axe_violations
from tests.support.api_table import ApiTable
from tests.support.brief_advice import DONE, TOTAL, make_advice_brief
from tests.support.html import has, one, text, texts, values
from tests.support.open_pages import wait_for_held
from tests.support.page_states import practice


@pytest.fixture(autouse=True)
def endless(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    return make_advice_brief(monkeypatch)


def practice_token(client: httpx.Client) -> str:
    """Opens a table for practice against Pei; returns the token of the seat."""
    return ApiTable(client, "Ann", "automa:pei", practice=True).tokens[0]


def test_board_leads_to_a_page_with_three_strengths(client: httpx.Client) -> None:
    token = practice_token(client)
    assert values(client.get(f"/s/{token}").text, "#open-hint", "href") == [f"/s/{token}/hint"]
    first, second, third = (client.get(f"/s/{token}/hint?strength={strength}").text for strength in (1, 2, 3))
    assert re.match(r"Choose “(Hire an employee|Done hiring)”: ", text(one(first, ".hint-look"))) and not has(first, ".hint-choices")
    assert len(texts(second, ".hint-choices li")) == 2 and "winning chance" in second and not has(second, ".hint-line")
    assert "chance, assumed" in text(one(third, ".hint-line"))
    assert "\N{NO-BREAK SPACE}%" in third and not re.search(r"\d %", third), "no line ends between number and percent sign"
    assert values(first, "[data-hint]", "href") == [f"/s/{token}/hint?strength={strength}" for strength in (2, 3)]


def test_board_gets_the_hint_alone_and_in_its_language(client: httpx.Client) -> None:
    token = practice_token(client)
    said = client.get(f"/s/{token}/hint?strength=2", headers={"X-Part": "hint", "Accept-Language": "de"}).text
    assert "<html" not in said and "Gewinnchance" in said and "Wähle „" in said
    assert values(said, ".hint-said", "data-move")[0] in ("hire", "done")


def test_first_hint_marks_the_move_that_it_names(client: httpx.Client) -> None:
    said = client.get(f"/s/{practice_token(client)}/hint").text
    assert "Choose “" in said and values(said, ".hint-said", "data-move")[0] in ("hire", "done")


def test_hint_comes_as_json(client: httpx.Client) -> None:
    token = practice_token(client)
    found = client.get(f"/api/seats/{token}/hint?strength=3").json()
    assert found["strength"] == 3 and found["move"] == found["choices"][0]["text"]
    assert 0 <= found["choices"][0]["expectation"]["win"] <= 1 and found["choices"][0]["reasons"]
    assert found["line"] and found["texts"][0]["expected"]
    assert client.get(f"/api/seats/{token}/hint").json()["choices"] == []


def test_hint_tells_the_version_that_it_is_for(browse: Callable[[], httpx.Client], monkeypatch: pytest.MonkeyPatch) -> None:
    client, other = browse(), browse()
    token = practice_token(client)
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
    assert "no longer counts in “My games”" in asked and "Choose “" not in asked
    assert values(asked, "[data-hint-form]", "action") == [address]
    taken = client.post(address, data={"csrf": values(asked, "[name=csrf]", "value")[0]})
    assert taken.status_code == 303 and taken.headers["location"] == address
    assert "Choose “" in text(one(client.get(address).text, ".hint-look"))
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
    token = practice_token(client)
    monkeypatch.setattr("groundfloor.table.table.Table.asked_human_seat", None)
    assert client.get(f"/api/seats/{token}/hint").json()["error"] == "There is a hint when it is your turn."


def test_hints_get_ready_when_a_board_that_offers_them_is_opened(new_game: NewGame, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[bool] = []
    monkeypatch.setattr("groundfloor.server.game.tables.advice.AdviceRunner.prepare", lambda _runner: made.append(True))
    page = new_game("here", "here")
    page.client.get(page.address)
    assert not made
    page.client.get(f"/s/{practice_token(page.client)}")
    assert made


# In a browser


FOCUSED = "(id) => document.activeElement.id === id"
HINTS = "**/s/*/hint"


@pytest.mark.thorough
def test_hint_opens_and_closes_by_keys_and_lights_places(browser: Browser, server: str, client: httpx.Client) -> None:
    tab = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en").new_page()
    tab.goto(server + practice(client))
    board_page.panel(tab, "asked", kind="schedule").wait_for()
    tab.keyboard.press("y")
    hint = tab.get_by_role("complementary", name="Hint")
    hint.get_by_role("link", name="The best moves, and why").wait_for()
    tab.wait_for_function(FOCUSED, arg="hint")
    first = tab.locator("[data-hinted]").count()
    hint.get_by_role("link", name="The best moves, and why").press("Enter")
    hint.get_by_text("winning chance").first.wait_for()
    tab.wait_for_function(FOCUSED, arg="hint")
    assert 0 < tab.locator("[data-hinted]").count() <= first
    assert axe_violations(tab) == []
    tab.keyboard.press("Escape")
    hint.wait_for(state="hidden")
    assert tab.evaluate(FOCUSED, "open-hint") and tab.locator("[data-hinted]").count() == 0


def test_first_hint_of_a_game_that_counts_is_asked_for_twice(browser: Browser, client: httpx.Client) -> None:
    tab = browser.new_context(viewport={"width": 360, "height": 740}, locale="de").new_page()
    tab.goto(ApiTable(client, "Ann", "automa:pei").url(0))
    board_page.panel(tab, "asked").wait_for()
    tab.keyboard.press("y")
    hint = tab.get_by_role("complementary", name="Tipp")
    hint.get_by_text("zählt diese Partie nicht mehr in „Meine Partien“").wait_for()
    assert tab.locator("[data-hinted]").count() == 0 and axe_violations(tab, "#hint") == []
    hint.get_by_role("button", name="Tipp zeigen").click()
    hint.get_by_text("Wähle „").wait_for()
    tab.keyboard.press("Escape")
    hint.wait_for(state="hidden")
    tab.keyboard.press("y")
    hint.get_by_text("Wähle „").wait_for()


@pytest.mark.thorough
@pytest.mark.parametrize(("verb", "view"), [("factory", "city"), ("research_testing", "company")])
def test_hint_on_a_phone_opens_the_part_that_it_is_about(browser: Browser, server: str, client: httpx.Client, verb: str, view: str) -> None:
    """The marked place is in sight, and its tab is the one that is shown."""
    tab = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, locale="en").new_page()
    said = f'<p class="hint-said" data-verb="{verb}" data-move="">Look there.</p>'
    tab.route(f"{HINTS}*", lambda route: route.fulfill(body=said, content_type="text/html"))
    tab.goto(server + practice(client))
    board_page.panel(tab, "asked", kind="schedule").wait_for()
    tab.locator("#tab-log").click()
    tab.keyboard.press("y")
    tab.get_by_text("Look there.").wait_for()
    tab.locator(f"#tab-{view}[aria-current]").wait_for()
    marked = tab.locator("[data-hinted]:visible")
    assert marked.count() > 0 and tab.locator("[aria-current][data-view]").count() == 1


@pytest.mark.thorough
def test_hint_that_comes_after_the_move_is_dropped(browser: Browser, server: str, client: httpx.Client) -> None:
    tab = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en").new_page()
    waiting: list[Route] = []
    tab.route(HINTS, lambda route: waiting.append(route))
    tab.goto(server + practice(client))
    board_page.panel(tab, "asked", kind="schedule").wait_for()
    version = board_page.shown_version(tab)
    with tab.expect_request(HINTS):
        tab.keyboard.press("y")
    hint = tab.get_by_role("complementary", name="Hint")
    hint.wait_for()
    board_page.legal_places(tab).first.click()
    board_page.confirm_button(tab).click()
    tab.wait_for_function("(before) => Number(document.querySelector('#table').dataset.version) !== before", arg=version)
    hint.wait_for(state="hidden")
    wait_for_held(tab, waiting)
    with tab.expect_response(HINTS) as response:
        waiting[0].continue_()
    response.value.finished()
    tab.evaluate("() => new Promise((resolve) => setTimeout(resolve, 100))")
    assert tab.get_by_role("complementary", name="Hint", include_hidden=True).text_content() == ""


def waiting_hints(browser: Browser, address: str) -> tuple[Tab, list[Route]]:
    """Opens a table whose requests for hints are held back; returns them with the page, after the first one."""
    tab = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en").new_page()
    waiting: list[Route] = []
    tab.route(f"{HINTS}*", lambda route: waiting.append(route))
    tab.goto(address)
    board_page.panel(tab, "asked", kind="schedule").wait_for()
    tab.keyboard.press("y")
    wait_for_held(tab, waiting)
    return tab, waiting


@pytest.mark.thorough
def test_hint_asked_for_last_stays(browser: Browser, server: str, client: httpx.Client) -> None:
    tab, waiting = waiting_hints(browser, server + practice(client))
    tab.keyboard.press("y")
    wait_for_held(tab, waiting, 2)
    hint = tab.get_by_role("complementary", name="Hint")
    for number, said in ((1, "<p>second</p>"), (0, "<p>first</p>")):
        waiting[number].fulfill(body=said, content_type="text/html")
        hint.get_by_text("second").wait_for()
        tab.evaluate("() => new Promise((resolve) => setTimeout(resolve, 100))")
    assert hint.inner_text() == "second"


@pytest.mark.thorough
def test_analysis_shows_progress_until_it_is_cancelled_or_ends(
    browser: Browser, server: str, client: httpx.Client, endless: dict[str, int]
) -> None:
    base = shown(client, (GOLDEN / "first-2.gfr").read_text("utf-8"))
    tab = browser.new_context(viewport={"width": 360, "height": 740}, locale="en").new_page()
    tab.goto(f"{server}{base}/after")
    analyse, progress = tab.get_by_role("button", name="Analyse this game"), tab.get_by_role("progressbar")
    analyse.click()
    progress.wait_for()
    assert progress.evaluate("(bar) => [bar.value, bar.max]") == [DONE, TOTAL]
    assert axe_violations(tab, "#analysis") == []
    tab.get_by_role("button", name="Cancel").click()
    analyse.click()
    progress.wait_for()
    endless[next(iter(endless))] += 1
    tab.get_by_text(f"Analysing: {DONE + 1} of {TOTAL} decisions").wait_for()
    assert progress.evaluate("(bar) => [bar.value, bar.max]") == [DONE + 1, TOTAL]
    client.post(f"/api/games/{base.rpartition('/')[2]}/analysis", json={"do": "cancel"}).raise_for_status()
    analyse.wait_for()
