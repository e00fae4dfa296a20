"""Every route as everybody: nobody may do what is not theirs, and no answer has a secret of somebody else.

``ROWS`` has a line for each route that changes something, and for what a page does not answer with 200. Where its address has the token of a seat, players ask with their own; who has none guesses one.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import httpx
import pytest
from argon2 import PasswordHasher
from sqlalchemy import event
from starlette.applications import Starlette

from groundfloor.server.app import create_app
from groundfloor.server.club.accounts import passkey_storage, passwords
from groundfloor.server.club.accounts.rows import PasskeyRow
from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.club.identity import token_storage
from groundfloor.server.club.moderation import storage as moderation_storage
from groundfloor.server.database.rows import AccountRow, ApiTokenRow
from groundfloor.server.database.store import Store
from groundfloor.server.every_route import ROUTES
from groundfloor.server.game.storage import games
from groundfloor.server.game.tables.advice import AdviceRunner
from groundfloor.server.http.deadlines import current_deadline
from groundfloor.server.http.security import hash_of
from groundfloor.server.http.settings import Settings
from groundfloor.table.player_names import name_key
from tests.server.http.test_security import stored
from tests.server.test_openapi import LIMITS
from tests.support import http
from tests.support.brief_advice import make_advice_brief
from tests.support.quick_server import running
from tests.support.samples import sampled
from tests.support.stores import game_row, with_database

NOW = "2030-01-01T12:00:00+00:00"
PASSKEY = "passkey-of-the-holder"
TOKEN, BOT = hash_of("token of the holder"), "bot-of-the-holder"
PASSWORD = "correct horse battery"
GUEST, SPECTATOR, STRANGER, OTHER, HOLDER, HOST, ADMINISTRATOR = (
    "guest",
    "spectator",
    "stranger",
    "other seat",
    "holder",
    "host",
    "administrator",
)
"""Nobody known; who watches the game; who is logged in but not at the table; players of three seats, the second of whom is logged in, and the third of whom has opened
the table; an administrator. What banned people may do is in test_administration.py."""
ROLES = (GUEST, SPECTATOR, STRANGER, OTHER, HOLDER, HOST, ADMINISTRATOR)
SEATED, LOGGED_IN = {OTHER, HOLDER, HOST}, {STRANGER, HOLDER, ADMINISTRATOR}
STREAMS = ("GET /events", "GET /g/{game_id}/events")
COUNTS = ("rate_limits", "failed_log_ins")
"""Tables of attempts, which refused ones change too."""
RANDOM = re.compile(r'name="idempotency_key"\s+value="[\w-]+"')
"""Of forms: different each time."""


@dataclass(frozen=True)
class Row:
    """What a route answers to who has the rights for it: a status, or another one ``to`` some; what is sent, as JSON or as a form."""

    status: int
    to: Mapping[str, int] = field(default_factory=dict)
    json: Mapping[str, object] | None = None
    form: Mapping[str, str] | None = None
    query: str = ""

    def expected(self, address: str, role: str) -> int:
        """Returns the status of the answer to somebody: by the rights that the route asks for, unless something else is said."""
        return self.to.get(role) or refusal(address, role) or self.status


ADDRESSES = {route.address: route for route in ROUTES}


def refusal(address: str, role: str) -> int:
    """Returns how a route refuses somebody who has not the rights that it asks for; 0 for who has them. Where its address has a token, nobody else knows one."""
    route = ADDRESSES[address]
    if "{token}" in route.path and role not in SEATED:
        return 404
    if (route.rights == "host" and role != HOST) or (route.rights == "account" and role not in LOGGED_IN):
        return 403
    return 404 if route.rights == "administrator" and role != ADMINISTRATOR else 0


def only(roles: Iterable[str], status: int, otherwise: int, **sent: Any) -> Row:
    return Row(otherwise, dict.fromkeys(roles, status), **sent)


def sent(status: int, **form: str) -> Row:
    return Row(status, form=form)


ROWS: dict[str, Row] = {
    "GET /": Row(200),  # gives browsers their cookie, by which other pages differ
    **{route.address: Row(200) for route in ROUTES if route.method == "GET"},
    "GET /next": Row(303),
    "GET /g/{game_id}/play": Row(303),
    # Nobody there has finished a game that is public, and whoever has an account finds only their own page
    "GET /people/{who}": only({HOLDER}, 200, 404),
    "GET /api/people/{who}": only({HOLDER}, 200, 404),
    "GET /people/{who}/against/{other}": Row(404),
    "GET /api/people/{who}/against/{other}": Row(404),
    # What the links in e-mails prove, for anybody who has one
    "GET /notices/confirm/{address}/{proof}": Row(404),
    "GET /notices/off/{address}/{proof}": Row(404),
    "POST /notices/confirm/{address}/{proof}": sent(404),
    "POST /notices/off/{address}/{proof}": sent(404),
    "GET /my-games/{game}/picture.svg": Row(404),
    "GET /exercises/{number}": Row(404),
    "GET /exercises/mine/{game_id}/{number}": Row(404),
    "GET /my-games/{game}/picture.png": Row(404),
    # A game, for spectators
    "GET /g/{game_id}/rules/purpose": Row(200, query="?of=area:factory"),
    "GET /g/{game_id}/after": Row(303),
    "GET /g/{game_id}/picture.svg": Row(404),
    "GET /g/{game_id}/picture.png": Row(404),
    "GET /g/{game_id}/film.png": Row(404),
    "POST /g/{game_id}/rematch": sent(303),
    "POST /g/{game_id}/same-seed": sent(303),
    "POST /g/{game_id}/branches": sent(422, do="branch", entry="1", seat="1"),
    "POST /g/{game_id}/analysis": sent(303, do="start"),
    "POST /g/{game_id}/follow": sent(303),
    "POST /api/games/{game_id}/follow": Row(200, json={"follow": True}),
    "POST /api/games/{game_id}/branches": Row(422, json={"entry": 1, "seat": 2}),
    "POST /api/games/{game_id}/analysis": Row(422, json={"do": "start"}),
    # A seat, whose address is its secret
    "GET /s/{token}/after": Row(303),
    "GET /s/{token}/hint": Row(422),
    "GET /api/seats/{token}/hint": Row(422),
    "POST /s/{token}": Row(303, form={"set": "confirms_itself:on"}),
    "POST /s/{token}/hint": Row(422, form={}),
    "POST /s/{token}/rematch": Row(303, form={}),
    "POST /s/{token}/same-seed": Row(303, form={}),
    "POST /s/{token}/branches": Row(422, form={"do": "branch", "entry": "1"}),
    "POST /s/{token}/analysis": Row(303, form={"do": "start"}),
    "POST /api/seats/{token}": Row(200, json={"set": "confirms_itself:on"}),
    "POST /api/seats/{token}/hint": Row(422, json={}),
    "POST /api/seats/{token}/report": Row(422, json={"text": ""}),
    "POST /api/seats/{token}/branches": Row(422, json={"entry": 1}),
    "POST /s/{token}/chat": Row(303, form={"do": "hide"}),
    "POST /api/seats/{token}/chat": Row(422, json={"text": ""}),
    **{f"{method} {base}/chat/{{channel}}/{{number}}": Row(404, form={"do": "delete"} if method == "POST" else None) for method in ("GET", "POST") for base in ("/g/{game_id}", "/s/{token}")},
    **{f"POST /api/{base}/chat/{{channel}}/{{number}}": Row(404, json={"do": "delete"}) for base in ("games/{game_id}", "seats/{token}")},
    "POST /api/seats/{token}/note": Row(200, json={"text": "mine"}),
    "POST /api/seats/{token}/branch": Row(422, json={"do": "delete"}),
    # Who has moved at a seat is known to hold it
    "POST /g/{game_id}/chat": only({STRANGER, ADMINISTRATOR}, 422, 403, form={"text": ""}),
    "POST /api/games/{game_id}/chat": only({STRANGER, ADMINISTRATOR}, 422, 403, json={"text": ""}),
    # A private open table, whose address its host has not told
    "GET /lobby/{table}": only({HOST}, 200, 404),
    "GET /lobby/{table}/chat": only({HOST}, 200, 404),
    "GET /api/lobby/{table}/chat": only({HOST}, 200, 404),
    "POST /lobby/{table}/chat": only({HOST}, 303, 404, form={"do": "write", "text": "Hello"}),
    "POST /api/lobby/{table}/chat": only({HOST}, 200, 404, json={"text": "Hello"}),
    "POST /lobby/chat": only(LOGGED_IN, 303, 403, form={"do": "write", "text": "Hello"}),
    "POST /api/lobby/chat": only(LOGGED_IN, 200, 403, json={"text": "Hello"}),
    "GET /api/lobby/{table}": only({HOST}, 200, 404),
    "POST /lobby/{table}": only({HOST}, 303, 404, form={"do": "join", "player": "X", "colour": "blue"}),
    "POST /api/lobby/{table}": only({HOST}, 200, 404, json={"do": "join", "player": "X", "colour": "blue"}),
    # Administration
    "POST /admin/people/{person}": Row(422, form={"do": "delete", "name": "another name"}),
    "POST /admin/bans": Row(303, form={"do": "lift", "ban": "unknown"}),
    "POST /admin/tables": Row(422, form={"do": "remove-table", "table": "unknown"}),
    "POST /admin/games": Row(422, form={"do": "remove-game", "game": "unknown"}),
    "POST /admin/site": Row(422, form={"do": "invite", "accounts": "0"}),
    "POST /api/admin/tables": Row(422, json={"do": "remove-table", "table": "unknown"}),
    "POST /api/admin/games": Row(422, json={"do": "remove-game", "game": "unknown"}),
    "POST /api/admin/site": Row(422, json={"do": "invite", "accounts": 0}),
    "POST /admin/reports": Row(422, form={"do": "close", "report": "unknown"}),
    "POST /admin/jobs": Row(422, form={"do": "remove", "job": "0"}),
    "POST /api/admin/people/{person}": Row(422, json={"do": "delete", "name": "another name"}),
    "POST /api/admin/bans": Row(200, json={"do": "lift", "ban": "unknown"}),
    "POST /api/admin/reports": Row(422, json={"do": "close", "report": "unknown"}),
    "POST /api/admin/jobs": Row(422, json={"do": "remove", "job": 0}),
    # What anybody may open or try
    "POST /new": sent(303, **{"kind-0": "here", "kind-1": "pei"}),
    "POST /learn": sent(303),
    "POST /learned": sent(303),
    "POST /day/{day}": sent(303, opponent="pei", name="X"),
    "POST /upload": sent(422, text="x"),
    "POST /house-values": sent(200, ruleset="second"),
    "POST /lobby": sent(303, player="X", people="2"),
    "POST /my-games/import": sent(422, text="x"),
    "POST /api/my-games/import": Row(422, json={"file": "x"}),
    "POST /api/games": Row(201, json={"seats": [{"name": "X"}, {"automa": "pei"}]}),
    "POST /api/records": Row(422, json={"record": "x"}),
    "POST /api/lobby": Row(201, json={"player": "X", "people": 2}),
    "POST /notices/addresses": sent(303, do="add", transport="slack", address="https://hooks.example/abc"),
    "POST /api/notices/addresses": Row(200, json={"do": "add", "transport": "slack", "address": "https://hooks.example/abc"}),
    "POST /notices": sent(303, do="settings", delay_minutes="15"),
    "POST /api/notices": Row(200, json={"do": "settings", "digest_hour": 8}),
    "POST /blocks": sent(303, do="unblock", id="unknown"),
    "POST /api/blocks": Row(200, json={"do": "unblock", "id": "unknown"}),
    "POST /hours": sent(303, do="hours", time_zone="UTC", **{"from": "09:00", "to": "22:00"}),
    "POST /api/hours": Row(200, json={"do": "hours", "time_zone": "UTC", "from": "09:00", "to": "22:00"}),
    "POST /friends": Row(303, form={"do": "ask", "name": "Holder Account"}),
    "POST /settings": sent(303, sound="on"),
    "POST /my-games/delete": sent(303),
    "POST /exercises/{number}": sent(404, pick="x"),
    "POST /exercises/mine/{game_id}/{number}": sent(404, pick="x"),
    # Accounts: others' names, passwords and sessions help nobody
    "POST /api/account/friends": Row(200, json={"do": "ask", "name": "Holder Account"}),
    "POST /api/account/settings": Row(200, json={"sound": True}),
    "POST /account/log-in": sent(403, name="Holder Account", password="not the password"),
    "POST /account/recover": sent(403, name="Holder Account", code="abcd-abcd-abcd-abcd", password="another password"),
    "POST /account/password": Row(403, form={"old": "not the password", "password": "another password"}),
    "POST /account/recovery-codes": sent(403, password="not the password"),
    "POST /account/delete": sent(403, password="not the password"),
    "POST /account/sessions": Row(303, form={"session": "SESSION"}),
    "POST /account/guest": Row(303, form={"guest": "take"}),
    "POST /api/account/guest": Row(200, json={"guest": "take"}),
    "POST /account/create": sent(409, name="Holder Account", password="another password"),
    "POST /api/account/log-in": Row(403, json={"name": "Holder Account", "password": "not the password"}),
    "POST /api/account/recover": Row(403, json={"name": "Holder Account", "code": "abcd-abcd-abcd-abcd", "password": "another password"}),
    "POST /api/account/password": Row(403, json={"old": "not the password", "password": "another password"}),
    "POST /api/account/recovery-codes": Row(403, json={"password": "not the password"}),
    "POST /api/account/delete": Row(403, json={"password": "not the password"}),
    "POST /api/account/sessions": Row(200, json={"end": "SESSION"}),
    "POST /account/passkeys": Row(422, form={"passkey": "{}"}),
    "POST /api/account/passkeys": Row(422, json={"passkey": {}}),
    "POST /api/account/passkeys/options": Row(422, json={"for": "log-in"}),
    "POST /api/account/passkeys/rename": Row(200, json={"id": PASSKEY, "label": "Stolen"}),
    "POST /api/account/passkeys/remove": Row(403, json={"id": PASSKEY, "password": "not the password"}),
    "POST /account/tokens": Row(303, form={"do": "revoke", "id": "TOKEN"}),
    "POST /api/account/tokens": Row(403, json={"label": "X", "scope": "play", "password": "not the password"}),
    "POST /api/account/tokens/revoke": Row(200, json={"id": "TOKEN"}),
    "POST /account/bots": Row(409, form={"name": "Holder Account"}),
    "POST /api/account/bots": Row(409, json={"name": "Holder Account"}),
    "POST /api/account/bots/delete": Row(403, json={"id": "BOT", "password": "not the password"}),
    "POST /api/account": Row(409, json={"name": "Holder Account", "password": "another password"}),
    "POST /api/account/sessions/everywhere": Row(200, json={}),
    "POST /account/log-out": sent(303),
    "POST /api/account/log-out": Row(200, json={}),
    # Seats of others: only the host gives them to bots and renews their links
    "POST /g/{game_id}/notices": Row(303, form={"do": "add", "transport": "slack", "address": "https://hooks.example/abc"}),
    "POST /s/{token}/notices": Row(303, form={"do": "add", "transport": "slack", "address": "https://hooks.example/abc"}),
    "POST /g/{game_id}/table": Row(303, form={"seat": "2", "bot": "intern"}),
    "POST /s/{token}/table": Row(303, form={"do": "renew", "seat": "2"}),
    "POST /forget": sent(403, game="GAME", do="delete"),  # it stays: others have moved
    # Streams
    **{route: Row(200, query="?g=GAME") for route in STREAMS},
}  # fmt: skip
"""What each route answers, in the order in which they are asked."""


def account_of_role(role: str) -> str:
    """Returns the name of the account of a role; nobody can be called like an administrator."""
    return "Warden Account" if role == ADMINISTRATOR else f"{role.capitalize()} Account"


@dataclass
class World:
    """A table of three people in a server of its own, and everybody who could ask for something."""

    store: Store
    app: Starlette
    clients: dict[str, httpx.Client]
    game_id: str = ""
    table: str = ""
    person: str = ""
    own: set[str] = field(default_factory=set)
    tokens: dict[str, str] = field(default_factory=dict)
    secrets: list[tuple[str, str]] = field(default_factory=list)

    def fill(self) -> None:
        """Opens the table; each player comes. The holder is logged in, is asked, and has another game; the host has a private open table."""
        host, owner_id, other = (self.clients[role] for role in (HOST, HOLDER, OTHER))
        for role in sorted(LOGGED_IN):
            made = self.clients[role].post("/api/account", json={"name": account_of_role(role), "password": PASSWORD})
            assert made.status_code == 201, made.text
            self.secrets += [(role, code) for code in made.json()["recovery_codes"]]
            self.secrets.append((role, account_of_role(role)))
        link = self.opened(HOST, "Hana", "link", "link").removesuffix("/table")
        self.game_id = host.get(f"/api{link.replace('/s/', '/seats/')}").json()["game"]
        game = game_row(self.store, self.game_id)
        self.tokens = dict(zip((HOST, HOLDER, OTHER), (seat.token for seat in game.seats), strict=True))
        for role, client in ((HOLDER, owner_id), (OTHER, other)):
            for path in (f"/s/{self.tokens[role]}", f"/api/seats/{self.tokens[role]}"):
                assert client.get(path).status_code == 200
        self.clients[SPECTATOR].get(f"/g/{self.game_id}")
        for client in self.clients.values():
            client.get("/lobby")  # which gives each browser its cookie, so that the bell is the same in all pages
        account = account_storage.find(self.store, name_key("Holder Account"))
        assert account is not None
        self.own, self.person = {account.id, account.owner_id, BOT}, account.id
        administrator = account_storage.find(self.store, name_key(account_of_role(ADMINISTRATOR)))
        assert administrator is not None
        moderation_storage.add_administrator(self.store, administrator.id, NOW)
        passkey_storage.add(self.store, PasskeyRow(PASSKEY, account.id, "key", 0, "Phone of Ann", NOW, NOW))
        token_storage.add(self.store, ApiTokenRow(TOKEN, account.id, "Board of Ann", "play", NOW, "2031-01-01"))
        token_storage.add_bot(self.store, AccountRow(BOT, "Robby of Ann", "robby", "", NOW), account.id)
        while (asked := host.get(f"/api/games/{self.game_id}").json()["asked"]) != 2:
            token = game.seats[asked - 1].token
            view = host.get(f"/api/seats/{token}").json()
            answer = host.post(f"/api/seats/{token}", json={"apply": [view["legal"][-1]["action"]], "version": view["version"]})
            assert answer.status_code == 200, answer.text
        own = self.opened(HOLDER, "Only one", "pei")
        invitation = {"player": "Hana", "people": 3, "private": True, "name": "Only by invitation"}
        self.table = host.post("/api/lobby", json=invitation).json()["table"]
        self.secrets += [
            (HOLDER, own.removeprefix("/s/")),
            (HOLDER, "Only one"),
            (HOLDER, "Phone of Ann"),
            (HOLDER, "Board of Ann"),
            (HOST, self.table),
            (HOST, "Only by invitation"),
        ]
        self.secrets += [(role, token) for role, token in self.tokens.items()]
        assert game.key is not None
        self.secrets += [("nobody", self.app.state.context.secret), ("nobody", game.key.hex()), ("nobody", repr(game.key)[2:-1])]
        for role, client in self.clients.items():
            for cookie in client.cookies.jar:
                self.secrets += [(role, str(cookie.value)), ("nobody", hash_of(str(cookie.value)))]

    def of_owner(self, has_seat: bool) -> list[object]:
        """Returns what nobody else may change: all that is stored of the holder's account but requests of friends, which tell of themselves, and the game; not the latter for who ``has_seat`` there."""
        rows = [
            row for table in stored(self.store).values() for row in table if self.own.intersection(map(str, row)) and "friend" not in row
        ]
        return [*rows, None if has_seat else games.find(self.store, self.game_id)]

    def opened(self, role: str, name: str, *others: str) -> str:
        """Opens a table for somebody and others; returns where that leads."""
        form = {
            "kind-0": "here",
            "name-0": name,
            "name-1": "Ann",
            "name-2": "Ben",
            **{f"kind-{number}": kind for number, kind in enumerate(others, 1)},
        }
        answer = self.clients[role].post("/new", data=form)
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])

    def secrets_for(self, role: str) -> list[str]:
        """Returns what somebody must not be told; the host passes on all links of the table, administrators know the names of accounts, and the tables and games that there are."""
        passed_on = set(self.tokens.values()) if role == HOST else set()
        if role == ADMINISTRATOR:
            passed_on = {account_of_role(each) for each in LOGGED_IN} | {"Only one", "Only by invitation", self.table}
        return [secret for owner, secret in self.secrets if owner != role and secret not in passed_on]

    def pencil_in(self) -> None:
        """Has the holder plan the round, pencil in a move, and change preferences."""
        client, address = self.clients[HOLDER], f"/api/seats/{self.tokens[HOLDER]}"
        view = client.get(address).json()
        for body in (
            {"set": "skips_firing:on"},
            {"plan": ["factory", "hire"]},
            {"pick": view["legal"][0]["action"], "version": view["version"]},
        ):
            answer = client.post(address, json=body)
            assert answer.status_code == 200, answer.text
        view = answer.json()
        assert view["draft"] and view["plan"]["texts"]

    def ask(self, role: str, route: str) -> httpx.Response:
        method, path = route.split(" ")
        row = ROWS[route]
        found = {
            "game_id": self.game_id, "token": self.tokens.get(role, self.game_id), "game": self.game_id, "table": self.table if role == HOST else self.game_id,
            "day": "today", "name": "second", "number": "0", "channel": "players", "who": "Holder Account", "other": "Stranger Account",
            "person": self.person, "address": "x", "proof": "x",
        }  # fmt: skip
        path = path.format(**found) + row.query.replace("GAME", self.game_id)
        somebody = self.clients[HOLDER if role != HOLDER else STRANGER]
        texts = {
            "TOKEN": "-" if role == HOLDER else TOKEN[:16],
            "BOT": BOT,
            "GAME": self.game_id,
            "SESSION": hash_of(str(somebody.cookies.get("groundfloor_session")))[:16],
        }
        json, form = (
            {name: texts.get(str(value), value) for name, value in body.items()} if body is not None else None
            for body in (row.json, row.form)
        )
        client = self.clients[role]
        if route in STREAMS:
            with client.stream(method, path) as answer:
                return answer
        return client.request(method, path, json=json, data=form)


