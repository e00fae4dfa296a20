"""The rules on their pages and beside a game, how to play, the player aid, and what questions and places are for."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from itertools import product

import httpx
import pytest
from jinja2 import Template
from playwright.sync_api import Browser, Route

from groundfloor.editions import NAMES, ruleset
from groundfloor.presentation.translations import LANGUAGES
from tests.server.conftest import Page
from tests.support import board_page
from tests.support.api_table import ApiTable
from tests.support.board_viewer import SETTLED
from tests.support.crowded_tables import crowded_record
from tests.support.html import has, one, text, texts, value, values
from tests.support.open_pages import wait_for_held
from tests.support.samples import nothing, sampled

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


def test_search_names_the_part_of_each_rule_and_so_the_ruleset_of_a_difference(client: httpx.Client) -> None:
    """9.2.3: only the first edition has print."""
    assert texts(client.get("/rules", params={"q": "print"}).text, ".found-part") == ["9.2 First edition: what differs"]
    exchange = client.get("/rules", params={"q": "stock exchange"}).text
    assert texts(exchange, ".found-part")[:4] == ["IV.F Stock exchange"] * 4


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
    for address in (f"/g/{solo.game_id}/rules", f"/g/{solo.game_id}/rules/panel"):
        anchors = {anchor.removeprefix("book-") for anchor in values(client.get(address).text, "[id]", "id")}
        assert "IV.B.2" in anchors and not anchors & {"8.2", "8.5", "9.1.1", "9.2.1"}
    assert client.get("/g/nothing/rules").status_code == 404


def test_every_rule_link_of_the_board_leads_into_the_games_own_rules(client: httpx.Client, solo: Page) -> None:
    links = values(solo.text, 'a[href^="/"][href*=rules]', "href")
    assert links and all(link.startswith(f"/g/{solo.game_id}/rules") for link in links)
    anchors = {link.partition("#")[2] for link in links} - {""}
    ids = values(client.get(f"/g/{solo.game_id}/rules").text, "[id]", "id")
    assert anchors <= set(ids)
    places = set(values(solo.text, "[data-rule]", "data-rule"))
    assert {"III.E", "6.1", "3.1", "II.2"} <= places <= set(ids)
    assert len(ids) == len(set(ids))


@pytest.mark.thorough
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


@pytest.mark.thorough
def test_escape_closes_the_rules_before_it_takes_back_a_draft(browser: Browser, server: str, solo: Page) -> None:
    """Wherever the focus is."""
    tab = browser.new_page(viewport={"width": 1600, "height": 900}, locale="en", reduced_motion="reduce")
    tab.goto(f"{server}{solo.address}")
    board_page.panel(tab, "asked").wait_for()
    tab.wait_for_load_state("load")
    board_page.answer(tab, "done").click()
    board_page.panel(tab, "draft").wait_for()
    board_page.space(tab, "Factory, space 1").focus()
    tab.keyboard.press("q")
    board_page.cited_rule(tab).wait_for()
    tab.get_by_role("heading", level=1).or_(tab.locator("#decision")).first.focus()
    tab.keyboard.press("Escape")
    board_page.rule_book(tab).wait_for(state="hidden")
    assert board_page.panel(tab, "draft").is_visible()


@pytest.mark.thorough
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
    tab.evaluate(SETTLED)
    assert book.inner_text() == shown
    signs.first.hover()
    with tab.expect_request("**/purpose?*"):
        tab.keyboard.press("q")
    book.get_by_role("button", name="Close").click()
    wait_for_held(tab, held, 3)
    with tab.expect_event("requestfinished"):
        held[2].continue_()
    tab.evaluate(SETTLED)
    assert book.is_hidden()


HOW_TITLES = {"en": "How to play, in five minutes", "de": "Das Spiel in fünf Minuten"}


@pytest.mark.parametrize("language", HOW_TITLES)
def test_page_has_every_building_and_the_goal(client: httpx.Client, language: str) -> None:
    page = client.get(f"/how-to-play?lang={language}").text
    assert text(one(page, "h1")) == HOW_TITLES[language]
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


AID_TITLES = {"en": "Player aid", "de": "Spielhilfe"}


def count_pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.parametrize("name", sampled(NAMES, nothing, "second".__eq__))
def test_aid_fits_on_one_page(browser: Browser, server: str, name: str) -> None:
    tab = browser.new_page()
    for language, size in product(LANGUAGES, ("A4", "Letter")):
        tab.goto(f"{server}/rules/{name}/aid?lang={language}")
        assert AID_TITLES[language] in (tab.locator("h1").text_content() or "")
        assert count_pages(tab.pdf(format=size)) == 1, (language, size)
    tab.goto(f"{server}/rules/{name}")
    assert count_pages(tab.pdf(format="A4")) > 3, "a longer text has more pages"


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
def test_how_to_play_fits_on_two_pages(browser: Browser, server: str, language: str) -> None:
    tab = browser.new_page()
    for size in ("A4", "Letter"):
        tab.goto(f"{server}/how-to-play?lang={language}")
        assert count_pages(tab.pdf(format=size)) == 2, size


@pytest.mark.parametrize("seats", sampled([2, 5], nothing, (5).__eq__))
def test_board_fits_on_one_page(browser: Browser, server: str, client: httpx.Client, seats: int) -> None:
    path = ApiTable.resume(client, crowded_record(seats, "last")).path(0)
    for language, is_landscape in product(LANGUAGES, (False, True)):
        tab = browser.new_page(locale=language)
        tab.goto(f"{server}{path}")
        assert count_pages(tab.pdf(format="A4", landscape=is_landscape, prefer_css_page_size=True)) == 1, (language, is_landscape)
        tab.emulate_media(media="print")
        for part in ("#street .facade", ".track-rounds", ".track-popularity", ".main-company", ".company-summary:not(.is-you)"):
            assert all(each.is_visible() for each in tab.locator(part).all()), part
        assert not tab.locator("#panel").is_visible()
        tab.close()


@pytest.mark.thorough
def test_aid_prints_black_on_white_by_night(browser: Browser, server: str) -> None:
    tab = browser.new_page(color_scheme="dark")
    tab.goto(f"{server}/rules/aid")
    look = "() => { const { color, backgroundColor } = getComputedStyle(document.querySelector('.aid')); return [color, backgroundColor]; }"
    assert tab.evaluate(look) != ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    tab.emulate_media(media="print")
    assert tab.evaluate(look) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    assert not tab.get_by_role("button", name="Print").is_visible() and not tab.locator(".site-header").is_visible()


@pytest.mark.thorough
def test_button_prints_and_is_hidden_without_scripts(browser: Browser, server: str) -> None:
    tab = browser.new_page()
    tab.add_init_script("window.print = () => { document.title = 'printed'; }")
    tab.goto(f"{server}/rules/aid")
    tab.get_by_role("button", name="Print").click()
    assert tab.title() == "printed"
    tab.close()
    plain = browser.new_page(java_script_enabled=False)
    plain.goto(f"{server}/rules/aid")
    assert not plain.locator("[data-print]").is_visible()


def test_aid_of_a_game_has_its_house_values(client: httpx.Client) -> None:
    body = {"kind-0": "here", "name-0": "Ann", "kind-1": "pei", "house": '"consulting_firm.reward" = 12'}
    played = Page(client, client.post("/new", data=body).headers["location"])
    aid = client.get(f"/g/{played.game_id}/rules/aid").text
    assert "12 info" in text(one(aid, ".aid-city tbody td:last-child"))
    assert f"/g/{played.game_id}/rules" in values(aid, ".aid-links a", "href")
    assert f"/g/{played.game_id}/rules/aid" in values(client.get(f"/g/{played.game_id}/rules/panel").text, "a", "href")


def test_aid_is_linked_where_the_rules_are(client: httpx.Client) -> None:
    for page, aid in [
        ("/rules", "/rules/aid"),
        ("/rules/first", "/rules/first/aid"),
        ("/how-to-play", "/rules/aid"),
        ("/", "/rules/aid"),
        ("/about", "/rules/aid"),
    ]:
        assert aid in values(client.get(page).text, "main a", "href")
        assert client.get(aid).status_code == 200


def test_there_is_no_aid_of_an_unknown_ruleset(client: httpx.Client) -> None:
    assert client.get("/rules/tenth/aid").status_code == 404
    assert client.get("/g/nothing/rules/aid").status_code == 404


SOLO = {"kind-0": "here", "name-0": "Ann", "colour-0": "red", "kind-1": "pei", "colour-1": "blue"}


@pytest.fixture
def against_pei(client: httpx.Client) -> Page:
    return Page(client, client.post("/new", data=SOLO).headers["location"])


def test_signs_of_question_and_places_name_what_they_ask(against_pei: Page) -> None:
    keys = set(values(against_pei.text, ".rule-link[data-of]", "data-of"))
    assert {"question:hire", "area:factory", "track:rounds", "track:popularity", "track:job_market", "company:0"} <= keys
    link = one(against_pei.text, "#rule-question")
    assert value(link, "aria-label").startswith("What is this for? Rule") and "?go=rules&of=question:hire#" in value(link, "href")
    assert text(one(against_pei.text, "#space-factory-1-tooltip .tooltip-purpose")).startswith("One product for this round")
    assert text(one(against_pei.text, "#c0-assembly-tooltip .tooltip-purpose")).startswith("A supply at once")
    assert text(one(against_pei.text, "#c0-remodel-training-tooltip .tooltip-purpose")).startswith("Prestige at the end")


def test_panel_shows_purpose_before_rule(against_pei: Page, client: httpx.Client) -> None:
    found = client.get(f"/g/{against_pei.game_id}/rules/purpose", params={"of": "room:meeting_room"})
    assert texts(found.text, ".purpose > *") == [
        "Meeting Room",
        "Info at once, whenever you have time left. Remodeled, it also offers a longer meeting with more info for its time.",
        "1 time marker: 1 info. Remodeled: 1 time marker: 1 info; 2 time markers: 3 info.",
    ]
    whole = client.get(f"/g/{against_pei.game_id}/rules", params={"of": "area:factory"}).text
    assert whole.index('data-of="area:factory"') < whole.index('id="IV.E"')
    assert client.get(f"/g/{against_pei.game_id}/rules/purpose", params={"of": "area:nowhere"}).status_code == 404


def test_programs_get_all_purposes_in_their_language(against_pei: Page, client: httpx.Client) -> None:
    url = f"/api/games/{against_pei.game_id}/purposes"
    every_one = client.get(url).json()["purposes"]
    assert len(every_one) > 60 and set(every_one[0]) == {"of", "title", "text", "effect", "rule"}
    german = client.get(url, params={"of": "resource:info"}, headers={"Accept-Language": "de"}).json()["purposes"]
    assert [each["text"][:8] for each in german] == ["Zum Beza"]
