"""House values on the start page, in their form and over JSON: a file, a text or the fields make a table; what can't be is said beside the fields, and nothing is made."""

from __future__ import annotations

import tomllib
from collections import Counter
from typing import Any

import httpx
import pytest
from markupsafe import escape
from playwright.sync_api import Browser

from groundfloor.editions import NAMES, ruleset
from groundfloor.editions.overrides import as_tuples, house_values_text
from groundfloor.files import MAX_BYTES
from tests.support.accessibility import axe_violations
from tests.support.api_table import ApiTable
from tests.support.html import all_of, has, inline_code, one, text, texts, value, values, words
from tests.support.random_house_values import random_house_values

FORM = {"kind-0": "here", "name-0": "Ann", "kind-1": "pei"}
MINE = '"start.money" = 40\n'


def record_of(client: httpx.Client, made: httpx.Response) -> str:
    assert made.status_code == 303
    game_id = client.get(made.headers["location"]).text.partition('data-game="')[2].partition('"')[0]
    return client.get(f"/g/{game_id}/record").text


@pytest.mark.parametrize("is_file", [True, False])
def test_a_table_with_house_values_keeps_them_in_its_record(client: httpx.Client, is_file: bool) -> None:
    client.get("/")
    if is_file:
        answer = client.post("/new", data=FORM, files={"file": ("mine.toml", MINE)})
    else:
        answer = client.post("/new", data={**FORM, "house": MINE})
    assert "house start.money 40" in record_of(client, answer)


def test_impossible_house_values_have_error_message(client: httpx.Client) -> None:
    client.get("/")
    answer = client.post("/new", data={**FORM, "house": '"start.mony" = 4'})
    assert answer.status_code == 422 and "start.mony" in answer.text and "start.money" in answer.text


@pytest.mark.parametrize("values", [MINE])
def test_a_server_with_house_values_proposes_them_for_new_tables(client: httpx.Client, values: str) -> None:
    page = client.get("/").text
    assert has(page, "details.house[open]") and "With the house values of this server." in page
    assert page.count(escape(values)) == 3, "in the field, and for the games against Pei and Intern"
    for house, has_them in ((values, True), ("", False)):
        answer = client.post("/new", data={**FORM, "house": house})
        assert ("house start.money 40" in record_of(client, answer)) == has_them


@pytest.mark.parametrize("values", ['"tenant.emergency_meeting" = 2\n'])
def test_values_of_other_ruleset_select_it(client: httpx.Client, values: str) -> None:
    """Values of another ruleset choose it and leave the quick game alone."""
    page = client.get("/").text
    assert has(page, "option[value=first][selected]") and "With the house values of this server." not in page


def test_a_server_without_house_values_proposes_none(client: httpx.Client) -> None:
    page = client.get("/").text
    assert has(page, "details.house:not([open])") and "house values of this server" not in page


@pytest.mark.parametrize(
    ("language", "said"), [("en", "house value: set for this table"), ("de", "Hausregel-Wert: für diesen Tisch gesetzt")]
)
def test_the_rules_of_the_game_say_how_house_values_are_marked(client: httpx.Client, language: str, said: str) -> None:
    client.get("/")
    game_id = ApiTable(client, house={"factory.price": [3, 2, 1]}).game_id
    headers = {"Accept-Language": language}
    page = " ".join(client.get(f"/g/{game_id}/rules", headers=headers).text.replace("</span>", "").split())
    assert said in page and "is-other" in page
    assert said not in " ".join(client.get("/rules", headers=headers).text.replace("</span>", "").split())


def test_the_api_takes_house_values_and_says_which_cannot_be(client: httpx.Client) -> None:
    assert "house factory.price [3, 2, 1]" in ApiTable(client, house={"factory.price": [3, 2, 1]}).record
    seats = [{"name": "Ann"}, {"name": "Ben"}]
    for house, said in (({"factory.price": [3, 2]}, "has 3 parts"), ({"factory.cost": 3}, "factory.price"), ([3], "house is an object")):
        answer = client.post("/api/games", json={"seats": seats, "house": house})
        assert answer.status_code in (400, 422) and said in answer.json()["error"]


