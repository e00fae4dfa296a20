"""Notices by webhooks: for Discord and Slack in their formats, and as plain JSON, signed (docs/http.md)."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
import time
from base64 import b64decode, b64encode
from typing import TYPE_CHECKING

from ...http.outgoing import posted

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...http.outgoing import OutgoingClient
    from .message import Message, Outcome, TryLater
    from .rows import NotificationAddress

MAX_DISCORD = 2_000
"""Characters of a message there."""
SECRET_PREFIX = "whsec_"
MARKDOWN = re.compile(r"([\\`*_~|>#\[\]()<@:-])")


def new_secret() -> str:
    """Returns a new key with which notices of an address are signed, as Standard Webhooks writes it."""
    return SECRET_PREFIX + b64encode(secrets.token_bytes(24)).decode()


class Webhooks:
    """Sends messages to webhooks. For any thread."""

    def __init__(self, client: OutgoingClient, clock: Callable[[], float] = time.time) -> None:
        self._client = client
        self._clock = clock

    def check(self, address: str) -> None:
        """Raises BadUrl for an address that is none, or is inside a private network that the host of the server has not allowed."""
        self._client.check(address)

    def send(self, address: NotificationAddress, message: Message) -> Outcome | TryLater:
        """Sends a message to a webhook, in the format of its transport; never raises."""
        body = json.dumps(BODIES[address.transport](message)).encode()
        headers = {"Content-Type": "application/json"}
        if address.transport == "json":
            at = str(int(self._clock()))
            headers |= {
                "webhook-id": message.id,
                "webhook-timestamp": at,
                "webhook-signature": signature(address.secret, message.id, at, body),
            }
        return posted(self._client, address.address, headers, body)


def signature(secret: str, id: str, at: str, body: bytes) -> str:
    """Returns the header ``webhook-signature`` of the Standard Webhooks specification, version 1."""
    key = b64decode(secret.removeprefix(SECRET_PREFIX))
    return "v1," + b64encode(hmac.digest(key, f"{id}.{at}.".encode() + body, hashlib.sha256)).decode()


def discord(message: Message) -> dict[str, object]:
    """Returns a message as Discord takes it: without its markup, and calling nobody."""
    lines = [f"**{_without_markup(message.title)}**"]
    lines += [f"{_without_markup(line.text)} <{line.url}>" if line.url else _without_markup(line.text) for line in message.lines]
    if message.url and all(line.url != message.url for line in message.lines):
        lines.append(f"<{message.url}>")
    while len("\n".join(lines)) > MAX_DISCORD:
        lines.pop()
    return {"content": "\n".join(lines), "allowed_mentions": {"parse": []}}


def slack(message: Message) -> dict[str, object]:
    lines = [f"*{_escaped(message.title)}*"]
    lines += [f"<{line.url}|{_escaped(line.text)}>" if line.url else _escaped(line.text) for line in message.lines]
    if message.url and all(line.url != message.url for line in message.lines):
        lines.append(f"<{message.url}>")
    return {"text": "\n".join(lines)}


def plain(message: Message) -> dict[str, object]:
    return {
        "id": message.id,
        "language": message.language,
        "title": message.title,
        "lines": [{"text": line.text, "url": line.url} for line in message.lines],
        "url": message.url,
    }


BODIES: dict[str, Callable[[Message], dict[str, object]]] = {"discord": discord, "slack": slack, "json": plain}


def _without_markup(text: str) -> str:
    return MARKDOWN.sub(r"\\\1", " ".join(text.split()))


def _escaped(text: str) -> str:
    """Returns a text in which Slack sees no markup of links and mentions; ``|`` would end the address of a link."""
    return " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
