"""Reads request bodies: forms and JSON, with limits of size, depth and encoding."""

from __future__ import annotations

import json
import re
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_plus

from starlette.datastructures import FormData, Headers, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from groundfloor.numbers import parse_int, parse_seat

from .errors import BadBody, BodyTooLarge, UnsupportedMediaType
from .json_fields import optional_text, required_field
from .middleware import HttpMiddleware
from .request_context import get_context
from .request_texts import FIELD_BYTES, NO_LIMITS, USUAL_BYTES, check_text, limit_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

URLENCODED, MULTIPART = "application/x-www-form-urlencoded", "multipart/form-data"
FORM_TYPES = (URLENCODED, MULTIPART)
CHARSETS = ("utf-8", "utf8", "us-ascii")
CHARSET = re.compile(r"charset\s*=\s*\"?([^\";]*)", re.IGNORECASE)
MAX_DEPTH, MAX_VALUES = 12, 10_000
JSON_TEXT = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
"""A text of JSON, also one that nothing ends: so each byte is looked at once."""
"""Limits of JSON: nesting depth, values and keys together."""
MAX_ESCAPE = 3
"""Bytes that a byte of a text takes in a URL-encoded form, at most."""

URLENCODED_BYTES = 60_000
"""Bytes of a URL-encoded form, which is slow to read: long texts and files come as multipart forms."""


class BodyLimit(HttpMiddleware):
    """Middleware: raises BodyTooLarge for a body beyond the limit, by its ``Content-Length`` or while it is read; ``larger`` are limits of paths at which more can be sent."""

    def __init__(self, app: ASGIApp, max_bytes: int, larger: Mapping[str, int]) -> None:
        super().__init__(app)
        self.max_bytes, self.larger = max_bytes, larger

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        max_bytes = max(self.max_bytes, self.larger.get(scope["path"], 0))
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
    charset = CHARSET.search(request.headers.get("content-type", "").partition(";")[2])
    if charset is not None and charset.group(1).strip().lower() not in CHARSETS:
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

    def optional_seat(self, name: str) -> int | None:
        """Returns the seat whose number from 1 the field has."""
        return parse_seat(self.get(name, ""))


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

    def optional_seat(self, name: str) -> int | None:
        """Returns the seat whose number from 1 the field has; BadBody for one below."""
        if self.get(name) is None:
            return None
        number = self.number(name)
        if number < 1:
            raise BadBody("%(name)s is the number of a seat, from 1.", name=name)
        return number - 1


Fields = FormFields | JsonFields
"""What was sent, by a form or over the API."""


async def read_form(request: Request, limits: Mapping[str, int] = NO_LIMITS, most_fields: int = 100) -> FormFields:
    """Returns the fields of a form, an uploaded file as the field ``text``. ``limits`` are the most bytes of fields that may have more here than elsewhere.

    Raises BadBody, TextTooLong, NullCharacter, BodyTooLarge or UnsupportedMediaType.
    """
    kind = media_type(request)
    if kind and kind not in FORM_TYPES:
        raise UnsupportedMediaType("Only forms are read here.")
    try:
        if kind == URLENCODED:
            fields = await get_context(request).work.in_thread(partial(urlencoded_fields, await request.body(), limits, most_fields))
        else:
            fields = await fields_of(await multipart_form(request, most_fields) if kind else FormData())
    except (MultiPartException, ValueError, LookupError, TypeError, AttributeError) as error:
        raise BadBody("What was sent is not a readable form.") from error
    for name, text in fields.items():
        check_text(name, name, USUAL_BYTES)
        check_text(name, text, limit_of(name, limits))
    return FormFields(fields)


MAX_FIELD_BYTES = 3_500_000
"""As large as a body may be: only its limit and those of the fields apply."""


def urlencoded_fields(body: bytes, limits: Mapping[str, int], most_fields: int) -> dict[str, str]:
    """Returns the fields of a URL-encoded form; ValueError if there are too many, TextTooLong before decoding one that is too long in any case."""
    if body.count(b"&") >= most_fields:
        raise ValueError("too many fields")
    fields = {}
    for pair in body.split(b"&"):
        if pair:
            name, _, value = pair.partition(b"=")
            check_text("", name, MAX_ESCAPE * USUAL_BYTES)
            field = decoded(name)
            check_text(field, value, MAX_ESCAPE * limit_of(field, limits))
            fields[field] = decoded(value)
    return fields


def decoded(text: bytes) -> str:
    return unquote_plus(text.decode("latin-1"), errors="replace")


class FormParser(MultiPartParser):
    """Keeps files in memory, where the limit of the body bounds them: on disk they would be read and written in threads, which a browser lacks."""

    spool_max_size = 0


async def multipart_form(request: Request, most_fields: int) -> FormData:
    parser = FormParser(request.headers, request.stream(), max_files=2, max_fields=most_fields, max_part_size=MAX_FIELD_BYTES)
    return await parser.parse()


async def fields_of(form: FormData) -> dict[str, str]:
    """Returns the fields of a form, with an uploaded file as the field ``text``, and closes its files."""
    fields = {name: value for name, value in form.multi_items() if isinstance(value, str)}
    file = form.get("file")
    if isinstance(file, UploadFile) and file.size:
        fields["text"] = (await file.read()).decode("utf-8-sig", errors="replace")
    await form.close()
    return fields


def read_json(body: bytes, limits: Mapping[str, int]) -> JsonFields:
    """Parses a JSON object; BadBody if it is malformed, too large or not an object, TextTooLong for a text beyond the limit of its field, NullCharacter."""
    try:
        if len(body) > MAX_VALUES:
            check_value_count(sum(map(JSON_TEXT.sub(b"", body).count, (b",", b"[", b"{"))))  # parsing millions of lists takes a second
        data = json.loads(body)
        check_json_size(data, limits)
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


def check_json_size(data: object, limits: Mapping[str, int]) -> None:
    """Raises BadBody for JSON that is nested too deeply or has too many values, TextTooLong for texts beyond the limits of their fields, NullCharacter.

    Values within a field that may be longer than usual have its limit.
    """
    waiting: list[tuple[object, int, str, int]] = [(data, 0, "", USUAL_BYTES)]
    parts = 0
    while waiting:
        content, depth, name, most = waiting.pop()
        if depth > MAX_DEPTH:
            raise BadBody("The body is nested too deeply.")
        if isinstance(content, str):
            check_text(name, content, most)
        elif isinstance(content, dict):
            parts += 2 * len(content)
            for key, value in content.items():
                check_text(key, key, USUAL_BYTES)
                is_long = key in limits or key in FIELD_BYTES
                waiting.append((value, depth + 1, key, limit_of(key, limits) if is_long else most))
        elif isinstance(content, list):
            parts += len(content)
            waiting += [(value, depth + 1, name, most) for value in content]
        check_value_count(parts)


def check_value_count(count: int) -> None:
    if count > MAX_VALUES:
        raise BadBody("The body has more than %(most)s values.", most=str(MAX_VALUES))
