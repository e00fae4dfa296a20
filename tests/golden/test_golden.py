"""Whole games, replayed to their stored final positions (a difference is a rules change, which raises the revision), and what there must be records of."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from groundfloor import Game, read_record, verify
from groundfloor.editions import NAMES, REGISTRY, ruleset
from groundfloor.engine.events import Event
from groundfloor.engine.phases.rounds import FloorEnding, RemodelingEnding
from groundfloor.engine.position import position_of
from groundfloor.engine.record import Record
from tests.support.golden import by_the_newest_revision

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
    assert position_of(game, stored["position"]["format"]) == stored["position"]
    assert [score.as_dict() for score in game.scores()] == stored["scores"]
    assert verify(record) == record.draw_count() > 0


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_stored_position_is_read_back(file: Path) -> None:
    """Positions of format 1, with indices, stay readable: they are the same game as the record's end."""
    stored = json.loads(file.with_suffix(".json").read_text("utf-8"))["position"]
    assert Game.from_position(stored, ruleset).position() == ended(file).position()


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_old_record_ends_the_same_by_newest_revision(file: Path) -> None:
    """A record of rules that did not change ends the same by the newest revision."""
    text = file.read_text("utf-8")
    newest = by_the_newest_revision(text)
    if newest is None:
        return
    old, new = ended(file), read_record(newest).replay()
    assert new.ruleset.revision > old.ruleset.revision
    assert {**new.position(), "revision": old.ruleset.revision} == old.position()
    assert [score.as_dict() for score in new.scores()] == [score.as_dict() for score in old.scores()]


# Coverage


Rules = tuple[str, int]
REVISIONS = [(name, revision) for name in NAMES for revision in REGISTRY.revisions(name)]
IDS = [f"{name}-{revision}" for name, revision in REVISIONS]


def records(rules: Rules) -> list[Record]:
    return all_records()[rules]


@cache
def all_records() -> dict[Rules, list[Record]]:
    """Returns all golden records by ruleset and revision, read once in a process that runs these tests."""
    found: dict[Rules, list[Record]] = {rules: [] for rules in REVISIONS}
    for file in sorted(Path(__file__).parent.glob("*.gfr")):
        text = file.read_text("utf-8")
        for record in map(read_record, filter(None, (text, by_the_newest_revision(text)))):
            found[record.ruleset.name, record.ruleset.revision].append(record)
    return found


@pytest.mark.parametrize("rules", REVISIONS, ids=IDS)
def test_each_number_of_players_has_a_record(rules: Rules) -> None:
    least, most = ruleset(*rules).player_range
    among_people = {len(record.seats) for record in records(rules) if not any(seat.automa for seat in record.seats)}
    assert among_people == set(range(least, most + 1))


@pytest.mark.parametrize("rules", REVISIONS, ids=IDS)
def test_each_automa_has_a_record_and_so_have_two(rules: Rules) -> None:
    known = ruleset(*rules)
    sitting = [{seat.automa for seat in record.seats if seat.automa} for record in records(rules)]
    assert {automa for automas in sitting for automa in automas} == {one.id for one in known.entrepreneurs}
    assert {len(automas) for automas in sitting} == set(range(known.max_automas + 1 if known.entrepreneurs else 1))


def test_each_value_of_each_option_has_a_record() -> None:
    possible = {(option.name, value) for rules in REVISIONS for option in ruleset(*rules).options for value in option.values}
    assert {choice for records in all_records().values() for record in records for choice in record.options.items()} == possible


@pytest.mark.parametrize("rules", REVISIONS, ids=IDS)
def test_each_way_to_end_has_a_record(rules: Rules) -> None:
    ending, last = ruleset(*rules).ending, len(ruleset(*rules).stage_by_round)
    ended = [record.replay() for record in records(rules)]
    assert all(game.is_over for game in ended) and last in {game.state.round for game in ended}
    if isinstance(ending, FloorEnding):
        assert [game for game in ended if game.state.round < last]
    if isinstance(ending, RemodelingEnding):
        assert [record for record in records(rules) if "9.1.2" in rules_told(record)]


def test_house_values_have_a_record() -> None:
    assert all(any(record.ruleset.overrides for record in records(rules)) for rules in REVISIONS)


def rules_told(record: Record) -> set[str]:
    journal: list[Event] = []
    record.replay(journal=journal)
    return {event.rule for event in journal}
