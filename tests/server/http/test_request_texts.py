"""Texts of requests are measured before anything else is done with them: each field of each route, the address and the cookies."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from typing import Any
from unicodedata import normalize
from urllib.parse import quote

import httpx
import pytest

from groundfloor.server.app import create_app
from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.club.moderation import storage as moderation_storage
from groundfloor.server.database.store import Store
from groundfloor.server.every_route import ROUTES
from groundfloor.server.http.request_texts import COOKIES, PARAMETERS, limit_of
from groundfloor.server.http.settings import Settings
from groundfloor.server.openapi import describe, described
from groundfloor.server.pages.rooms import files
from groundfloor.table.messages import notes_text
from groundfloor.table.player_names import name_key, without_stacks
from tests.server.conftest import Page
from tests.server.test_openapi import LIMITS
from tests.server.test_route_access import ROWS
from tests.support.attack.client import get, post_json
from tests.support.attack.costs import Meter
from tests.support.attack.exchange import SAME_ORIGIN, Answer, Connection, Headers, Request
from tests.support.attack.malformed import fill_all, routes
from tests.support.quick_server import running
from tests.support.samples import nothing, sampled
from tests.support.stores import with_database

MARKS = "\u0300\u0323"
"""Marks that normalization has to bring into order, which takes it the square of their number."""
LEADS_AWAY = re.compile(r"/(rematch|same-seed|analysis) ")
"""Forms of a page that is not there before the end of the game: even a refusal leads back to the board."""
TIMES = 100
"""How many times as long as its limit a text is."""
MOST = 40_000
"""Bytes of the longest texts: normalization takes 0.2 s for them."""
TRIES = 6
"""How often a request is sent until it costs little: other work of the machine makes one dearer, and never cheaper."""
HEADERS = (
    "Accept-Encoding", "Accept-Language", "Authorization", "Content-Type", "Cookie", "Forwarded", "Host", "X-Partial", "Idempotency-Key", "If-None-Match", "Origin",
    "Sec-Fetch-Site", "User-Agent", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Plan", "X-Real-IP", "X-Regions", "X-Request-ID", "X-Part",
)  # fmt: skip
"""All headers that the server reads; together they have at most ``header_bytes``."""
PIECES = (MARKS, "a", "a,", "a;q=0.1,", '"a",', "groundfloor=", "=;", "\\", "[", "%", "a.b.c-d")
PARTS = 24
QUERIES = ("at", "as", "lang", "q", "of", "length", "person", "other", "winner", "after", "pool", "done", "strength", "g", "s", "w")


class Server:
    """A server whose processor time for a request is measured, all threads together, and an administrator who asks."""

    def __init__(self, port: int, meter: Meter, store: Store) -> None:
        self.port = port
        self.meter = meter
        thread = next(each for each in threading.enumerate() if each.name.endswith("(run)"))
        self.clock = time.pthread_getcpuclockid(thread.ident or 0)
        made = self.send(post_json("/api/account", {"name": "Ann", "password": "correct horse battery"}))
        session = re.search(r"groundfloor_session=[^;]+", made.headers["set-cookie"])
        account = account_storage.find(store, name_key("Ann"))
        assert made.status == 201 and session is not None and account is not None
        moderation_storage.add_administrator(store, account.id, "2030-01-01T00:00:00+00:00")
        self.cookie: Headers = ((b"Cookie", session[0].encode()), *SAME_ORIGIN)
        game = json.loads(self.send(post_json("/api/games", {"seats": [{"name": "Ann"}, {"name": "Ben"}]})).text)
        self.game_id, self.token = game["game"], game["seats"][0]["token"]

    def send(self, request: Request) -> Answer:
        """Returns the answer on a connection of its own: that of a request whose body is not read is closed."""
        connection = Connection(self.port, "127.0.0.1")
        answer = connection.send(request)
        connection.close()
        assert answer.status > 0, request.label
        return answer

    def status_and_cost(self, request: Request, most: float = 0.0) -> tuple[int, float]:
        """Returns the status of the answer and the seconds of processor time: the least of some requests if it is more than ``most``, as a first one may compile a template."""
        found: list[tuple[int, float]] = []
        while not found or (len(found) < TRIES and found[-1][1] > most):
            self.meter.seconds.clear()
            began = time.clock_gettime(self.clock)
            answer = self.send(Request(request.method, request.target, (*self.cookie, *request.headers), request.body))
            found.append((answer.status, time.clock_gettime(self.clock) - began + sum(self.meter.seconds.values())))
        return min(found, key=lambda each: each[1])


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yields a server without limits of the number of requests."""
    apps, meter = [], Meter()
    with closing(Store(with_database(tmp_path_factory.mktemp("texts")))) as store:

        def make_app(port: int) -> Any:
            apps.append(create_app(store, settings=Settings(limits=LIMITS), port=port))
            return apps[-1]

        with running(make_app) as address, meter.measuring(apps[0].state.context):
            yield Server(int(address.rpartition(":")[2]), meter, store)


