"""What strangers send: sizes, encodings, numbers and nesting that can't be meant are refused with a sentence, quickly and with little log."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator

import httpx
import pytest

from groundfloor import ruleset
from groundfloor.editions.overrides import MAX_TEXT_LENGTH, parse_house_values
from groundfloor.engine.errors import BadRecord
from groundfloor.engine.record import Record
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import games
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.settings import Settings
from tests.server.conftest import Page, with_settings
from tests.support.long_records import large_record
from tests.support.samples import sampled

DIGITS = "9" * 5000
FORM = {"kind-0": "here", "name-0": "Ann", "kind-1": "pei"}
CHARSETS = ("undefined", "punycode", "utf-7", "idna", "hex", "base64", "no-such", "utf-16", "unicode_escape", "x" * 3000)
HOUSES = {
    "deep key": "a." * 10_000 + "a=1",
    "many dots": "\n".join("a." * 30 + f"k{n}=1" for n in range(500)),
    "many digits": f"a = {DIGITS}",
    "hexadecimal digits": f"a = 0x{'f' * 5000}",
    "large number": '"factory.price" = [10000000000, 1, 1]',
    "nested": f"a = {'[' * 330}{']' * 330}",
    "nested without end": "a = " + "[" * 20_000,
    "nested tables": "a = " + "{b = " * 300 + "1" + "}" * 300,
    "many values": f'"factory.price" = [{"1," * 20_000}]',
    "long key": f"{'k' * 5000} = 1",
    "long text": "x" * 100_000,
    "date": "a = 1979-05-27",
    "infinity": "a = inf",
}


@pytest.fixture
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Checks that no request of the test logs anything; httpx's own lines don't count."""
    with caplog.at_level(logging.WARNING):
        yield
    assert [record.getMessage() for record in caplog.records if not record.name.startswith("httpx")] == []


def test_absurd_house_values_are_refused_at_once(client: httpx.Client, store: Store, quiet: None) -> None:
    for what in HOUSES:
        began = time.process_time()
        answer = client.post("/new", files={name: (None, value) for name, value in {**FORM, "house": HOUSES[what]}.items()})
        assert answer.status_code == 422 and ("House values" in answer.text or "no value" in answer.text)
        assert time.process_time() - began < 5 and games.count(store) == 0


def test_house_values_may_be_as_long_as_a_template() -> None:
    assert parse_house_values("# " + "." * 20 + "\n" + "#" * (MAX_TEXT_LENGTH - 200) + '\n"factory.price" = [1, 1, 1]') == {
        "factory.price": [1, 1, 1]
    }


@pytest.mark.parametrize("value", ["[" * 90 + "]" * 90, "1" * 150, '"' + "x" * 150 + '"', "NaN", "{}"])
def test_house_values_of_a_record_have_the_same_limits(value: str) -> None:
    text = f"groundfloor record 1\nruleset second 1\nhouse factory.price {value}\nseat 1 human red Ann\nseat 2 human blue Ben\n\n"
    with pytest.raises(BadRecord):
        Record.parse(text, ruleset)


def test_absurd_json_is_refused_at_once(client: httpx.Client, store: Store, quiet: None) -> None:
    for body in [
        {"seats": [{"name": "A"}, {"name": "B"}], "house": {"factory.price": json.loads("[" * 330 + "]" * 330)}},
        {"seats": [{"name": "A"}] * 9_000},
        {"seats": [{"name": "A"}, {"name": "B"}], "house": {"factory.price": [1] * 60_000}},
        {"seats": [{"name": "A"}, {"name": "B"}], "house": {"a." * 4000 + "a": 1}},
        {"seats": [{"name": "A"}, {"name": "B"}], "house": {"factory.price": 10**400}},
        {"seats": [{"name": "A"}, {"name": "B"}], "options": {f"k{n}": n for n in range(6_000)}},
        {"seats": [{"name": "x" * 50_000}, {"name": "B"}]},
        {"seats": [{"name": "\u3164"}, {"name": "B"}]},
    ]:
        began = time.process_time()
        answer = client.post("/api/games", json=body)
        assert answer.status_code in (400, 422) and len(answer.text) < 1000 and games.count(store) == 0
        assert time.process_time() - began < 5


def test_only_so_many_actions_are_taken_at_once(client: httpx.Client, solo: Page) -> None:
    answer = client.post(f"/api{solo.address.replace('/s/', '/seats/')}", json={"apply": ["done"] * 101, "version": solo.version})
    assert answer.status_code == 400 and "at most 100" in answer.json()["error"]


