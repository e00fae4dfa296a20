"""The proof of the draws: key, hash and each outcome (docs/record.md, Draws)."""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import accumulate

from .flow import Mismatch


@dataclass
class Draws:
    """The draws of a trace, noted one by one; when the key is known each is made again."""

    key_hash: str
    first: int
    """Number of the first draw that the key fixes, from 1."""
    noted: list[tuple[list[tuple[str, int]], str]] = field(default_factory=list)

    def note(self, weights: list[tuple[str, int]], taken: str) -> None:
        self.noted.append((weights, taken))

    def check(self, key: str) -> None:
        """Raises Mismatch if the key does not fit its hash or a draw; an empty key claims nothing."""
        if not key:
            return
        secret = bytes.fromhex(key)
        if sha256(secret).hexdigest() != self.key_hash:
            raise Mismatch("the key does not fit its hash")
        for number, (weights, taken) in enumerate(self.noted, 1):
            if number >= self.first and (drawn := made(secret, number, weights)) != taken:
                raise Mismatch(f"draw {number} is {drawn}, the trace has {taken}")


def made(secret: bytes, number: int, weights: list[tuple[str, int]]) -> str:
    whole = sum(weight for _, weight in weights)
    limit = 2**256 - 2**256 % whole
    attempt = 0
    while True:
        x = int.from_bytes(hmac.new(secret, f"{number}:{attempt}".encode("ascii"), sha256).digest(), "big")
        if x < limit:
            break
        attempt += 1
    sums = accumulate(weight for _, weight in weights)
    return next(text for (text, _), so_far in zip(weights, sums) if so_far > x % whole)
