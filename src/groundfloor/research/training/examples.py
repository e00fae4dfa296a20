"""Examples to learn from: positions with a row of features for each seat, what each seat could expect, and how good each answer was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from groundfloor.agents.network.network import HEADS

if TYPE_CHECKING:
    from groundfloor.agents.network.network import Bytes, Floats

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Examples:
    """Positions one after the other.

    ``rows`` and ``targets`` have a row for each seat of each position: features, and final prestige, margin (in points), share of the win.
    ``seats`` says how many seats a position has, ``asked`` who is asked. ``answers`` are the places in the vocabulary of all answers of all
    positions, ``counts`` how many of them belong to each, ``policy`` how likely each should be; all 0 where nobody knows.
    """

    rows: Bytes
    targets: Floats
    seats: NDArray[np.uint8]
    asked: NDArray[np.uint8]
    answers: NDArray[np.uint16]
    counts: NDArray[np.uint16]
    policy: NDArray[np.float16]

    def __len__(self) -> int:
        return len(self.seats)

    def arrays(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def take(self, chosen: Counts) -> Examples:
        """Returns the positions with these numbers, in this order."""
        rows = places_of(self.seats, chosen)
        answers = places_of(self.counts, chosen)
        return Examples(
            self.rows[rows],
            self.targets[rows],
            self.seats[chosen],
            self.asked[chosen],
            self.answers[answers],
            self.counts[chosen],
            self.policy[answers],
        )


def places_of(counts: NDArray[np.uint8] | NDArray[np.uint16], chosen: Counts) -> Counts:
    """Returns where the items of the chosen groups are, if ``counts`` says how many items each group has.

    >>> places_of(np.array([2, 1, 3], np.uint8), np.array([2, 0])).tolist()
    [3, 4, 5, 0, 1]
    """
    sizes = counts.astype(np.int64)
    starts = np.cumsum(sizes) - sizes
    wanted = sizes[chosen]
    within = np.arange(wanted.sum()) - np.repeat(np.cumsum(wanted) - wanted, wanted)
    places: Counts = np.repeat(starts[chosen], wanted) + within
    return places


def join(parts: Sequence[Examples]) -> Examples:
    """Returns all positions of all parts; there is at least one part."""
    return Examples(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Examples)))


class ExampleWriter:
    """Collects positions one by one."""

    def __init__(self) -> None:
        self.rows: list[bytes] = []
        self.targets: list[Floats] = []
        self.seats: list[int] = []
        self.asked: list[int] = []
        self.answers: list[int] = []
        self.counts: list[int] = []
        self.policy: list[float] = []

    def add(self, rows: bytes, asked: int, targets: Floats, answers: Sequence[int], policy: Sequence[float]) -> None:
        """Adds a position; an empty ``policy`` says that nobody knows how good the answers are."""
        self.rows.append(rows)
        self.targets.append(targets)
        self.seats.append(len(targets))
        self.asked.append(asked)
        self.answers += answers
        self.counts.append(len(answers))
        self.policy += policy or [0.0] * len(answers)

    def examples(self, inputs: int) -> Examples:
        """Returns what was collected; ``inputs`` is the number of features."""
        return Examples(
            np.frombuffer(b"".join(self.rows), np.uint8).reshape(-1, inputs),
            np.concatenate(self.targets).astype(np.float32) if self.targets else np.zeros((0, HEADS), np.float32),
            np.array(self.seats, np.uint8),
            np.array(self.asked, np.uint8),
            np.array(self.answers, np.uint16),
            np.array(self.counts, np.uint16),
            np.array(self.policy, np.float16),
        )
