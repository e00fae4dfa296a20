"""Passkeys: what they open, and what is refused with a sentence."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest

from groundfloor.server.club.accounts import passkey_storage
from groundfloor.server.database.store import Store
from groundfloor.server.http.limits import CHALLENGE_MINUTES, Limits
from groundfloor.server.http.settings import Settings
from tests.server.conftest import with_settings
from tests.support import http
from tests.support.html import has, one, text, texts, value
from tests.support.passkeys import Passkey

PASSWORD = "correct horse battery"
Json = dict[str, Any]


@pytest.fixture
def server(server: str) -> str:
    """Returns the address by a name for which browsers have passkeys."""
    return server.replace("127.0.0.1", "localhost")


def options(client: httpx.Client, purpose: str, **more: object) -> Json:
    answer = client.post("/api/account/passkeys/options", json={"for": purpose, **more})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()["options"]
    return found


def origin_of(client: httpx.Client) -> str:
    return str(client.headers["origin"])


def create(client: httpx.Client, passkey: Passkey, name: str = "Ann") -> httpx.Response:
    made = passkey.create(options(client, "create", name=name), origin_of(client))
    return client.post("/api/account", json={"passkey": made})


def use(client: httpx.Client, passkey: Passkey, purpose: str) -> Json:
    return passkey.use(options(client, purpose), origin_of(client))


def log_in(client: httpx.Client, passkey: Passkey) -> httpx.Response:
    return client.post("/api/account/log-in", json={"passkey": use(client, passkey, "log-in")})


def add(client: httpx.Client, passkey: Passkey, proof: Json) -> httpx.Response:
    made = passkey.create(options(client, "add", **proof), origin_of(client))
    return client.post("/api/account/passkeys", json={"passkey": made})


def refused(answer: httpx.Response, status: int, part: str) -> None:
    assert answer.status_code == status and part in answer.json()["error"], answer.text


def test_account_of_a_passkey_is_created_and_entered_without_a_name(browse: Callable[[], httpx.Client]) -> None:
    laptop, phone, passkey = browse(), browse(), Passkey()
    made = create(laptop, passkey)
    assert made.status_code == 201 and made.json()["name"] == "Ann" and len(made.json()["recovery_codes"]) == 10
    assert made.json()["has_password"] is False and len(made.json()["passkeys"]) == 1
    assert log_in(phone, passkey).json()["name"] == "Ann"
    assert [each["id"] for each in phone.get("/api/account/data").json()["passkeys"]] == [
        passkey.create(options(phone, "create", name="X"), "")["id"]
    ]


def test_password_of_a_passwordless_account_is_none_that_can_be_guessed(browse: Callable[[], httpx.Client]) -> None:
    create(browse(), Passkey())
    for guess in ("", "none", PASSWORD):
        refused(browse().post("/api/account/log-in", json={"name": "Ann", "password": guess}), 403, "do not belong together")


def test_passkey_and_password_are_added_to_each_other(browse: Callable[[], httpx.Client]) -> None:
    client, first, second = browse(), Passkey(), Passkey()
    client.post("/api/account", json={"name": "Ben", "password": PASSWORD})
    refused(client.post("/api/account/passkeys/options", json={"for": "add", "password": "wrong"}), 403, "not your password")
    assert add(client, first, {"password": PASSWORD}).status_code == 200
    assert len(add(client, second, {"passkey": use(client, first, "confirm")}).json()["passkeys"]) == 2
    other, third = browse(), Passkey()
    create(other, third)
    changed = other.post("/api/account/password", json={"passkey": use(other, third, "confirm"), "password": PASSWORD})
    assert changed.json()["has_password"] is True
    assert browse().post("/api/account/log-in", json={"name": "Ann", "password": PASSWORD}).status_code == 200


def test_last_way_in_stays(browse: Callable[[], httpx.Client]) -> None:
    client, first, second = browse(), Passkey(), Passkey()
    (known,) = create(client, first).json()["passkeys"]

    def remove(id: str, by: Passkey) -> httpx.Response:
        return client.post("/api/account/passkeys/remove", json={"id": id, "passkey": use(client, by, "confirm")})

    refused(remove(known["id"], first), 409, "only way into your account")
    add(client, second, {"passkey": use(client, first, "confirm")})
    (left,) = remove(known["id"], second).json()["passkeys"]
    refused(log_in(browse(), first), 403, "belongs to no account")
    refused(remove(left["id"], second), 409, "only way into your account")


def test_after_a_recovery_the_page_says_to_remove_the_passkey_of_a_lost_device(browse: Callable[[], httpx.Client]) -> None:
    client = browse()
    codes = client.post("/api/account", json={"name": "Ben", "password": PASSWORD}).json()["recovery_codes"]
    sent = {"name": "Ben", "password": "another good one"}
    assert client.post("/account/recover", data={**sent, "code": codes[0]}).headers["location"] == "/account?done=recovered"
    assert not has(client.get("/account?done=recovered").text, "#lost-device"), "there is no passkey"
    add(client, Passkey(), {"password": sent["password"]})
    page = client.get("/account?done=recovered").text
    assert "Remove its passkey" in text(one(page, "#lost-device")) and "last used on" in page
    assert not has(client.get("/account").text, "#lost-device")


def test_passkey_confirms_what_a_password_does(browse: Callable[[], httpx.Client]) -> None:
    client, passkey = browse(), Passkey()
    create(client, passkey)
    for path in ("recovery-codes", "delete"):
        refused(client.post(f"/api/account/{path}", json={"password": ""}), 403, "not your password")
        logged_in = use(client, passkey, "log-in")
        refused(client.post(f"/api/account/{path}", json={"passkey": logged_in}), 400, "try once more")
        assert client.post(f"/api/account/{path}", json={"passkey": use(client, passkey, "confirm")}).status_code == 200
    assert client.get("/api/account").status_code == 403
    refused(log_in(browse(), passkey), 403, "belongs to no account")


def test_challenge_is_good_once_for_one_browser_and_ten_minutes(browse: Callable[[], httpx.Client]) -> None:
    client, passkey = browse(), Passkey()
    create(client, passkey)
    client.post("/api/account/log-out", json={})
    answer = use(client, passkey, "log-in")
    other = browse()
    other.post("/api/account/passkeys/options", json={"for": "log-in"})
    refused(other.post("/api/account/log-in", json={"passkey": answer}), 400, "took too long")
    answer = use(client, passkey, "log-in")
    assert client.post("/api/account/log-in", json={"passkey": answer}).status_code == 200
    refused(browse().post("/api/account/log-in", json={"passkey": answer}), 400, "took too long")


def test_passkey_of_somebody_else_confirms_nothing(browse: Callable[[], httpx.Client]) -> None:
    client, other, own, foreign = browse(), browse(), Passkey(), Passkey()
    create(client, own)
    create(other, foreign, "Ben")
    refused(client.post("/api/account/delete", json={"passkey": use(client, foreign, "confirm")}), 403, "or to another one")
    made = own.create(options(other, "add", passkey=use(other, foreign, "confirm")), origin_of(other))
    refused(other.post("/api/account/passkeys", json={"passkey": made}), 422, "belongs to an account already")


def test_answer_for_another_site_is_refused(client: httpx.Client) -> None:
    passkey = Passkey()
    create(client, passkey)
    origins: list[Any] = ["http://localhost:1", "https://localhost", "http://127.0.0.1", "https://evil.example", 7, None]
    for origin in origins:
        answer = passkey.use(options(client, "log-in"), origin)
        refused(client.post("/api/account/log-in", json={"passkey": answer}), 400, "not right")


def test_copied_passkey_is_noticed_by_its_count(browse: Callable[[], httpx.Client]) -> None:
    client, passkey = browse(), Passkey(count=5)
    create(client, passkey)
    assert log_in(browse(), passkey).status_code == 200
    passkey.count = 3
    refused(log_in(browse(), passkey), 400, "not right")
    passkey.count = 9
    assert log_in(browse(), passkey).status_code == 200


GARBAGE: list[Any] = [
    {},
    {"id": "x"},
    {"id": 1, "rawId": 2, "type": 3, "response": 4},
    {"id": "YQ", "rawId": "YQ", "type": "public-key", "response": {}},
    {"id": "YQ", "rawId": "YQ", "type": "public-key", "response": {"clientDataJSON": "", "authenticatorData": "", "signature": ""}},
    {"id": "YQ", "rawId": "YQ", "type": "public-key", "response": {"clientDataJSON": "W10", "attestationObject": "oA", "authenticatorData": "", "signature": "?"}},
]  # fmt: skip


def test_garbage_gets_a_sentence(browse: Callable[[], httpx.Client]) -> None:
    client = browse()
    for garbage in GARBAGE:
        refused(client.post("/api/account/log-in", json={"passkey": garbage}), 400, "")
        refused(client.post("/api/account", json={"passkey": garbage}), 400, "")
        answer = client.post("/account/log-in", data={"passkey": "{" if not garbage else str(garbage)})
        assert answer.status_code == 400 and has(answer.text, "[role=alert]")


def test_options_for_nothing_get_a_sentence(browse: Callable[[], httpx.Client]) -> None:
    for body in [{}, {"for": 1}, {"for": "nothing"}, {"for": "create"}, {"for": "create", "name": " "}, {"for": "add"}, {"for": "confirm"}]:
        answer = browse().post("/api/account/passkeys/options", json=body)
        assert answer.status_code in (400, 403, 422) and answer.json()["error"]


def test_damaged_signature_is_refused(browse: Callable[[], httpx.Client]) -> None:
    client, passkey = browse(), Passkey()
    create(client, passkey)
    answer = use(client, passkey, "log-in")
    answer["response"]["signature"] = answer["response"]["clientDataJSON"]
    refused(client.post("/api/account/log-in", json={"passkey": answer}), 400, "not right")


def test_name_that_is_taken_is_told_before_a_passkey_is_made(browse: Callable[[], httpx.Client]) -> None:
    create(browse(), Passkey())
    refused(browse().post("/api/account/passkeys/options", json={"for": "create", "name": "ANN"}), 409, "is taken")


@with_settings(Settings(limits=Limits(log_ins_per_hour=4)))
def test_log_ins_are_counted(browse: Callable[[], httpx.Client], monkeypatch: pytest.MonkeyPatch) -> None:
    client, passkey = browse(), Passkey()
    create(client, passkey)
    client.headers["X-Forwarded-For"] = "192.0.2.7"
    codes = [log_in(client, passkey).status_code for _ in range(4)]
    assert codes == [200, 200, 429, 429]


def test_ip_address_has_no_passkeys_and_the_page_says_so(server: str) -> None:
    by_address = server.replace("localhost", "127.0.0.1")
    with http.Client(base_url=by_address, headers={"Origin": by_address, "Accept-Language": "en"}) as client:
        page = client.get("/account").text
        assert value(one(page, "main .hint a"), "href") == f"{server}/account"
        assert any("Passkeys need https:// or localhost" in each for each in texts(page, ".hint")) and not has(page, "[data-passkey]")
        refused(client.post("/api/account/passkeys/options", json={"for": "log-in"}), 422, "Passkeys need https:// or localhost")


def test_passkey_is_renamed_on_the_page(browse: Callable[[], httpx.Client]) -> None:
    client, passkey = browse(), Passkey()
    (known,) = create(client, passkey).json()["passkeys"]
    assert client.post("/account/passkeys", data={"do": "rename", "id": known["id"], "label": "  Key ring "}).status_code == 303
    page = client.get("/account").text
    assert text(one(page, "[aria-labelledby=passkeys-title] b")) == "Key ring"
    assert client.post("/account/passkeys", data={"do": "rename", "id": known["id"], "label": " "}).status_code == 422


def test_old_challenges_are_deleted(store: Store, browse: Callable[[], httpx.Client]) -> None:
    options(browse(), "log-in")
    later = datetime.now().astimezone() + timedelta(minutes=CHALLENGE_MINUTES + 1)
    assert passkey_storage.delete_challenges(store, "2000") == 0 and passkey_storage.delete_challenges(store, later.isoformat()) == 1


@with_settings(Settings(public_url="https://games.example", allowed_hosts=("club.lan",), trusted_proxies=("127.0.0.1",)))
def test_passkeys_belong_to_names_of_the_server_over_https(server: str) -> None:
    def ask(host: str, origin: str, **more: str) -> httpx.Response:
        headers = {"Host": host, "Origin": origin, "Accept-Language": "en", **more}
        with http.Client(base_url=server, headers=headers) as client:
            return client.post("/api/account/passkeys/options", json={"for": "log-in"})

    assert ask("games.example", "https://games.example").json()["options"]["rpId"] == "games.example"
    secure = ask("club.lan:8443", "https://club.lan:8443", **{"X-Forwarded-Proto": "https"})
    assert secure.json()["options"]["rpId"] == "club.lan"
    refused(ask("club.lan:8443", "http://club.lan:8443"), 422, "Passkeys need https:// or localhost")
    assert ask("evil.example", "https://evil.example").status_code == 421


@with_settings(Settings(public_url="https://games.example"))
def test_answer_for_the_public_address_is_right(server: str) -> None:
    origin, passkey = "https://games.example", Passkey()
    with http.Client(base_url=server, headers={"Host": "games.example", "Origin": origin, "Accept-Language": "en"}) as client:
        assert create(client, passkey).status_code == 201 and log_in(client, passkey).status_code == 200
        wrong = passkey.use(options(client, "log-in"), "http://games.example")
        refused(client.post("/api/account/log-in", json={"passkey": wrong}), 400, "not right")
