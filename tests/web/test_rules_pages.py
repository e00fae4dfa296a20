"""The rules on their pages and beside a game: lengths, rulesets, evidence, search in both languages, and what a game is played with."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import httpx
import pytest
from jinja2 import Template
from playwright.sync_api import Browser, Route

from groundfloor.editions import NAMES
from tests.support import board_page
from tests.support.html import has, one, text, texts, value, values
from tests.support.open_pages import wait_for_held

from .conftest import Page

EXAMPLE = "M has 3 markers in"


@pytest.mark.parametrize("name", NAMES)
def test_each_ruleset_has_its_page(client: httpx.Client, name: str) -> None:
    page = client.get(f"/rules/{name}").text
    assert set(values(page, "a[aria-current=page]", "href")) & {"/rules", f"/rules/{name}"}
    assert {"IV.B.2", "tables"} <= set(values(page, "[id]", "id"))
    assert client.get("/rules/tenth").status_code == 404


@pytest.mark.parametrize(("name", "facts"), [("second", "1–5 players · 120–180 minutes · ages 12 and up"), ("manual", "2–5 players")])
def test_rules_name_players_time_and_age_of_the_board_game(client: httpx.Client, name: str, facts: str) -> None:
    assert text(one(client.get(f"/rules/{name}").text, ".rules-head .hint")).startswith(facts)


def test_about_and_start_page_name_players_time_and_age(client: httpx.Client) -> None:
    about = client.get("/about?lang=de").text
    assert "Zweite Auflage: 1–5 Spieler · 120–180 Minuten · ab 12 Jahren" in text(one(about, "#board-game + ul"))
    assert "https://yucata.de/de/Rules/GroundFloor" in values(about, "main a", "href")
    assert any("1–5 Spieler" in said for said in texts(client.get("/?lang=de").text, ".hero .hint"))


def test_a_reader_chooses_short_long_or_both_and_it_is_kept(client: httpx.Client) -> None:
    assert EXAMPLE not in client.get("/rules").text
    assert EXAMPLE in client.get("/rules?length=long").text
    kept = client.get("/rules").text
    assert EXAMPLE in kept and not has(kept, ".in-short")
    assert has(client.get("/rules/online?length=both").text, ".in-short")
    assert EXAMPLE in client.get("/rules?length=tall").text
    assert EXAMPLE not in client.get("/rules?length=short").text


def test_an_assumed_number_shows_its_evidence_and_links_to_its_value(client: httpx.Client) -> None:
    page = client.get("/rules").text
    number = one(page, '.is-assumed[href="#value-construction_company.spaces"]')
    assert text(number) == "4, 5, 6, 7" and value(number, "title").startswith("assumed: for 2 to 5 players")
    assert has(page, '[id="value-construction_company.spaces"]')
    assert "25" not in texts(page, ".is-assumed, .is-derived, .is-other")


def test_search_finds_tiles_and_words_of_the_other_language(client: httpx.Client) -> None:
    found = client.get("/rules", params={"q": "Forschungslabor"}).text
    assert has(found, 'a[href="/rules#6.3"]') and "Research Lab" in texts(found, "th[scope=row]")
    assert has(client.get("/rules/online", params={"q": "iv.e.2"}).text, 'a[href="/rules/online#IV.E.2"]')


def test_the_differences_are_a_page(client: httpx.Client) -> None:
    page = client.get("/rules/differences").text
    assert has(page, 'a[href="/rules#9.1.3"]')
    assert "Construction Admin: one use takes" in texts(page, "th[scope=row]")
    assert {"3 time markers", "4 time markers"} <= {" ".join(text.split()) for text in texts(page, "td")}


@pytest.mark.parametrize("path", ["/", "/rules", "/rules/differences"])
def test_long_pages_are_not_drawn_in_event_loop(client: httpx.Client, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    """The event loop carries the answers to everybody's moves."""
    assert client.get(path).status_code == 200
    loops = []

    def noted(self: Template, *args: object, **facts: object) -> str:
        with suppress(RuntimeError):
            loops.append(asyncio.get_running_loop())
        return render(self, *args, **facts)

    render = Template.render
    monkeypatch.setattr(Template, "render", noted)
    assert client.get(path).status_code == 200
    assert not loops


