"""Requests that may be sent again: one with a key of its own changes something once, and is answered the second time like the first."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import TYPE_CHECKING

from .errors import BadBody

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

FIELD = "idempotency_key"
HEADER = "Idempotency-Key"
SHORTEST, LONGEST = 16, 100
"""A short key might be another client's too, who would then be answered with the secrets of this one's table."""
APART = (FIELD, "csrf")
"""Fields that do not say what is asked for."""


def new_key() -> str:
    """A key for a form that is drawn."""
    return secrets.token_urlsafe(16)


def request_hash(request: Request, sent: Mapping[str, object]) -> str:
    """What stands for this request in the store: a hash of its key, its address and all it asks for; "" if it has no key.

    The key is the header ``Idempotency-Key`` or the field ``idempotency_key``; BadBody if it can't be one.
    """
    key = request.headers.get(HEADER) or sent.get(FIELD) or ""
    if not key:
        return ""
    if not isinstance(key, str) or not SHORTEST <= len(key) <= LONGEST or not key.isascii() or not key.isprintable():
        raise BadBody("An idempotency key has %(least)s to %(most)s letters and digits.", least=str(SHORTEST), most=str(LONGEST))
    asked = {name: value for name, value in sent.items() if name not in APART}
    whole = json.dumps([key, request.scope["path"], asked], sort_keys=True)
    return hashlib.sha256(whole.encode()).hexdigest()
