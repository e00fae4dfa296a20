"""House values on the start page: a file or a text of them makes a table; what can't be is said, and nothing is made."""

from __future__ import annotations

import httpx
import pytest
from markupsafe import escape

from groundfloor.files import MAX_BYTES
from groundfloor.store import Store
from tests.support.html import all_of, has, words

FORM = {"kind-0": "here", "name-0": "Ann", "kind-1": "pei"}
MINE = '"start.money" = 40\n'


def record_of(client: httpx.Client, made: httpx.Response) -> str:
    assert made.status_code == 303
    public = client.get(made.headers["location"]).text.partition('data-game="')[2].partition('"')[0]
    return client.get(f"/g/{public}/record").text


@pytest.mark.parametrize("is_file", [True, False])
def test_a_table_with_house_values_keeps_them_in_its_record(client: httpx.Client, store: Store, is_file: bool) -> None:
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
    assert page.count(escape(values)) == 2, "in the field, and for the game against Pei"
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
    public = client.post("/api/games", json={"seats": [{"name": "Ann"}, {"name": "Ben"}], "house": {"factory.price": [3, 2, 1]}}).json()[
        "game"
    ]
    headers = {"Accept-Language": language}
    page = " ".join(client.get(f"/g/{public}/rules", headers=headers).text.replace("</span>", "").split())
    assert said in page and "is-other" in page
    assert said not in " ".join(client.get("/rules", headers=headers).text.replace("</span>", "").split())


def test_the_api_takes_house_values_and_says_which_cannot_be(client: httpx.Client) -> None:
    seats = [{"name": "Ann"}, {"name": "Ben"}]
    made = client.post("/api/games", json={"seats": seats, "house": {"factory.price": [3, 2, 1]}})
    assert made.status_code == 201
    record = client.get(f"/api/games/{made.json()['game']}/record").json()["record"]
    assert "house factory.price [3, 2, 1]" in record
    for house, said in (({"factory.price": [3, 2]}, "has 3 parts"), ({"factory.cost": 3}, "factory.price"), ([3], "house is an object")):
        answer = client.post("/api/games", json={"seats": seats, "house": house})
        assert answer.status_code in (400, 422) and said in answer.json()["error"]


def test_the_page_of_a_table_lists_its_house_values(client: httpx.Client) -> None:
    seats = [{"name": "Ann"}, {"name": "Ben"}]
    for house, has_them in (({"factory.price": [3, 2, 1]}, True), ({}, False)):
        public = client.post("/api/games", json={"seats": seats, "house": house}).json()["game"]
        page = client.get(f"/g/{public}/table").text
        listed = [words(item) for item in all_of(page, f"li:has(a[href='/g/{public}/rules#value-factory.price'])")]
        assert listed == (["Factory: Price of a space: 3, 2, 1"] if has_them else [])
        assert ("House values" in page) == has_them
    assert 'id="value-factory.price"' in client.get(f"/g/{public}/rules").text


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
