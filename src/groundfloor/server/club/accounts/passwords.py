"""Passwords: what they may be, and their hashes by Argon2, each of which takes 19 MB and about 20 ms."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING
from unicodedata import normalize

from ..identity.errors import BadAccount

if TYPE_CHECKING:
    from argon2 import PasswordHasher

MIN_LENGTH, MAX_LENGTH = 8, 200
MEMORY, ROUNDS, LANES = 19_456, 2, 1
"""What OWASP recommends, the memory in KiB; a hash with other values is replaced when its owner logs in."""
NOBODYS_HASH = f"$argon2id$v=19$m={MEMORY},t={ROUNDS},p={LANES}${'A' * 22}${'A' * 43}"
"""The hash of no password. A name that nobody has is checked against it, which takes as long as for any other."""


def normalized(password: str) -> str:
    """Returns a password as it is hashed: the same whichever way a keyboard composes its letters."""
    return normalize("NFKC", password)


def new_password(given: str) -> str:
    """Returns a password in its normal form; BadAccount if it is too short or too long."""
    password = normalized(given)
    if not MIN_LENGTH <= len(password) <= MAX_LENGTH:
        raise BadAccount("A password has %(least)s to %(most)s characters.", least=MIN_LENGTH, most=MAX_LENGTH)
    return password


@cache
def hasher() -> PasswordHasher:
    from argon2 import PasswordHasher  # a page without a server has no such package

    return PasswordHasher(time_cost=ROUNDS, memory_cost=MEMORY, parallelism=LANES)


def hash_password(password: str) -> str:
    return hasher().hash(password)


def is_password(hash: str, given: str) -> bool:
    """Returns whether this is the password of a hash; one that is longer than any password is not hashed."""
    from argon2.exceptions import InvalidHashError, VerificationError

    password = normalized(given)[: MAX_LENGTH + 1]
    try:
        return hasher().verify(hash, password)
    except (VerificationError, InvalidHashError):
        return False


def is_outdated(hash: str) -> bool:
    """Returns whether a hash was made with other parameters."""
    return hasher().check_needs_rehash(hash)
