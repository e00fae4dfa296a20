"""The playthrough of the game for OpenSpiel: made by OpenSpiel's own tool, with each tensor as a hash.

``python -m tests.support.open_spiel_playthrough`` writes the file anew.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

FILE = Path(__file__).parents[1] / "environments" / "open_spiel_playthrough.txt"
GAME = "python_ground_floor(automas=hadid,options=era:random,players=1,ruleset=second)"
SEED = 2018
LONG = 300
"""Characters from which the line of a tensor is written as a hash."""


def shortened(line: str) -> str:
    """Returns a line of a playthrough, with the numbers of a long tensor as a hash."""
    name, sign, numbers = line.partition(" = ")
    if "Tensor(" not in name or len(line) < LONG:
        return line
    return f"{name}{sign}SHA-256 {hashlib.sha256(numbers.encode()).hexdigest()}"


def playthrough() -> str:
    from open_spiel.python.algorithms import generate_playthrough

    import groundfloor.environments.open_spiel_game  # noqa: F401 - registers the game

    text = generate_playthrough.playthrough(GAME, [], seed=SEED)
    return "\n".join(map(shortened, text.splitlines())) + "\n"


if __name__ == "__main__":
    FILE.write_text(playthrough(), "utf-8")
