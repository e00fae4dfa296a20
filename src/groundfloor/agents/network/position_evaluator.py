"""What a network says of positions: features are made, evaluated together, and finished games are scored exactly."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..evaluation import final_values
from ..features.encoder import Encoder
from .network import Evaluation, Network
from .weights import load_weights, shipped_network

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundfloor.engine.actions import Action
    from groundfloor.engine.game import Game
    from groundfloor.engine.ruleset import Ruleset


@dataclass(frozen=True)
class Request:
    """Positions that a network is to evaluate: the rows of all their seats, how many these are, and who is asked."""

    rows: bytes
    seats: list[int]
    asked: list[int]


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
        request = self.request(games)
        return with_results(games, self.network.evaluate(request.rows, request.seats, request.asked))

    def request(self, games: Sequence[Game]) -> Request:
        """Returns what the network has to evaluate of these positions: those that are not finished."""
        unknown = [game for game in games if not game.is_over]
        rows = b"".join([self.encoder_for(game.ruleset).encode_seats(game) for game in unknown])
        return Request(rows, [len(game.seats) for game in unknown], [game.asked_seat for game in unknown])

    def best_answer(self, game: Game) -> Action:
        """Returns the answer that looks likeliest for the seat that is asked, the first one of equals."""
        return self.likeliest_answer(game, self.evaluate([game])[0])

    def likeliest_answer(self, game: Game, found: Evaluation) -> Action:
        """Returns the answer that is likeliest by what the network says of a position, the first one of equals."""
        self.encoder_for(game.ruleset)
        return max(game.legal_actions, key=lambda action: found.logits[self.places[action.index]])


def with_results(games: Sequence[Game], evaluations: Sequence[Evaluation]) -> list[Evaluation]:
    """Returns an evaluation of each position: the true result of a finished game, for the others in their order what the network says."""
    found = iter(evaluations)
    return [result_of(game) if game.is_over else next(found) for game in games]


def result_of(game: Game) -> Evaluation:
    """Returns what a finished game has brought every seat."""
    rows = final_values(game)
    return Evaluation([row[2] for row in rows], [row[0] for row in rows], [row[1] for row in rows], [])