def test_a_game_shows_only_what_it_is_played_with(client: httpx.Client, solo: Page) -> None:
    for address in (f"/g/{solo.public}/rules", f"/g/{solo.public}/rules/panel"):
        anchors = {anchor.removeprefix("book-") for anchor in values(client.get(address).text, "[id]", "id")}
        assert "IV.B.2" in anchors and not anchors & {"8.2", "8.5", "9.1.1", "9.2.1"}
    assert client.get("/g/nothing/rules").status_code == 404


def test_every_rule_link_of_the_board_leads_into_the_games_own_rules(client: httpx.Client, solo: Page) -> None:
    links = values(solo.text, 'a[href^="/"][href*=rules]', "href")
    assert links and all(link.startswith(f"/g/{solo.public}/rules") for link in links)
    anchors = {link.partition("#")[2] for link in links} - {""}
    ids = values(client.get(f"/g/{solo.public}/rules").text, "[id]", "id")
    assert anchors <= set(ids)
    places = set(values(solo.text, "[data-rule]", "data-rule"))
    assert {"III.E", "6.1", "3.1", "II.2"} <= places <= set(ids)
    assert len(ids) == len(set(ids))


def test_key_q_opens_rule_of_focused_place(browser: Browser, server: str, solo: Page) -> None:
    """The key q opens the rule of the place in focus and the length can be changed there."""
    tab = browser.new_page(viewport={"width": 1600, "height": 900}, locale="en")
    tab.goto(f"{server}{solo.address}")
    board_page.panel(tab).wait_for()
    tab.wait_for_load_state("load")
    board_page.space(tab, "Factory, space 1").focus()
    tab.keyboard.press("q")
    board_page.cited_rule(tab).and_(tab.locator("[id='book-III.E']")).wait_for()
    board_page.rule_book(tab).get_by_role("link", name="Long", exact=True).click()
    board_page.rule_book(tab).get_by_role("link", name="Long", exact=True).and_(tab.locator("[aria-current=true]")).wait_for()
    assert board_page.rule_book(tab).get_by_text("Example").count() > 0
    board_page.rule_book(tab).locator("a[title]").first.click()
    assert (board_page.cited_rule(tab).get_attribute("id") or "").startswith("book-value-")
    tab.keyboard.press("Escape")
    assert board_page.rule_book(tab).is_hidden()


def test_rule_asked_for_last_stays_and_a_closed_book_stays_closed(browser: Browser, server: str, solo: Page) -> None:
    tab = browser.new_page(viewport={"width": 1600, "height": 900}, locale="en")
    held: list[Route] = []
    tab.route("**/purpose?*", lambda route: held.append(route))
    tab.goto(f"{server}{solo.address}")
    board_page.panel(tab).wait_for()
    tab.wait_for_load_state("load")
    book = board_page.rule_book(tab)
    signs = tab.locator("div[data-of^='area:']:not([role])")
    for sign in (signs.first, signs.nth(1)):
        sign.hover()
        with tab.expect_request("**/purpose?*"):
            tab.keyboard.press("q")
    wait_for_held(tab, held, 2)
    answers = [route.fetch() for route in held]
    held[1].fulfill(response=answers[1])
    board_page.cited_rule(tab).wait_for()
    shown = book.inner_text()
    with tab.expect_event("requestfinished"):
        held[0].fulfill(response=answers[0])
    tab.wait_for_timeout(200)
    assert book.inner_text() == shown
    signs.first.hover()
    with tab.expect_request("**/purpose?*"):
        tab.keyboard.press("q")
    book.get_by_role("button", name="Close").click()
    wait_for_held(tab, held, 3)
    with tab.expect_event("requestfinished"):
        held[2].continue_()
    tab.wait_for_timeout(200)
    assert book.is_hidden()
