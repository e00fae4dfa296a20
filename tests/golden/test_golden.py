"""Whole games, replayed to their stored final positions (a difference is a rules change, which raises the revision), and what there must be records of."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from groundfloor import Game, read_record, verify
from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.journal import Journal
from groundfloor.engine.phases.rounds import FloorEnding, RemodelingEnding
from groundfloor.engine.record import Record

FILES = sorted(Path(__file__).parent.glob("*.gfr"))


@cache
def ended(file: Path) -> Game:
    """Returns the game of a record at its end, which is replayed once for all tests of it."""
    return read_record(file.read_text("utf-8")).replay()


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_golden_record_ends_as_it_did(file: Path) -> None:
    record = read_record(file.read_text("utf-8"))
    assert record.format() == file.read_text("utf-8")
    game = ended(file)
    stored = json.loads(file.with_suffix(".json").read_text("utf-8"))
    assert game.position() == stored["position"]
    assert [score.as_dict() for score in game.scores()] == stored["scores"]
    assert verify(record) == record.draw_count() > 0


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_stored_position_is_read_back(file: Path) -> None:
    stored = json.loads(file.with_suffix(".json").read_text("utf-8"))["position"]
    assert Game.from_position(stored, ruleset).position() == ended(file).position()


# Coverage


@cache
def records(name: str) -> list[Record]:
    """Returns all golden records of a ruleset, read once in a process that runs these tests."""
    return [record for record in (read_record(file.read_text("utf-8")) for file in FILES) if record.ruleset.name == name]


@pytest.mark.parametrize("name", NAMES)
def test_each_number_of_players_has_a_record(name: str) -> None:
    least, most = ruleset(name).player_range
    among_people = {len(record.seats) for record in records(name) if not any(seat.automa for seat in record.seats)}
    assert among_people == set(range(least, most + 1))


@pytest.mark.parametrize("name", NAMES)
def test_each_automa_has_a_record_and_so_have_two(name: str) -> None:
    known = ruleset(name)
    sitting = [{seat.automa for seat in record.seats if seat.automa} for record in records(name)]
    assert {automa for automas in sitting for automa in automas} == {one.id for one in known.entrepreneurs}
    assert {len(automas) for automas in sitting} == set(range(known.max_automas + 1 if known.entrepreneurs else 1))


def test_each_value_of_each_option_has_a_record() -> None:
    possible = {(option.name, value) for name in NAMES for option in ruleset(name).options for value in option.values}
    assert {choice for name in NAMES for record in records(name) for choice in record.options.items()} == possible


@pytest.mark.parametrize("name", NAMES)
def test_each_way_to_end_has_a_record(name: str) -> None:
    ending, last = ruleset(name).ending, len(ruleset(name).stage_by_round)
    ended = [record.replay() for record in records(name)]
    assert all(game.is_over for game in ended) and last in {game._state.round for game in ended}
    if isinstance(ending, FloorEnding):
        assert [game for game in ended if game._state.round < last]
    if isinstance(ending, RemodelingEnding):
        assert [record for record in records(name) if "9.1.2" in rules_told(record)]


def test_house_values_have_a_record() -> None:
    assert all(any(record.ruleset.overrides for record in records(name)) for name in NAMES)


def rules_told(record: Record) -> set[str]:
    journal = Journal()
    record.replay(journal=journal)
    return {event.rule for event in journal.events}
