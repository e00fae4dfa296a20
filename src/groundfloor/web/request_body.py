"""Reads request bodies: forms and JSON, with limits of size, depth and encoding."""

from __future__ import annotations

import json
import re
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from anyio import to_thread
from starlette.datastructures import FormData, Headers, UploadFile
from starlette.exceptions import HTTPException

from ..numbers import parse_int
from .errors import BadBody, BodyTooLarge, UnsupportedMediaType
from .json_fields import optional_text, required_field
from .middleware import HttpMiddleware

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

URLENCODED, MULTIPART = "application/x-www-form-urlencoded", "multipart/form-data"
FORM_TYPES = (URLENCODED, MULTIPART)
CHARSETS = ("utf-8", "utf8", "us-ascii")
CHARSET = re.compile(r"charset\s*=\s*\"?([^\";]*)", re.IGNORECASE)
MAX_DEPTH, MAX_VALUES, MAX_TEXT = 12, 10_000, 10_000
"""Limits of JSON: nesting depth, values and keys together, characters of a text (records have a larger limit)."""
RECORD = "record"


LARGER_BODIES = {"/my-games/import": 1_200_000}
"""Bytes of a body at addresses where more can be sent: a file of all results that a player can have."""


URLENCODED_BYTES = 60_000
"""Bytes of a URL-encoded form, which is slow to read: long texts and files come as multipart forms."""


class BodyLimit(HttpMiddleware):
    """Middleware: raises BodyTooLarge for a body beyond the limit, by its ``Content-Length`` or while it is read."""

    def __init__(self, app: ASGIApp, max_bytes: int) -> None:
        super().__init__(app)
        self.max_bytes = max_bytes

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        max_bytes = max(self.max_bytes, LARGER_BODIES.get(scope["path"], 0))
        if kind_of(headers) not in (MULTIPART, "application/json"):
            max_bytes = min(max_bytes, URLENCODED_BYTES)
        announced = parse_int(headers.get("content-length", "0"))
        read = 0

        async def receive_limited() -> Message:
            nonlocal read
            if announced is None or announced > max_bytes:
                raise too_large(max_bytes)
            message = await receive()
            read += len(message.get("body", b""))
            if read > max_bytes:
                raise too_large(max_bytes)
            return message

        await self.app(scope, receive_limited, send)


def too_large(max_bytes: int) -> BodyTooLarge:
    return BodyTooLarge("That is too large: at most %(most)s bytes can be sent.", most=f"{max_bytes}")


def media_type(request: Request) -> str:
    """Returns the media type of the body in lower case; UnsupportedMediaType if its charset is not UTF-8."""
    found = CHARSET.search(request.headers.get("content-type", "").partition(";")[2])
    if found is not None and found.group(1).strip().lower() not in CHARSETS:
        raise UnsupportedMediaType("Only texts in UTF-8 are read here.")
    return kind_of(request.headers)


def kind_of(headers: Headers) -> str:
    """Returns the media type of a body in lower case, without its parameters."""
    return headers.get("content-type", "").partition(";")[0].strip().lower()


class FormFields(dict[str, str]):
    """The fields of a form; those that it lacks are read as empty."""

    def text(self, name: str) -> str:
        return self.get(name, "")

    optional_text = text

    def number(self, name: str) -> int | None:
        return parse_int(self.get(name, ""))

    optional_number = number


class JsonFields(dict[str, Any]):
    """The fields of a JSON object. Those that it lacks, or that are of another kind, are refused with BadBody, unless they are optional."""

    def text(self, name: str) -> str:
        return str(required_field(self, name, str))

    def optional_text(self, name: str) -> str:
        return optional_text(self, name)

    def number(self, name: str) -> int:
        return int(required_field(self, name, int))

    def optional_number(self, name: str) -> int | None:
        return self.number(name) if name in self else None


Fields = FormFields | JsonFields
"""What was sent, by a form or over the API."""


async def read_form(request: Request, most: int | None = None, most_fields: int = 100) -> FormFields:
    """Returns the fields of a form, of each at most so many characters (None: all), an uploaded file as the field ``text``. Raises BadBody, BodyTooLarge or UnsupportedMediaType."""
    kind = media_type(request)
    if kind and kind not in FORM_TYPES:
        raise UnsupportedMediaType("Only forms are read here.")
    try:
        if kind == URLENCODED:
            body = (await request.body()).decode("latin-1")
            fields = dict(await to_thread.run_sync(partial(parse_qsl, body, keep_blank_values=True, max_num_fields=most_fields)))
        else:
            fields = await fields_of(await request.form(max_files=2, max_fields=most_fields, max_part_size=MAX_FIELD_BYTES))
    except (HTTPException, ValueError, LookupError, TypeError, AttributeError) as error:
        raise BadBody("What was sent is not a readable form.") from error
    return FormFields({name: value[:most] for name, value in fields.items()})


MAX_FIELD_BYTES = 1_000_000
"""Larger than any body may be (``body_bytes``), so that only that limit applies."""


async def fields_of(form: FormData) -> dict[str, str]:
    """Returns the fields of a form, with an uploaded file as the field ``text``, and closes its files."""
    found = {name: value for name, value in form.multi_items() if isinstance(value, str)}
    file = form.get("file")
    if isinstance(file, UploadFile) and file.size:
        found["text"] = (await file.read()).decode("utf-8-sig", errors="replace")
    await form.close()
    return found


def read_json(body: bytes) -> JsonFields:
    """Parses a JSON object; BadBody if it is malformed, too large or not an object."""
    try:
        data = json.loads(body)
        check_json_size(data)
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise BadBody("The body holds half of a character pair, which is not a text.") from None
    except ValueError as error:
        raise BadBody("The body is not JSON: %(reason)s.", reason=str(error)[:200]) from None
    except RecursionError:
        raise BadBody("The body is nested too deeply.") from None
    if not isinstance(data, dict):
        raise BadBody("The body is not a JSON object.")
    return JsonFields(data)


def check_json_size(data: object) -> None:
    """Raises BadBody for JSON that is nested too deeply, has too many values, or too long texts."""
    waiting: list[tuple[object, int, bool]] = [(data, 0, False)]
    parts = 0
    while waiting:
        content, depth, is_record = waiting.pop()
        if depth > MAX_DEPTH:
            raise BadBody("The body is nested too deeply.")
        if isinstance(content, str) and len(content) > MAX_TEXT and not is_record:
            raise BadBody("The body has a text of more than %(most)s characters.", most=str(MAX_TEXT))
        inner: list[tuple[object, bool]] = []
        if isinstance(content, dict):
            inner = [(key, False) for key in content] + [(value, depth == 0 and key == RECORD) for key, value in content.items()]
        elif isinstance(content, list):
            inner = [(value, False) for value in content]
        parts += len(inner)
        if parts > MAX_VALUES:
            raise BadBody("The body has more than %(most)s values.", most=str(MAX_VALUES))
        waiting += [(value, depth + 1, is_long) for value, is_long in inner]
