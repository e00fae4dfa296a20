"""Bodies of requests: what costs too much is refused before it is parsed."""

from __future__ import annotations

import json

import pytest

from groundfloor.server.http.errors import BadBody
from groundfloor.server.http.request_body import MAX_VALUES, read_json


@pytest.mark.parametrize(
    "body",
    [
        b'{"a": [' + b"[]," * 1_000_000 + b"1]}",
        b'{"a": {' + b'"b": {}, ' * 20_000 + b'"c": 1}}',
        b'{"a": "\\"' + b'\\", [[' * 10_000 + b'", "b": [' + b"1," * 20_000 + b"1]}",
    ],
)
def test_json_of_too_many_values_is_not_parsed(monkeypatch: pytest.MonkeyPatch, body: bytes) -> None:
    monkeypatch.setattr(json, "loads", lambda _: pytest.fail("it is parsed"))
    with pytest.raises(BadBody, match="has more than"):
        read_json(body, {})


@pytest.mark.parametrize("text", ["[" * 3_000_000, '\\"' * 1_000_000, '"' * 1_000_000])
def test_values_within_a_text_are_none(text: str) -> None:
    assert read_json(json.dumps({"file": text}).encode(), {"file": 4_000_000}).text("file") == text


@pytest.mark.parametrize("body", [b'"' + b'\\"' * 1_000_000, b'{"' * 3_000, b'"' * 1_000_001 + b"\\"])
def test_text_without_end_is_no_json(body: bytes) -> None:
    with pytest.raises(BadBody):
        read_json(body, {})


def test_as_many_values_as_are_allowed_are_read() -> None:
    assert read_json(json.dumps({"a": [0] * (MAX_VALUES - 2)}).encode(), {})