def test_the_page_of_a_table_lists_its_house_values(client: httpx.Client) -> None:
    for house, has_them in (({"factory.price": [3, 2, 1]}, True), ({}, False)):
        game_id = ApiTable(client, house=house).game_id
        page = client.get(f"/g/{game_id}/table").text
        listed = [words(item) for item in all_of(page, f"li:has(a[href='/g/{game_id}/rules#value-factory.price'])")]
        assert listed == (["Factory: Price of a space: 3, 2, 1"] if has_them else [])
        assert ("House values" in page) == has_them
    assert 'id="value-factory.price"' in client.get(f"/g/{game_id}/rules").text


@pytest.mark.parametrize("is_told", [True, False])
def test_too_large_a_file_is_refused_even_without_content_length(client: httpx.Client, is_told: bool) -> None:
    client.get("/")
    before = "".join(f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in FORM.items())
    file = '--x\r\nContent-Disposition: form-data; name="file"; filename="mine.toml"\r\n\r\n'
    body = (before + file + MINE + "#" * MAX_BYTES + "\r\n--x--\r\n").encode()
    content = body if is_told else iter([body[:1000], body[1000:]])
    answer = client.post("/new", content=content, headers={"Content-Type": "multipart/form-data; boundary=x"})
    assert answer.status_code == 413 and "That file is too large" in answer.text
    small = body.replace(b"#" * MAX_BYTES, b"")
    assert client.post("/new", content=iter([small]), headers={"Content-Type": "multipart/form-data; boundary=x"}).status_code == 303


# The form


SEATS = {
    "name": "Mondays",
    "kind-0": "here",
    "name-0": "Ann",
    "colour-0": "pink",
    "kind-1": "pei",
    "colour-1": "blue",
    "option-deck": "preset",
}


def fields(page: str) -> dict[str, str]:
    """Returns what a browser would send of the form of house values: each field with its text."""
    found = {value(each, "name"): value(each, "value") for each in all_of(page, "#house-values input:not([type=radio])")}
    chosen = {value(each, "name"): value(one(each, "[selected]"), "value") for each in all_of(page, "#house-values select")}
    return found | chosen


def opened(client: httpx.Client, **fields: str) -> str:
    client.get("/")
    answer = client.post("/house-values", data=fields)
    assert answer.status_code == 200
    return answer.text


def values_set_by(page: str) -> dict[str, Any]:
    return tomllib.loads(one(page, "textarea#house").text())


@pytest.mark.parametrize("name", NAMES)
def test_all_values_of_a_ruleset_return_as_they_came(client: httpx.Client, name: str) -> None:
    """From TOML to the form and back to TOML: nothing is lost, nothing added."""
    given = ruleset(name).with_overrides(random_house_values(name, 3, 1.0)).overrides
    assert len(given) > 60
    page = opened(client, ruleset=name, house=house_values_text(given))
    assert values(page, ".house-value.is-changed", "id") and not has(page, ".error-summary")
    back = client.post("/house-values", data={**fields(page), "do": "use"})
    assert back.status_code == 200
    assert {key: as_tuples(content) for key, content in values_set_by(back.text).items()} == {
        key: as_tuples(content) for key, content in given.items()
    }
    assert has(back.text, f"option[value={name}][selected]") and len(all_of(back.text, ".set-values li")) == len(given)


@pytest.mark.parametrize("name", NAMES)
def test_an_untouched_form_sets_nothing(client: httpx.Client, name: str) -> None:
    page = client.get(f"/house-values/{name}").text
    assert not has(page, ".is-changed") and inline_code(page) == []
    back = client.post("/house-values", data={**fields(page), "do": "use"})
    assert back.status_code == 200 and values_set_by(back.text) == {}
    assert has(back.text, f"option[value={name}][selected]")


@pytest.mark.parametrize("name", NAMES)
def test_each_value_has_its_evidence_and_range(client: httpx.Client, name: str) -> None:
    page = client.get(f"/house-values/{name}").text
    shown = [value(each, "class").split()[1:] for each in all_of(page, ".house-value")]
    known = Counter(each.status for each in ruleset(name).values.values())
    assert len(shown) == sum(known.values()) and sum("is-assumed" in classes for classes in shown) == known["assumed"]
    about = text(one(page, "[id='about-retail_outlets.liquidation']"))
    assert "In the rules: 3." in about and "From 0 to 99." in about
    assert "From −20 to 99." in text(one(page, "[id='about-income']"))


def test_evidence_does_not_repeat_the_name_of_the_value(client: httpx.Client) -> None:
    page = client.get("/house-values", headers={"Accept-Language": "de"}).text
    assert text(one(page, "[id='about-stages']")).startswith("gedruckt. In den Regeln: 1, 1, ")


