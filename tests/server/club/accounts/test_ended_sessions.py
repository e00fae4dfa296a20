"""Requests that are under way when their session ends, or when somebody else sets a new password: nothing is changed by them."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextvars import Context
from types import ModuleType
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest
from sqlalchemy import select

from groundfloor.server.club.accounts import accounts, api_tokens, log_in_storage, routes, sessions
from groundfloor.server.club.accounts.accounts import code_hash
from groundfloor.server.club.accounts.passwords import hash_password, is_password
from groundfloor.server.club.administration import people, site
from groundfloor.server.club.administration import storage as administration_storage
from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.club.moderation import storage as moderation_storage
from groundfloor.server.database.database import reading
from groundfloor.server.database.rows import AccountRow, BanRow, SessionRow
from groundfloor.server.database.schema import recovery_codes, registration_links
from groundfloor.server.database.store import Store
from groundfloor.server.game.streams import routes as streams
from groundfloor.server.http.addresses import client_hash_of
from groundfloor.server.http.settings import Settings
from groundfloor.server.work import Work
from tests.server.conftest import PASSWORD, with_settings
from tests.support.passkeys import Passkey

NEW, EVIL = "another good password", "a password of a thief"
PATIENCE = 60.0
AT = "2030-01-01T00:00:00+00:00"
Browse = Callable[[], httpx.Client]
Send = Callable[..., httpx.Response]
Json = dict[str, Any]


@pytest.fixture
def server(server: str) -> str:
    """Returns the address by a name for which browsers have passkeys."""
    return server.replace("127.0.0.1", "localhost")


@pytest.fixture
def send_late(monkeypatch: pytest.MonkeyPatch) -> Send:
    """Returns a function that sends JSON, or a form, whose end comes late: something else happens after the server has looked up who sends it."""
    looked_up = threading.Event()
    find = sessions.Sessions.handle

    async def handle(self: sessions.Sessions, scope: Any, receive: Any, send: Any) -> None:
        async def receive_first() -> Any:
            looked_up.set()
            return await receive()

        await find(self, scope, receive_first, send)

    monkeypatch.setattr(sessions.Sessions, "handle", handle)

    def send(client: httpx.Client, path: str, sent: Json, meanwhile: Callable[[], object]) -> httpx.Response:
        is_json = path.startswith("/api/")
        body = (json.dumps(sent) if is_json else urlencode(sent)).encode()

        def pieces() -> Iterator[bytes]:
            yield body[:1]
            assert looked_up.wait(PATIENCE)
            meanwhile()
            yield body[1:]

        looked_up.clear()
        kind = "application/json" if is_json else "application/x-www-form-urlencoded"
        return client.post(path, content=pieces(), headers={"Content-Type": kind, "Content-Length": f"{len(body)}"})

    return send


class Owner:
    """An account whose password a thief knows, who is logged in, too."""

    def __init__(self, browse: Browse, store: Store) -> None:
        self.store, self.client, self.thief, self._browse = store, browse(), browse(), browse
        made = self.client.post("/api/account", json={"name": "Ann", "password": PASSWORD})
        assert made.status_code == 201
        self.codes = made.json()["recovery_codes"]
        assert self.opens(PASSWORD, self.thief)

    @property
    def row(self) -> AccountRow:
        found = account_storage.find(self.store, "ann")
        assert found is not None
        return found

    def opens(self, password: str, client: httpx.Client | None = None) -> bool:
        """Logs in, at a new browser if no other one is named; returns whether that is possible."""
        sent = {"name": "Ann", "password": password}
        return (client or self._browse()).post("/api/account/log-in", json=sent).status_code == 200

    def recover(self) -> None:
        sent = {"name": "Ann", "code": self.codes[0], "password": NEW}
        assert self.client.post("/api/account/recover", json=sent).status_code == 200

    def recover_elsewhere(self) -> None:
        """Recovers the account at another process, while this one is busy."""
        session = SessionRow("owner", self.row.id, "", AT, AT)
        assert log_in_storage.recover(self.store, self.row, code_hash(self.codes[0]), hash_password(NEW), session)

    def log_out_everywhere(self) -> None:
        assert self.client.post("/api/account/sessions/everywhere", json={}).status_code == 200

    def facts(self) -> Json:
        """Returns what the account has, looked at in a new session."""
        client = self._browse()
        assert self.opens(NEW, client) or self.opens(PASSWORD, client), "the owner is locked out"
        found: Json = client.get("/api/account").json()
        return found


@pytest.fixture
def owner(browse: Browse, store: Store) -> Owner:
    return Owner(browse, store)


def test_stream_that_was_asked_for_before_its_session_ended_tells_nothing(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    def end_session(*_: object) -> list[object]:
        owner.log_out_everywhere()
        return []

    monkeypatch.setattr(streams, "subscriptions_of", end_session)
    with owner.thief.stream("GET", "/events", params={"p": "1", "w": "en:/"}) as answer:
        assert answer.status_code == 200 and next(answer.iter_text(), "") == ""


@pytest.mark.parametrize("path", ["/api/account/data", "/account/data.json"])
def test_file_that_was_asked_for_before_its_session_ended_is_not_sent(owner: Owner, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    def pieces(*_: object) -> Iterator[bytes]:
        owner.recover_elsewhere()
        return iter((b"everything",))

    monkeypatch.setattr(routes, "account_pieces", pieces)
    refused = owner.thief.get(path)
    assert refused.status_code == 403 and "everything" not in refused.text


def test_file_that_somebody_reads_slowly_ends_with_its_session(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    def pieces(*_: object) -> Iterator[bytes]:
        yield b"before"
        owner.recover_elsewhere()
        yield b"after"

    monkeypatch.setattr(routes, "account_pieces", pieces)
    assert owner.thief.get("/api/account/data").text == "before"


PROVEN: dict[str, Json] = {
    "password": {"old": PASSWORD, "password": EVIL},
    "recovery-codes": {"password": PASSWORD},
    "tokens": {"label": "Mine", "scope": "play", "password": PASSWORD},
    "delete": {"password": PASSWORD},
    "passkeys/options": {"for": "add", "password": PASSWORD},
}
"""What a thief who knows the password would change."""


@pytest.mark.parametrize("end", ["recover", "log_out_everywhere"])
@pytest.mark.parametrize("path", PROVEN)
def test_request_that_ends_late_is_not_carried_out_in_an_ended_session(path: str, end: str, owner: Owner, send_late: Send) -> None:
    answer = send_late(owner.thief, f"/api/account/{path}", PROVEN[path], getattr(owner, end))
    assert answer.status_code == 403 and answer.json()["kind"] == "NotLoggedIn"
    told = owner.facts()
    assert told["tokens"] == [] and told["recovery_codes_left"] == 10 - (end == "recover") and not owner.opens(EVIL)


def test_passkey_that_comes_late_is_not_added(owner: Owner, send_late: Send) -> None:
    options = owner.thief.post("/api/account/passkeys/options", json=PROVEN["passkeys/options"]).json()["options"]
    made = Passkey().create(options, str(owner.thief.headers["origin"]))
    answer = send_late(owner.thief, "/api/account/passkeys", {"passkey": made}, owner.recover)
    assert answer.status_code == 400 and owner.facts()["passkeys"] == []


@pytest.mark.parametrize("path", ["settings", "bots", "sessions/everywhere"])
def test_what_needs_no_password_needs_its_session_when_the_body_is_there(path: str, owner: Owner, send_late: Send) -> None:
    sent = {"settings": {"theme": "dark"}, "bots": {"name": "Robby"}}.get(path, {})
    answer = send_late(owner.thief, f"/api/account/{path}", sent, owner.recover)
    assert answer.status_code == 403 and owner.client.get("/api/account").json()["bots"] == []


def test_late_form_is_not_carried_out_in_an_ended_session(owner: Owner, send_late: Send) -> None:
    answer = send_late(owner.thief, "/account/bots", {"name": "Robby"}, owner.recover)
    assert answer.status_code == 403 and owner.client.get("/api/account").json()["bots"] == []


def test_late_request_by_a_revoked_token_is_not_carried_out(owner: Owner, browse: Browse, send_late: Send) -> None:
    token = owner.client.post("/api/account/tokens", json=PROVEN["tokens"]).json()["token"]
    program = browse()
    program.headers["authorization"] = f"Bearer {token}"
    answer = send_late(program, "/api/notices", {"do": "read"}, owner.recover)
    assert answer.status_code == 401 and answer.json()["kind"] == "BadToken"


def test_somebody_who_is_banned_meanwhile_changes_nothing(owner: Owner, store: Store, send_late: Send) -> None:
    ban = BanRow("ban", owner.row.id, None, "Spam", AT, "", None)
    answer = send_late(owner.client, "/api/account/bots", {"name": "Robby"}, lambda: administration_storage.ban(store, ban))
    assert answer.status_code == 403 and answer.json()["kind"] == "Banned"


def test_administrator_who_is_dismissed_meanwhile_appoints_nobody(owner: Owner, person: Any, store: Store, send_late: Send) -> None:
    person("Ben")
    accomplice = account_storage.find(store, "ben")
    assert accomplice is not None
    moderation_storage.add_administrator(store, owner.row.id, AT)
    path = f"/api/admin/people/{accomplice.id}"
    answer = send_late(owner.client, path, {"do": "appoint"}, lambda: moderation_storage.dismiss(store, owner.row.id))
    assert answer.status_code == 404 and moderation_storage.administrators(store) == []


# While a request waits for its turn to write


@pytest.fixture
def send_waiting(monkeypatch: pytest.MonkeyPatch) -> Send:
    """Returns a function that sends JSON by a request before whose work in the thread that writes something else happens, as at another process."""

    def send(client: httpx.Client, path: str, sent: Json, meanwhile: Callable[[], object]) -> httpx.Response:
        waiting = [meanwhile]
        write = Work.write

        async def wait_and_write(self: Work, *work: Any, **more: Any) -> Any:
            while waiting:
                Context().run(waiting.pop())
            return await write(self, *work, **more)

        with monkeypatch.context() as patch:
            patch.setattr(Work, "write", wait_and_write)
            answer = client.post(path, json=sent)
        assert not waiting
        return answer

    return send


TABLE = {"seats": [{"name": "Ann"}, {"automa": "pei"}]}
WITHOUT_PROOF: dict[str, Json] = {
    "/api/account/settings": {"theme": "dark"},
    "/api/account/bots": {"name": "Robby"},
    "/api/account/friends": {"do": "ask", "name": "Ben"},
    "/api/notices": {"do": "settings", "delay_minutes": 15},
    "/api/games": TABLE,
}


@pytest.mark.parametrize("path", WITHOUT_PROOF)
def test_change_that_waits_is_not_made_in_an_ended_session(path: str, owner: Owner, person: Any, send_waiting: Send) -> None:
    person("Ben")
    answer = send_waiting(owner.thief, path, WITHOUT_PROOF[path], owner.recover_elsewhere)
    assert answer.status_code == 403 and answer.json()["kind"] == "NotLoggedIn"


def test_change_that_waits_is_not_made_by_a_revoked_token(owner: Owner, browse: Browse, send_waiting: Send) -> None:
    program = browse()
    token = owner.client.post("/api/account/tokens", json=PROVEN["tokens"]).json()["token"]
    program.headers["authorization"] = f"Bearer {token}"
    answer = send_waiting(program, "/api/games", TABLE, owner.recover_elsewhere)
    assert answer.status_code == 401 and answer.json()["kind"] == "BadToken"


@pytest.mark.parametrize("path", ["/api/games", "/api/notices"])
def test_change_that_waits_is_not_made_by_somebody_who_is_banned(path: str, owner: Owner, store: Store, send_waiting: Send) -> None:
    ban = BanRow("ban", owner.row.id, None, "Spam", AT, "", None)
    answer = send_waiting(owner.client, path, WITHOUT_PROOF[path], lambda: administration_storage.ban(store, ban))
    assert answer.status_code == 403 and answer.json()["kind"] == "Banned"


def test_move_that_waits_is_not_made_at_the_seat_of_somebody_who_is_banned(owner: Owner, store: Store, send_waiting: Send) -> None:
    seat = owner.client.post("/api/games", json=TABLE).json()["seats"][0]["token"]
    view = owner.client.get(f"/api/seats/{seat}").json()
    ban = BanRow("ban", owner.row.id, None, "Spam", AT, "", None)
    move = {"apply": [view["legal"][0]["action"]], "version": view["version"]}
    answer = send_waiting(owner.client, f"/api/seats/{seat}", move, lambda: administration_storage.ban(store, ban))
    assert answer.status_code == 403 and answer.json()["kind"] == "Banned"
    assert owner.client.get(f"/api/seats/{seat}").json()["version"] == view["version"]


@with_settings(Settings(trusted_proxies=("127.0.0.1",), bot_processes=0))
def test_change_that_waits_is_not_made_from_a_banned_address(browse: Browse, store: Store, send_waiting: Send) -> None:
    guest = browse()
    guest.headers["X-Forwarded-For"] = "203.0.113.7"
    secret = store.get_or_create_setting("secret", "")
    ban = BanRow("ban", None, client_hash_of(secret, "203.0.113.7"), "Spam", AT, "", None)
    answer = send_waiting(guest, "/api/games", TABLE, lambda: administration_storage.ban(store, ban))
    assert answer.status_code == 403 and answer.json()["kind"] == "Banned"


def test_request_that_ends_its_own_session_is_finished(owner: Owner) -> None:
    assert owner.thief.post("/api/account/sessions/everywhere", json={}).status_code == 200
    sent = {"name": "Ann", "code": owner.codes[0], "password": NEW}
    assert owner.client.post("/api/account/recover", json=sent).status_code == 200
    assert owner.client.post("/api/account/log-in", json={"name": "Ann", "password": NEW}).status_code == 200
    assert owner.client.post("/api/account/delete", json={"password": NEW}).status_code == 200


# While a password is hashed, which takes its time


@pytest.fixture
def recovering(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Returns a function that has the owner recover the account at another process while this one does what ``accounts`` calls so."""

    def during(name: str) -> None:
        work = getattr(accounts, name)

        def work_meanwhile(*args: object) -> object:
            done = work(*args)
            monkeypatch.setattr(accounts, name, work)
            owner.recover_elsewhere()
            return done

        monkeypatch.setattr(accounts, name, work_meanwhile)

    return during


