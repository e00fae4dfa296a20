"""What a search needs: a game without a journal makes no events, its copies are small, and no work grows with its length."""

from __future__ import annotations

import sys
import tracemalloc
from random import Random
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

import pytest

from groundfloor import new_game
from groundfloor.editions import NAMES
from groundfloor.engine.events import EVENTS
from tests.support.play import play_game

if TYPE_CHECKING:
    from _typeshed import TraceFunction


@pytest.mark.parametrize("name", NAMES)
def test_no_event_is_made_without_a_journal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> NoReturn:
        raise AssertionError("an event that nobody reads")

    for kind in EVENTS.values():
        monkeypatch.setattr(kind, "__init__", refuse)
    for seats in (("Ann", "Ben", "Cleo", "Dan"), ("Ann", "Ben", "automa:gropius" if name in ("second", "online") else "Cleo")):
        play_game(new_game(name, seats), Random(3))


def test_ten_thousand_copies_are_smaller_than_200_megabytes() -> None:
    game = play_game(new_game("second", ("Ann", "Ben", "Cleo", "Dan")), Random(5), rounds=6)
    tracemalloc.start()
    try:
        kept = [game.copy() for _ in range(200)]
        size = tracemalloc.get_traced_memory()[0] / len(kept)
    finally:
        tracemalloc.stop()
    assert 1_000 < size < 15_000


@pytest.mark.interpreted("it counts what the interpreter does")
def test_decision_in_last_round_costs_as_much_as_in_second() -> None:
    """Counted in instructions, which are the same on every machine."""
    dice, work, answers = Random(0), [0, 0], [0, 0]
    for place, round in enumerate((2, 7)):
        game = play_game(new_game("second", ("Ann", "Ben", "Cleo", "Dan")), dice, rounds=round)

        def count(frame: FrameType, event: str, _: object, place: int = place) -> TraceFunction:
            frame.f_trace_opcodes = True
            work[place] += event == "opcode"
            answers[place] += event == "call" and frame.f_code.co_name == "apply"
            return count

        before = sys.gettrace()
        sys.settrace(count)
        try:
            play_game(game, dice, rounds=round + 1)
        finally:
            sys.settrace(before)
    assert 100 < work[1] / answers[1] < 1.5 * work[0] / answers[0]
