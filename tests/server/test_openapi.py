"""The description of the web interface for programs: all routes are in it, answers are as it says, and no request that follows or breaks it makes a 500."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any

import httpx
import pytest
import schemathesis
from argon2 import PasswordHasher
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance, status_code_conformance

from groundfloor.server.club.accounts import passwords
from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.club.moderation import report_storage
from groundfloor.server.club.moderation import storage as moderation_storage
from groundfloor.server.club.moderation.rights import is_administrative
from groundfloor.server.club.moderation.rows import ReportRow
from groundfloor.server.database.rows import NewJob
from groundfloor.server.database.shares import Shares
from groundfloor.server.database.store import Store
from groundfloor.server.every_route import ROUTES
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.settings import Settings
from groundfloor.server.openapi import describe, described
from groundfloor.table.player_names import name_key
from tests.server.conftest import serving
from tests.support import http
from tests.support.attack.attacks import golden_text
from tests.support.brief_advice import make_advice_brief, wait_for_analysis
from tests.support.finished_games import add_account, finish
from tests.support.passkeys import Passkey
from tests.support.samples import sampled
from tests.support.stores import with_database

if TYPE_CHECKING:
    from hypothesis.strategies import DataObject
    from schemathesis import Case
    from schemathesis.schemas import APIOperation

MANY = 1_000_000
LIMITS = Limits(
    requests_per_minute=MANY, changes_per_minute=MANY, tables_per_hour=MANY, tables_per_browser=MANY, log_ins_per_hour=MANY,
    accounts_per_hour=MANY, streams_per_client=MANY, streams=MANY, connections=MANY, connections_per_client=MANY, stored_megabytes_per_hour=MANY, stored_megabytes_per_day=MANY, bot_pause_seconds=0,
)  # fmt: skip
PASSWORD = "correct horse battery"
TARGET = {"do": "add", "transport": "slack", "address": "https://hooks.example/abc"}
HOURS = {"do": "hours", "time_zone": "Europe/Berlin", "from": "09:00", "to": "22:00"}
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
STREAMS = ("GET /events", "GET /g/{game_id}/events")
METHODS = ("get", "post", "put", "patch", "delete")
EXAMPLES, MORE_EXAMPLES = 10, 20
"""Requests that are made up for each operation, and with ``--thorough``."""


@dataclass
class World:
    """A server with games, accounts and open tables, and what is where in it."""

    address: str
    schema: Any
    browse: Callable[[], httpx.Client]
    store: Store
    numbers: Iterator[int] = field(default_factory=count)

    def __post_init__(self) -> None:
        self.guest = self.browse()
        self.over = self.made(self.guest, "/api/records", record=golden_text("second-two-automas-random"))["game"]

    def made(self, client: httpx.Client, path: str, **body: object) -> dict[str, Any]:
        answer = client.post(path, json=body)
        assert answer.status_code == 201, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def game(self, *, is_practice: bool = True) -> tuple[str, str]:
        """Opens a game against Pei; returns its id and the token of the person's seat, which is asked."""
        made = self.made(self.guest, "/api/games", seats=[{"name": "Ann"}, {"automa": "pei"}], practice=is_practice)
        return made["game"], made["seats"][0]["token"]

    def branch(self) -> str:
        """Opens a branch; returns the token of its seat."""
        return str(self.made(self.guest, f"/api/games/{self.over}/branches", entry=1)["seats"][0]["token"])

    def member(self) -> Member:
        """Creates an account that has a game and an open table."""
        client, name = self.browse(), f"Person {next(self.numbers)}"
        found = Member(client, name, self.made(client, "/api/account", name=name, password=PASSWORD)["recovery_codes"])
        assert client.post("/new", data={"kind-0": "here", "name-0": name, "kind-1": "pei"}).status_code == 303
        self.made(client, "/api/lobby", player=name, people=2)
        return found

    def person(self, name: str) -> str:
        """Returns the id of an account."""
        found = account_storage.find(self.store, name_key(name))
        assert found is not None
        return found.id

    def administrator(self) -> Member:
        """Creates an account that is an administrator."""
        found = self.member()
        moderation_storage.add_administrator(self.store, self.person(found.name), "2030-01-01T00:00:00+00:00")
        return found

    def open_table(self) -> tuple[httpx.Client, str]:
        """Opens a table for three; returns its host and its id."""
        host = self.browse()
        return host, self.made(host, "/api/lobby", player="Ann", people=3, others=["pei"], house={"factory.price": [3, 2, 1]})["table"]


