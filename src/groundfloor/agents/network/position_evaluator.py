"""What a network expects of positions: features are made, evaluated together, and finished games are scored exactly."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from groundfloor.agents.evaluation import evaluate, final_values
from groundfloor.agents.evaluation_weights import load_weights as load_evaluation
from groundfloor.agents.features.encoder import Encoder

from .value_network import Bytes, Floats, ValueNetwork, utility
from .weights import load_weights, shipped_network

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundfloor.engine.actions import Action
    from groundfloor.engine.game import Game
    from groundfloor.engine.ruleset import Ruleset


class PositionEvaluator:
    """A network together with the encoder of the ruleset that is played."""

    def __init__(self, network: ValueNetwork) -> None:
        self.network = network
        self.encoder: Encoder | None = None

    @staticmethod
    def from_file(file: str = "") -> PositionEvaluator:
        """Returns an evaluator with the weights of a file, or with those of the package. Raises BadWeights."""
        return PositionEvaluator(load_weights(Path(file)) if file else shipped_network())

    def encoder_for(self, ruleset: Ruleset) -> Encoder:
        """Returns the encoder of a ruleset, the same one as long as the ruleset is the same object."""
        if self.encoder is None or self.encoder.ruleset is not ruleset:
            self.encoder = Encoder(ruleset)
        return self.encoder

    def evaluate_answers(self, game: Game, actions: Sequence[Action]) -> tuple[list[Game], Bytes, Floats]:
        """Returns the game after each answer of the seat that is asked, its features and what the network expects for that seat."""
        seat = game.asked_seat
        games, data = self.encoder_for(game.ruleset).encode_answers(game, list(actions))
        rows = np.frombuffer(data, np.uint8).reshape(len(games), -1)
        values = self.network.evaluate(rows)
        for place, after in enumerate(games):
            if after.is_over:
                values[place] = final_values(after, seat)
        return games, rows, values

    def worth(self, games: Sequence[Game], values: Floats, seat: int) -> Floats:
        """Returns by what a seat chooses between these games: the utility of its values, and as far as the network needs it the guide."""
        found = utility(values)
        guide = self.network.guide
        if guide:
            weights = load_evaluation()
            found += np.array([guide * evaluate(game, seat, weights) for game in games], np.float32)
        return found

    def best_answer(self, game: Game) -> Action:
        """Returns the answer that is worth most for the seat that is asked, the first one of equals."""
        actions = game.legal_actions
        games, _rows, values = self.evaluate_answers(game, actions)
        return actions[int(self.worth(games, values, game.asked_seat).argmax())]