@pytest.mark.parametrize("charset", sampled(CHARSETS, CHARSETS[::2].__contains__))
def test_only_utf_8_is_read(client: httpx.Client, solo: Page, quiet: None, charset: str) -> None:
    multipart = b'--b\r\nContent-Disposition: form-data; name="do"\r\n\r\nx\r\n--b--\r\n'
    for address in ("/new", "/upload", "/forget", solo.address):
        kind = f"multipart/form-data; boundary=b; charset={charset}"
        assert client.post(address, content=multipart, headers={"Content-Type": kind}).status_code == 415
    assert client.post("/api/games", content=b"{}", headers={"Content-Type": f"application/json; charset={charset}"}).status_code == 415


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data", b"--b\r\n"),
        ("multipart/form-data; boundary=b", b"--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n"),
        ("multipart/form-data; boundary=b", b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n' * 300 + b"--b--\r\n"),
        ("application/x-www-form-urlencoded", b"&".join(b"f%d=1" % number for number in range(5000))),
    ],
)
def test_forms_that_cannot_be_read_are_400(client: httpx.Client, solo: Page, quiet: None, kind: str, body: bytes) -> None:
    for address in ("/new", "/upload", "/forget", solo.address):
        answer = client.post(address, content=body, headers={"Content-Type": kind})
        assert answer.status_code == 400 and "not a readable form" in answer.text


def test_strange_origins_are_foreign(client: httpx.Client, solo: Page, quiet: None) -> None:
    for origin in ["http://[", "http://[::1", "//", "http://a:99999999", "\u00ff", "x" * 5000]:
        for address in ("/new", "/upload", "/forget", solo.address, "/api/games"):
            answer = client.post(address, data=FORM, headers=[(b"Origin", origin.encode("latin-1"))])
            assert answer.status_code == 403


def test_numbers_in_addresses_are_numbers_or_nothing(client: httpx.Client, solo: Page, quiet: None) -> None:
    for number in [DIGITS, "-1", "\u00b2", "1.0", "x", "%00"]:
        for base in (solo.address, f"/g/{solo.game_id}"):
            assert client.get(f"{base}/at/{number}").status_code == {DIGITS: 414, "%00": 400}.get(number, 404)
        assert client.get(f"/g/{solo.game_id}/at/0").status_code == 200


@pytest.mark.parametrize("address", ["/upload", "/api/records"])
def test_records_have_the_limit_of_real_games(client: httpx.Client, store: Store, address: str) -> None:
    def bring(text: str) -> httpx.Response:
        return (
            client.post(address, json={"record": text})
            if address.startswith("/api")
            else client.post(address, data={"text": text, "do": "show"})
        )

    refused = bring(large_record(Limits.record_entries + 2))
    assert refused.status_code == 422 and "at most 2,000 entries" in refused.text
    assert bring(large_record(20) + "\n" * 100 + " " * Limits.record_bytes).status_code == 422
    assert games.count(store) == 0
    assert bring(large_record(Limits.record_entries - 100)).status_code in (201, 303)


def test_largest_record_is_shown_quickly(client: httpx.Client) -> None:
    """Replaying from the start at each undo took 47 seconds for 4,000 of them."""
    made = client.post("/api/records", json={"record": large_record(Limits.record_entries - 100)}).json()
    began = time.process_time()
    assert client.get(made["link"]).status_code == 200
    assert client.get(f"{made['link']}/at/1000").status_code == 200
    assert time.process_time() - began < 10


@with_settings(Settings(limits=Limits(body_bytes=10_000)))
@pytest.mark.parametrize("is_told", [True, False])
def test_larger_bodies_are_413_everywhere(client: httpx.Client, solo: Page, is_told: bool) -> None:
    """A server whose requests may send little."""
    body = b"name=" + b"x" * 20_000
    for address in ("/new", "/upload", "/forget", solo.address, "/api/games"):
        kind = "application/json" if address.startswith("/api") else "application/x-www-form-urlencoded"
        content = body if is_told else iter([body])
        assert client.post(address, content=content, headers={"Content-Type": kind}).status_code == 413


def test_long_forms_come_in_parts(client: httpx.Client) -> None:
    """A URL-encoded form of a megabyte would take 0.3 s to read."""
    assert client.post("/my-games/import", data={"text": "%" * 400_000}).status_code == 413
    assert client.post("/my-games/import", files={"text": (None, "%" * 400_000)}).status_code == 422