@pytest.fixture
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with ExitStack() as stack, pytest.MonkeyPatch.context() as patched:
        make_advice_brief(patched)
        patched.setattr(passwords, "hasher", lambda: PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        store = stack.enter_context(closing(Store(with_database(tmp_path_factory.mktemp("access")))))
        apps: list[Starlette] = []

        def make_app(port: int) -> Starlette:
            # That long nobody is told who is here, which would change in the middle of a slow walk.
            settings = Settings(bot_processes=0, limits=replace(LIMITS, away_seconds=3600))
            apps.append(create_app(store, clock=lambda: NOW, randomness=random.Random(1).randbytes, settings=settings, port=port))
            return apps[0]

        address = stack.enter_context(running(make_app))
        headers = {"Accept-Language": "en", "Origin": address}
        clients = {role: stack.enter_context(http.Client(base_url=address, headers=headers)) for role in ROLES}
        found = World(store, apps[0], clients)
        found.fill()
        yield found


def test_every_route_has_a_row() -> None:
    assert set(ROWS) == {route.address for route in ROUTES}


@dataclass
class Walk:
    """The requests of somebody, and what was wrong with the answers."""

    world: World
    role: str
    faults: list[str] = field(default_factory=list)

    def ask(self, route: str) -> str:
        """Asks; returns the answer without what is different each time."""
        row, answer = ROWS[route], self.world.ask(self.role, route)
        text = "" if route in STREAMS else answer.text
        if answer.status_code != row.expected(route, self.role):
            self.faults.append(f"{route}: {answer.status_code}, not {row.expected(route, self.role)}")
        for secret in self.world.secrets_for(self.role):
            if secret in text + str(answer.headers) and secret not in str(row):
                self.faults.append(f"{route} tells {secret!r}")
        return RANDOM.sub("", text)

    def do(self, route: str) -> None:
        """Does something; what is refused changes nothing that is stored but the number of attempts."""
        before = stored(self.world.store)
        self.ask(route)
        after = stored(self.world.store)
        if ROWS[route].expected(route, self.role) >= 400 and {**after, **{name: before[name] for name in COUNTS}} != before:
            self.faults.append(f"{route} is refused, and changes what is stored")


@pytest.fixture(autouse=True)
def without_pars(monkeypatch: pytest.MonkeyPatch) -> None:
    """Computes no par of a day, which would be stored while something else is asked for."""
    monkeypatch.setattr(AdviceRunner, "compute_par", lambda *_given: None)


@pytest.mark.slow
@pytest.mark.parametrize("role", sampled(ROLES, OTHER.__eq__))
def test_nobody_is_told_or_does_what_is_not_theirs(world: World, role: str) -> None:
    walk = Walk(world, role)
    looks = [route for route in ROWS if route.startswith("GET")]
    before = {route: walk.ask(route) for route in looks}
    world.pencil_in()
    for route in looks if role != HOLDER else ():
        if walk.ask(route) != before[route] and not route.endswith("/admin/sizes"):
            walk.faults.append(f"{route} tells of a draft, a plan or a preference of another seat")
    kept = world.of_owner(role in SEATED)
    for route in ROWS:
        if route not in before:
            walk.do(route)
    assert role in (HOLDER, HOST) or world.of_owner(role in SEATED) == kept
    assert not walk.faults, "\n".join(walk.faults)


class NotingHasher(PasswordHasher):
    """Hashes passwords with little work, and notes when it does."""

    def __init__(self, done: list[str]) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.done = done

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        self.done.append("hash")
        return super().hash(password, salt=salt)

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
        self.done.append("verify")
        return super().verify(hash, password)


def note_statements(store: Store, done: list[str]) -> None:
    """Notes the statements of requests, which have a deadline; not those that the server makes meanwhile, such as that it is alive."""

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if current_deadline.get() is not None:
            done.append(statement)

    event.listen(store.engine, "before_cursor_execute", note)


@pytest.mark.parametrize("route", [f"POST {base}/{path}" for base in ("/account", "/api/account") for path in ("log-in", "recover")])
def test_known_name_is_answered_and_dealt_with_like_an_unknown_one(world: World, route: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same words, as many passwords hashed and the same statements to the database, so that no time tells it."""
    row, done = ROWS[route], list[str]()
    monkeypatch.setattr(passwords, "hasher", lambda: NotingHasher(done))
    note_statements(world.store, done)
    told = []
    for name in ("Holder Account", "Nobody Account", "Holder Account"):
        done.clear()
        json, form = ({**body, "name": name} if body else None for body in (row.json, row.form))
        answer = world.clients[GUEST].post(route.split(" ")[1], json=json, data=form)
        told.append((answer.status_code, RANDOM.sub("", answer.text).replace(name, ""), [*done]))
    assert told[0] == told[1] == told[2] and "BEGIN IMMEDIATE" in done
    assert "recover" in route or {"hash", "verify"}.intersection(done), (
        "a recovery code is looked up, and nothing hashed before it is right"
    )


def test_friend_request_to_nobody_is_dealt_with_like_one_to_somebody(world: World) -> None:
    done: list[str] = []
    note_statements(world.store, done)
    told = []
    for name in ("First Request", "Holder Account", "Nobody Account"):
        done.clear()
        answer = world.clients[STRANGER].post("/api/account/friends", json={"do": "ask", "name": name})
        told.append((answer.status_code, [*done]))
        assert name in answer.json()["sent"]
    assert told[1] == told[2] and "BEGIN IMMEDIATE" in done


def test_nothing_is_done_for_a_form_of_another_site(world: World) -> None:
    """Each change is asked by somebody who may make it; a few cannot be made of this game, whoever asks."""
    for client in world.clients.values():
        client.headers["Origin"] = "https://elsewhere.example"
    before, faults = stored(world.store), []
    for route in [route for route in ROWS if route.startswith("POST")]:
        role = ADMINISTRATOR if "/admin" in route else HOST if "/lobby" in route else HOLDER
        status = world.ask(role, route).status_code
        refused = (
            (303, 403, 404)
            if re.search("notices/(confirm|off)|/exercises/|/chat/.*number|}/(rematch|same-seed|analysis)$", route)
            else (403,)
        )
        if status not in refused:
            faults.append(f"{route}: {status}")
    assert not faults and {**stored(world.store), "rate_limits": before["rate_limits"]} == before, "\n".join(faults)
