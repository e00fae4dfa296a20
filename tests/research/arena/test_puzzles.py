"""Puzzles of last rounds: kept with their solutions, which the solver finds again, and each with one best answer."""

from __future__ import annotations

from collections import Counter

import pytest

from groundfloor.agents.search.endgame import solve
from groundfloor.editions import ruleset
from groundfloor.engine.game import Game
from groundfloor.guide.puzzles import FILE, Puzzle, format_puzzles, puzzles
from groundfloor.research.arena.puzzles import LEAST_LOSS, MOST_ANSWERS, MOST_OF_KIND, PUZZLES, find_puzzles, numbered, positions, puzzle_of


def test_there_are_ten_of_several_kinds() -> None:
    kinds = Counter(Game.from_position(puzzle.position, ruleset).question_kind for puzzle in puzzles())
    assert len(puzzles()) == PUZZLES == 10 and max(kinds.values()) <= MOST_OF_KIND
    assert FILE.read_text("utf-8") == format_puzzles(puzzles())


@pytest.mark.parametrize("puzzle", puzzles(), ids=lambda puzzle: puzzle.id)
def test_solver_finds_the_solution_again(puzzle: Puzzle) -> None:
    game = Game.from_position(puzzle.position, ruleset)
    found = solve(game, MOST_ANSWERS)
    assert found is not None and game.ruleset.ending.is_over(game)
    values = {action.text: (round(each.prestige[game.asked_seat], 4), round(each.wins[game.asked_seat], 4)) for action, each in found}
    assert values == {answer.text: (answer.prestige, answer.win) for answer in puzzle.answers}
    best, second = puzzle.answers[:2]
    assert best.prestige >= second.prestige + LEAST_LOSS


@pytest.mark.nightly
@pytest.mark.slow
def test_search_finds_the_first_ones_again() -> None:
    assert {puzzle.key for puzzle in find_puzzles(2)} <= {puzzle.key for puzzle in puzzles()}


def test_easier_ones_come_first() -> None:
    assert numbered(puzzles()) == list(puzzles())
    assert [len(puzzle.answers) for puzzle in puzzles()] == sorted(len(puzzle.answers) for puzzle in puzzles())


def test_only_last_rounds_are_looked_at() -> None:
    assert all(game.ruleset.ending.is_over(game) for game in positions(1))
    plain = next(game for game in positions(1) if len(game._legal) < 3)
    assert puzzle_of(plain) is None
