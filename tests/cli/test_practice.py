"""``play --practice``: alone against Automas and agents, everything can be undone."""

from __future__ import annotations

import pytest

from groundfloor.cli import play
from groundfloor.cli.arguments import BadUsage


def test_undo_takes_back_moves_of_agents(capsys: pytest.CaptureFixture[str]) -> None:
    session = play.new_session("second", "you:Ann,greedy,random", [], None, None, "en", "practice")
    lines = iter(["done", "undo", "quit"])
    session.read_line = lambda prompt: next(lines)
    session.run()
    record = session.match.record
    assert record.purpose == "practice" and session.match.game.question_kind == "hire"
    undone = next(entry for entry in record.entries if entry.undo_count)
    assert undone.undo_count > 1 and "Ann took back: Done." in capsys.readouterr().out + "".join(session.history())


def test_practice_is_for_one_person() -> None:
    with pytest.raises(BadUsage, match="one person"):
        play.new_session("second", "you:Ann,you:Ben", [], None, None, "en", "practice")
