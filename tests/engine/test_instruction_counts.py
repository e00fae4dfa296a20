"""How much work a random game is, counted in instructions of the interpreter, which are the same on every machine."""

from __future__ import annotations

import sys
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from opcode import opname
from random import Random
from types import FrameType
from typing import TYPE_CHECKING

import pytest

from groundfloor import Game, new_game, position_text, read_position, ruleset
from groundfloor.editions import NAMES

if TYPE_CHECKING:
    from _typeshed import TraceFunction

pytestmark = pytest.mark.interpreted("it counts what the interpreter does")
WEIGHING = ("ForecastStep.advance", "front_weights", "draw_card")
"""Functions that weigh what chance can bring, which takes dictionaries."""
SEATS = ("Ann", "Ben", "Cleo", "Dan")


@contextmanager
def counted(counts: Counter[str]) -> Iterator[None]:

    def step(frame: FrameType, event: str, _: object) -> TraceFunction:
        if event == "opcode":
            counts[opname[frame.f_code.co_code[frame.f_lasti]]] += 1
        return step

    def enter(frame: FrameType, _: str, __: object) -> TraceFunction | None:
        code = frame.f_code
        if "/groundfloor/engine/" not in code.co_filename.replace("\\", "/") or code.co_qualname.startswith(WEIGHING):
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return step

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        yield
    finally:
        sys.settrace(before)


def go_on(game: Game, dice: Random) -> None:
    if game.chance is not None:
        game.apply(dice.choices(game.chance.outcomes, game.chance.weights)[0])
    else:
        game.apply(dice.choice(game.legal_actions))


@pytest.mark.parametrize("seats", [SEATS, ("Ann", "Ben", "automa:gropius")], ids=["humans", "an Automa"])
@pytest.mark.parametrize("name", NAMES)
def test_no_facts_are_gathered_without_a_journal(name: str, seats: tuple[str, ...]) -> None:
    if not ruleset(name).entrepreneurs and "automa" in seats[-1]:
        pytest.skip("no Automas in this ruleset")
    dice = Random(3)
    game = new_game(name, seats)
    while game.state.round < 1:
        go_on(game, dice)
    counts: Counter[str] = Counter()
    with counted(counts):
        while not game.is_over:
            go_on(game, dice)
    assert counts["BUILD_LIST"] > 0
    assert counts["BUILD_MAP"] + counts["BUILD_CONST_KEY_MAP"] + counts["DICT_MERGE"] == 0


def test_decision_in_last_round_costs_as_much_as_in_second() -> None:
    """A decision of the last round is hardly more work than one of the second."""
    work: Counter[int] = Counter()
    decisions: Counter[int] = Counter()
    for seed in range(5):
        dice = Random(seed)
        game = new_game("second", SEATS)
        while not game.is_over:
            round, is_decision = game.state.round, game.chance is None
            counts: Counter[str] = Counter()
            with counted(counts):
                go_on(game, dice)
            work[round] += counts.total()
            decisions[round] += is_decision
    assert work[7] / decisions[7] < 1.5 * work[2] / decisions[2]
    assert sum(work.values()) / sum(decisions.values()) < 2500


def test_game_from_position_does_same_work_as_played_game() -> None:
    """A game read from its position does the same work as the one that was played."""
    dice = Random(5)
    game = new_game("second", SEATS)
    while game.state.round < 7 or game.question_kind != "schedule" or game.asked_seat < 0:
        go_on(game, dice)
    work: list[Counter[str]] = []
    for each in (read_position(position_text(game.position())), game):
        counts: Counter[str] = Counter()
        with counted(counts):
            each.apply(each.legal_actions[0])
        work.append(counts)
    assert work[0] == work[1]


def test_ten_thousand_copies_are_smaller_than_200_megabytes() -> None:
    dice = Random(5)
    game = new_game("second", SEATS)
    while game.state.round < 6:
        go_on(game, dice)
    tracemalloc.start()
    try:
        kept = [game.copy() for _ in range(200)]
        size = tracemalloc.get_traced_memory()[0] / len(kept)
    finally:
        tracemalloc.stop()
    assert 1_000 < size < 15_000
