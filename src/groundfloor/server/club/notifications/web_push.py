"""Notices by web push: encrypted for the browser (RFC 8291), signed with the server's own key (VAPID, RFC 8292)."""

from __future__ import annotations

import json
import logging
import os
import struct
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid, VapidException

from groundfloor.translatable import TranslatableError

from ...http.outgoing import parse_url, posted

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...http.outgoing import OutgoingClient
    from .message import Message, Outcome, TryLater
    from .rows import NotificationAddress

GONE = (404, 410)
"""What push services say about a subscription that no longer exists (RFC 8030, 7.3)."""
KEPT_SECONDS = 24 * 3600
"""For how long a push service keeps a message for a device that is off."""
SIGNED_SECONDS = 12 * 3600
"""For how long a signature holds; RFC 8292 allows a day."""
RECORD_BYTES = 4096
MAX_TEXT = 3_000
"""Bytes of a message; services need not take more than 4096 once it is encrypted (RFC 8291, 4)."""
KEY_BYTES, SECRET_BYTES = 65, 16
log = logging.getLogger(__name__)


class BadSubscription(TranslatableError):
    """What a browser says of its subscription is none."""


def new_key() -> str:
    """Returns a new private key of a server, as text."""
    vapid = Vapid()
    vapid.generate_keys()
    return str(vapid.private_pem().decode())


def public_key(private_key: str) -> str:
    """Returns what a browser needs for a subscription (``applicationServerKey``)."""
    return _encoded(_public_bytes(Vapid.from_pem(private_key.encode()).public_key))


def check_subscription(endpoint: str, key: str, secret: str) -> str:
    """Returns the ``secret`` of an address for a subscription; BadUrl or BadSubscription if it is none.

    ``key`` and ``secret`` are those that the browser calls ``p256dh`` and ``auth``.
    """
    parse_url(endpoint)
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), _decoded(key))
        if len(_decoded(secret)) != SECRET_BYTES:
            raise ValueError
    except ValueError:
        raise BadSubscription("The browser’s subscription can’t be read.") from None
    return f"{key.rstrip('=')}.{secret.rstrip('=')}"


class WebPush:
    """Sends messages to browsers. ``subject`` is where the operators of push services find who runs the server: an address with ``mailto:`` or ``https:``. For any thread."""

    def __init__(self, client: OutgoingClient, private_key: str, subject: str, clock: Callable[[], float] = time.time) -> None:
        self._client = client
        self._vapid = Vapid.from_pem(private_key.encode())
        self._subject = subject
        self._clock = clock

    def check(self, address: str) -> None:
        """Raises BadUrl for an address that is none, or is inside a private network."""
        self._client.check(address)

    def send(self, address: NotificationAddress, message: Message) -> Outcome | TryLater:
        """Sends a message to a subscription; never raises."""
        try:
            headers, body = self._request(address, message)
        except (VapidException, ValueError) as error:
            log.info("push failed: %s", error)
            return "failed"
        return posted(self._client, address.address, headers, body, GONE)

    def _request(self, address: NotificationAddress, message: Message) -> tuple[dict[str, str], bytes]:
        """Returns headers and body of a request to a push service."""
        key, _, secret = address.secret.partition(".")
        origin = "https://" + urlsplit(address.address).netloc
        claims = {"aud": origin, "exp": int(self._clock()) + SIGNED_SECONDS, "sub": self._subject}
        headers = {
            **self._vapid.sign(claims),
            "TTL": str(KEPT_SECONDS),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
        }
        return headers, encrypt(payload(message), _decoded(key), _decoded(secret), generate_private_key(SECP256R1()), os.urandom(16))


def payload(message: Message) -> bytes:
    """Returns what the service worker reads (``static/service-worker.js``): as many lines as fit."""
    lines = [line.text for line in message.lines]
    while True:
        facts = {"id": message.id, "language": message.language, "title": message.title, "body": "\n".join(lines), "url": message.url}
        content = json.dumps(facts, ensure_ascii=False).encode()
        if len(content) <= MAX_TEXT or not lines:
            return content
        lines.pop()


def encrypt(text: bytes, key: bytes, secret: bytes, own: EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """Encrypts a text for a subscription in one record, as RFC 8291 and RFC 8188 say. ``own`` and ``salt`` (16 bytes) are new for each message."""
    public = _public_bytes(own.public_key())
    shared = own.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(SECP256R1(), key))
    material = _derived(shared, secret, b"WebPush: info\0" + key + public, 32)
    content_key = _derived(material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(material, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + struct.pack(">IB", RECORD_BYTES, len(public)) + public
    return header + AESGCM(content_key).encrypt(nonce, text + b"\2", None)  # 2: the last record


def _derived(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(material)


def _public_bytes(key: EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _decoded(text: str) -> bytes:
    """Decodes base64url with or without padding; ValueError for anything else."""
    return urlsafe_b64decode(text.rstrip("=").encode("ascii") + b"=" * (-len(text.rstrip("=")) % 4))
