"""The trace; ``tests/reference_rules`` checks every rule from it alone, for each golden record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from groundfloor import Match, read_record, ruleset
from groundfloor.engine.trace import trace

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.gfr"))


def lines_of(file: Path) -> list[Any]:
    return [json.loads(json.dumps(line)) for line in trace(read_record(file.read_text("utf-8")))]


def test_the_header_has_all_values_with_their_evidence() -> None:
    head = lines_of(GOLDEN[0])[0]
    rules = ruleset(str(head["ruleset"]), int(str(head["revision"])))
    assert head["values"] == {
        key: {"value": json.loads(json.dumps(v.value)), "status": v.status, "evidence": v.evidence} for key, v in rules.values.items()
    }
    assert head["phases"] == ["setup", "income", "hire", "schedule", "conduct", "reorganize", "over"]


def test_undone_entries_are_left_out() -> None:
    match = Match.new(ruleset(), ["Ann", "Ben"], {}, b"k" * 32)
    seat = match.game.asked_seat
    match.apply("hire")
    match.undo(seat)
    match.apply("done")
    taken = [line["taken"] for line in list(trace(match.record))[1:]]
    assert taken[-1] == "done" and "hire" not in taken and not any("undo" in str(text) for text in taken)


def test_a_running_game_has_no_scores_and_no_key() -> None:
    match = Match.new(ruleset(), ["Ann", "Ben"], {}, b"k" * 32)
    lines = list(trace(match.record))
    assert "scores" not in [line["kind"] for line in lines]
    assert (b"k" * 32).hex() not in json.dumps(lines)


def test_numbers_are_integers_only() -> None:
    def refuse(text: str) -> float:
        raise AssertionError(text)

    for line in trace(read_record(GOLDEN[0].read_text("utf-8"))):
        json.loads(json.dumps(line), parse_float=refuse)
