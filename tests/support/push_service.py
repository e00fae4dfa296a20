"""Targets of notices: confirmed ones, and the subscription of a browser to web push, whose messages the test decrypts itself (RFC 8291)."""

from __future__ import annotations

import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from groundfloor.server.club.notifications.rows import NotificationAddress
from groundfloor.server.database.rows import TransportName


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Subscription:
    """A subscription at an ``endpoint``, with keys of its own."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._private = ec.generate_private_key(ec.SECP256R1())
        self._public = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self._secret = bytes(range(16))
        self.key, self.secret = encoded(self._public), encoded(self._secret)

    def as_json(self) -> dict[str, object]:
        """Returns what a browser says of it (``PushSubscription.toJSON``)."""
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": {"p256dh": self.key, "auth": self.secret}}

    def address(self) -> NotificationAddress:
        return confirmed_address("push", self.endpoint, f"{self.key}.{self.secret}")

    def decrypt(self, body: bytes) -> str:
        """Returns the text of a message."""
        salt, (record_bytes, length) = body[:16], struct.unpack(">IB", body[16:21])
        public, ciphertext = body[21 : 21 + length], body[21 + length :]
        assert len(ciphertext) <= record_bytes
        shared = self._private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public))
        material = HKDF(SHA256(), 32, self._secret, b"WebPush: info\0" + self._public + public).derive(shared)
        key, nonce = (
            HKDF(SHA256(), size, salt, info).derive(material)
            for size, info in ((16, b"Content-Encoding: aes128gcm\0"), (12, b"Content-Encoding: nonce\0"))
        )
        padded = AESGCM(key).decrypt(nonce, ciphertext, None).rstrip(b"\0")
        assert padded.endswith(b"\2")
        return padded[:-1].decode()


AT = "2026-07-01T12:00:00Z"


def confirmed_address(transport: TransportName, address: str, secret: str = "") -> NotificationAddress:
    """Returns a confirmed address."""
    return NotificationAddress("t1", "account:1", transport, address, secret, "", "en", AT, AT)
