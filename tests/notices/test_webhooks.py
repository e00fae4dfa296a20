"""Webhooks: what Discord, Slack and programs receive, at a server on this computer."""

from __future__ import annotations

import hashlib
import hmac
import json
from base64 import b64decode, b64encode
from typing import TYPE_CHECKING

import pytest

from groundfloor.notices.message import Line, Message
from groundfloor.notices.webhooks import Webhooks, new_secret, signature
from tests.support.other_servers import HOST
from tests.support.push_service import target

if TYPE_CHECKING:
    from groundfloor.store.rows import WayName
    from tests.support.other_servers import OtherServer

URL = f"https://{HOST}/hook"
LINK = "https://games.example/g/abc"
MESSAGE = Message(
    "games.example",
    "m1",
    "en",
    "A game waits",
    (Line("*Ann* & <Ben>: @everyone [x](y)", LINK), Line("Second", "")),
    "https://games.example/next",
)
NOW = 1_800_000_000


def sent(other: OtherServer, way: WayName, message: Message = MESSAGE, secret: str = "") -> dict[str, object]:
    """Sends a message; returns what came."""
    assert Webhooks(other.client(), lambda: NOW).send(target(way, URL, secret), message) == "sent"
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
    lines = tuple(Line(f"Table {number}", LINK) for number in range(500))
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
    ("status", "outcome"), [(200, "sent"), (204, "sent"), (301, "failed"), (404, "failed"), (410, "failed"), (500, "failed")]
)
def test_answers_of_a_server(other: OtherServer, status: int, outcome: str) -> None:
    other.status = status
    assert Webhooks(other.client()).send(target("slack", URL), MESSAGE) == outcome


def test_private_address_fails(other: OtherServer) -> None:
    other.addresses = ["169.254.169.254"]
    assert Webhooks(other.client()).send(target("json", URL, new_secret()), MESSAGE) == "failed"
    assert other.connected == []
