"""The file of results is read as it was written, and refused with a sentence if it is none."""

from __future__ import annotations

import json
from typing import Any

import pytest

from groundfloor.results import BadResults, GameFacts, format_games_file, parse_games_file
from tests.support.results import result


def file(**changes: Any) -> str:
    whole = json.loads(format_games_file([result()]))
    whole["results"][0] |= changes
    return json.dumps(whole)


def test_results_are_read_as_they_were_written() -> None:
    results = (result(1), result(2, day="2026-01-02", attempt=3, facts=GameFacts(hired=2)))
    assert parse_games_file(format_games_file(results)).results == results
    assert parse_games_file(format_games_file([])).results == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a poem",
        "{}x",
        "{}",
        '{"x": 1}',
        '{"results": 3}',
        '{"kind": "something else"}',
        '{"kind": "groundfloor games", "format": 2}',
        "[" * 100_000,
    ],
)
def test_other_files_are_refused(text: str) -> None:
    with pytest.raises(BadResults):
        parse_games_file(text)


@pytest.mark.parametrize(
    "change",
    [
        {"total": 31},
        {"rank": 2},
        {"rank": 0},
        {"seat": 3},
        {"seat": 0},
        {"ruleset": "third"},
        {"revision": 99},
        {"automas": ["pei", "pei"]},
        {"automas": ["mies"]},
        {"people": 1},
        {"specialty": "juggling"},
        {"name": ""},
        {"name": "x" * 41},
        {"name": "a\x07"},
        {"game": "x" * 41},
        {"finished": "yesterday"},
        {"finished": "2026-01-01T00:00:00"},
        {"finished": "2026-01-01T00:00:00+02:00"},
        {"day": "tomorrow"},
        {"day": "0001-01-01", "attempt": 1},
        {"day": "9999-12-31", "attempt": 1},
        {"finished": "0001-01-01T00:00:00+00:00"},
        {"finished": "9999-12-31T23:59:59+00:00"},
        {"attempt": 1},
        {"departure": "left"},
        {"departed": [2], "rank": 2},
        {"departed": [2], "departure": "left"},
        {"departed": [1, 2], "departure": "time", "rank": 1},
        {"departed": [3]},
        {"departed": [1, 1]},
        {"sources": {"room": 30}},
    ],
)
def test_impossible_results_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(BadResults, match="Result 1"):
        parse_games_file(file(**change))


def test_too_many_results_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("groundfloor.results.transfer.MAX_RESULTS", 2)
    with pytest.raises(BadResults, match="at most 2"):
        parse_games_file(format_games_file(result(number) for number in (1, 2, 3)))
