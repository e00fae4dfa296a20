"""Ten puzzles of last rounds, as data: positions from games of bots, with what the endgame solver has found (``research/arena/puzzles.py`` makes them)."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

FILE = Path(__file__).with_name("puzzles.json")


@dataclass(frozen=True)
class PuzzleAnswer:
    """An answer, with the prestige and the chance of winning that its seat can expect of it."""

    text: str
    prestige: float
    win: float


@dataclass(frozen=True)
class Puzzle:
    """A position (docs/position.md) in which somebody decides, and all answers, the best one first."""

    id: str
    position: dict[str, Any]
    answers: tuple[PuzzleAnswer, ...]

    @property
    def key(self) -> str:
        """What stands for the position, whatever its number: another puzzle with the same number has another key."""
        return hashlib.sha256(json.dumps(self.position, sort_keys=True).encode()).hexdigest()[:16]


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Returns the puzzles in their order."""
    return tuple(
        Puzzle(each["id"], each["position"], tuple(PuzzleAnswer(**answer) for answer in each["answers"]))
        for each in json.loads(FILE.read_text("utf-8"))
    )


def format_puzzles(puzzles: Sequence[Puzzle]) -> str:
    """Returns the text of the file, one puzzle a line."""
    lines = ",\n".join(json.dumps(asdict(puzzle), separators=(",", ":")) for puzzle in puzzles)
    return f"[\n{lines}\n]\n"
