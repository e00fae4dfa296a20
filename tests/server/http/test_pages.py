"""The pages round the board: start, links, history, records, rules, errors, in both languages; their headers and the words of errors."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable
from gettext import NullTranslations

import httpx
import pytest
from jinja2.utils import LRUCache
from markupsafe import Markup

from groundfloor.engine.errors import BadRecord, GroundfloorError, ImpossibleTable
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import games
from groundfloor.server.http.assets import CACHE_FOREVER
from groundfloor.server.http.error_messages import message_for, page_message_for, status_of
from groundfloor.server.http.errors import WebError
from groundfloor.server.http.rendering import environment, load_templates
from groundfloor.server.http.settings import Settings
from tests.server.conftest import NewGame, Page, with_settings
from tests.support.api_table import ApiTable
from tests.support.html import all_of, foreign_addresses, has, inline_code, one, text, value

ADDRESSES = ("/", "/about", "/rules", "/rules?q=money", "/nowhere")


def test_every_page_is_safe_by_its_headers(client: httpx.Client) -> None:
    for address in ADDRESSES:
        headers = client.get(address).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"


@with_settings(Settings(imprint_url="https://club.example/imprint"))
def test_page_of_whoever_runs_the_server_is_linked(client: httpx.Client) -> None:
    for address in ("/", "/about", "/nowhere"):
        assert text(one(client.get(address).text, ".site-footer [href='https://club.example/imprint']")) == "Imprint and privacy"


def test_no_page_has_inline_styles_or_scripts(client: httpx.Client) -> None:
    for address in ADDRESSES:
        assert inline_code(client.get(address).text) == []


def test_nothing_is_asked_of_another_host(client: httpx.Client, solo: Page) -> None:
    for page in [client.get(address).text for address in ADDRESSES] + [solo.text]:
        assert foreign_addresses(page) == []


def test_the_start_page_lists_the_games_of_this_browser(client: httpx.Client, solo: Page) -> None:
    page = client.get("/").text
    assert has(page, f'a[href="{solo.address}"]') and "Your turn" in page
    client.cookies.clear()
    assert solo.address not in client.get("/").text


def test_a_game_is_taken_off_the_list_or_deleted(client: httpx.Client, new_game: NewGame, solo: Page, store: Store) -> None:
    client.post("/forget", data={"game": solo.game_id, "do": "forget"})
    assert solo.address not in client.get("/").text and games.find(store, solo.game_id) is not None
    other = new_game("here", "pei")
    client.post("/forget", data={"game": other.game_id, "do": "delete"})
    assert games.find(store, other.game_id) is None and client.get(other.address).status_code == 404


def test_only_its_host_deletes_a_game(client: httpx.Client, solo: Page, store: Store) -> None:
    client.cookies.clear()
    client.get("/")
    client.post("/forget", data={"game": solo.game_id, "do": "delete"})
    assert games.find(store, solo.game_id) is not None


@pytest.mark.parametrize(
    ("kinds", "sentence"),
    [
        (("here",), "has 2 to 5 seats, not 1"),
        (("pei", "gropius"), "1 to 3 people can play with Automas, not 0"),
        (("here", "pei", "pei"), "must be different"),
        (("here", "here", "here", "here", "pei"), "1 to 3 people can play with Automas, not 4"),
    ],
)
def test_an_impossible_table_is_refused_with_a_sentence(client: httpx.Client, kinds: tuple[str, ...], sentence: str, store: Store) -> None:
    body = {f"{part}-{n}": value for n, kind in enumerate(kinds) for part, value in (("kind", kind), ("name", f"Name {n}"))}
    answer = client.post("/new", data=body)
    assert answer.status_code == 422 and sentence in answer.text and games.count(store) == 0


def test_opening_a_link_changes_nothing(client: httpx.Client, solo: Page, store: Store) -> None:
    before = games.find(store, solo.game_id)
    client.cookies.clear()
    for address in (solo.address, f"/g/{solo.game_id}", f"{solo.address}/board", f"{solo.address}/table", f"/g/{solo.game_id}/at/1"):
        answer = client.get(address)
        assert answer.status_code == 200 and "set-cookie" not in answer.headers
    assert games.find(store, solo.game_id) == before


def test_every_entry_has_an_address_of_its_own(client: httpx.Client, solo: Page) -> None:
    solo.send(pick="done")
    solo.send(do="confirm")
    for number in range(solo.version + 1):
        page = client.get(f"/g/{solo.game_id}/at/{number}").text
        assert has(page, f'[data-history="{number}"]') and not has(page, "[name=pick]")
    assert has(client.get(f"/g/{solo.game_id}/at/99999").text, f'[data-history="{solo.version}"]')


def test_steps_lead_by_round_and_by_phase(client: httpx.Client, solo: Page) -> None:
    solo.send(pick="done")
    solo.send(do="confirm")
    links = all_of(client.get(f"/g/{solo.game_id}/at/0").text, "a[data-step]")
    assert {value(link, "data-step") for link in links} == {"forward", "phase_forward", "round_forward", "last"}
    assert all(value(link, "href").startswith("?at=") for link in links)


def test_the_record_is_kept_and_comes_back(client: httpx.Client, open_page: Callable[[httpx.Client, str], Page], solo: Page) -> None:
    solo.send(pick="done")
    solo.send(do="confirm")
    answer = client.get(f"/g/{solo.game_id}/record")
    assert "attachment" in answer.headers["content-disposition"]
    shown = client.post("/upload", data={"text": answer.text, "do": "show"})
    assert shown.status_code == 303 and shown.headers["location"].endswith("/at/0")
    assert f'data-version="{solo.version}"' in client.get(shown.headers["location"]).text
    resumed = client.post("/upload", data={"text": answer.text, "do": "resume"})
    page = open_page(client, resumed.headers["location"])
    assert page.version >= solo.version and page.send(pick="meeting_room 1").status_code == 200


def test_a_file_that_is_no_record_is_refused_with_a_sentence(client: httpx.Client, store: Store) -> None:
    for record, status in (("", 422), ("hello", 422), ("\x00\x01", 400), ("x" * 100_000, 422)):
        answer = client.post("/upload", files={"text": (None, record), "do": (None, "show")})
        assert answer.status_code == status and has(answer.text, "[role=alert]")
    assert client.post("/upload", data={"text": "x" * 2_000_000}).status_code == 413
    assert games.count(store) == 0


def test_pages_that_are_not_there_say_so(client: httpx.Client) -> None:
    for address in ("/nowhere", "/g/nothing", "/s/nobody", "/g/nothing/record", "/g/nothing/at/3"):
        answer = client.get(address)
        assert answer.status_code == 404 and has(answer.text, "[role=alert]") and "Traceback" not in answer.text
    assert client.post("/about").status_code == 405


def test_a_page_speaks_the_language_that_was_chosen(client: httpx.Client, solo: Page) -> None:
    assert value(one(client.get("/").text, "html"), "lang") == "en"
    assert value(one(client.get(f"{solo.address}?lang=de").text, "html"), "lang") == "de"
    assert value(one(client.get("/about").text, "html"), "lang") == "de"
    assert value(one(client.get("/?lang=en").text, "html"), "lang") == "en"
    client.cookies.clear()
    assert value(one(client.get("/", headers={"Accept-Language": "de-AT,en;q=0.5"}).text, "html"), "lang") == "de"


def test_static_files_are_kept_for_ever_under_their_hash(client: httpx.Client) -> None:
    address = value(one(client.get("/about").text, 'link[href$="/page.css"]'), "href")
    answer = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert answer.headers["cache-control"] == CACHE_FOREVER and answer.headers["content-encoding"] == "gzip"
    old = re.sub(r"/static/\w+/", "/static/0123456789ab/", address)
    assert client.get(old).headers["cache-control"] == "no-cache"
    assert client.get("/static/pages.css").status_code == 404
    assert client.get("/static/0123456789ab/../../app.py").status_code == 404


def test_a_person_without_a_name_is_called_by_the_seat(client: httpx.Client) -> None:
    body = {"kind-0": "here", "name-0": "", "colour-0": "red", "kind-2": "link", "name-2": " ", "colour-2": "blue"}
    answer = client.post("/new", data=body)
    assert answer.status_code == 303
    assert "Player 1, Player 3" in client.get(answer.headers["location"]).text


def test_the_addresses_of_forms_show_the_start_page_when_they_are_read(client: httpx.Client) -> None:
    for address in ("/new?lang=de", "/upload", "/forget"):
        assert client.get(address).status_code == 200


def test_a_table_that_can_t_be_says_what_is_wrong(client: httpx.Client) -> None:
    same = {"kind-0": "here", "name-0": "Ann", "colour-0": "red", "kind-1": "here", "name-1": "Ann", "colour-1": "blue"}
    assert "Two seats have the same name" in client.post("/new", data=same).text
    alone = {"kind-0": "here", "name-0": "Ann"}
    german = client.post("/new", data=alone, headers={"Accept-Language": "de"})
    assert german.status_code == 422 and "hat 2 bis 5 Plätze, nicht 1" in german.text
    strange = client.post("/api/games", json={"seats": [{"name": "Ann"}, {"name": "Ben"}], "options": {"weather": "fine"}})
    assert "has no option" in strange.json()["error"]


def test_table_page_shows_hash_first_and_key_at_end(client: httpx.Client) -> None:
    """The page of a table shows the hash at the start and the key at the end."""
    table = ApiTable(client)
    hash, address = table.public_view["key_hash"], f"/g/{table.game_id}/table"
    page = client.get(address).text
    assert hash in page and not has(page, "#key")
    table.play()
    page = client.get(address).text
    key = text(one(page, "#key"))
    assert len(key) == 64 and hashlib.sha256(bytes.fromhex(key)).hexdigest() == hash


@pytest.mark.thorough
@pytest.mark.slow
def test_templates_are_compiled_once_server_is_open(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """The first visitor of a page does not wait for it."""
    kept = LRUCache(400)
    monkeypatch.setattr(environment, "cache", kept)
    request.getfixturevalue("server")
    until = time.monotonic() + 120
    while len(kept) < len(environment.list_templates()):
        assert time.monotonic() < until
        time.sleep(0.01)


def test_templates_are_left_when_server_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "cache", LRUCache(400))
    load_templates(lambda: True)
    assert not environment.cache


WORDS = NullTranslations()


class NewWebError(WebError):
    """An error that no table knows."""


class NewError(GroundfloorError):
    """An error that no table knows."""


def test_an_error_that_is_in_no_table_is_answered_like_its_base() -> None:
    assert (status_of(NewWebError("%(what)s!", what="No")), status_of(NewError("no"))) == (400, 422)
    assert message_for(NewWebError("%(what)s!", what="No"), WORDS) == "No!"
    assert message_for(NewError("no"), WORDS) == "That can’t be done: no"


def test_pages_mark_what_is_only_in_english() -> None:
    said = page_message_for(BadRecord("line <3>"), WORDS)
    assert isinstance(said, Markup) and '<span lang="en">line &lt;3&gt;</span>' in said


def test_pages_name_options() -> None:
    said = page_message_for(ImpossibleTable("No %(option)s.", option="era"), WORDS)
    assert said.startswith("No ") and "era" not in said.split()
