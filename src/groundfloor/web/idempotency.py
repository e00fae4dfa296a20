"""Idempotency keys: a change that is sent twice with the same key is made once, and both requests get the same answer."""

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
MIN_LENGTH, MAX_LENGTH = 16, 100
"""A short key could be used by another client as well, which would then be told the secrets of this one's table."""
IGNORED_FIELDS = (FIELD, "csrf")
"""Fields that do not say what is asked for."""


def new_idempotency_key() -> str:
    return secrets.token_urlsafe(16)


def request_hash(request: Request, body: Mapping[str, object]) -> str:
    """Returns the hash under which the store keeps a request: of its key, its path and its body; "" for a request without a key.

    The key is the header ``Idempotency-Key`` or the field ``idempotency_key``. BadBody if it is too short, too long or not ASCII.
    """
    key = request.headers.get(HEADER) or body.get(FIELD) or ""
    if not key:
        return ""
    if not isinstance(key, str) or not MIN_LENGTH <= len(key) <= MAX_LENGTH or not key.isascii() or not key.isprintable():
        raise BadBody("An idempotency key has %(least)s to %(most)s letters and digits.", least=str(MIN_LENGTH), most=str(MAX_LENGTH))
    fields = {name: value for name, value in body.items() if name not in IGNORED_FIELDS}
    text = json.dumps([key, request.scope["path"], fields], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
