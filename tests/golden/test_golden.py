"""Whole games, replayed to their stored final positions: a difference is a rules change, which raises the revision."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from groundfloor import read_record, verify

FILES = sorted(Path(__file__).parent.glob("*.gfr"))


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_golden_record_ends_as_it_did(file: Path) -> None:
    record = read_record(file.read_text("utf-8"))
    assert record.format() == file.read_text("utf-8")
    game = record.replay()
    stored = json.loads(file.with_suffix(".json").read_text("utf-8"))
    assert {"position": game.position(), "scores": [score.as_dict() for score in game.scores()]} == stored
    assert verify(record) == record.chances() > 0


def test_there_are_golden_records() -> None:
    assert len(FILES) >= 10
