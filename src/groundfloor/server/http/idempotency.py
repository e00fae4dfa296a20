"""Idempotency keys: a change that is sent twice with the same key is made once, and both requests get the same answer (``repeated_requests.py``)."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import TYPE_CHECKING

from markupsafe import Markup

from ..database.requests import sent_request
from .errors import BadBody

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

FIELD = "idempotency_key"
HEADER = "Idempotency-Key"
MIN_LENGTH, MAX_LENGTH = 16, 100
"""A short key could be used by another client as well, which would then be told the secrets of this one."""
IGNORED_FIELDS = (FIELD, "csrf")
"""Fields that do not say what is asked for."""


def new_idempotency_key() -> str:
    return secrets.token_urlsafe(16)


def form_fields(csrf: str) -> Markup:
    """Returns the hidden fields that each form has: a key of its own, and the CSRF token. No browser fills them in again."""
    hidden = Markup('<input type="hidden" name="{}" value="{}" autocomplete="off">')
    return hidden.format(FIELD, new_idempotency_key()) + hidden.format("csrf", csrf)


def sent_key(request: Request, body: Mapping[str, object]) -> str:
    """Returns the key of a request, which is its header ``Idempotency-Key`` or its field ``idempotency_key``; "" for one that has none.

    BadBody if it is too short, too long or not ASCII.
    """
    key = request.headers.get(HEADER) or body.get(FIELD) or ""
    if key and (not isinstance(key, str) or not MIN_LENGTH <= len(key) <= MAX_LENGTH or not key.isascii() or not key.isprintable()):
        raise BadBody("An idempotency key has %(least)s to %(most)s letters and digits.", least=str(MIN_LENGTH), most=str(MAX_LENGTH))
    return str(key)


def request_hash(request: Request, key: str, body: Mapping[str, object], sender: str) -> str:
    """Returns the hash under which the store keeps a request: of its key, its path, its body and its sender.

    A link of a seat says who sends; somebody who opens it for the first time only gets a cookie with the answer.
    """
    fields = {name: value for name, value in body.items() if name not in IGNORED_FIELDS}
    known = "" if "token" in request.path_params else sender
    return hashlib.sha256(json.dumps([key, request.scope["path"], fields, known], sort_keys=True).encode()).hexdigest()


def was_carried_out() -> bool:
    """Returns whether the current request was carried out before, and is only to be answered again."""
    sent = sent_request.get()
    return sent is not None and sent.is_repeated
