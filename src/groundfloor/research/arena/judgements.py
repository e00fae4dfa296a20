"""What the strongest bot thinks of positions and of single answers, kept in a file so that a run can go on."""

from __future__ import annotations

import time
from random import Random
from typing import TYPE_CHECKING

import msgspec

from groundfloor.agents.search.search import BATCH, Search
from groundfloor.analysis.evaluated_answers import Budget, Evaluator, Expectation, evaluate_answers, expectation, position_hash
from groundfloor.engine import COMPILED

from .games_file import BadGamesFile, GamesFile, check_same_code, code_revision

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from groundfloor.engine.actions import Action
    from groundfloor.engine.game import Game

FORMAT = "groundfloor judgements 1"
JUDGE_SECONDS = 10.0
"""Seconds of processor time that a position is thought about by the interpreted engine, so that a busy machine judges as well as an idle one."""
COMPILED_SPEED = 3.0
"""How many times as many simulations a second the compiled engine makes; it thinks for that much less time."""
NOISE = 0.03
"""Differences of utility up to this one say nothing: when Tycoon is asked again, with other draws, what it finds moves by about half as much."""
MAX_SIMULATIONS = 10**6


class Judgement(msgspec.Struct, frozen=True):
    """What was thought about a position with this seed: the answer that would be played, or what one answer promises."""

    position: str
    seed: int
    answer: str
    expectation: Expectation | None = None

    @property
    def key(self) -> tuple[str, int, str]:
        """What was asked: position, seed, and the answer whose promise was asked for ("": which one would be played)."""
        return self.position, self.seed, self.answer if self.expectation is not None else ""


class NotJudged(Exception):
    """What was asked is not in a file that is only read."""


class JudgementHeader(msgspec.Struct, frozen=True):
    """The first line of a file: its format, how long each position was thought about, and what code did it."""

    format: str
    seconds: float
    revision: str


class JudgementFile(GamesFile[JudgementHeader, Judgement]):
    """Judgements in a file, in the order in which they were asked for.

    What an answer promises is found by a search of that answer alone: one that a search hardly follows looks worse than it is.
    """

    owner = "a comparison with Tycoon"

    def __init__(self, path: Path, seconds: float = JUDGE_SECONDS, only_read: bool = False) -> None:
        self.known: dict[tuple[str, int, str], Judgement] = {}
        self.evaluator = Evaluator.from_file()
        self.only_read = only_read
        super().__init__(path, JudgementHeader(FORMAT, seconds, code_revision(())), Judgement, only_read)

    def check_header(self, stored: JudgementHeader, wanted: JudgementHeader) -> None:
        """Raises BadGamesFile if a file was made by other code, or with another time of thinking."""
        if (stored.format, stored.seconds) != (wanted.format, wanted.seconds):
            raise BadGamesFile(f"{self.path} has {stored.seconds:g} seconds a position, not {wanted.seconds:g}; name another folder.")
        check_same_code(self.path, stored.revision, wanted.revision)

    def check_games(self) -> None:
        """Finds the judgements by what was asked."""
        self.known = {found.key: found for found in self.games}

    def best(self, game: Game, seed: int = 1) -> str:
        """Returns the answer that would be played: the one that a search follows most often."""

        def think(dice: Random) -> Judgement:
            answers = evaluate_answers(game, self.evaluator, dice, Budget(MAX_SIMULATIONS, time_is_up(self.header.seconds)))
            return Judgement(position_hash(game), seed, max(answers, key=lambda answer: answer.visits).action.text)

        return self.find(game, seed, "", think).answer

    def value(self, game: Game, text: str, seed: int = 1) -> Expectation:
        """Returns what an answer promises, thought through for a quarter of the time."""

        def think(dice: Random) -> Judgement:
            action = game.ruleset.action(text)
            expectation = value_of(game, action, self.evaluator, dice, time_is_up(self.header.seconds / 4))
            return Judgement(position_hash(game), seed, text, expectation)

        expectation = self.find(game, seed, text, think).expectation
        assert expectation is not None
        return expectation

    def find(self, game: Game, seed: int, text: str, think: Callable[[Random], Judgement]) -> Judgement:
        """Returns what the file has, or a new judgement, which is added to it; NotJudged if it is only read."""
        key = (position_hash(game), seed, text)
        if key not in self.known:
            if self.only_read:
                raise NotJudged
            self.known[key] = think(Random(str(key)))
            self.append(self.known[key])
        return self.known[key]


def time_is_up(seconds: float) -> Callable[[], bool]:
    """Returns whether that many seconds of processor time have gone by, of the interpreted engine."""
    ends = time.process_time() + seconds / (COMPILED_SPEED if COMPILED else 1)
    return lambda: time.process_time() > ends


def value_of(game: Game, action: Action, evaluator: Evaluator, dice: Random, is_time_up: Callable[[], bool]) -> Expectation:
    """Returns what one answer promises: the mean of what the network expects where the simulations of a search of it alone end."""
    alone = game.copy()
    alone._legal = [action]
    search = Search(evaluator, dice, alone)
    search.simulate(1)
    search.simulate(BATCH)
    while not is_time_up():
        search.simulate(BATCH)
    return expectation(search.answers()[0].seats[game.asked_seat])
