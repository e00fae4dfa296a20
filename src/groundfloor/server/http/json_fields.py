"""Fields of the JSON bodies of requests (docs/http.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from .errors import BadBody

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_ACTIONS = 100
Seat = Annotated[int, Meta(ge=1, description="The number of a seat, from 1.")]
Version = Annotated[int, Meta(description="How many entries the record has that the client has seen.")]


def parse_action_texts(given: object, name: str = "apply") -> list[str]:
    """Returns a list of action texts, from a list or a single text; only a plan may be empty."""
    texts = [given] if isinstance(given, str) else given
    if not isinstance(texts, list) or not (texts or name == "plan") or not all(isinstance(text, str) for text in texts):
        raise BadBody("%(name)s is the text of an action, or a list of them.", name=name)
    if len(texts) > MAX_ACTIONS:
        raise BadBody("%(name)s has at most %(most)s actions.", name=name, most=str(MAX_ACTIONS))
    return texts


def required_field(body: Mapping[str, Any], name: str, kind: type) -> Any:
    """Returns a field; BadBody if it is missing or of another type."""
    value = body.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise BadBody("%(name)s is missing or of the wrong kind.", name=name)
    return value


def optional_text(body: Mapping[str, Any], name: str) -> str:
    """Returns a text field, "" if it is missing; BadBody if it is of another type."""
    value = body.get(name)
    if value is not None and not isinstance(value, str):
        raise BadBody("%(name)s is not a text.", name=name)
    return value or ""
