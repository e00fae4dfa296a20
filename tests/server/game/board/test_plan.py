"""The round ahead: planned while somebody else plays, on the page, by places of the board and over the API; made the draft, or made by the table."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Route
from playwright.sync_api import Page as Tab

from tests.support import board_page
from tests.support.accessibility import axe_violations
from tests.support.api_table import ApiTable
from tests.support.html import texts, values
from tests.support.open_pages import wait_for_held
from tests.support.page_states import move, two_people


@pytest.fixture
def api_seats(client: httpx.Client) -> list[str]:
    return [*map(ApiTable(client).api, (0, 1))]


def test_plan_is_made_while_somebody_else_plays(client: httpx.Client, api_seats: list[str]) -> None:
    waiting = api_seats[2 - client.get(api_seats[0]).json()["asked"]]
    plan = client.post(waiting, json={"plan": ["hire", "consulting"]}).json()["plan"]
    assert plan["texts"] == ["hire", "consulting"] and plan["in_draft"] == []
    plan = client.post(waiting, json={"plan": "add agency 1"}).json()["plan"]
    assert [step["action"] for step in plan["steps"]] == ["hire", "consulting", "agency 1"]
    assert all({"refusal", "quote", "projection", "after"} <= set(step) for step in plan["steps"])
    assert client.post(waiting, json={"plan": []}).json()["plan"]["texts"] == []


def test_next_step_becomes_draft(client: httpx.Client, api_seats: list[str]) -> None:
    view = client.get(api_seats[0]).json()
    address = api_seats[view["asked"] - 1]
    view = client.post(address, json={"plan": ["hire"]}).json()
    assert view["plan"]["next"] == "hire"
    view = client.post(address, json={"plan": "next", "version": view["version"]}).json()
    assert view["draft"] == ["hire"] and view["plan"]["in_draft"] == [0]
    view = client.post(address, json={"do": "confirm", "version": view["version"]}).json()
    assert view["plan"]["texts"] == []


def test_table_makes_planned_moves_and_says_why_it_stops(client: httpx.Client, api_seats: list[str]) -> None:
    asked = client.get(api_seats[0]).json()["asked"] - 1
    waiting = api_seats[1 - asked]
    client.post(waiting, json={"plan": ["price 16", "hire"]})
    assert client.post(waiting, json={"plan": "start"}).json()["plan"]["acts"]
    client.post(api_seats[asked], json={"apply": ["done"], "version": client.get(waiting).json()["version"]})
    plan = client.get(waiting, headers={"Accept-Language": "de"}).json()["plan"]
    assert plan["acts"] is False and plan["steps"][0]["is_left_open"]
    assert (plan["stopped"]["code"], plan["stopped"]["action"]) == ("other_question", "price 16")
    assert plan["stopped"]["sentence"].startswith("Der Plan hat angehalten")
    view = client.post(waiting, json={"plan": ["hire at most 5"]}).json()
    assert view["asked"] == 2 - asked and view["plan"]["stopped"] is None
    view = client.post(waiting, json={"plan": "start"}).json()
    assert view["asked"] != 2 - asked and view["plan"]["texts"] == [] and not view["plan"]["acts"]


def test_impossible_plan_is_refused_with_a_sentence(client: httpx.Client, api_seats: list[str]) -> None:
    for body, status in [
        ({"plan": ["end"]}, 422),
        ({"plan": ["factory at most much"]}, 422),
        ({"plan": "start"}, 422),
        ({"plan": "drop 1"}, 422),
        ({"plan": ["factory"] * 21}, 422),
        ({"plan": ["factory"] * 101}, 400),
        ({"plan": [1]}, 400),
        ({"plan": "next", "version": 0}, 409),
        ({"plan": {}}, 422),
    ]:
        answer = client.post(api_seats[0], json=body, headers={"Accept-Language": "de"})
        assert answer.status_code == status and answer.json()["error"]
        assert client.get(api_seats[0]).json()["plan"]["texts"] == []


def test_news_are_sentences_until_they_are_seen(client: httpx.Client, api_seats: list[str]) -> None:
    asked = client.get(api_seats[0]).json()["asked"] - 1
    waiting = api_seats[1 - asked]
    version = client.get(waiting).json()["version"]
    assert client.post(waiting, json={"seen": version}).json()["news"] == {"since": version, "lines": [], "steps": []}
    client.post(api_seats[asked], json={"apply": ["done"], "version": version})
    lines = client.get(waiting, headers={"Accept-Language": "de"}).json()["news"]["lines"]
    assert lines and all(line["sentence"] and line["entry"] > version for line in lines)
    page = waiting.replace("/api/seats/", "/s/")
    assert 'id="news-seen"' in client.get(page).text and 'id="open-news"' in client.get(page).text
    view = client.post(waiting, json={"seen": version + 1}).json()
    assert view["news"]["lines"] == []
    assert 'id="news-seen"' not in client.get(page).text


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


# In a browser


TEXTS = "() => [...document.querySelectorAll('dialog [data-step]')].map((step) => step.dataset.text)"
BOARD = re.compile("/board$")
PLAN = re.compile("^Plan ")


def opened(browser: Browser, address: str, width: int, height: int, *, is_touch: bool = False) -> Tab:
    """Returns a page whose scripts run, without replays of others' moves."""
    tab = browser.new_page(
        viewport={"width": width, "height": height}, has_touch=is_touch, is_mobile=is_touch, locale="en", reduced_motion="reduce"
    )
    tab.add_init_script("localStorage.setItem('groundfloor-pace', 'off')")
    tab.goto(address)
    tab.wait_for_function("() => document.querySelector('.view-tabs [aria-current]')")
    tab.wait_for_load_state("load")
    return tab