def long_text(field: str) -> str:
    return MARKS * (min(TIMES * limit_of(field), MOST) // len(MARKS.encode()))


def fields_in(schema: object, components: dict[str, Any]) -> set[str]:
    """Returns the names of all properties in a schema."""
    if isinstance(schema, list):
        return set().union(*(fields_in(each, components) for each in schema)) if schema else set()
    if not isinstance(schema, dict):
        return set()
    if "$ref" in schema:
        return fields_in(components[schema["$ref"].rpartition("/")[2]], components)
    return {*schema.get("properties", ()), *(name for part in schema.values() for name in fields_in(part, components))}


def form_fields() -> list[str]:
    """Returns the names of all fields of forms."""
    texts = [template.read_text() for template in files("templates").values()]
    return sorted({name for text in texts for name in re.findall(r'name="([\w-]+)"', text)} | {"option-era", "kind-0", "value-x"})


def good_fields(route: str) -> dict[str, object]:
    """Returns what a good request has, so that a field beside it is not ignored."""
    if route in ("POST /api/seats/{token}", "POST /s/{token}"):
        return {"version": 1}
    row = ROWS.get(route)
    return dict((row.json or row.form or {}) if row is not None else {})


def json_requests(server: Server) -> Iterator[Request]:
    description, headers = describe(ROUTES), ((b"Content-Type", b"application/json"),)
    for each in described(ROUTES):
        if each.method == "POST":
            body = description["paths"][each.path]["post"]["requestBody"]
            for field in sorted(fields_in(body, description["components"]["schemas"])):
                content = json.dumps({**good_fields(each.address), field: long_text(field)}, ensure_ascii=False).encode()
                yield Request("POST", fill_all(each.path, server.game_id, server.token), headers, content, f"{each.address} {field}")


def form_requests(server: Server, part: int) -> Iterator[Request]:
    headers = ((b"Content-Type", b"multipart/form-data; boundary=b"),)
    for path, method in routes():
        if method == "POST" and not path.startswith("/api/"):
            for field in {*form_fields()[part::PARTS], *good_fields(f"POST {path}")}:
                fields = {**good_fields(f"POST {path}"), field: long_text(field)}
                parts = [f'--b\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in fields.items()]
                body = ("".join(parts) + "--b--\r\n").encode()
                yield Request("POST", fill_all(path, server.game_id, server.token), headers, body, f"POST {path} {field}")


def address_requests(server: Server) -> Iterator[Request]:
    value = quote(MARKS * 1_300).encode()
    for path, method in routes():
        for parameter in re.findall(r"\{\w+(?::\w+)?\}", path):
            parts = [fill_all(part, server.game_id, server.token) for part in path.split(parameter, 1)]
            yield Request(method, value.join(parts), label=f"{method} {path} {parameter}")
        for name in QUERIES:
            yield Request(method, fill_all(path, server.game_id, server.token) + f"?{name}=".encode() + value, label=f"{path}?{name}")


def header_requests(server: Server) -> Iterator[Request]:
    for name in HEADERS:
        for piece in PIECES:
            value = (piece.encode() * 30_000)[:30_000]
            for path in ("/rules", f"/s/{server.token}", f"/s/{server.token}/board", "/api/lobby", "/x"):
                yield Request("GET", path.encode(), ((name.encode(), value),), label=f"GET {path} {name} {piece!r}")
            for path in ("/lobby", "/api/account/log-in", f"/api/seats/{server.token}"):
                kind = () if name == "Content-Type" else ((b"Content-Type", b"application/json"),)
                yield Request("POST", path.encode(), ((name.encode(), value), *kind), b"{}", f"POST {path} {name} {piece!r}")


def least_seconds(work: Callable[[], object]) -> float:
    """Returns the processor time of work, the least of some times that it is done."""
    found = []
    for _ in range(TRIES):
        began = time.thread_time()
        work()
        found.append(time.thread_time() - began)
    return min(found)


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.sqlite
@pytest.mark.parametrize(
    "make",
    [json_requests, address_requests, header_requests, *sampled([partial(form_requests, part=part) for part in range(PARTS)], nothing, lambda make: make.keywords["part"] == 0)],
    ids=["JSON", "addresses", "headers", *(f"forms-{part}" for part in range(PARTS))],
)  # fmt: skip
def test_no_text_costs_more_than_a_page_however_long(make: Callable[[Server], Iterator[Request]], measured: Server) -> None:
    """A page and half of what normalizing such a text takes here and now is allowed: some requests hash a password besides."""
    page = max(measured.status_and_cost(get(path))[1] for path in ("/rules", "/account", "/lobby", "/new", f"/s/{measured.token}"))
    most = page + least_seconds(lambda: normalize("NFKD", long_text("text"))) / 2
    costs = [(request.label, *measured.status_and_cost(request, most)) for request in make(measured)]
    dear = [(label, status, f"{cost:.3f} of {most:.3f} s") for label, status, cost in costs if cost > most]
    assert not dear and len(costs) > 100, dear[:20]
    assert not [
        label
        for label, status, _ in costs
        if status >= 500 or (status < 400 and label.endswith("command") and not LEADS_AWAY.search(label))
    ]


@pytest.mark.parametrize(("path", "fields"), [("/account/log-in", {"name": MARKS * 500}), ("/settings", {"then": "/" + "x" * 3000})])
def test_form_says_which_field_is_too_long(client: httpx.Client, path: str, fields: dict[str, str]) -> None:
    answer = client.post(path, data=fields)
    assert answer.status_code == 400 and f"“{next(iter(fields))}” is too long" in answer.text


@pytest.mark.parametrize(("language", "said"), [("en", "“name” is too long: it has at most 800 bytes."), ("de", "„name“ ist zu lang")])
def test_json_says_which_field_is_too_long(client: httpx.Client, language: str, said: str) -> None:
    body = {"name": MARKS * 500, "password": "x"}
    answer = client.post("/api/account/log-in", json=body, headers={"Accept-Language": language})
    assert answer.status_code == 400 and said in answer.json()["error"] and answer.json()["kind"] == "TextTooLong"


def test_typed_line_that_is_too_long_is_refused_on_the_board(solo: Page) -> None:
    answer = solo.send(command="a" * 10_000)
    assert answer.status_code == 400 and 'id="table"' in answer.text and "“command” is too long" in answer.text


def test_notes_may_be_long_and_messages_not(solo: Page) -> None:
    token = solo.address.removeprefix("/s/")
    noted = solo.client.post(f"/api/seats/{token}/note", json={"text": "ß" * 10_000})
    assert noted.status_code == 200
    note = {"do": "note", "note": "ß" * 9_000, "version": noted.json()["version"]}
    assert solo.client.post(f"{solo.address}/chat", data=note).status_code == 303
    assert solo.client.post(f"/api/seats/{token}/chat", json={"text": "ß" * 10_000}).status_code == 400


def test_stacks_of_marks_are_cut_before_they_are_put_in_order() -> None:
    began = time.thread_time()
    assert name_key("Ann" + MARKS * 30_000) == name_key("Ann" + MARKS * 20_000)
    assert len(without_stacks("n" + MARKS * 30_000)) < 8 and len(notes_text(MARKS * 5_000)) == 10_000
    assert time.thread_time() - began < 2.0, "it grows with the square of their number"


def test_address_with_many_parameters_is_refused(client: httpx.Client) -> None:
    assert client.get("/rules?" + "a&" * (PARAMETERS - 1)).status_code == 200
    for language, said in (("en", "This address is too long"), ("de", "Diese Adresse ist zu lang")):
        answer = client.get("/rules?" + "a&" * 15_500, headers={"Accept-Language": language})
        assert answer.status_code == 414 and said in answer.text and len(answer.content) < 300
    assert client.get("/api/lobby?" + "a&" * 15_500).json()["kind"] == "AddressTooLong"


def test_null_character_in_an_address_is_refused(client: httpx.Client) -> None:
    """PostgreSQL takes it for no text, so that it would be answered like a database that can't be reached, and logged as an error."""
    for address in ["/g/%00", "/s/a%00", "/people/%00", "/games?person=%00", "/games?after=x%00,5", "/events?g=%00", "/lobby?%00"]:
        answer = client.get(address)
        assert answer.status_code == 400 and "null character" in answer.text
        assert client.get("/api/games/%00").json()["kind"] == "NullCharacter"


def test_null_character_in_a_text_is_refused(client: httpx.Client) -> None:
    answer = client.post("/api/account/log-in", json={"name": "Ann\0", "password": "x"}, headers={"Accept-Language": "de"})
    assert answer.status_code == 400 and "Nullzeichen" in answer.json()["error"]
    nested = client.post("/api/games", json={"seats": [{"name": "Ann"}, {"automa": "pei"}], "options": {"deck\0": "preset"}})
    assert (nested.status_code, nested.json()["kind"]) == (400, "NullCharacter")
    answer = client.post("/account/log-in", data={"name": "Ann\0", "password": "x"})
    assert answer.status_code == 400 and "null character" in answer.text and 'action="/account/log-in"' in answer.text


def test_stream_of_many_games_may_have_a_long_address(client: httpx.Client, solo: Page) -> None:
    many = "&".join(f"{name}={solo.game_id}-{number}" for number in range(31) for name in ("g", "s", "w", "a", "m"))
    with client.stream("GET", f"/events?{many}&g={solo.game_id}&p=1") as answer:
        assert answer.status_code == 200


def test_many_cookies_are_refused_and_those_of_the_server_are_read_among_others(client: httpx.Client) -> None:
    others = "; ".join(f"c{number}=1" for number in range(COOKIES - 1))
    assert '<html lang="de"' in client.get("/about", headers={"Cookie": f"{others}; language=de"}).text
    for many in ("a=1;" * 6_200, "a=" + "x" * 9_000):
        answer = client.get("/about", headers={"Cookie": many})
        assert answer.status_code == 431 and "too many cookies" in answer.text


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ("/rules?q=factory&length=long&x=1", "q=factory&length=long"),
        ("/games?sort=total&a=1&seats=4", "seats=4&sort=total"),
        ("/about?q=x", ""),
    ],
)
def test_links_keep_the_parameters_of_the_page_alone(client: httpx.Client, path: str, kept: str) -> None:
    text = client.get(f"{path}&y=2&lang=en").text.replace("&amp;", "&")
    assert f'href="{path.partition("?")[0]}?{kept}{"&" if kept else ""}lang=de"' in text and "y=2" not in text and "x=1" not in text


def test_large_answers_are_compressed_in_a_thread(measured: Server) -> None:
    measured.meter.seconds.clear()
    answer = measured.send(get("/rules?length=both", ((b"Accept-Encoding", b"gzip"),)))
    assert answer.headers["content-encoding"] == "gzip" and measured.meter.seconds["others"] > 0
