"""Whole games, replayed to their stored final positions: a difference is a rules change, which raises the revision."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from groundfloor import Game, read_record, ruleset, verify
from groundfloor.engine.position import position_of
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


def test_there_are_golden_records() -> None:
    assert len(FILES) >= 10
