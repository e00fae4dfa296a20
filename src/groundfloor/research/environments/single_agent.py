"""A table with one learner and its opponents: what the Gymnasium environments, single and vectorized, have in common."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from groundfloor.agents import RandomAgent
from groundfloor.agents.specification import parse_specification
from groundfloor.engine.view import View

from .episode import BadEnvironmentSetting, Episode, RewardKind, TableKind, name_of, require_reward, rewards_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from groundfloor.agents import Agent
    from groundfloor.engine.ruleset import Ruleset

    Opponent = str | Callable[[Random], Agent]

AUTOMA = "automa:"


@dataclass(frozen=True)
class LearnerTable:
    """The settings of a learner's table, and its kind of table for each seat that the learner can have."""

    kinds: dict[int, TableKind]
    opponents: tuple[Opponent, ...]
    reward: RewardKind
    illegal_reward: float | None

    @staticmethod
    def of(
        ruleset: str | Ruleset = "second",
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int | None = None,
        options: Mapping[str, str] | None = None,
        house: Mapping[str, object] | None = None,
        reward: str = "rank",
        illegal_reward: float | None = -1.0,
    ) -> LearnerTable:
        """Returns the table of a learner and its opponents.

        Each opponent is the specification of an agent (``greedy``, ``manager``, ``bot.py:Mine``), ``automa:pei``, ``automa:gropius``, ``automa:hadid``, or a function from a source of
        randomness to an Agent. ``seat`` is the learner's seat, from 0; None: drawn for each game. ``illegal_reward`` is what an illegal
        action brings, which ends the game; with None it raises IllegalAction.
        """
        given = (opponents,) if isinstance(opponents, str) or callable(opponents) else tuple(opponents)
        factories = tuple(map(opponent_factory, given))
        names = [opponent if isinstance(opponent, str) else "" for opponent in factories]
        if seat is not None and not 0 <= seat <= len(given):
            raise BadEnvironmentSetting(f"The learner's seat can be 0 to {len(given)}, not {seat}.")
        kinds = {}
        for own in range(len(given) + 1) if seat is None else (seat,):
            seats = [*names[:own], "", *names[own:]]
            kinds[own] = TableKind.of(ruleset, [name or name_of(number) for number, name in enumerate(seats)], options, house)
        return LearnerTable(kinds, factories, require_reward(reward), illegal_reward)

    @property
    def kind(self) -> TableKind:
        """The kind of table at the first possible seat; actions and observations are the same at all of them."""
        return next(iter(self.kinds.values()))


def opponent_factory(opponent: object) -> str | Callable[[Random], Agent]:
    """Returns what makes an opponent, or its text if it is an Automa.

    Raises BadSpecification for an unknown agent; the table itself refuses an Automa that its ruleset does not have.
    """
    if callable(opponent):
        return opponent
    if not isinstance(opponent, str):
        raise BadEnvironmentSetting(f"An opponent is a text or a function that makes an agent, not {opponent!r}.")
    return opponent if opponent.startswith(AUTOMA) else parse_specification(opponent).make


class LearnerGame:
    """One game of a learner; it stops when the learner is asked, or at its end."""

    def __init__(self, table: LearnerTable, key: bytes) -> None:
        seats = tuple(table.kinds)
        self.table = table
        self.seat = seats[key[0] % len(seats)]
        self.episode = Episode(table.kinds[self.seat], key)
        self.agents: list[Agent | None] = [None] * (len(table.opponents) + 1)
        for number, opponent in enumerate(table.opponents):
            index = number if number < self.seat else number + 1
            if not isinstance(opponent, str):
                self.agents[index] = opponent(Random(key + bytes([index])))
        self.is_over = False
        self.is_illegal = False
        self._let_others_play()

    def _let_others_play(self) -> None:
        episode, game, own = self.episode, self.episode.game, self.seat
        while game._steps and game.asked_seat != own:
            agent = self.agents[game.asked_seat]
            assert agent is not None
            # A random agent looks at nothing but its legal actions, so it needs no view, which would be a copy of the game.
            action = agent.rng.choice(game._legal) if type(agent) is RandomAgent else agent.choose(View(game, game.asked_seat))
            episode.apply(action)
        self.is_over = not game._steps

    def step(self, number: int) -> float:
        """Applies the learner's action, has the others play, and returns the reward: 0 until the game is over."""
        if self.table.illegal_reward is not None and not self.episode.is_legal(number):
            self.is_over = self.is_illegal = True
            return self.table.illegal_reward
        self.episode.step(number)
        self._let_others_play()
        return rewards_of(self.episode.game, self.table.reward)[self.seat] if self.is_over else 0.0

    def observe(self) -> bytes:
        return self.episode.kind.encoder.encode(self.episode.game, self.seat)

    def legal(self) -> list[int]:
        """Returns the numbers of the learner's legal actions; none when the game is over."""
        return [] if self.is_over else self.episode.legal()

    def result(self) -> dict[str, int | list[int]]:
        """Returns the learner's rank, from 1, and everybody's prestige, the learner's first and then clockwise."""
        players = len(self.agents)
        scores = {score.seat: score for score in self.episode.game.scores()}
        return {"rank": scores[self.seat].rank, "prestige": [scores[(self.seat + step) % players].total for step in range(players)]}
