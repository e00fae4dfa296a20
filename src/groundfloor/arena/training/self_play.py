"""Plays games for the training at drawn tables, and makes of each the positions and what was to be expected of them."""

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
from groundfloor.arena.game_sampler import GameSetup, random_setup
from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.game import Game

from .settings import TrainingSettings

NET, OLD, GREEDY = "net", "old", "greedy"
"""Who plays a seat: the network as it is, an older one, or the greedy agent."""

TABLES: tuple[tuple[float, int, tuple[str, ...]], ...] = (
    (0.40, 2, ()),
    (0.07, 3, ()),
    (0.09, 4, ()),
    (0.03, 5, ()),
    (0.03, 1, ("pei",)),
    (0.05, 1, ("gropius",)),
    (0.07, 1, ("hadid",)),
    (0.10, 1, ("gropius", "hadid")),
    (0.02, 1, ("pei", "hadid")),
    (0.03, 2, ("hadid",)),
    (0.02, 2, ("gropius",)),
    (0.02, 2, ("gropius", "hadid")),
)
"""Share of the games, people and Automas of tables of ruleset ``second``; the rest are random setups of any ruleset."""
OPTION_PROBABILITY = 0.12
OTHER_RULESETS = 0.2
"""Probability that a table without Automas is of another ruleset than ``second``."""
OPPONENTS = ((0.78, NET), (0.12, OLD), (0.10, GREEDY))
"""Probability of each kind of opponent beside the first seat of the network."""


@dataclass(frozen=True)
class TrainingTable:
    """A game to play: its setup, and for each seat who plays it ("" for an Automa)."""

    setup: GameSetup
    players: tuple[str, ...]


def draw_table(rng: Random) -> TrainingTable:
    setup = draw_setup(rng)
    people = [seat for seat, name in enumerate(setup.seats) if not name.startswith("automa:")]
    learner = rng.choice(people)
    players = [""] * len(setup.seats)
    for seat in people:
        players[seat] = NET if seat == learner else draw(OPPONENTS, rng)
    return TrainingTable(setup, tuple(players))


def draw_setup(rng: Random) -> GameSetup:
    """Returns a random setup: mostly tables of ``second`` that are much played, sometimes any that there are."""
    number = rng.random()
    for share, people, automas in TABLES:
        if number < share:
            return draw_table_setup(people, automas, rng)
        number -= share
    return random_setup(rng)


def draw_table_setup(people: int, automas: tuple[str, ...], rng: Random) -> GameSetup:
    """Returns the setup of a table of that many people and these Automas, in random seats."""
    seats = [*[f"Seat {number}" for number in range(1, people + 1)], *[f"automa:{id}" for id in automas]]
    rng.shuffle(seats)
    name = "second"
    if not automas and rng.random() < OTHER_RULESETS:
        name = rng.choice([other for other in NAMES if other != "second"])
    rules = ruleset(name)
    options = {}
    if rng.random() < OPTION_PROBABILITY:
        option = rng.choice([option for option in rules.options if option.players in (0, len(seats))])
        options = {option.name: rng.choice(option.values)}
    return GameSetup(rules, tuple(seats), options)


def draw(choices: tuple[tuple[float, str], ...], rng: Random) -> str:
    return rng.choices([name for _share, name in choices], [share for share, _name in choices])[0]


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
