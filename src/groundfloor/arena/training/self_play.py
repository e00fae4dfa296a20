"""Plays games for the training, and makes of each the positions and what was to be expected of them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from random import Random

import numpy as np
from numpy.typing import NDArray

from groundfloor.agents.evaluation import evaluate, final_values
from groundfloor.agents.evaluation_weights import load_weights
from groundfloor.agents.network.position_evaluator import PositionEvaluator
from groundfloor.agents.network.value_network import HEADS, Floats, ValueNetwork
from groundfloor.engine.game import Game

from .settings import TrainingSettings
from .tables import GREEDY, NET, OLD, TrainingTable

Rows = NDArray[np.uint8]

MISTAKE = 0.02
"""An answer that is worth less than the best one by more than this ends the trace, as its consequences were not meant."""


@dataclass
class Chain:
    """The positions of one seat in the order of the game: features, and for an answer that was a mistake what the best one promised."""

    rows: list[bytes] = field(default_factory=list)
    promised: list[tuple[float, ...] | None] = field(default_factory=list)

    def add(self, row: bytes, promised: tuple[float, ...] | None = None) -> None:
        self.rows.append(row)
        self.promised.append(promised)


class SelfPlay:
    """A game in which each seat's answers are drawn from a network or the greedy agent; every answer of a learner is noted."""

    def __init__(self, table: TrainingTable, networks: dict[str, ValueNetwork], rng: Random, settings: TrainingSettings) -> None:
        self.players = table.players if networks else tuple(GREEDY if player else "" for player in table.players)
        self.learners = {seat for seat, player in enumerate(self.players) if player and (player == NET or not networks)}
        self.evaluators = {name: PositionEvaluator(network) for name, network in networks.items()}
        if NET in self.evaluators:
            self.evaluators.setdefault(OLD, self.evaluators[NET])
        # Encodes for the greedy agent too, which has no network.
        self.encoding = self.evaluators.get(NET) or PositionEvaluator(ValueNetwork(()))
        self.game = table.setup.game()
        self.rng = rng
        self.settings = settings
        is_bold = rng.random() < settings.bold_games
        self.temperature = settings.bold_temperature if is_bold else settings.temperature * rng.random()
        self.chains: dict[int, Chain] = {seat: Chain() for seat in self.learners}

    def play(self) -> tuple[Rows, Floats]:
        while not self.game.is_over:
            if self.game.chance is not None:
                self.game.apply_outcome(self.game.chance.draw(self.rng))
            else:
                self.answer(self.game.asked_seat)
        parts = [self.targets(seat, chain) for seat, chain in self.chains.items() if chain.rows]
        return np.concatenate([rows for rows, _ in parts]), np.concatenate([targets for _, targets in parts])

    def answer(self, seat: int) -> None:
        player = self.players[seat]
        if player == GREEDY:
            self.game, row, promised = self.greedy_answer(seat), b"", None
        else:
            self.game, row, promised = self.network_answer(player)
        if self.game.is_over:
            return
        encoder = self.encoding.encoder_for(self.game.ruleset)
        if seat in self.learners:
            self.chains[seat].add(row or encoder.encode(self.game, seat), promised)
        for other in self.learners:
            if other != seat and self.rng.random() < self.settings.other_perspectives:
                self.chains[other].add(encoder.encode(self.game, other))

    def greedy_answer(self, seat: int) -> Game:
        """Returns the game after the greedy agent's answer, or after a random one."""
        actions = self.game.legal_actions
        if self.rng.random() < self.settings.greedy_randomness:
            actions = [self.rng.choice(actions)]
        best: tuple[float, Game] | None = None
        weights = load_weights()
        for action in actions:
            after = self.game.copy()
            after.apply_action(action)
            value = evaluate(after, seat, weights) if len(actions) > 1 else 0.0
            if best is None or value > best[0]:
                best = (value, after)
        assert best is not None
        return best[1]

    def network_answer(self, player: str) -> tuple[Game, bytes, tuple[float, ...] | None]:
        """Returns the game after an answer of a network, its features, and for a mistake what the best answer promised."""
        evaluator = self.evaluators[player]
        games, rows, values = evaluator.evaluate_answers(self.game, self.game.legal_actions)
        worth = evaluator.worth(games, values, self.game.asked_seat)
        best = int(worth.argmax())
        taken = best
        if self.rng.random() < self.settings.randomness:
            taken = self.rng.randrange(len(games))
        elif self.temperature > 0:
            noisy = [float(each) - self.temperature * math.log(self.rng.expovariate(1.0) + 1e-12) for each in worth]
            taken = noisy.index(max(noisy))
        promised = tuple(float(value) for value in values[best]) if worth[best] - worth[taken] > MISTAKE else None
        return games[taken], rows[taken].tobytes(), promised

    def targets(self, seat: int, chain: Chain) -> tuple[Rows, Floats]:
        """Returns the positions of a seat with their targets: the end of the game, and with a trace below 1 what was expected on the way."""
        rows = np.frombuffer(b"".join(chain.rows), np.uint8).reshape(len(chain.rows), -1)
        targets = np.zeros((len(rows), HEADS), np.float32)
        network = self.evaluators[NET].network if NET in self.evaluators else None
        expected = network.evaluate(rows) if network is not None else targets
        trace = self.settings.trace if network is not None else 1.0
        ahead = np.array(final_values(self.game, seat), np.float32)
        for place in range(len(rows) - 1, -1, -1):
            targets[place] = ahead
            promised = chain.promised[place]
            ahead = np.array(promised, np.float32) if promised is not None else (1 - trace) * expected[place] + trace * ahead
        return rows, targets
