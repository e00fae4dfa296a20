"""Only our own pages act: requests of other sites are refused, whatever they carry, and a GET or HEAD changes nothing that is stored."""

from __future__ import annotations

import httpx
import pytest
from sqlalchemy import select

from groundfloor.server.database.database import reading
from groundfloor.server.database.schema import metadata, presence
from groundfloor.server.database.store import Store
from groundfloor.server.every_route import ROUTES
from groundfloor.server.game.rules import routes as rules
from groundfloor.server.game.storage import games
from groundfloor.server.game.storage.downtimes import ALIVE
from groundfloor.server.http.settings import Settings
from tests.server.conftest import NewGame, Page, with_settings
from tests.support.html import one, value

FOREIGN = ({"Origin": "https://elsewhere.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"})


@pytest.mark.parametrize("headers", FOREIGN)
def test_another_site_can_do_nothing(client: httpx.Client, solo: Page, store: Store, headers: dict[str, str]) -> None:
    before = games.find(store, solo.game_id)
    body = {"version": str(solo.version), "pick": "done", "game": solo.game_id, "kind-0": "here", "name-0": "A", "kind-1": "pei"}
    for address in (solo.address, "/new", "/forget", "/upload"):
        assert client.post(address, data=body, headers=headers).status_code == 403
    assert client.post("/api/games", json={"seats": []}, headers=headers).status_code == 403
    assert games.find(store, solo.game_id) == before and games.count(store) == 1


def test_a_form_without_an_origin_needs_the_token(client: httpx.Client, solo: Page) -> None:
    del client.headers["origin"]
    assert solo.send(pick="done").status_code == 403
    token = value(one(client.get(solo.address).text, "input[name=csrf]"), "value")
    assert solo.send(pick="done", csrf=token).status_code == 200


def test_a_refused_form_of_nobody_gets_no_empty_cookie(client: httpx.Client, solo: Page) -> None:
    """All programs that keep it would be the same guest."""
    client.cookies.clear()
    del client.headers["origin"]
    for address in (solo.address, "/new", "/lobby", f"{solo.address}/chat"):
        answer = client.post(address, data={"do": "confirm"})
        assert answer.status_code == 403 and 'groundfloor=""' not in answer.headers.get("set-cookie", ""), address


def test_a_refused_form_can_be_sent_again(client: httpx.Client, new_game: NewGame) -> None:
    """By a guest without a cookie whose browser names no origin, so that the token alone decides."""
    chat = f"{new_game('here', 'here').address}/chat"
    client.cookies.clear()
    del client.headers["origin"]
    page = client.get(chat)
    for text, status in (("", 422), ("Good luck", 303)):
        token = value(one(page.text, "input[name=csrf]"), "value")
        page = client.post(chat, data={"text": text, "csrf": token}, follow_redirects=False)
        assert page.status_code == status
        assert len(page.headers.get_list("set-cookie")) == len({each.partition("=")[0] for each in page.headers.get_list("set-cookie")})


def test_the_cookie_goes_to_no_script_and_no_other_site(client: httpx.Client) -> None:
    cookie = client.get("/").headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie


def test_json_is_only_taken_as_json(client: httpx.Client, solo: Page) -> None:
    answer = client.post(
        f"/api/seats/{solo.address.removeprefix('/s/')}", content=b'{"do":"confirm"}', headers={"Content-Type": "text/plain"}
    )
    assert answer.status_code == 415


