"""Fields of the JSON bodies of requests (docs/http.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from ...table import NewTable, SeatRequest
from .errors import BadBody

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_ACTIONS = 100
Seat = Annotated[int, Meta(ge=1, description="The number of a seat, from 1.")]
Version = Annotated[int, Meta(description="How many entries the record has that the client has seen.")]


def parse_new_table(body: dict[str, Any]) -> NewTable:
    requested = []
    for seat in required_field(body, "seats", list):
        if not isinstance(seat, dict):
            raise BadBody("Each seat is an object with name, automa and colour.")
        requested.append(SeatRequest(*(optional_text(seat, part) for part in ("name", "automa", "colour"))))
    options, house = parse_options(body)
    return NewTable(
        tuple(requested),
        optional_text(body, "ruleset") or "second",
        options,
        optional_text(body, "name"),
        house,
        body.get("practice") is True,
        optional_text(body, "pace"),
        optional_text(body, "takeover"),
        body.get("listed") is not False,
    )


def parse_options(body: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, Any]]:
    """Returns the options and the house values of a requested table."""
    options, house = body.get("options") or {}, body.get("house") or {}
    if not isinstance(options, dict):
        raise BadBody("options is an object of names and values.")
    if not isinstance(house, dict):
        raise BadBody("house is an object of the keys of values and what they are at this table.")
    return {str(name): str(value) for name, value in options.items()}, house


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