def test_form_makes_a_table_with_these_values(client: httpx.Client) -> None:
    page = opened(client, **SEATS)
    sent = {**fields(page), "value-factory.price-0": "3", "value-income-4": "−4", "value-start.money": " ", "do": "use"}
    start = client.post("/house-values", data=sent).text
    assert values_set_by(start) == {"income": [9, 6, 3, 0, -4], "factory.price": [3, 2, 1]}
    assert texts(start, ".set-values li") == [
        "Tracks: Income by the number of employees, the CEO among them: 9, 6, 3, 0, −4",
        "Factory: Price of a space: 3, 2, 1",
    ]
    assert [value(one(start, f"#{id}"), "value") for id in ("name", "name-0")] == ["Mondays", "Ann"]
    assert has(start, "#colour-0 [value=pink][selected]") and has(start, "#option-deck [value=preset][selected]")
    made = client.post("/new", data={**SEATS, "house": one(start, "textarea#house").text()})
    assert made.status_code == 303
    game_id = client.get(made.headers["location"]).text.partition('data-game="')[2].partition('"')[0]
    record = client.get(f"/g/{game_id}/record").text
    assert "house income [9, 6, 3, 0, -4]\nhouse factory.price [3, 2, 1]\n" in record


def test_errors_stand_beside_their_fields(client: httpx.Client) -> None:
    """What was entered stays, each wrong field is marked and described, and the summary links to it."""
    sent = fields(opened(client, **SEATS)) | {"value-factory.price-1": "much", "value-warehouse.prices-2-1": "100", "value-markers": "30"}
    answer = client.post("/house-values", data={**sent, "do": "use"})
    page = answer.text
    assert answer.status_code == 422 and has(page, ".error-summary[role=alert][autofocus]")
    wrong = values(page, "[aria-invalid]", "id")
    assert wrong == ["value-warehouse.prices-2-1", "value-factory.price-1"]
    assert values(page, ".error-summary a", "href") == [f"#{id}" for id in wrong]
    assert [value(one(page, f"[id='{id}']"), "value") for id in (*wrong, "value-markers")] == ["100", "much", "30"]
    said = text(one(page, f"[id='{value(one(page, '[aria-invalid]'), 'aria-describedby')}']"))
    assert said == "“Warehouse: Price of each door: either money or info” has numbers from 0 to 99, not 100."
    assert value(one(page, "input[name=name-0]"), "value") == "Ann"


def test_contradictions_are_told_at_the_value_that_was_changed(client: httpx.Client) -> None:
    sent = fields(opened(client, **SEATS)) | {"value-ceo.time": "20", "value-markers": "10", "value-start.supply": "2"}
    page = client.post("/house-values", data={**sent, "do": "use"}).text
    assert values(page, ".has-error", "id") == ["house-markers", "house-start.supply"]
    assert "does not fit into the closet, which holds 1" in text(one(page, "[id='error-start.supply']"))


def test_errors_are_in_the_language_of_the_page(client: httpx.Client) -> None:
    sent = fields(opened(client, **SEATS)) | {"value-closet-0": "3"}
    page = client.post("/house-values", data={**sent, "do": "use"}, headers={"Accept-Language": "de"}).text
    assert text(one(page, ".field-error")).endswith("Umgebaut fasst er mindestens so viel wie im Standard.")


def test_a_value_is_reset_alone(client: httpx.Client) -> None:
    page = opened(client, **SEATS, house='"market" = [2, 3, 3, 4, 4, 5, 5, 6, 8]\n"market.start" = 5\n"start.money" = 9\n')
    page = client.post("/house-values", data={**fields(page), "reset": "market"}).text
    assert values(page, ".is-changed", "id") == ["house-market.start", "house-start.money"]
    assert fields(page)["value-market-8"] == "7" and fields(page)["value-market.start"] == "5"


def test_going_back_keeps_what_was_set_before(client: httpx.Client) -> None:
    sent = fields(opened(client, **SEATS, house='"start.money" = 9\n')) | {"value-start.money": "10"}
    start = client.post("/house-values", data={**sent, "do": "back"}).text
    assert values_set_by(start) == {"start.money": 9} and value(one(start, "#name-0"), "value") == "Ann"


