"""OpenSpiel's own MCTS bot plays Ground Floor: one tree search with random playouts against random moves.

pip install "groundfloor[research]"
python examples/open_spiel_mcts.py [--simulations 50] [--games 1] [--seed 1]
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import groundfloor.research.environments.open_spiel_game  # noqa: F401 - registers the game

GAME = "python_ground_floor(players=2)"


def play(simulations: int, seed: int) -> list[float]:
    """Returns the rewards of a game: 1 for the winner, -1 for the other; the bot sits at the first seat."""
    random = np.random.RandomState(seed)
    game = pyspiel.load_game(GAME)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random)
    bot = mcts.MCTSBot(game, uct_c=1.4, max_simulations=simulations, evaluator=evaluator, random_state=random)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes())
            state.apply_action(int(random.choice(outcomes, p=chances)))
        elif state.current_player() == 0:
            state.apply_action(bot.step(state))
        else:
            state.apply_action(int(random.choice(state.legal_actions())))
    return list(state.returns())


def main() -> None:
    """Reads the command line and plays."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulations", type=int, default=50, help="playouts for each decision of the bot")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for number in range(asked.games):
        print(f"game {number + 1}: rewards {play(asked.simulations, asked.seed + number)}", flush=True)


if __name__ == "__main__":
    main()
