"""Where notices are sent, on pages and over the API: added, confirmed, tested, switched off and removed; by real messages to servers on this computer."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from groundfloor.server.app import create_app
from groundfloor.server.club.accounts import log_in_storage
from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.club.moderation import storage as moderation_storage
from groundfloor.server.club.notifications import address_storage
from groundfloor.server.club.notifications.mail import Client
from groundfloor.server.club.notifications.message import Message
from groundfloor.server.club.notifications.rows import NotificationAddress
from groundfloor.server.club.notifications.transports import subject, transports_of
from groundfloor.server.club.notifications.web_push import new_key
from groundfloor.server.club.notifications.wording import unsubscribe_url
from groundfloor.server.database.store import Store
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.outgoing import OutgoingClient
from groundfloor.server.http.settings import Settings
from tests.server.conftest import NewGame, Page
from tests.support import http
from tests.support.html import has, one, text, texts, value, values
from tests.support.mail_server import SENDER, ReceivingServer, mail_server
from tests.support.other_servers import HOST, OtherServer, other_server
from tests.support.push_service import Subscription
from tests.support.quick_server import running
from tests.support.several_servers import wait_until

Browse = Callable[[], httpx.Client]
URL = f"https://{HOST}/hook"
ADDRESSES = "/api/notices/addresses"
SETTINGS = Settings(bot_processes=0, limits=Limits(bot_pause_seconds=0))


@pytest.fixture
def other() -> Iterator[OtherServer]:
    with other_server() as server:
        yield server


@pytest.fixture
def mail() -> Iterator[ReceivingServer]:
    with mail_server(security="none") as server:
        yield server


@pytest.fixture
def settings(request: pytest.FixtureRequest) -> Settings:
    """Returns settings with a mail server for tests that have one."""
    found: Settings = getattr(request, "param", SETTINGS)
    if "mail" not in request.fixturenames:
        return found
    server: ReceivingServer = request.getfixturevalue("mail")
    return replace(found, smtp_host="127.0.0.1", smtp_port=server.port, smtp_security="none", smtp_sender=SENDER)


@pytest.fixture
def server(store: Store, settings: Settings, other: OtherServer) -> Iterator[str]:
    def make_app(port: int) -> Starlette:
        return create_app(store, randomness=random.Random(1).randbytes, settings=settings, port=port, client=other.client())

    with running(make_app) as address:
        yield address


def add(client: httpx.Client, transport: str = "slack", address: str = URL, place: str = "/notices/addresses") -> httpx.Response:
    return client.post(place, data={"do": "add", "transport": transport, "address": address, "label": "Our  channel"})


def target_ids(client: httpx.Client) -> list[str]:
    return [each["id"] for each in client.get(ADDRESSES).json()["addresses"]]


def change(client: httpx.Client, do: str, place: str = "/notices/addresses") -> httpx.Response:
    """Does something with the first address of the page."""
    page = client.get("/notices/addresses" if place == "/notices/addresses" else place.replace("/notices", "/table")).text
    return client.post(place, data={"do": do, "id": values(page, "#notice-addresses input[name=id]", "value")[0]})


SIEGE = replace(SETTINGS, trusted_proxies=("127.0.0.1",))


@pytest.mark.parametrize("settings", [SIEGE], indirect=True)
def test_owner_is_told_once_a_day_of_attempts_to_log_in(client: httpx.Client, browse: Browse, other: OtherServer) -> None:
    assert client.post("/api/account", json={"name": "Ann https://evil.example", "password": "correct horse battery"}).status_code == 201
    assert add(client).headers["location"] == "/notices/addresses?done=saved"
    stranger = browse()
    for number in range(12):
        stranger.headers["x-forwarded-for"] = f"198.51.100.{number}"
        for name in ("Ann https://evil.example", "Nobody"):
            assert stranger.post("/api/account/log-in", json={"name": name, "password": "wrong" * 4}).status_code == 403
        if number == 3:
            assert other.received == [], "these may be slips of her own"
    wait_until(lambda: other.received)
    (received,) = other.received
    assert "Several attempts to log in to your account have failed" in received.body.decode() and "evil" not in received.body.decode()
    assert "/account|" in received.body.decode()


def test_webhook_is_added_tested_and_removed(client: httpx.Client, other: OtherServer) -> None:
    assert has(client.get("/notices/addresses").text, "#add-webhook") and not has(
        client.get("/notices/addresses").text, "#notice-addresses"
    )
    assert add(client).headers["location"] == "/notices/addresses?done=saved"
    page = client.get("/notices/addresses").text
    assert texts(page, "#notice-addresses b") == ["Our channel"] and URL not in page, "the address of a webhook is a secret"
    assert other.received == []
    assert change(client, "test").headers["location"] == "/notices/addresses?done=test"
    (received,) = other.received
    assert "This is a test" in json.loads(received.body)["text"]
    assert change(client, "off").status_code == 303 and "switched off" in client.get("/notices/addresses").text
    assert change(client, "on").status_code == 303 and "switched off" not in client.get("/notices/addresses").text
    assert change(client, "remove").status_code == 303 and not has(client.get("/notices/addresses").text, "#notice-addresses")


def test_test_that_does_not_arrive_is_told(client: httpx.Client, other: OtherServer) -> None:
    add(client)
    other.status = 500
    answer = change(client, "test")
    assert answer.status_code == 422 and "did not arrive" in text(one(answer.text, ".alert"))
    assert "the last notice did not arrive" in client.get("/notices/addresses").text
    other.status = 200
    change(client, "test")
    assert "did not arrive" not in client.get("/notices/addresses").text


def test_address_inside_the_network_is_refused_with_the_reason(client: httpx.Client, new_game: NewGame, other: OtherServer) -> None:
    other.addresses = ["192.168.1.1"]
    answer = add(client)
    assert answer.status_code == 422 and f"“{HOST}” is inside a private network" in text(one(answer.text, ".alert"))
    assert target_ids(client) == [] and values(answer.text, "#webhook-address", "value") == [URL]
    answer = client.post(ADDRESSES, json={"do": "add", "transport": "json", "address": "https://127.0.0.1/"})
    assert answer.status_code == 422 and answer.json()["kind"] == "BadUrl" and "allowed_webhooks" in answer.json()["error"]
    subscription = Subscription("https://10.0.0.1/push").as_json()
    assert client.post(ADDRESSES, json={"do": "add", "transport": "push", "subscription": subscription}).status_code == 422
    assert not other.received and not other.connected


def test_address_that_has_become_private_gets_nothing(client: httpx.Client, other: OtherServer) -> None:
    add(client)
    other.addresses = ["192.168.1.1"]
    assert change(client, "test").status_code == 422 and not other.received and not other.connected


@pytest.mark.parametrize("settings", [replace(SETTINGS, allowed_webhooks=("192.168.1.0/24",))], indirect=True)
def test_address_that_the_settings_allow_gets_notices(client: httpx.Client, other: OtherServer) -> None:
    other.addresses = ["192.168.1.1"]
    assert add(client).headers["location"] == "/notices/addresses?done=saved"
    assert change(client, "test").headers["location"] == "/notices/addresses?done=test"
    assert len(other.received) == 1 and other.connected == [("192.168.1.1", 443)]
    other.addresses = ["192.168.2.1"]
    assert add(client, address=f"{URL}/2").status_code == 422


def test_refused_form_keeps_what_was_typed(client: httpx.Client) -> None:
    for address in ["http://hooks.example/", "ftp://hooks.example/", "https://user@hooks.example/", "hooks", ""]:
        answer = add(client, "discord", address)
        assert (
            answer.status_code == 422
            and has(answer.text, "#add-webhook[open]")
            and has(answer.text, "#webhook-transport option[value=discord][selected]")
        )
        assert value(one(answer.text, "#webhook-address"), "value") == address
        assert target_ids(client) == []


def test_targets_of_others_can_neither_be_seen_nor_changed(browse: Browse, other: OtherServer) -> None:
    ann, ben = browse(), browse()
    add(ann)
    (id,) = target_ids(ann)
    for do in ("remove", "off", "test"):
        assert ben.post("/notices/addresses", data={"do": do, "id": id}).status_code == 404
        assert ben.post(ADDRESSES, json={"do": do, "id": id}).status_code == 404
    assert target_ids(ann) == [id] and target_ids(ben) == [] and other.received == []


def test_mail_address_gets_nothing_before_it_is_confirmed(browse: Browse, mail: ReceivingServer) -> None:
    ann = browse()
    answer = add(ann, "mail", "ann@example.org")
    assert answer.headers["location"] == "/notices/addresses?done=mail"
    (received,) = mail.received
    assert received.recipients == ["ann@example.org"] and received.email["List-Unsubscribe"] is None
    assert "not confirmed yet" in ann.get("/notices/addresses").text and not has(ann.get("/notices/addresses").text, "button[value=test]")
    (id,) = target_ids(ann)
    assert ann.post("/notices/addresses", data={"do": "test", "id": id}).status_code == 422 and len(mail.received) == 1
    (link,) = received.links()
    elsewhere = browse()
    assert "ann@example.org" in elsewhere.get(link).text
    assert "not confirmed yet" in ann.get("/notices/addresses").text, "programs that look at e-mails open links"
    assert "gets notices from now on" in elsewhere.post(link).text
    assert "not confirmed yet" not in ann.get("/notices/addresses").text
    assert ann.post("/notices/addresses", data={"do": "test", "id": id}).status_code == 303 and len(mail.received) == 2


def test_link_that_nobody_was_sent_confirms_nothing(client: httpx.Client, mail: ReceivingServer) -> None:
    add(client, "mail", "ann@example.org")
    (link,) = mail.received[0].links()
    for wrong in (
        link[:-1],
        link[:-1] + ("0" if link[-1] != "0" else "1"),
        re.sub("/confirm/.", "/confirm/x", link),
        link.replace("/confirm/", "/off/"),
    ):
        assert client.get(wrong).status_code == client.post(wrong).status_code == 404
    assert "not confirmed yet" in client.get("/notices/addresses").text


def test_link_is_sent_again(client: httpx.Client, mail: ReceivingServer) -> None:
    for _ in range(2):
        add(client, "mail", "ann@example.org")
    assert len(mail.received) == 2 and mail.received[0].links() == mail.received[1].links() and len(target_ids(client)) == 1
    client.post(mail.received[0].links()[0])
    add(client, "mail", "ann@example.org")
    assert len(mail.received) == 2, "a confirmed address needs no link"


def test_mail_that_the_server_does_not_take_is_told(client: httpx.Client, mail: ReceivingServer) -> None:
    mail.refused.add("ann@example.org")
    answer = add(client, "mail", "ann@example.org")
    assert answer.status_code == 422 and "could not be sent" in text(one(answer.text, ".alert"))


def test_mail_address_of_another_script_is_told_as_it_was_typed(client: httpx.Client, mail: ReceivingServer) -> None:
    assert add(client, "mail", "jörg@bücher.example").headers["location"] == "/notices/addresses?done=mail"
    assert mail.received[0].recipients == ["jörg@xn--bcher-kva.example"]
    assert "jörg@bücher.example" in text(one(client.get("/notices/addresses").text, "#notice-addresses"))
    assert "jörg@bücher.example" in client.get(mail.received[0].links()[0]).text


def test_address_that_the_mail_server_can_not_write_is_refused_with_the_reason(
    client: httpx.Client, mail: ReceivingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Client, "supports_extension", lambda client, name: name != "smtputf8")
    answer = add(client, "mail", "jörg@example.org")
    assert answer.status_code == 422 and "letters before the @" in text(one(answer.text, ".alert")) and not mail.received
    assert not has(client.get("/notices/addresses").text, "#notice-addresses")


def test_one_click_of_a_mail_program_switches_off(browse: Browse, mail: ReceivingServer, store: Store) -> None:
    """RFC 8058: a POST from anywhere, without cookies."""
    ann = browse()
    add(ann, "mail", "ann@example.org")
    ann.post(mail.received[0].links()[0])
    link = unsubscribe_url(str(ann.base_url), store.get_or_create_setting("secret", ""), target_ids(ann)[0])
    assert "no more notices" in http.get(link).text and "switched off" not in ann.get("/notices/addresses").text
    answer = http.post(
        link, data={"List-Unsubscribe": "One-Click"}, headers={"Origin": "https://mail.example", "Sec-Fetch-Site": "cross-site"}
    )
    assert answer.status_code == 200 and "set-cookie" not in answer.headers
    assert [each["is_off"] for each in ann.get(ADDRESSES).json()["addresses"]] == [True]


def test_who_has_unsubscribed_is_sent_nothing_until_they_confirm_the_address_again(
    browse: Browse, mail: ReceivingServer, store: Store
) -> None:
    """Whoever had added the address switched it on again."""
    ben = browse()
    add(ben, "mail", "ann@example.org")
    confirm = mail.received[0].links()[0]
    ben.post(confirm)
    http.post(unsubscribe_url(str(ben.base_url), store.get_or_create_setting("secret", ""), target_ids(ben)[0]))
    change(ben, "on")
    assert change(ben, "test").status_code == 422 and "not confirmed yet" in ben.get("/notices/addresses").text
    assert add(ben, "mail", "ann@example.org").headers["location"] == "/notices/addresses?done=mail"
    assert len(mail.received) == 2 and mail.received[1].links()[0] == confirm
    http.post(confirm)
    assert change(ben, "test").status_code == 303


def test_server_without_mail_says_so_to_administrators_alone(browse: Browse, store: Store) -> None:
    guest, admin = browse(), browse()
    assert not has(guest.get("/notices/addresses").text, "#add-mail") and not has(guest.get("/notices/addresses").text, "#no-mail")
    assert add(guest, "mail", "ann@example.org").status_code == 422
    admin.post("/api/account", json={"name": "Ann", "password": "correct horse battery"})
    row = account_storage.find(store, "ann")
    assert row is not None
    moderation_storage.add_administrator(store, row.id, "2030-01-01T00:00:00+00:00")
    assert has(admin.get("/notices/addresses").text, "#no-mail")


def test_browser_subscribes_and_gets_a_test(client: httpx.Client, other: OtherServer) -> None:
    browser = Subscription(f"https://{HOST}/push/1")
    told = client.get(ADDRESSES).json()
    assert told["transports"] == ["push", "discord", "slack", "json"] and len(told["push_key"]) == 87
    told = client.post(ADDRESSES, json={"do": "add", "transport": "push", "subscription": browser.as_json()}).json()
    (address,) = told["addresses"]
    assert (
        address["transport"] == "push" and address["is_confirmed"] and address["address"] == browser.endpoint and address["secret"] is None
    )
    page = client.get("/notices/addresses").text
    assert value(one(page, "#push"), "data-key") == told["push_key"] and values(page, "[data-push]", "data-push") == [browser.endpoint]
    other.status = 201
    assert client.post(ADDRESSES, json={"do": "test", "id": address["id"]}).status_code == 200
    (received,) = other.received
    notice = json.loads(browser.decrypt(received.body))
    assert "This is a test" in notice["title"] and notice["url"].endswith("/notices")


@pytest.mark.parametrize(
    "settings", [replace(SETTINGS, limits=Limits(bot_pause_seconds=0, host_messages_per_hour=10))], indirect=True, ids=[""]
)
def test_tests_count_to_their_host(browse: Callable[[], httpx.Client], other: OtherServer) -> None:
    other.status = 200
    answers = []
    for number in range(3):
        client = browse()
        add(client, "json", f"https://{HOST}/{number}")
        answers.append(client.post(ADDRESSES, json={"do": "test", "id": target_ids(client)[0]}))
    assert [answer.status_code for answer in answers] == [200, 200, 429] and len(other.received) == 2
    assert f"Many messages were sent to {HOST} lately. Please try again in 5 min." in answers[-1].text


def test_dead_subscription_is_removed(client: httpx.Client, other: OtherServer) -> None:
    client.post(ADDRESSES, json={"do": "add", "transport": "push", "subscription": Subscription(f"https://{HOST}/push/1").as_json()})
    other.status = 410
    assert client.post(ADDRESSES, json={"do": "test", "id": target_ids(client)[0]}).status_code == 422
    assert target_ids(client) == []


def test_new_subscription_takes_the_place_of_the_old_one(client: httpx.Client) -> None:
    old, new = (Subscription(f"https://{HOST}/push/{number}") for number in (1, 2))
    client.post(ADDRESSES, json={"do": "add", "transport": "push", "subscription": old.as_json()})
    told = client.post(ADDRESSES, json={"do": "add", "transport": "push", "subscription": new.as_json(), "replaces": old.endpoint}).json()
    assert [each["address"] for each in told["addresses"]] == [new.endpoint]


def test_api_refuses_what_is_no_target(client: httpx.Client) -> None:
    for body in [
        {"do": "add", "transport": "push", "subscription": {"endpoint": URL, "keys": {"p256dh": "x", "auth": "y"}}},
        {"do": "add", "transport": "push", "subscription": {"endpoint": URL}},
        {"do": "add", "transport": "push"},
        {"do": "add", "transport": "pigeon", "address": URL},
        {"do": "add", "transport": "mail", "address": "ann@example.org"},
        {"do": "add", "transport": "json", "address": "http://hooks.example/"},
        {"do": "sing", "id": "1"},
        {"do": "remove"},
        {},
    ]:
        assert client.post(ADDRESSES, json=body).status_code in (400, 404, 422) and target_ids(client) == []


def test_key_of_signatures_is_told_to_its_owner(client: httpx.Client, other: OtherServer) -> None:
    add(client, "json")
    (address,) = client.get(ADDRESSES).json()["addresses"]
    assert address["secret"].startswith("whsec_") and text(one(client.get("/notices/addresses").text, ".notice-key")) == address["secret"]
    change(client, "test")
    assert other.received[0].headers["webhook-signature"].startswith("v1,") and address["secret"] not in other.received[0].body.decode()


def test_api_token_sees_no_secrets(browse: Browse) -> None:
    ann, program = browse(), browse()
    password = {"password": "correct horse battery"}
    ann.post("/api/account", json={"name": "Ann", **password})
    add(ann, "json")
    token = ann.post("/api/account/tokens", json={"label": "Program", "scope": "read", **password}).json()["token"]
    (address,) = program.get(ADDRESSES, headers={"Authorization": f"Bearer {token}"}).json()["addresses"]
    assert address["address"] == f"https://{HOST}" and address["secret"] is None and address["label"] == "Our channel"


def test_api_token_changes_no_address(browse: Browse, other: OtherServer) -> None:
    """What a stolen token has added would outlive it, and what it removes would warn nobody any more."""
    ann, program = browse(), browse()
    password = {"password": "correct horse battery"}
    ann.post("/api/account", json={"name": "Ann", **password})
    add(ann, "json")
    token = ann.post("/api/account/tokens", json={"label": "Program", "scope": "play", **password}).json()["token"]
    before = ann.get(ADDRESSES).json()
    for do in ["add", "on", "off", "remove", "test"]:
        body = {"do": do, "transport": "slack", "address": f"{URL}/other"} if do == "add" else {"do": do, "id": target_ids(ann)[0]}
        answer = program.post(ADDRESSES, json=body, headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 403 and "Log in" in answer.json()["error"]
        assert ann.get(ADDRESSES).json() == before and other.received == []


def test_no_more_than_ten_addresses(client: httpx.Client) -> None:
    for number in range(10):
        assert add(client, address=f"{URL}/{number}").status_code == 303
    answer = add(client)
    assert answer.status_code == 422 and "as many addresses as possible" in answer.text and len(target_ids(client)) == 10
    assert add(client, address=f"{URL}/3").status_code == 303, "it is there already"


LIMITED = replace(SETTINGS, public_url="https://games.example", limits=replace(SETTINGS.limits, messages_per_hour=4))


@pytest.mark.parametrize("settings", [LIMITED], indirect=True)
def test_new_addresses_and_tests_of_a_client_are_limited(browse: Browse, other: OtherServer) -> None:
    client = browse()
    client.headers.update({"Host": "games.example", "Origin": "https://games.example"})
    client.get("/lobby")  # which sets the cookie
    add(client)
    for _ in range(3):
        assert change(client, "test").status_code == 303
    assert change(client, "test").status_code == add(client).status_code == 429
    assert len(other.received) == 3


@pytest.mark.parametrize("settings", [LIMITED], indirect=True)
def test_nobody_is_flooded_with_links(browse: Browse, mail: ReceivingServer) -> None:
    """Each browser asks once, and names another address of the same person."""
    answers = []
    for address in ("Ann@example.org", "ann@example.org", "ann+1@example.org", "a.n.n@example.org"):
        client = browse()
        client.headers.update({"Host": "games.example", "Origin": "https://games.example"})
        answers.append(add(client, "mail", address).status_code)
    assert answers == [303, 429, 429, 429] and len(mail.received) == 1


@pytest.mark.parametrize("settings", [LIMITED], indirect=True)
def test_nobody_with_a_domain_of_their_own_is_flooded_with_links(browse: Browse, mail: ReceivingServer) -> None:
    """There any name may lead to the same person; large mail services have too many people for that."""
    answers: dict[str, list[int]] = {}
    for domain in ("example.org", "Gmail.com"):
        for number in range(12):
            client = browse()
            client.headers.update({"Host": "games.example", "Origin": "https://games.example"})
            client.get("/lobby")  # which sets the cookie
            answers.setdefault(domain, []).append(add(client, "mail", f"name{number}@{domain}").status_code)
    assert answers == {"example.org": [303] * 10 + [429] * 2, "Gmail.com": [303] * 12} and len(mail.received) == 22


def test_host_sends_notices_of_a_table_to_a_channel(new_game: NewGame, browse: Browse, other: OtherServer) -> None:
    page = new_game("here", "link")
    table, place = f"{page.address}/table", f"{page.address}/notices"
    assert add(page.client, "discord", place=place).headers["location"] == f"{table}?done=saved#notices"
    assert texts(page.client.get(table).text, "#notice-addresses b") == ["Our channel"]
    assert not has(page.client.get("/notices/addresses").text, "#notice-addresses"), "it is the table's, not the host's"
    (address,) = page.client.get(ADDRESSES).json()["addresses"]
    assert address["game"] == page.game_id
    assert change(page.client, "test", place).status_code == 303 and "content" in json.loads(other.received[0].body)
    guest = browse()
    for address in (place, f"/g/{page.game_id}/notices"):
        assert add(guest, "slack", place=address).status_code == 403
    assert not has(guest.get(table).text, "#notices") and not has(guest.get(table).text, "#add-webhook")
    assert add(page.client, "mail", "ann@example.org", place).status_code == 422
    assert change(page.client, "remove", place).status_code == 303 and target_ids(page.client) == []


def test_no_more_than_five_channels_of_a_table(new_game: NewGame) -> None:
    page = new_game("here", "link")
    answers = [add(page.client, address=f"{URL}/{number}", place=f"{page.address}/notices").status_code for number in range(6)]
    assert answers == [303] * 5 + [422]


def test_account_has_the_addresses_of_the_browser_that_created_it(browse: Browse) -> None:
    ann, elsewhere = browse(), browse()
    add(ann)
    account = {"name": "Ann", "password": "correct horse battery"}
    assert (
        ann.post("/api/account", json={**account, "guest": "take"}).status_code == 201
        and elsewhere.post("/api/account/log-in", json=account).is_success
    )
    assert target_ids(elsewhere) == target_ids(ann) != []


PASSWORD = "correct horse battery"


@pytest.mark.parametrize("end", ["recover", "sessions/everywhere"])
def test_addresses_that_somebody_else_could_have_added_are_off_after_a_recovery_and_a_log_out_everywhere(
    end: str, new_game: NewGame, browse: Browse, mail: ReceivingServer
) -> None:
    """A thief who was in the account must not read along afterwards. What an e-mail address gets somebody has confirmed there."""
    page, own = new_game("here", "link"), browse()
    thief, account = page.client, {"name": "Ann", "password": PASSWORD}
    codes = thief.post("/api/account", json={**account, "guest": "take"}).json()["recovery_codes"]
    push = Subscription(f"https://{HOST}/push/1").as_json()
    thief.post(ADDRESSES, json={"do": "add", "transport": "push", "subscription": push})
    for place in ("/notices/addresses", f"{page.address}/notices"):
        assert add(thief, place=place).status_code == 303
    for name in ("confirmed", "later"):
        add(thief, "mail", f"{name}@example.org")
    confirmed, later = (received.links()[0] for received in mail.received)
    assert "gets notices from now on" in thief.post(confirmed).text
    assert own.post("/api/account/log-in", json=account).status_code == 200
    sent = {"name": "Ann", "code": codes[0], "password": "another good password"} if end == "recover" else {}
    assert own.post(f"/api/account/{end}", json=sent).status_code == 200
    own.post("/api/account/log-in", json={"name": "Ann", "password": sent.get("password", PASSWORD)})
    assert thief.post(later).status_code == 404, "a link that was sent before confirms nothing any more"
    told = {each["transport"]: (each["is_off"], each["address"]) for each in own.get(ADDRESSES).json()["addresses"]}
    assert told.pop("mail") == (False, "confirmed@example.org")
    assert {transport: is_off for transport, (is_off, _address) in told.items()} == {"push": True, "slack": True}
    assert len(target_ids(own)) == 4 and texts(own.get("/notices/addresses").text, "#notice-addresses b").count("Our channel") == 1
    assert change(own, "on").status_code == 303


def test_page_after_a_recovery_leads_to_the_addresses(browse: Browse) -> None:
    client = browse()
    codes = client.post("/api/account", json={"name": "Ann", "password": PASSWORD}).json()["recovery_codes"]
    assert not has(client.get("/account?done=recovered").text, "#switched-off"), "there is no address"
    add(client)
    assert not has(client.get("/account").text, "#switched-off")
    client.post("/account/recover", data={"name": "Ann", "code": codes[0], "password": "another good password"})
    page = client.get("/account?done=recovered").text
    assert "Webhooks" in text(one(page, "#switched-off")) and values(page, "#switched-off a", "href") == ["/notices/addresses"]
    client.post("/account/sessions", data={"do": "everywhere"})
    assert "webhooks" in text(one(client.get("/account?done=everywhere").text, "[role=status]"))


@pytest.mark.parametrize("do", ["add", "on"])
def test_address_is_not_switched_on_in_a_session_that_has_ended_meanwhile(
    do: str, client: httpx.Client, browse: Browse, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.post("/api/account", json={"name": "Ann", "password": PASSWORD})
    add(client)
    (id,) = target_ids(client)
    client.post(ADDRESSES, json={"do": "off", "id": id})
    account = account_storage.find(store, "ann")
    assert account is not None
    module, name = (address_storage, "find") if do == "on" else (NotificationAddress, "__init__")
    work = getattr(module, name)

    def meanwhile(*args: Any, **others: Any) -> object:
        monkeypatch.setattr(module, name, work)
        log_in_storage.log_out_everywhere(store, account)
        return work(*args, **others)

    monkeypatch.setattr(module, name, meanwhile)
    sent = {"do": do, "id": id} if do == "on" else {"do": do, "transport": "slack", "address": URL}
    assert client.post(ADDRESSES, json=sent).status_code == 403
    (found,) = address_storage.of_owner(store, account.owner_id)
    assert found.is_off


@pytest.mark.parametrize("settings", [replace(SETTINGS, limits=replace(SETTINGS.limits, away_seconds=0.0))], indirect=True)
def test_turn_is_told_once_by_all_ways(
    new_game: NewGame, browse: Browse, open_page: Callable[[httpx.Client, str], Page], other: OtherServer, mail: ReceivingServer
) -> None:
    page = new_game("here", "link")
    host, ben = page.client, browse()
    links = re.findall(r"/s/[\w-]+", host.get(f"{page.address}/table").text)
    seat = next(link for link in links if link != page.address)
    open_page(ben, seat).send(set="skips_hiring:on")
    browser = Subscription(f"https://{HOST}/push/1")
    ben.post(ADDRESSES, json={"do": "add", "transport": "push", "subscription": browser.as_json()})
    ben.post(ADDRESSES, json={"do": "add", "transport": "mail", "address": "ben@example.org"})
    ben.post(mail.received.pop().links()[0])
    for transport in ("slack", "json"):
        add(ben, transport, f"https://{HOST}/{transport}")
    add(host, "discord", f"https://{HOST}/discord", f"{page.address}/notices")
    for client in (host, ben):
        assert client.post("/api/notices", json={"do": "settings", "delay_minutes": 0}).status_code == 200
    give_turn_to(seat, {page.address: host, seat: ben})
    ends = time.monotonic() + 30
    while len(other.received) < 4 or not mail.received:
        assert time.monotonic() < ends, [each.path for each in other.received]
        time.sleep(0.02)
    time.sleep(0.2)
    told = {each.path: each.body for each in other.received}
    assert sorted(each.path for each in other.received) == ["/discord", "/json", "/push/1", "/slack"] and len(mail.received) == 1
    assert "turn of “Ben”" in json.loads(told["/discord"])["content"]
    for said in (
        json.loads(told["/slack"])["text"],
        json.loads(told["/json"])["title"],
        json.loads(browser.decrypt(told["/push/1"]))["body"],
        mail.received[0].parts()[0],
    ):
        assert "It is your turn" in said
    secrets = {link.removeprefix("/s/") for link in links}
    sent = b"".join(told.values()).decode(errors="replace") + "".join(mail.received[0].parts()) + browser.decrypt(told["/push/1"])
    assert not [secret for secret in secrets if secret in sent], "no link of a seat leaves the server"
    unsubscribe = re.findall(r"http\S+/notices/off/\S+", mail.received[0].parts()[0])
    assert f"<{unsubscribe[0]}>" == mail.received[0].email["List-Unsubscribe"] and http.post(unsubscribe[0]).status_code == 200


def give_turn_to(seat: str, clients: dict[str, httpx.Client]) -> None:
    """Has the others move, and whoever has the seat if it is asked at first, until it is asked again."""
    waited = False
    while True:
        for address, client in clients.items():
            token = address.removeprefix("/s/")
            view = client.get(f"/api/seats/{token}").json()
            if not view["legal"]:
                continue
            if address == seat and waited:
                return
            waited = waited or address != seat
            client.post(f"/api/seats/{token}", json={"apply": [view["legal"][0]["action"]], "version": view["version"]}).raise_for_status()


def test_only_a_server_with_a_mail_server_sends_mail() -> None:
    without, with_mail = (
        transports_of(each, new_key(), OutgoingClient(), lambda: 0.0)
        for each in (Settings(), Settings(smtp_host="mail.example", smtp_sender=SENDER))
    )
    assert list(without) == ["push", "discord", "slack", "json"] and set(with_mail) - set(without) == {"mail"}


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (Settings(), "mailto:groundfloor@localhost"),
        (Settings(public_url="https://games.example:8443", smtp_host="mail.example", smtp_sender=SENDER), "https://games.example"),
        (Settings(public_url="http://games.example", smtp_host="mail.example", smtp_sender=SENDER), "mailto:games@games.example"),
        (Settings(public_url="https://games"), "mailto:groundfloor@localhost"),
        (Settings(public_url="https://[2606:4700::1111]"), "mailto:groundfloor@localhost"),
        (Settings(public_url="https://192.0.2.1"), "https://192.0.2.1"),
    ],
)
def test_push_services_are_told_who_runs_the_server(settings: Settings, expected: str, other: OtherServer) -> None:
    assert subject(settings) == expected
    other.status = 201
    push = transports_of(settings, new_key(), other.client(), lambda: 0.0)["push"]
    message = Message("games.example", "m1", "en", "Your turn", (), "https://games.example/")
    assert push.send(Subscription(f"https://{HOST}/").address(), message) == "sent"


def test_password_of_the_mail_server_is_not_shown() -> None:
    settings = Settings(smtp_host="mail.example", smtp_sender=SENDER, smtp_password="very secret")
    assert "very secret" not in f"{settings!r} {settings.mail_server!r}"