def test_a_file_of_the_start_page_opens_in_the_form(client: httpx.Client) -> None:
    client.get("/")
    page = client.post("/house-values", data=SEATS, files={"file": ("mine.toml", '"start.money" = 200\n')}).text
    assert fields(page)["value-start.money"] == "200" and values(page, ".has-error", "id") == ["house-start.money"]


@pytest.mark.parametrize("house", ["start.money", '"start.money" = "x" 3'])
def test_text_that_is_no_toml_stays_on_the_start_page(client: httpx.Client, house: str) -> None:
    client.get("/")
    answer = client.post("/house-values", data={**SEATS, "house": house})
    assert answer.status_code == 422 and "this is not one" in text(one(answer.text, "[role=alert]"))
    assert one(answer.text, "textarea#house").text() == house and value(one(answer.text, "#name-0"), "value") == "Ann"


def test_file_that_is_no_toml_does_not_replace_what_was_set(client: httpx.Client) -> None:
    client.get("/")
    house = '"start.money" = 9\n'
    answer = client.post("/house-values", data={**SEATS, "house": house}, files={"file": ("mine.toml", "start.money")})
    assert answer.status_code == 422 and one(answer.text, "textarea#house").text() == house


def test_values_of_other_rules_are_named_in_the_summary(client: httpx.Client) -> None:
    page = opened(client, **SEATS, ruleset="first", house='"event.retainer" = 4\n"warehouse.prices" = [[1, 1]]\n')
    assert len(all_of(page, ".error-summary li")) == 2 and "event.retainer" in text(one(page, ".error-summary"))
    assert fields(page)["value-warehouse.prices-3-0"] == "5", "a list of another length does not fit the fields"


def test_unknown_rules_have_no_form(client: httpx.Client) -> None:
    assert client.get("/house-values/third").status_code == 404
    assert "Second edition" in text(one(client.get("/house-values").text, "h1"))


@pytest.mark.thorough
@pytest.mark.console("status of 422")
@pytest.mark.parametrize("has_scripts", [True, False])
def test_house_values_are_set_with_the_keyboard(browser: Browser, server: str, has_scripts: bool) -> None:
    """From the start page to the form, a wrong number, its error, the right one, and back: keys only, with and without scripts."""
    tab = browser.new_page(locale="en", java_script_enabled=has_scripts)
    tab.goto(server)
    keys = tab.keyboard
    for details in ("own-table", "more"):
        tab.locator(f"details.{details} > summary").focus()
        keys.press("Enter")
    tab.get_by_role("button", name="Set house values").focus()
    keys.press("Enter")
    tab.get_by_role("group", name="Price of a remodel").get_by_label("info").focus()
    keys.press("ControlOrMeta+a")
    keys.type("1000")
    keys.press("Enter")
    summary = tab.get_by_role("alert")
    summary.wait_for()
    assert summary.evaluate("(each) => each.matches(':focus')")
    if has_scripts:
        assert axe_violations(tab) == []
    keys.press("Tab")
    keys.press("Enter")
    field = tab.get_by_role("group", name="Price of a remodel").get_by_label("info")
    assert field.input_value() == "1000" and field.get_attribute("aria-invalid") == "true"
    field.focus()
    keys.press("ControlOrMeta+a")
    keys.type("4")
    keys.press("Enter")
    tab.get_by_text("Company: Price of a remodel: 3, 4").wait_for()
    tab.get_by_role("button", name="Open the table").focus()
    keys.press("Enter")
    tab.wait_for_url("**/s/*")


@pytest.mark.thorough
def test_scripts_mark_and_reset_what_differs(browser: Browser, server: str) -> None:
    tab = browser.new_page(locale="en")
    tab.goto(f"{server}/house-values/first")
    group = tab.get_by_role("group", name="Price of a space").first
    reset = group.get_by_role("button", name="Reset")
    assert not reset.is_visible()
    group.get_by_label("money").fill("9")
    tab.get_by_label("only changed values").check()
    assert tab.locator(".house-value:visible").count() == 1 and tab.locator("#changed-count").text_content() == "1"
    reset.click()
    assert tab.locator(".house-value:visible").count() == 0 and tab.locator("#changed-count").text_content() == "0"
    tab.get_by_label("only assumed values").check()
    assumed = sum(each.status == "assumed" for each in ruleset("first").values.values())
    assert tab.locator(".house-value:visible").count() == assumed