def wait_for_steps(tab: Tab, *texts: str) -> None:
    tab.wait_for_function(f"(texts) => JSON.stringify(({TEXTS})()) === JSON.stringify(texts)", arg=list(texts))


def add(tab: Tab, text: str) -> None:
    plan(tab).get_by_label("Add a step").select_option(f"add {text}")
    plan(tab).get_by_role("button", name="Add", exact=True).click()


def plan(tab: Tab) -> Locator:
    return tab.get_by_role("dialog", name=PLAN)


def step(tab: Tab, number: int) -> Locator:
    """Returns a step of the plan, with its buttons and what is said of it."""
    return plan(tab).locator(f"[data-step='{number}']").get_by_role("rowheader")


def step_button(tab: Tab, number: int, word: str) -> Locator:
    """Returns the button that moves a step (Earlier, Later) or drops it (Drop)."""
    return step(tab, number).get_by_role("button", name=re.compile(f"^{word}: "))


@pytest.mark.thorough
def test_plan_is_made_struck_out_and_played_by_keys(browser: Browser, server: str, client: httpx.Client, seats: tuple[str, str]) -> None:
    asked, waiting = seats
    tab = opened(browser, f"{server}/s/{waiting}", 1366, 768)
    tab.keyboard.press("v")
    for count, text in enumerate(("agency 1", "meeting_room 1", "consulting"), 1):
        add(tab, text)
        wait_for_steps(tab, *("agency 1", "meeting_room 1", "consulting")[:count])
    step_button(tab, 3, "Earlier").focus()
    tab.keyboard.press("ArrowUp")
    wait_for_steps(tab, "agency 1", "consulting", "meeting_room 1")
    step_button(tab, 2, "Drop").click()
    wait_for_steps(tab, "agency 1", "meeting_room 1")
    step(tab, 2).drag_to(step(tab, 1))
    wait_for_steps(tab, "meeting_room 1", "agency 1")
    step_button(tab, 1, "Later").click()
    wait_for_steps(tab, "agency 1", "meeting_room 1")
    tab.wait_for_function("() => document.activeElement.id === 'plan-down-2'")
    assert step_button(tab, 1, "Earlier").get_attribute("aria-disabled") == "true"
    assert axe_violations(tab) == []
    move(client, asked, "agency 1")
    step(tab, 1).filter(has_text="not possible").wait_for()
    assert "That space is taken" in step(tab, 1).inner_text()
    tab.keyboard.press("Escape")
    assert plan(tab).count() == 0
    board_page.panel(tab).get_by_role("button", name="Planned: ").wait_for()
    tab.keyboard.press("x")
    board_page.panel(tab, "draft").wait_for()
    assert board_page.draft(tab) == "meeting_room 1"


@pytest.mark.thorough
def test_plan_opened_while_the_board_is_fetched_is_there(browser: Browser, server: str, seats: tuple[str, str]) -> None:
    """The answer has no plan, as none was open when it was asked for."""
    with browser.new_context(viewport={"width": 1366, "height": 768}) as context, context.new_page() as tab:
        board_page.open_connected(tab, f"{server}/s/{seats[1]}")
        held: list[Route] = []
        tab.route(BOARD, lambda route: route.continue_() if held else held.append(route))
        tab.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        wait_for_held(tab, held)
        board_page.panel(tab).get_by_role("link", name=PLAN).click()
        with tab.expect_response(lambda answer: bool(BOARD.search(answer.url)) and answer.request.headers.get("x-plan") == "open"):
            held[0].continue_()
        plan(tab).get_by_label("Add a step").wait_for()


@pytest.mark.thorough
def test_plan_covers_phone_until_it_is_closed(browser: Browser, server: str, client: httpx.Client, seats: tuple[str, str]) -> None:
    tab = opened(browser, f"{server}/s/{seats[1]}", 360, 740)
    board_page.panel(tab).get_by_role("link", name=PLAN).click()
    add(tab, "consulting")
    wait_for_steps(tab, "consulting")
    assert plan(tab).evaluate("dialog => dialog.matches(':modal')")
    assert plan(tab).evaluate("dialog => dialog.scrollWidth - dialog.clientWidth") == 0
    assert axe_violations(tab, "#round-plan") == []
    plan(tab).get_by_role("link", name="Close").click()
    assert plan(tab).count() == 0
    with tab.expect_response("**/board"):  # what the page asks for first, with the plan it was loaded with
        tab.reload()
    wait_for_steps(tab, "consulting")
    move(client, seats[0], "agency 1")
    tab.locator("dialog[data-left-out]").wait_for(state="attached")
    board_page.panel(tab).get_by_role("link", name=PLAN).click()
    wait_for_steps(tab, "consulting")


