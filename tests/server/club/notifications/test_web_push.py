"""Web push: encrypted for the browser as RFC 8291 says, signed with the key of the server, to a push service on this computer."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import jwt

from groundfloor.server.club.notifications.message import Message, MessageLine, Outcome, TryLater
from groundfloor.server.club.notifications.web_push import BadSubscription, WebPush, check_subscription, encrypt, new_key, public_key
from groundfloor.server.http.outgoing import BadUrl
from tests.support.other_servers import HOST
from tests.support.push_service import Subscription, confirmed_address, decoded

if TYPE_CHECKING:
    from tests.support.other_servers import OtherServer

MESSAGE = Message(
    "games.example",
    "m1",
    "en",
    "2 games wait for you",
    (MessageLine("Thursday: your turn", "https://games.example/next"), MessageLine("Bürogebäude", "")),
    "https://games.example/next",
)
NOW = 1_800_000_000
KEY = new_key()


def web_push(other: OtherServer, key: str = KEY) -> WebPush:
    return WebPush(other.client(), key, "mailto:club@games.example", lambda: NOW)


def test_example_of_rfc_8291() -> None:
    """RFC 8291, 5 and appendix A."""
    own = ec.derive_private_key(int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), ec.SECP256R1())
    key = decoded("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
    found = encrypt(
        b"When I grow up, I want to be a watermelon", key, decoded("BTBZMqHH6r4Tts7J_aSIgg"), own, decoded("DGv6ra1nlYgDCS1FRnbzlw")
    )
    assert found == decoded(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_browser_reads_what_was_sent_and_the_service_knows_who_sent_it(other: OtherServer) -> None:
    other.status = 201
    browser, push = Subscription(f"https://{HOST}/push/abc"), web_push(other)
    assert push.send(browser.address(), MESSAGE) == "sent"
    (received,) = other.received
    assert received.path == "/push/abc" and received.headers["content-encoding"] == "aes128gcm" and int(received.headers["ttl"]) > 0
    assert json.loads(browser.decrypt(received.body)) == {
        "id": "m1",
        "language": "en",
        "title": "2 games wait for you",
        "body": "Thursday: your turn\nBürogebäude",
        "url": "https://games.example/next",
    }
    scheme, _, parameters = received.headers["authorization"].partition(" ")
    given = dict(each.split("=", 1) for each in parameters.split(","))
    assert scheme == "vapid" and given["k"] == public_key(KEY)
    claims = jwt.decode(given["t"], given["k"])
    assert claims == {"aud": f"https://{HOST}", "exp": NOW + 12 * 3600, "sub": "mailto:club@games.example"}


def test_key_of_the_server_stays_the_same() -> None:
    key = new_key()
    assert public_key(key) == public_key(key) != public_key(new_key()) and len(decoded(public_key(key))) == 65


def test_each_message_is_encrypted_anew(other: OtherServer) -> None:
    browser, push = Subscription(f"https://{HOST}/"), web_push(other)
    push.send(browser.address(), MESSAGE)
    push.send(browser.address(), MESSAGE)
    first, second = (each.body for each in other.received)
    assert first[:16] != second[:16] and first[21:86] != second[21:86]


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        (200, "sent"),
        (201, "sent"),
        (202, "sent"),
        (404, "gone"),
        (410, "gone"),
        (302, "failed"),
        (403, "failed"),
        (429, TryLater()),
        (500, TryLater()),
        (504, "unknown"),
    ],
)
def test_answers_of_a_service(other: OtherServer, status: int, outcome: Outcome | TryLater) -> None:
    other.status = status
    assert web_push(other).send(Subscription(f"https://{HOST}/").address(), MESSAGE) == outcome


def test_private_address_and_unreadable_keys_fail(other: OtherServer) -> None:
    push = web_push(other)
    assert push.send(confirmed_address("push", f"https://{HOST}/", "nothing.x"), MESSAGE) == "failed"
    assert push.send(Subscription("https://[2606:4700::1111]/").address(), MESSAGE) == "failed", "py-vapid takes no such address"
    other.addresses = ["10.0.0.1"]
    assert push.send(Subscription(f"https://{HOST}/").address(), MESSAGE) == "failed"
    assert not other.received and not other.connected


def test_long_messages_lose_lines(other: OtherServer) -> None:
    browser = Subscription(f"https://{HOST}/")
    lines = tuple(MessageLine(f"Table number {number}: it is your turn, äöü", "") for number in range(500))
    assert (
        web_push(other).send(browser.address(), Message("games.example", "m", "de", "500 Tische", lines, "https://games.example/"))
        == "sent"
    )
    body = other.received[0].body
    assert len(body) <= 4096 and json.loads(browser.decrypt(body))["body"].startswith("Table number 0")


def test_subscription_of_a_browser_is_checked() -> None:
    browser = Subscription(f"https://{HOST}/")
    assert check_subscription(browser.endpoint, browser.key, browser.secret) == browser.address().secret
    assert check_subscription(browser.endpoint, browser.key + "=", browser.secret + "==") == browser.address().secret
    for key, secret in (
        (browser.key[:-2], browser.secret),
        ("", ""),
        (browser.key, browser.secret[:-4]),
        ("ä", "ö"),
        (browser.secret, browser.key),
    ):
        with pytest.raises(BadSubscription):
            check_subscription(browser.endpoint, key, secret)
    with pytest.raises(BadUrl):
        check_subscription("http://push.example/", browser.key, browser.secret)
