"""Rows of the database as values: passkeys."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PasskeyRow:
    """A passkey of an account: ``id`` and ``public_key`` are base64url, ``sign_count`` is what its authenticator counted last."""

    id: str
    account: str
    public_key: str
    sign_count: int
    label: str
    created: str
    used: str


@dataclass(frozen=True)
class ChallengeRow:
    """What a passkey is to sign: ``challenge`` is its hash, ``owner_id`` who has asked for it; ``account`` and ``name`` are those of the (new) account."""

    challenge: str
    purpose: str
    owner_id: str
    account: str
    name: str
    created: str
