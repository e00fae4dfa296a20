"""Webhooks: what Discord, Slack and programs receive, at a server on this computer."""

from __future__ import annotations

import hashlib
import hmac
import json
from base64 import b64decode, b64encode
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import TYPE_CHECKING

import pytest

from groundfloor.server.club.notifications.message import Message, MessageLine, Outcome, TryLater
from groundfloor.server.club.notifications.webhooks import Webhooks, new_secret, signature
from groundfloor.server.http.outgoing import OutgoingClient
from tests.support.other_servers import HOST, trusting
from tests.support.push_service import confirmed_address

if TYPE_CHECKING:
    from groundfloor.server.database.rows import TransportName
    from tests.support.other_servers import OtherServer

URL = f"https://{HOST}/hook"
LINK = "https://games.example/g/abc"
MESSAGE = Message(
    "games.example",
    "m1",
    "en",
    "A game waits",
    (MessageLine("*Ann* & <Ben>: @everyone [x](y)", LINK), MessageLine("Second", "")),
    "https://games.example/next",
)
NOW = 1_800_000_000


def sent(other: OtherServer, transport: TransportName, message: Message = MESSAGE, secret: str = "") -> dict[str, object]:
    """Sends a message; returns what came."""
    assert Webhooks(other.client(), lambda: NOW).send(confirmed_address(transport, URL, secret), message) == "sent"
    (received,) = other.received
    assert received.path == "/hook" and received.headers["content-type"] == "application/json"
    found = json.loads(received.body)
    assert isinstance(found, dict)
    return found


def test_discord_gets_text_without_markup_that_calls_nobody(other: OtherServer) -> None:
    other.status = 204
    assert sent(other, "discord") == {
        "content": r"**A game waits**"
        + "\n"
        + rf"\*Ann\* & \<Ben\>\: \@everyone \[x\]\(y\) <{LINK}>"
        + "\nSecond\n<https://games.example/next>",
        "allowed_mentions": {"parse": []},
    }


def test_discord_gets_no_more_than_it_takes(other: OtherServer) -> None:
    lines = tuple(MessageLine(f"Table {number}", LINK) for number in range(500))
    assert len(str(sent(other, "discord", Message("games.example", "m", "en", "Games wait", lines, LINK))["content"])) <= 2000


def test_slack_gets_links_and_escaped_text(other: OtherServer) -> None:
    assert sent(other, "slack") == {
        "text": f"*A game waits*\n<{LINK}|*Ann* &amp; &lt;Ben&gt;: @everyone [x](y)>\nSecond\n<https://games.example/next>"
    }


def test_program_gets_json_signed_as_standard_webhooks_say(other: OtherServer) -> None:
    secret = new_secret()
    assert sent(other, "json", secret=secret) == {
        "id": "m1",
        "language": "en",
        "title": "A game waits",
        "lines": [{"text": "*Ann* & <Ben>: @everyone [x](y)", "url": LINK}, {"text": "Second", "url": ""}],
        "url": "https://games.example/next",
    }
    (received,) = other.received
    content = f"m1.{NOW}.".encode() + received.body
    expected = hmac.new(b64decode(secret.removeprefix("whsec_")), content, hashlib.sha256).digest()
    assert received.headers["webhook-signature"] == "v1," + b64encode(expected).decode()
    assert (received.headers["webhook-id"], received.headers["webhook-timestamp"]) == ("m1", str(NOW))


def test_example_of_the_specification() -> None:
    """From the Standard Webhooks specification's reference libraries."""
    found = signature("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", b'{"test": 2432232314}')
    assert found == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        (200, "sent"),
        (204, "sent"),
        (301, "failed"),
        (404, "failed"),
        (410, "failed"),
        (429, TryLater()),
        (503, TryLater()),
        (504, "unknown"),
    ],
)
def test_answers_of_a_server(other: OtherServer, status: int, outcome: Outcome | TryLater) -> None:
    other.status = status
    assert Webhooks(other.client()).send(confirmed_address("slack", URL), MESSAGE) == outcome


@pytest.mark.parametrize(
    ("wish", "seconds"), [("120", 120.0), ("0.75", 0.75), ("soon", 0.0), ("-5", 0.0), ("Wed, 01 Jul 2020 12:00:00 GMT", 0.0)]
)
def test_wish_to_be_left_alone_is_read(other: OtherServer, wish: str, seconds: float) -> None:
    other.status, other.headers = 429, {"Retry-After": wish}
    assert Webhooks(other.client()).send(confirmed_address("discord", URL), MESSAGE) == TryLater(seconds)


def test_date_until_which_a_server_wants_to_be_left_alone(other: OtherServer) -> None:
    other.status, other.headers = 503, {"Retry-After": format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)}
    result = Webhooks(other.client()).send(confirmed_address("slack", URL), MESSAGE)
    assert isinstance(result, TryLater) and 3_500 < result.seconds <= 3_600


def test_server_that_is_not_there_is_tried_later_and_one_that_took_the_message_is_not(other: OtherServer) -> None:
    other.raw = b"HTTP/1.1 2"
    assert Webhooks(other.client()).send(confirmed_address("slack", URL), MESSAGE) == "unknown"

    def refuse(*given: object) -> None:
        raise ConnectionRefusedError

    client = OutgoingClient(other.resolve, refuse, trusting())  # type: ignore[arg-type]
    assert Webhooks(client).send(confirmed_address("slack", URL), MESSAGE) == TryLater()


def test_private_address_fails(other: OtherServer) -> None:
    other.addresses = ["169.254.169.254"]
    assert Webhooks(other.client()).send(confirmed_address("json", URL, new_secret()), MESSAGE) == "failed"
    assert other.connected == []
