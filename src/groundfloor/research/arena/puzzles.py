"""Finds puzzles of last rounds in games of bots: positions whose best answer the endgame solver knows, and where it matters.

``python -m groundfloor.research.arena.puzzles`` writes ``guide/puzzles.json`` anew; the same version finds the same ones.
"""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from groundfloor.agents.plain_agents import NetAgent
from groundfloor.agents.search.endgame import solve
from groundfloor.editions import ruleset
from groundfloor.engine.match import Match
from groundfloor.engine.view import View
from groundfloor.guide.puzzles import FILE, Puzzle, PuzzleAnswer, format_puzzles

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundfloor.engine.game import Game

PUZZLES = 10
LEAST_ANSWERS, LEAST_LOSS = 4, 0.5
"""How many answers a puzzle has at least, and by how much prestige the best one is ahead of the next."""
MOST_OF_KIND, MOST_OF_ANSWER = 3, 2
"""Puzzles with the same kind of question, and of these with the same best answer: the bonus, the improvement, or where the product goes."""
MOST_ANSWERS = 20_000
"""How much a solution may take (``endgame.solve``), so that it is checked quickly."""
NAMES = ("Ada", "Ben", "Cleo", "Dan")


def positions(number: int) -> Iterator[Game]:
    """Yields the positions of the last round of a game between bots in which somebody decides."""
    key = hashlib.sha256(f"groundfloor puzzle {number}".encode()).digest()
    rng = Random(key)
    match = Match.new(ruleset("second"), list(NAMES[: 2 + number % 3]), {}, key)
    agent = NetAgent(rng)
    while not match.game.is_over:
        game = match.game
        if game.ruleset.ending.is_over(game):
            yield game.copy()
        match.apply(agent.choose(View(game, game.asked_seat)))


def puzzle_of(game: Game) -> Puzzle | None:
    """Returns the puzzle that a position makes; None if it is too plain, too long to solve, or has no single best answer."""
    if len(game._legal) < LEAST_ANSWERS:
        return None
    solution = solve(game, MOST_ANSWERS)
    if solution is None:
        return None
    seat = game.asked_seat
    answers = [
        PuzzleAnswer(action.text, round(expectation.prestige[seat], 4), round(expectation.wins[seat], 4))
        for action, expectation in solution
    ]
    answers.sort(key=lambda answer: (-answer.prestige, -answer.win))
    if answers[0].prestige - answers[1].prestige < LEAST_LOSS:
        return None
    return Puzzle("", game.position(), tuple(answers))


def find_puzzles(count: int = PUZZLES) -> list[Puzzle]:
    """Returns the first puzzles, one of a game at most, and few with the same kind of question or the same answer; those with the fewest answers first."""
    puzzles: list[Puzzle] = []
    kinds: Counter[str] = Counter()
    best_answers: Counter[tuple[str, str]] = Counter()
    number = 0
    while len(puzzles) < count:
        number += 1
        for game in positions(number):
            kind = game.question_kind
            if kinds[kind] >= MOST_OF_KIND:
                continue
            puzzle = puzzle_of(game)
            if puzzle is None:
                continue
            best_answer = kind, puzzle.answers[0].text.split()[-1]
            if best_answers[best_answer] < MOST_OF_ANSWER:
                kinds[kind] += 1
                best_answers[best_answer] += 1
                puzzles.append(puzzle)
                print(f"game {number}: {kind}, {len(puzzle.answers)} answers", file=sys.stderr)
                break
    return numbered(puzzles)


def numbered(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Returns the puzzles with the easier ones first, by how many answers they have, and with their numbers as ids."""
    return [replace(puzzle, id=str(number)) for number, puzzle in enumerate(sorted(puzzles, key=lambda each: len(each.answers)), 1)]


if __name__ == "__main__":
    FILE.write_text(format_puzzles(find_puzzles()), "utf-8")
