"""A software authenticator: passkeys as a browser would make and use them."""

from __future__ import annotations

import json
import secrets
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40
Json = dict[str, Any]


class Passkey:
    """A passkey for one account; ``count`` is what it says of how often it was used."""

    def __init__(self, count: int = 0) -> None:
        self.id = secrets.token_bytes(32)
        self.count = count
        self._key = ec.generate_private_key(ec.SECP256R1())
        self.handle = b""

    def create(self, options: Json, origin: str) -> Json:
        """Returns the answer to the options of ``navigator.credentials.create``."""
        self.handle = base64url_to_bytes(options["user"]["id"])
        point = self._key.public_key().public_numbers()
        key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")})
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + key
        about = authenticator_data(options["rp"]["id"], PRESENT | VERIFIED | ATTESTED, self.count) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": about})
        client = client_data("webauthn.create", options["challenge"], origin)
        return self._answer({"clientDataJSON": client, "attestationObject": attestation})

    def use(self, options: Json, origin: str) -> Json:
        """Returns the answer to the options of ``navigator.credentials.get``."""
        self.count += 1 if self.count else 0
        about = authenticator_data(options["rpId"], PRESENT | VERIFIED, self.count)
        client = client_data("webauthn.get", options["challenge"], origin)
        signature = self._key.sign(about + sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._answer({"clientDataJSON": client, "authenticatorData": about, "signature": signature, "userHandle": self.handle})

    def _answer(self, response: dict[str, bytes]) -> Json:
        id = bytes_to_base64url(self.id)
        said = {name: bytes_to_base64url(value) for name, value in response.items()}
        return {"id": id, "rawId": id, "type": "public-key", "response": said}


def authenticator_data(host: str, flags: int, count: int) -> bytes:
    return sha256(host.encode()).digest() + bytes([flags]) + count.to_bytes(4, "big")


def client_data(kind: str, challenge: str, origin: str) -> bytes:
    return json.dumps({"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": False}).encode()
