"""What requests send: forms and JSON, in sizes and encodings that can be meant."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from starlette.datastructures import FormData, Headers, UploadFile
from starlette.exceptions import HTTPException

from .errors import BadBody, BodyTooLarge, UnsupportedMediaType
from .middleware import HttpMiddleware
from .numbers import parse_int

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
CHARSETS = ("utf-8", "utf8", "us-ascii")
CHARSET = re.compile(r"charset\s*=\s*\"?([^\";]*)", re.IGNORECASE)
DEEPEST, MOST_PARTS, LONGEST_TEXT = 12, 10_000, 10_000
"""JSON: objects and lists within each other; values and keys together; characters of a text that is no record."""
RECORD = "record"


class BodyLimit(HttpMiddleware):
    """Middleware: a body is read no further than the limit, whether its length was announced or not."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        super().__init__(app)
        self.most = most

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        given = Headers(scope=scope).get("content-length", "0")
        announced = parse_int(given)
        read = 0

        async def receive_little() -> Message:
            nonlocal read
            if announced is None or announced > self.most:
                raise self.too_large()
            message = await receive()
            read += len(message.get("body", b""))
            if read > self.most:
                raise self.too_large()
            return message

        await self.app(scope, receive_little, send)

    def too_large(self) -> BodyTooLarge:
        """The error for a body beyond the limit."""
        return BodyTooLarge("That is too large: at most %(most)s bytes can be sent.", most=f"{self.most}")


def type_of(request: Request) -> str:
    """What kind of thing the body is said to be; UnsupportedMediaType if it is in an encoding that is not read here."""
    kind, _, rest = request.headers.get("content-type", "").partition(";")
    found = CHARSET.search(rest)
    if found is not None and found.group(1).strip().lower() not in CHARSETS:
        raise UnsupportedMediaType("Only texts in UTF-8 are read here.")
    return kind.strip().lower()


async def read_form(request: Request, most_fields: int = 100) -> FormData:
    """The fields of a form, an uploaded file as the field ``text``; BadBody, BodyTooLarge or UnsupportedMediaType if it can't be read."""
    kind = type_of(request)
    if kind and kind not in FORMS:
        raise UnsupportedMediaType("Only forms are read here.")
    try:
        form = await request.form(max_files=2, max_fields=most_fields, max_part_size=MOST_PART)
        return await with_texts(form)
    except HTTPException as error:
        raise unreadable() from error
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise unreadable() from error


MOST_PART = 1_000_000
"""Bytes of one field; the body as a whole has a smaller limit."""


def unreadable() -> BadBody:
    """The error for a form that is none."""
    return BadBody("What was sent is no form that can be read.")


async def with_texts(form: FormData) -> FormData:
    """The form with an uploaded file as the field ``text``, and no open file in it."""
    kept: list[tuple[str, str | UploadFile]] = [(name, value) for name, value in form.multi_items() if isinstance(value, str)]
    file = form.get("file")
    if isinstance(file, UploadFile) and file.size:
        kept.append(("text", (await file.read()).decode("utf-8", errors="replace")))
    await form.close()
    return FormData(kept)


def read_json(body: bytes) -> dict[str, Any]:
    """The object that was sent; BadBody says what is wrong with it."""
    try:
        data = json.loads(body)
        check_parts(data)
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise BadBody("The body holds half of a character pair, which is no text.") from None
    except ValueError as error:
        raise BadBody("The body is no JSON: %(reason)s.", reason=str(error)[:200]) from None
    except RecursionError:
        raise BadBody("The body is nested too deeply.") from None
    if not isinstance(data, dict):
        raise BadBody("The body is no JSON object.")
    return data


def check_parts(data: object) -> None:
    """BadBody for JSON that is nested too deeply, has too many values, or too long texts."""
    waiting: list[tuple[object, int, bool]] = [(data, 0, False)]
    parts = 0
    while waiting:
        content, depth, is_record = waiting.pop()
        if depth > DEEPEST:
            raise BadBody("The body is nested too deeply.")
        if isinstance(content, str) and len(content) > LONGEST_TEXT and not is_record:
            raise BadBody("The body has a text of more than %(most)s characters.", most=str(LONGEST_TEXT))
        inner: list[tuple[object, bool]] = []
        if isinstance(content, dict):
            inner = [(key, False) for key in content] + [(value, depth == 0 and key == RECORD) for key, value in content.items()]
        elif isinstance(content, list):
            inner = [(value, False) for value in content]
        parts += len(inner)
        if parts > MOST_PARTS:
            raise BadBody("The body has more than %(most)s values.", most=str(MOST_PARTS))
        waiting += [(value, depth + 1, is_long) for value, is_long in inner]