def test_security_headers_are_on_500_responses_too(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(rules, "render_page")
    answer = client.get("/about")
    assert answer.status_code == 500 and "Nothing was lost" in answer.text
    assert answer.headers["referrer-policy"] == "no-referrer" and answer.headers["cache-control"] == "no-store"
    assert "default-src 'self'" in answer.headers["content-security-policy"]


@with_settings(Settings(trusted_proxies=("127.0.0.1",)))
def test_browsers_remember_that_a_server_is_reached_by_https(client: httpx.Client, new_game: NewGame) -> None:
    """A link of a seat that is opened with http:// would otherwise go over the wire before the redirect. In a home network without HTTPS nobody is sent there."""
    for path in ("/", "/static/x", "/nowhere", "/api/games", new_game("here", "link").address):
        answer = client.get(path, headers={"X-Forwarded-Proto": "https"})
        assert answer.headers["strict-transport-security"] == "max-age=31536000", path
        assert "strict-transport-security" not in client.get(path).headers
    assert "strict-transport-security" in client.get("/", headers={"X-Forwarded-Proto": "https", "Host": "evil.example"}).headers


def test_word_of_an_untrusted_proxy_keeps_nobody_at_https(client: httpx.Client) -> None:
    assert "strict-transport-security" not in client.get("/", headers={"X-Forwarded-Proto": "https"}).headers


def test_names_are_shown_as_text(client: httpx.Client) -> None:
    body = {"kind-0": "here", "name-0": "<b>Ann</b>", "kind-1": "pei", "name": "<script>alert(1)</script>"}
    answer = client.post("/new", data=body)
    text = client.get(answer.headers["location"]).text + client.get("/").text
    assert "<b>Ann" not in text and "<script>alert" not in text


def test_cookies_are_never_unquoted(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """``http.cookies`` of Python before 3.11.10 and 3.12.6 takes 0.1 s for the first one (CVE-2024-7592)."""
    monkeypatch.delattr("starlette.requests.cookie_parser")
    own = client.get("/").headers["set-cookie"].partition(";")[0]
    backslashes = "\\" * 8_000
    cookies = (f'x="{backslashes}"', f'x="{backslashes}"; {own}', f'groundfloor="{backslashes}"')
    answers = [client.get("/", headers={"Cookie": cookie}) for cookie in cookies]
    assert [answer.status_code for answer in answers] == [200] * 3
    assert [own in answer.headers["set-cookie"] for answer in answers] == [False, True, False]


def test_no_link_of_an_error_page_leads_to_another_host(client: httpx.Client) -> None:
    page = client.get(f"{str(client.base_url).rstrip('/')}//evil.example/page").text
    assert 'href="//' not in page and "/evil.example/page?lang=de" in page


@pytest.mark.parametrize("headers", FOREIGN)
def test_a_form_of_another_site_does_not_replace_the_cookie(client: httpx.Client, headers: dict[str, str]) -> None:
    """Browsers send no cookie of ours with it, but would keep a new one."""
    for address in ("/blocks", "/account/log-out", "/new", "/my-games/delete"):
        answer = client.post(address, data={"do": "block", "name": "Ann"}, headers=headers)
        assert answer.status_code == 403 and "set-cookie" not in answer.headers, address


LEFT_OUT = ("/events", "/g/{game_id}/events", "/healthz")
"""Streams, and the check that tries whether something can be written."""
LOOKS = sorted({route.path for route in ROUTES if route.method == "GET"}.difference(LEFT_OUT))
QUERY = "?take=yes&do=delete&delete=yes&added=3&as=1&at=0&seen=1&strength=2&length=long&lang=de&q=rule&g=x"


@pytest.fixture(autouse=True)
def _few_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("groundfloor.server.game.tables.advice.HINT_SIMULATIONS", 2)


def stored(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """Returns the rows of all tables but who is here, and that the server is alive, which processes say all the time."""
    tables = [table for table in metadata.sorted_tables if table is not presence]
    with reading(store.engine) as connection:
        rows = {table.name: [tuple(row) for row in connection.execute(select(table))] for table in tables}
    return {name: sorted((row for row in found if row[0] != ALIVE), key=repr) for name, found in rows.items()}


@pytest.mark.thorough
@pytest.mark.slow
def test_no_look_changes_what_is_stored(solo: Page, store: Store) -> None:
    client, token = solo.client, solo.address.rpartition("/")[2]
    client.get(f"/api/seats/{token}")  # whose player has come now
    before = stored(store)
    found = {"game_id": solo.game_id, "token": token, "game": solo.game_id, "day": "today", "name": "second", "number": "0"}
    for path in LOOKS:
        for name, known in found.items():
            path = path.replace(f"{{{name}}}", known)
        for method in ("HEAD", "GET"):
            answer = client.request(method, path + QUERY)
            assert answer.status_code in (200, 303, 403, 404, 422), path
            assert stored(store) == before, path


def test_link_of_another_site_sets_no_language_and_no_length(solo: Page) -> None:
    client, foreign = solo.client, {"Sec-Fetch-Site": "cross-site"}
    assert 'lang="de"' in client.get("/rules?lang=de&length=long", headers=foreign).text
    assert {"language", "rules_length"}.isdisjoint(client.cookies)
    client.get("/rules?lang=de&length=long")
    assert client.cookies["language"] == "de"
