"""The trace: complete enough to check every rule from it alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from groundfloor import Match, read_record, ruleset
from groundfloor.engine.trace import trace

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.gfr"))
IDS = [file.stem for file in GOLDEN]


def lines_of(file: Path) -> list[Any]:
    return [json.loads(json.dumps(line)) for line in trace(read_record(file.read_text("utf-8")))]


@pytest.fixture(scope="module", params=GOLDEN, ids=IDS)
def whole_trace(request: pytest.FixtureRequest) -> list[Any]:
    """Returns the trace of each golden record, made once for all tests of it."""
    return lines_of(request.param)


@pytest.mark.slow
def test_every_line_follows_from_the_position_before_it(whole_trace: list[Any]) -> None:
    head, *lines, _ = whole_trace
    before = head["position"]
    for number, line in enumerate(lines, 1):
        assert line["n"] == number
        assert (line["round"], line["phase"]) == (before["state"]["round"], before["state"]["phase"])
        assert line["area"] == before["state"]["area"] and line["area"] in (*head["areas"], "")
        if line["seat"]:
            assert before["question"] == {"kind": line["kind"], "seat": line["seat"], "legal": line["legal"]} and before["chance"] is None
            assert line["taken"] in line["legal"] and len(set(line["legal"])) == len(line["legal"]) > 1
        else:
            chance = {"kind": line["kind"], "outcomes": line["outcomes"], "weights": line["weights"]}
            assert before["chance"] == chance and before["question"] is None
            assert line["taken"] in line["outcomes"] and len(line["outcomes"]) == len(line["weights"]) > 1
            assert min(line["weights"]) > 0
        before = line["position"]
    assert before["question"] is before["chance"] is None and before["steps"] == []


@pytest.mark.slow
def test_the_last_line_has_the_scores_with_break_down_and_ranking(whole_trace: list[Any]) -> None:
    head, *_, last = whole_trace
    assert last["ranking"] == [score["seat"] for score in last["scores"]]
    assert sorted(last["ranking"]) == list(range(1, len(head["seats"]) + 1))
    assert [score["rank"] for score in last["scores"]] == list(range(1, len(head["seats"]) + 1))
    for score in last["scores"]:
        assert score["total"] == sum(item["points"] for item in score["items"])


def test_the_header_has_all_values_and_the_names_behind_all_indices() -> None:
    head = lines_of(GOLDEN[0])[0]
    rules = ruleset(str(head["ruleset"]), int(str(head["revision"])))
    assert head["values"] == {
        key: {"value": json.loads(json.dumps(v.value)), "status": v.status, "evidence": v.evidence} for key, v in rules.values.items()
    }
    assert head["phases"] == ["setup", "income", "hire", "schedule", "conduct", "reorganize", "over"]
    assert [tile["id"] for tile in head["tiles"]] == [tile.id for tile in rules.tiles]
    assert head["places"] == [*head["rooms"], "empty_floor_1", "empty_floor_2"]
    assert head["areas"] == [area.id for area in rules.areas]
    assert head["rooms"] == [room.id for room in rules.rooms]
    assert head["specialties"] == [specialty.id for specialty in rules.specialties]
    assert head["designs"] == [design.id for design in rules.designs]
    assert head["cards"] == [card.id for card in rules.automa_cards]


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
