"""What the types of the JSON API have in common. Each request has its own types beside its handler; ``openapi.py`` makes the schemas of its description of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta
from starlette.responses import Response

from groundfloor.numbers import with_seat_numbers

if TYPE_CHECKING:
    from ..database.rows import PrivateNotes

T = TypeVar("T")

PersonMark = Annotated[
    Literal["", "guest", "bot", "administrator"],
    Meta(
        description="What the server marks a name with: a guest, a bot with an account, an administrator; empty: somebody with an account, or nobody yet."
    ),
]
Name = Annotated[str, Meta(description="At most 40 characters, at least one of them visible.")]
Password = Annotated[str, Meta(description="8 to 200 characters.")]
Time = Annotated[str, Meta(description="A date and time in UTC, ISO 8601.")]
TimeOfDay = Annotated[str, Meta(description="A time of the day, such as 09:30.")]
Date = Annotated[str, Meta(description="A date, such as 2030-12-31.")]
Data = dict[str, Any]
ReportText = Annotated[str, Meta(description="What happened, in at most 1,000 characters.")]
PublicKeyCredential = Annotated[Data, Meta(description="What a browser answers: `PublicKeyCredential.toJSON()`.")]


class ApiStruct(msgspec.Struct, frozen=True, kw_only=True):
    """What the API answers, or a part of it. A field that is UNSET is left out."""


class Empty(ApiStruct, frozen=True):
    """Nothing but that it was done."""


class ApiResponse(Response):
    """An answer as JSON."""

    media_type = "application/json"

    def render(self, content: object) -> bytes:
        return msgspec.json.encode(content)


class Notes(ApiStruct, frozen=True):
    """What the person at a seat writes for themselves alone, and whether their pages hide the chat."""

    text: str
    version: Annotated[str, Meta(description="What tells this text from others; empty for none.")]
    hides_chat: bool


def described_notes(notes: PrivateNotes) -> Notes:
    return Notes(text=notes.text, version=notes.version, hides_chat=notes.hides_chat)


def numbered(part: T) -> T:
    """Returns the same with seats that count from 1, 0 for nobody."""
    return msgspec.convert(with_seat_numbers(msgspec.to_builtins(part)), type(part))