@dataclass
class Member:
    client: httpx.Client
    name: str
    codes: list[str]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with ExitStack() as stack, pytest.MonkeyPatch.context() as patched:
        schema = loaded()
        make_advice_brief(patched)
        patched.setattr("groundfloor.server.game.tables.advice.ANALYSES", Shares(MANY, MANY, MANY))
        patched.setattr(passwords, "hasher", lambda: PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        store = stack.enter_context(closing(Store(with_database(tmp_path_factory.mktemp("openapi")))))
        address = stack.enter_context(serving(store, "", Settings(bot_processes=0, limits=LIMITS)))

        def browse() -> httpx.Client:
            return stack.enter_context(http.Client(base_url=address, headers={"Accept-Language": "en", "Origin": address}))

        yield World(address, schema, browse, store)


def closed(part: Any) -> Any:
    """Returns the description with no further properties allowed, so that a field that it does not have is found."""
    if isinstance(part, list):
        return [closed(each) for each in part]
    if not isinstance(part, dict):
        return part
    found = {name: closed(each) for name, each in part.items()}
    return {"additionalProperties": False, **found} if found.get("type") == "object" and "properties" in found else found


def loaded() -> Any:
    """Returns the description as Schemathesis reads it, after it has imported all that it needs.

    Otherwise pytest would compile the imported modules while the server runs, whose thread can break that in Python 3.11 (python/cpython#106905).
    """
    schema = schemathesis.openapi.from_dict(closed(describe(ROUTES)))

    @settings(max_examples=1, database=None, deadline=None)
    @given(schema["/api/lobby"]["POST"].as_strategy())
    def send_to_nobody(case: Case[Any]) -> None:
        with suppress(OSError):
            case.call_and_validate(base_url="http://127.0.0.1:9")

    send_to_nobody()
    return schema


def operation_of(world: World, route: str) -> APIOperation[Any, Any, Any, Any]:
    method, path = route.split(" ")
    found: APIOperation[Any, Any, Any, Any] = world.schema[path][method]
    return found


# The description itself


def test_description_is_valid_and_has_all_routes(client: httpx.Client) -> None:
    found = client.get("/api/openapi.json").json()
    schemathesis.openapi.from_dict(found).validate()
    addresses = {f"{method.upper()} {path}" for path, methods in found["paths"].items() for method in methods}
    assert addresses >= {route.address for route in ROUTES if route.path.startswith("/api/")}
    assert addresses <= {route.address for route in ROUTES}


@pytest.mark.thorough
def test_other_methods_are_refused_with_those_that_are_allowed(client: httpx.Client) -> None:
    allowed: dict[str, set[str]] = {}
    for route in ROUTES:
        allowed.setdefault(route.path, set()).update({"GET", "HEAD"} if route.method == "GET" else {route.method})
    for path, methods in allowed.items():
        if is_administrative(path):
            continue  # nothing is there for anybody else
        for method in {"PUT", "DELETE", "PATCH", "GET", "POST"} - methods:
            answer = client.request(method, path)
            assert answer.status_code == 405, path
            assert set(answer.headers["allow"].split(", ")) == methods, path


# Requests that succeed


def get(path: str) -> Callable[[World], httpx.Response]:
    return lambda world: world.guest.get(path.replace("OVER", world.over))


def post(path: str, **body: object) -> Callable[[World], httpx.Response]:
    return lambda world: world.guest.post(path.replace("OVER", world.over), json=body)


def of_seat(method: str, rest: str = "", **body: object) -> Callable[[World], httpx.Response]:
    def ask(world: World) -> httpx.Response:
        path = f"/api/seats/{world.game()[1]}{rest}"
        return world.guest.request(method, path, json=body if method == "POST" else None)

    return ask


def of_member(method: str, path: str, **body: object) -> Callable[[World], httpx.Response]:
    def ask(world: World) -> httpx.Response:
        member = world.member()
        bot = member.client.post("/api/account/bots", json={"name": f"Bot of {member.name}"}).json()["id"]
        token = {"label": "Board", "scope": "play", "bot": bot, "password": PASSWORD}
        made = member.client.post("/api/account/tokens", json=token).json()["id"]
        texts = {"NAME": member.name, "CODE": member.codes[0], "SESSION": "", "BOT": f"Other {member.name}", "BOT ID": bot, "TOKEN": made}
        if "SESSION" in body.values():
            texts["SESSION"] = member.client.get("/api/account").json()["sessions"][0]["id"]
        filled = {name: texts.get(str(value), value) for name, value in body.items()}
        return member.client.request(method, path, json=filled if method == "POST" else None)

    return ask


def with_finished_games(path: str) -> Callable[[World], httpx.Response]:
    def ask(world: World) -> httpx.Response:
        if account_storage.find(world.store, "nora") is None:
            for name in ("Nora", "Otto"):
                add_account(world.store, name)
            finish(world.store, "first", {"Nora": 40, "Otto": 30, "Pei": 20}, automas={"Pei": "pei"})
            finish(world.store, "second", {"Otto": 40, "Nora": 30, "Intern 3": 20}, bots={"Intern 3": "intern"})
        return world.guest.get(path)

    return ask


def move(world: World) -> httpx.Response:
    path = f"/api/seats/{world.game()[1]}"
    return world.guest.post(path, json={"apply": ["hire"], "version": world.guest.get(path).json()["version"]})


def analysed(world: World) -> httpx.Response:
    answer = world.guest.post(f"/api/games/{world.over}/analysis", json={"do": "start"})
    assert answer.status_code == 200, answer.text
    assert wait_for_analysis(world.guest, world.over)["decisions"]
    return world.guest.get(f"/api/games/{world.over}/analysis")


def branches(world: World) -> httpx.Response:
    branch = world.made(world.guest, f"/api/games/{world.over}/branches", entry=1)["game"]
    return world.guest.get(f"/api/games/{world.over}/branches?g={branch}")


def waiting(world: World) -> httpx.Response:
    answer = world.member().client.get("/api/next")
    assert answer.json()["waiting"]
    return answer


def followed(world: World) -> httpx.Response:
    client = world.browse()
    client.post(f"/api/games/{world.over}/follow", json={"follow": True}).raise_for_status()
    return client.get("/api/followed")


def reported(world: World) -> httpx.Response:
    world.administrator()
    return of_seat("POST", "/report", text="Insults.", seat=1)(world)


def joined(world: World) -> httpx.Response:
    return world.browse().post(f"/api/lobby/{world.open_table()[1]}", json={"do": "join", "player": "Ben"})


def blocked(world: World) -> httpx.Response:
    return world.browse().post("/api/blocks", json={"do": "block", "table": world.open_table()[1], "number": 0})


def chat_of(method: str, kind: str) -> Callable[[World], httpx.Response]:
    """Returns what asks for the messages of spectators or players, or writes one."""

    def ask(world: World) -> httpx.Response:
        made = world.guest.post("/api/games", json={"seats": [{"name": "Ann"}, {"name": "Ben"}]}).json()
        is_seat = kind.startswith("seats")
        path = f"/api/{kind.format(game_id=made['game'], token=made['seats'][0]['token'])}/chat"
        client = world.browse() if is_seat else world.member().client
        client.post(path, json={"text": "Hello @Ben, ?at=0", "moment": 0}).raise_for_status()
        return client.request(method, path, json={"text": "Bye"} if method == "POST" else None)

    return ask


def blocked_author(world: World) -> httpx.Response:
    ann, ben = (
        seat["token"] for seat in world.guest.post("/api/games", json={"seats": [{"name": "Ann"}, {"name": "Ben"}]}).json()["seats"]
    )
    world.browse().post(f"/api/seats/{ann}/chat", json={"text": "Hello"}).raise_for_status()
    return world.browse().post(f"/api/seats/{ben}/chat/players/1", json={"do": "block"})


def deleted_message(world: World) -> httpx.Response:
    member, game = world.member().client, world.guest.post("/api/games", json={"seats": [{"name": "Ann"}, {"name": "Ben"}]}).json()["game"]
    member.post(f"/api/games/{game}/chat", json={"text": "Hello"}).raise_for_status()
    return member.post(f"/api/games/{game}/chat/spectators/1", json={"do": "delete"})


def begun(world: World) -> httpx.Response:
    host, table = world.open_table()
    host.post(f"/api/lobby/{table}", json={"do": "begin"}).raise_for_status()
    return host.get(f"/api/lobby/{table}")


def written_at_table(world: World) -> httpx.Response:
    host, table = world.open_table()
    return host.post(f"/api/lobby/{table}/chat", json={"text": "Hello"})


def read_at_table(world: World) -> httpx.Response:
    host, table = world.open_table()
    return host.get(f"/api/lobby/{table}/chat")


GAMES_FILE = '{"kind": "groundfloor games", "format": 1, "results": []}'


def results(world: World) -> httpx.Response:
    client = world.browse()
    client.post("/my-games/import", files={"file": ("games.json", GAMES_FILE, "application/json")})
    return client.get("/my-games/games.json")


def of_administrator(path: str, **body: object) -> Callable[[World], httpx.Response]:
    """Asks as an administrator; ``PERSON`` is the id of an account, ``REPORT`` that of a report, ``JOB`` the number of a job, ``GAME`` and ``TABLE`` the ids of a new game and open table."""

    def ask(world: World) -> httpx.Response:
        client, person = world.administrator().client, world.person(world.member().name)
        number = next(world.numbers)
        report_storage.add(
            world.store, ReportRow(f"r{number}", "browser", "", "unknown", "", 0, "Ben", None, f"{number}", "2030-01-01"), "", 1_000
        )
        world.store.jobs.add(NewJob("analysis", f"unknown {number}", delay=500))  # which nobody does during the test
        jobs = [job for job, _process, _seconds in world.store.jobs.unfinished(1_000) if job.game == f"unknown {number}"]
        game = (
            client.post("/api/games", json={"seats": [{"name": "X"}, {"automa": "pei"}]}).json()["game"] if "GAME" in body.values() else ""
        )
        table = client.post("/api/lobby", json={"player": "X", "people": 2}).json()["table"] if "TABLE" in body.values() else ""
        texts: dict[str, object] = {"REPORT": f"r{number}", "JOB": jobs[0].id, "GAME": game, "TABLE": table}
        filled = {name: texts.get(str(value), value) for name, value in body.items()}
        return client.request("POST" if body else "GET", path.replace("PERSON", person), json=filled or None)

    return ask


def with_passkey(path: str, **body: object) -> Callable[[World], httpx.Response]:
    """Makes an account with a passkey, and asks with a password that it has as well; ``ID`` is the passkey's id."""

    def ask(world: World) -> httpx.Response:
        client, passkey, name = world.browse(), Passkey(), f"Person {next(world.numbers)}"
        client.base_url = client.headers["Origin"] = origin = world.address.replace("127.0.0.1", "localhost")

        def asked(**more: object) -> dict[str, Any]:
            return passkey.create(client.post("/api/account/passkeys/options", json=more).json()["options"], origin)

        id = world.made(client, "/api/account", name=name, password=PASSWORD, passkey=asked(**{"for": "create", "name": name}))["passkeys"][
            0
        ]["id"]
        use = client.post("/api/account/passkeys/options", json={"for": "confirm"}).json()["options"]
        client.post("/api/account/password", json={"passkey": passkey.use(use, origin), "password": PASSWORD}).raise_for_status()
        passkey = Passkey()
        sent: dict[str, object] = {key: id if value == "ID" else value for key, value in body.items()}
        return client.post(path, json=sent or {"passkey": asked(**{"for": "add", "password": PASSWORD})})

    return ask


SUCCESSES: dict[str, Callable[[World], httpx.Response]] = {
    "POST /api/games": post("/api/games", seats=[{"name": "Ann"}, {"automa": "pei"}], options={"deck": "preset"}),
    "POST /api/records": post("/api/records", record=golden_text("second-two-automas-random")),
    "GET /api/day/{day}": get("/api/day/today"),
    "GET /api/exercises": get("/api/exercises"),
    "GET /api/games/{game_id}": get("/api/games/OVER"),
    "GET /api/games/{game_id}/record": get("/api/games/OVER/record"),
    "GET /api/games/{game_id}/seats": get("/api/games/OVER/seats"),
    "GET /api/games/{game_id}/companies": get("/api/games/OVER/companies"),
    "GET /api/games/{game_id}/history": get("/api/games/OVER/history"),
    "GET /api/games/{game_id}/purposes": get("/api/games/OVER/purposes"),
    "GET /api/games/{game_id}/analysis": analysed,
    "POST /api/games/{game_id}/analysis": post("/api/games/OVER/analysis", do="cancel"),
    "GET /api/games/{game_id}/branches": branches,
    "POST /api/games/{game_id}/branches": post("/api/games/OVER/branches", entry=1),
    "GET /api/games": with_finished_games("/api/games?person=nora&other=otto&sort=total&rated=no"),
    "GET /api/people/{who}": with_finished_games("/api/people/Nora"),
    "GET /api/people/{who}/against/{other}": with_finished_games("/api/people/nora/against/OTTO"),
    "GET /api/seats/{token}": of_seat("GET"),
    "POST /api/seats/{token}": move,
    "GET /api/seats/{token}/seats": of_seat("GET", "/seats"),
    "GET /api/seats/{token}/branches": of_seat("GET", "/branches"),
    "POST /api/seats/{token}/branches": of_seat("POST", "/branches", entry=0),
    "POST /api/seats/{token}/branch": lambda world: world.guest.post(
        f"/api/seats/{world.branch()}/branch", json={"do": "rename", "name": "No factory"}
    ),
    "GET /api/seats/{token}/hint": of_seat("GET", "/hint?strength=3"),
    "POST /api/seats/{token}/hint": of_seat("POST", "/hint?strength=1"),
    "POST /api/seats/{token}/report": reported,
    **{f"{method} /api/{kind}/chat": chat_of(method, kind) for method in ("GET", "POST") for kind in ("games/{game_id}", "seats/{token}")},
    "GET /api/seats/{token}/note": of_seat("GET", "/note"),
    "POST /api/seats/{token}/note": of_seat("POST", "/note", text="Factory first"),
    "GET /api/next": waiting,
    "GET /api/followed": followed,
    "POST /api/games/{game_id}/follow": lambda world: world.browse().post(f"/api/games/{world.over}/follow", json={"follow": True}),
    "GET /api/notices/addresses": lambda world: world.browse().get("/api/notices/addresses"),
    "POST /api/notices/addresses": lambda world: world.browse().post("/api/notices/addresses", json=TARGET),
    "POST /api/seats/{token}/chat/{channel}/{number}": blocked_author,
    "POST /api/games/{game_id}/chat/{channel}/{number}": deleted_message,
    "GET /api/blocks": of_member("GET", "/api/blocks"),
    "POST /api/blocks": blocked,
    "GET /api/hours": lambda world: world.browse().get("/api/hours"),
    "POST /api/hours": lambda world: world.browse().post("/api/hours", json=HOURS),
    "GET /api/notices": lambda world: world.browse().get("/api/notices"),
    "POST /api/notices": lambda world: world.browse().post("/api/notices", json={"do": "settings", "delay_minutes": 15}),
    "GET /api/ratings": get("/api/ratings"),
    "GET /api/lobby": of_member("GET", "/api/lobby"),
    "POST /api/lobby": lambda world: world.browse().post("/api/lobby", json={"player": "Ann", "people": 2}),
    "GET /api/lobby/{table}": begun,
    "POST /api/lobby/{table}": joined,
    "GET /api/lobby/chat": of_member("GET", "/api/lobby/chat"),
    "POST /api/lobby/chat": lambda world: world.member().client.post("/api/lobby/chat", json={"text": "Hello"}),
    "GET /api/lobby/{table}/chat": read_at_table,
    "POST /api/lobby/{table}/chat": written_at_table,
    "GET /api/account": of_member("GET", "/api/account"),
    "POST /api/account": lambda world: world.browse().post("/api/account", json={"name": "Dora", "password": PASSWORD}),
    "GET /api/account/data": of_member("GET", "/api/account/data"),
    "POST /api/account/log-in": of_member("POST", "/api/account/log-in", name="NAME", password=PASSWORD),
    "POST /api/account/recover": of_member("POST", "/api/account/recover", name="NAME", code="CODE", password=PASSWORD),
    "GET /api/account/friends": of_member("GET", "/api/account/friends"),
    "POST /api/account/friends": of_member("POST", "/api/account/friends", do="ask", name="Nobody"),
    "GET /api/account/settings": of_member("GET", "/api/account/settings"),
    "POST /api/account/settings": of_member("POST", "/api/account/settings", sound=True, idempotency_key="a key that nobody guesses"),
    "POST /api/account/log-out": of_member("POST", "/api/account/log-out"),
    "POST /api/account/guest": of_member("POST", "/api/account/guest", guest="take"),
    "POST /api/account/sessions": of_member("POST", "/api/account/sessions", end="SESSION"),
    "POST /api/account/sessions/everywhere": of_member("POST", "/api/account/sessions/everywhere"),
    "POST /api/account/password": of_member("POST", "/api/account/password", old=PASSWORD, password=PASSWORD),
    "POST /api/account/recovery-codes": of_member("POST", "/api/account/recovery-codes", password=PASSWORD),
    "POST /api/account/delete": of_member("POST", "/api/account/delete", password=PASSWORD),
    "POST /api/account/tokens": of_member("POST", "/api/account/tokens", label="Board", scope="read", password=PASSWORD),
    "POST /api/account/tokens/revoke": of_member("POST", "/api/account/tokens/revoke", id="TOKEN"),
    "POST /api/account/bots": of_member("POST", "/api/account/bots", name="BOT"),
    "POST /api/account/bots/delete": of_member("POST", "/api/account/bots/delete", id="BOT ID", password=PASSWORD),
    "POST /api/account/passkeys": with_passkey("/api/account/passkeys"),
    "POST /api/account/passkeys/options": with_passkey("/api/account/passkeys/options", **{"for": "log-in"}),
    "POST /api/account/passkeys/rename": with_passkey("/api/account/passkeys/rename", id="ID", label="Key ring"),
    "POST /api/account/passkeys/remove": with_passkey("/api/account/passkeys/remove", id="ID", password=PASSWORD),
    "GET /api/admin/people": of_administrator("/api/admin/people?q=person&order=used&kind=administrator&page=1"),
    "GET /api/admin/people/{person}": of_administrator("/api/admin/people/PERSON"),
    "POST /api/admin/people/{person}": of_administrator("/api/admin/people/PERSON", do="ban", reason="Insults", until="2100-01-01"),
    "GET /api/admin/bans": of_administrator("/api/admin/bans"),
    "POST /api/admin/bans": of_administrator("/api/admin/bans", do="ban", address="203.0.113.7", reason="Spam"),
    "GET /api/admin/reports": of_administrator("/api/admin/reports"),
    "POST /api/admin/reports": of_administrator("/api/admin/reports", do="close", report="REPORT", note="Done."),
    "GET /api/admin/ratings": of_administrator("/api/admin/ratings"),
    "GET /api/admin/tables": of_administrator("/api/admin/tables?q=person&page=1"),
    "POST /api/admin/tables": of_administrator("/api/admin/tables", do="remove-table", table="TABLE"),
    "GET /api/admin/games": of_administrator("/api/admin/games?q=a&status=running&ruleset=second&page=1"),
    "POST /api/admin/games": of_administrator("/api/admin/games", do="remove-game", game="GAME"),
    "GET /api/admin/site": of_administrator("/api/admin/site"),
    "POST /api/admin/site": of_administrator("/api/admin/site", do="invite", accounts="3"),
    "GET /api/site": get("/api/site"),
    "GET /api/admin/log": of_administrator("/api/admin/log?page=1"),
    "GET /api/admin/sizes": of_administrator("/api/admin/sizes"),
    "GET /api/admin/jobs": of_administrator("/api/admin/jobs"),
    "POST /api/admin/jobs": of_administrator("/api/admin/jobs", do="remove", job="JOB"),
    "GET /api/openapi.json": get("/api/openapi.json"),
    "GET /g/{game_id}/record": get("/g/OVER/record"),
    "GET /my-games/games.json": results,
    "POST /api/my-games/import": lambda world: world.browse().post("/api/my-games/import", json={"file": GAMES_FILE}),
    "GET /healthz": get("/healthz"),
}
"""A request for each operation that is done, but for streams."""


@pytest.mark.parametrize("route", sorted({route.address for route in described(ROUTES)}.difference(STREAMS)))
def test_answer_is_as_described(world: World, route: str) -> None:
    answer = SUCCESSES[route](world)
    assert answer.status_code in (200, 201), answer.text
    operation_of(world, route).validate_response(answer)


@pytest.mark.parametrize("route", STREAMS)
def test_stream_is_as_described(world: World, route: str) -> None:
    path = route.split(" ")[1].replace("{game_id}", world.over)
    with world.guest.stream("GET", path, params={"g": world.over}) as answer:
        assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/event-stream")


# Requests that are made up


DESCRIBED = sorted({route.address for route in described(ROUTES)}.difference(STREAMS))


@pytest.mark.slow
@pytest.mark.parametrize("route", sampled(DESCRIBED, DESCRIBED[::30].__contains__, DESCRIBED[::3].__contains__))
def test_any_request_gets_a_described_answer(world: World, route: str, is_thorough: bool) -> None:
    operation, member = operation_of(world, route), world.member()
    (game_id, token), (host, table) = world.game(), world.open_table()
    person, administrator = world.person(world.member().name), world.administrator()
    known: list[dict[str, str] | None] = [
        {"game_id": game_id, "token": token, "table": table, "day": "today", "person": person, "who": member.name, "other": member.name},
        {
            "game_id": world.over,
            "token": world.branch(),
            "table": table,
            "day": "2026-11-22",
            "person": person,
            "who": "Nobody",
            "other": member.name,
        },
        None,
    ]
    path_parameters = [each and {name: value for name, value in each.items() if f"{{{name}}}" in route} for each in known]
    modes = [operation.as_strategy(mode, path_parameters=given) for mode in GenerationMode for given in path_parameters]
    cookies = [{}, dict(member.client.cookies), dict(host.cookies), dict(administrator.client.cookies)]
    likely: dict[str, list[object]] = {
        "apply": ["done", ["hire", "done"], ["nonsense"]], "pick": ["done", "meeting_room 1", "end"], "command": ["confirm", "plan hire", "hire"],
        "plan": ["add hire", "clear", ["hire", "factory"]], "set": ["skips_hiring:on", "confirms_itself"], "bot": ["intern", ""], "of": [1, 2],
        "ruleset": ["second", "first"], "entry": [0, 1], "player": ["Ben"], "name": [member.name], "code": [member.codes[0]],
        "scope": ["read", "play"], "label": ["Board"], "password": [PASSWORD], "for": ["log-in", "create", "add", "confirm"], "old": [PASSWORD], "record": [golden_text("second-two-automas-random")],
    }  # fmt: skip

    @settings(
        max_examples=MORE_EXAMPLES if is_thorough else EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=st.one_of(modes), asker=st.sampled_from(cookies), data=st.data())
    def ask(case: Case[Any], asker: dict[str, str], data: DataObject) -> None:
        body: Any = case.body
        for name in sorted(likely.keys() & body.keys()) if isinstance(body, dict) and data.draw(st.booleans()) else ():
            body[name] = data.draw(st.sampled_from(likely[name]))
        if isinstance(body, dict) and "version" in body and data.draw(st.booleans()):
            body["version"] = world.guest.get(f"/api/seats/{token}").json()["version"]
        case.call_and_validate(world.address, cookies=asker, checks=CHECKS)

    ask()