@pytest.mark.thorough
def test_switch_and_conditions_are_set_by_keys(browser: Browser, server: str, client: httpx.Client, seats: tuple[str, str]) -> None:
    asked, waiting = seats
    client.post(f"/api/seats/{waiting}", json={"plan": ["agency 1"]})
    tab = opened(browser, f"{server}/s/{waiting}", 1366, 768)
    tab.keyboard.press("v")
    plan(tab).get_by_label("When it is done").select_option("if step 1 is taken")
    plan(tab).get_by_label("Add a step").select_option("add agency 3")
    plan(tab).get_by_role("button", name="Add", exact=True).press("Enter")
    plan(tab).get_by_text("If it is taken: Advertising agency 3").wait_for()
    plan(tab).get_by_role("switch", name="Make these moves for me").press("Space")
    plan(tab).get_by_role("switch", name="Make these moves for me", checked=True).wait_for()
    assert axe_violations(tab) == []
    move(client, asked, "agency 1")
    wait_for_steps(tab)
    made = client.get(f"/api/games/{client.get(f'/api/seats/{asked}').json()['game']}/record").json()["record"]
    assert " agency 3\n" in made


def bar(tab: Tab) -> Locator:
    return tab.get_by_role("region", name="Plan of the round")


@pytest.mark.thorough
def test_places_go_into_the_plan_by_mouse_and_keys_until_the_viewer_ends_it(
    browser: Browser, server: str, client: httpx.Client, seats: tuple[str, str]
) -> None:
    asked, waiting = seats
    client.post(f"/api/seats/{waiting}", json={"set": "confirms_itself:on"})
    tab = opened(browser, f"{server}/s/{waiting}", 1366, 768)
    tab.keyboard.press("v")
    plan(tab).get_by_text("Choose a place on the board").wait_for()
    board_page.space(tab, "Advertising agency, desk 2").click()
    wait_for_steps(tab, "agency 2")
    plan(tab).get_by_text("desk 2; leaves 3 time markers").wait_for()
    board_page.space(tab, "Warehouse, door 2").focus()
    tab.keyboard.press("Enter")
    plan(tab).get_by_text("There is more than one way").wait_for()
    plan(tab).get_by_role("button", name="Warehouse, door 2 (1 time marker, 2 info)").click()
    wait_for_steps(tab, "agency 2", "warehouse 2 info")
    assert axe_violations(tab) == []
    move(client, asked, "consulting")
    plan(tab).get_by_text("It is your turn. Places still go into the plan").wait_for()
    before = board_page.shown_version(tab)
    board_page.space(tab, "Factory, space 1").click()
    plan(tab).get_by_text("Factory, space 1: not possible after these steps.").or_(step(tab, 3)).first.wait_for()
    assert client.get(f"/api/seats/{waiting}").json()["version"] == before, "no move was made"
    tab.keyboard.press("Escape")
    board_page.space(tab, "Advertising agency, desk 2").click()
    board_page.table(tab, other_than=before, is_settled=True).wait_for()


@pytest.mark.thorough
def test_places_go_into_the_plan_by_touch_and_a_tap_is_no_move(
    browser: Browser, server: str, client: httpx.Client, seats: tuple[str, str]
) -> None:
    asked, waiting = seats
    client.post(f"/api/seats/{waiting}", json={"set": "confirms_itself:on"})
    tab = opened(browser, f"{server}/s/{waiting}", 360, 740, is_touch=True)
    board_page.panel(tab).get_by_role("link", name=PLAN).tap()
    plan(tab).get_by_role("button", name="Choose places on the board").tap()
    bar(tab).get_by_text("Choose a place on the board").wait_for()
    board_page.space(tab, "Consulting firm, row 1").first.tap()
    wait_for_steps(tab, "consulting")
    bar(tab).get_by_text("leaves 3 time markers").wait_for()
    assert axe_violations(tab, "#plan-bar") == []
    move(client, asked, "agency 1")
    bar(tab).get_by_text("It is your turn").wait_for()
    before = board_page.shown_version(tab)
    board_page.view_tab(tab, "company").tap()
    tab.get_by_role("button", name="Meeting Room").first.tap()
    wait_for_steps(tab, "consulting", "meeting_room 1")
    assert client.get(f"/api/seats/{waiting}").json()["version"] == before, "no move was made"
    bar(tab).get_by_role("button", name="End planning").tap()
    assert bar(tab).count() == 0
    tab.get_by_role("button", name="Meeting Room").first.tap()
    board_page.table(tab, other_than=before, is_settled=True).wait_for()