def test_nobody_logs_in_with_a_password_that_was_changed_meanwhile(owner: Owner, recovering: Callable[[str], None]) -> None:
    recovering("is_password")
    assert not owner.opens(PASSWORD) and [session.token for session in account_storage.sessions_of(owner.store, owner.row.id)] == ["owner"]


@pytest.mark.parametrize("path", PROVEN)
def test_password_that_was_changed_meanwhile_proves_nothing(path: str, owner: Owner, recovering: Callable[[str], None]) -> None:
    recovering("is_password")
    answer = owner.thief.post(f"/api/account/{path}", json=PROVEN[path])
    assert answer.status_code == 403 and answer.json()["kind"] == "NotLoggedIn"
    told = owner.facts()
    assert told["tokens"] == [] and told["recovery_codes_left"] == 9


def test_new_password_does_not_replace_one_that_was_set_while_it_was_hashed(owner: Owner, recovering: Callable[[str], None]) -> None:
    recovering("hash_password")
    assert owner.thief.post("/api/account/password", json=PROVEN["password"]).status_code == 403
    assert owner.opens(NEW) and not owner.opens(EVIL)


@pytest.mark.parametrize(("module", "path"), [(accounts, "recovery-codes"), (api_tokens, "tokens")])
def test_proof_counts_only_until_the_password_is_another_one(
    module: ModuleType, path: str, owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The account is recovered after the last look at the session, before the change is stored."""
    with monkeypatch.context() as patch:
        patch.setattr(module, "promise", lambda promised: owner.recover_elsewhere())
        assert owner.thief.post(f"/api/account/{path}", json=PROVEN[path]).status_code == 403
    told = owner.facts()
    assert told["tokens"] == [] and told["recovery_codes_left"] == 9


@pytest.mark.parametrize(
    ("module", "path", "sent"), [(people, "people/ID", {"do": "code"}), (site, "site", {"do": "invite", "accounts": 1})]
)
def test_administrator_who_is_dismissed_meanwhile_makes_nothing_that_lasts(
    module: ModuleType, path: str, sent: Json, owner: Owner, person: Any, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    person("Ben")
    other = account_storage.find(store, "ben")
    assert other is not None
    moderation_storage.add_administrator(store, owner.row.id, AT)
    monkeypatch.setattr(module, "promise", lambda promised: moderation_storage.dismiss(store, owner.row.id))
    assert owner.client.post(f"/api/admin/{path.replace('ID', other.id)}", json=sent).status_code == 403
    with reading(store.engine) as connection:
        assert not connection.execute(select(registration_links)).all()
        assert not connection.execute(
            select(recovery_codes).where(recovery_codes.c.account == other.id, recovery_codes.c.until != "")
        ).all()


def test_passkey_that_an_old_password_has_allowed_is_not_added(owner: Owner) -> None:
    options = owner.client.post("/api/account/passkeys/options", json=PROVEN["passkeys/options"]).json()["options"]
    made = Passkey().create(options, str(owner.client.headers["origin"]))
    assert owner.client.post("/api/account/password", json={"old": PASSWORD, "password": NEW}).status_code == 200
    assert owner.client.post("/api/account/passkeys", json={"passkey": made}).status_code == 400


def test_new_hash_of_the_old_password_does_not_replace_the_new_one(
    owner: Owner, recovering: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "is_outdated", lambda hash: True)
    recovering("hash_password")
    assert not owner.opens(PASSWORD)
    assert is_password(owner.row.password, NEW)


def test_outdated_hash_is_replaced_once_by_two_log_ins(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second one finds the hash that the first one has stored."""
    renewed = hash_password(PASSWORD)
    monkeypatch.setattr(accounts, "is_outdated", lambda hash: hash != renewed)

    def hash_meanwhile(password: str) -> str:
        account_storage.set_password(owner.store, owner.row.id, renewed)
        return hash_password(password)

    monkeypatch.setattr(accounts, "hash_password", hash_meanwhile)
    assert owner.opens(PASSWORD) and owner.row.password == renewed
