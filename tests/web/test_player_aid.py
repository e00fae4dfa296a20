"""The player aid on its page: one sheet of paper in every ruleset and language, linked wherever the rules are."""

from __future__ import annotations

import re
from itertools import product

import httpx
import pytest
from playwright.sync_api import Browser

from groundfloor.editions import NAMES
from groundfloor.presentation.translations import LANGUAGES
from tests.support.html import one, text, values
from tests.web.conftest import Page

TITLES = {"en": "Player aid", "de": "Spielhilfe"}


def count_pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.parametrize("name", NAMES)
def test_aid_fits_on_one_page(browser: Browser, server: str, name: str) -> None:
    tab = browser.new_page()
    for language, size in product(LANGUAGES, ("A4", "Letter")):
        tab.goto(f"{server}/rules/{name}/aid?lang={language}")
        assert TITLES[language] in (tab.locator("h1").text_content() or "")
        assert count_pages(tab.pdf(format=size)) == 1, (language, size)
    tab.goto(f"{server}/rules/{name}")
    assert count_pages(tab.pdf(format="A4")) > 3, "a longer text has more pages"


def test_aid_prints_black_on_white_by_night(browser: Browser, server: str) -> None:
    tab = browser.new_page(color_scheme="dark")
    tab.goto(f"{server}/rules/aid")
    look = "() => { const { color, backgroundColor } = getComputedStyle(document.querySelector('.aid')); return [color, backgroundColor]; }"
    assert tab.evaluate(look) != ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    tab.emulate_media(media="print")
    assert tab.evaluate(look) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    assert not tab.get_by_role("button", name="Print").is_visible() and not tab.locator(".site-header").is_visible()


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
    aid = client.get(f"/g/{played.public}/rules/aid").text
    assert "12 info" in text(one(aid, ".aid-city tbody td:last-child"))
    assert f"/g/{played.public}/rules" in values(aid, ".aid-links a", "href")
    assert f"/g/{played.public}/rules/aid" in values(client.get(f"/g/{played.public}/rules/panel").text, "a", "href")


@pytest.mark.parametrize(
    ("page", "aid"),
    [
        ("/rules", "/rules/aid"),
        ("/rules/first", "/rules/first/aid"),
        ("/how-to-play", "/rules/aid"),
        ("/", "/rules/aid"),
        ("/about", "/rules/aid"),
    ],
)
def test_aid_is_linked_where_the_rules_are(client: httpx.Client, page: str, aid: str) -> None:
    assert aid in values(client.get(page).text, "main a", "href")
    assert client.get(aid).status_code == 200


def test_there_is_no_aid_of_an_unknown_ruleset(client: httpx.Client) -> None:
    assert client.get("/rules/tenth/aid").status_code == 404
    assert client.get("/g/nothing/rules/aid").status_code == 404
