"""What a network says of positions: features are made, evaluated together, and finished games are scored exactly."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from groundfloor.agents.evaluation import final_values
from groundfloor.agents.features.encoder import Encoder

from .network import Evaluation, Network
from .weights import load_weights, shipped_network

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundfloor.engine.actions import Action
    from groundfloor.engine.game import Game
    from groundfloor.engine.ruleset import Ruleset


class PositionEvaluator:
    """A network together with the encoder of the ruleset that is played, and the places of its actions in the network's vocabulary."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.encoder: Encoder | None = None
        self.places: list[int] = []
        """The place of each action of the encoder's ruleset in the vocabulary, by its number."""

    @staticmethod
    def from_file(file: str = "") -> PositionEvaluator:
        """Returns an evaluator with the weights of a file, or with those of the package. Raises BadWeights."""
        return PositionEvaluator(load_weights(Path(file)) if file else shipped_network())

    def encoder_for(self, ruleset: Ruleset) -> Encoder:
        """Returns the encoder of a ruleset, the same one as long as the ruleset is the same object; ``places`` are its then."""
        if self.encoder is None or self.encoder.ruleset is not ruleset:
            self.encoder = Encoder(ruleset)
            self.places = [self.network.place(action.text) for action in ruleset.actions]
        return self.encoder

    def evaluate(self, games: Sequence[Game]) -> list[Evaluation]:
        """Returns what can be expected at each of these positions; a finished game has its true result."""
        open_games = [game for game in games if not game.is_over]
        rows = b"".join([self.encoder_for(game.ruleset).encode_seats(game) for game in open_games])
        found = iter(self.network.evaluate(rows, [len(game.seats) for game in open_games], [game.asked_seat for game in open_games]))
        return [result_of(game) if game.is_over else next(found) for game in games]

    def best_answer(self, game: Game) -> Action:
        """Returns the answer that looks likeliest for the seat that is asked, the first one of equals."""
        logits = self.evaluate([game])[0].logits
        self.encoder_for(game.ruleset)
        return max(game.legal_actions, key=lambda action: logits[self.places[action.index]])


def result_of(game: Game) -> Evaluation:
    """Returns what a finished game has brought every seat."""
    rows = final_values(game)
    return Evaluation([row[2] for row in rows], [row[0] for row in rows], [row[1] for row in rows], [])
