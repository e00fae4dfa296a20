"""Reasons: in which quantities the positions after two answers differ, and how much each of them counts for the network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from groundfloor.agents.network.value_network import utility

from .quantities import BY_NAME, QuantityName, feature_columns, quantities

if TYPE_CHECKING:
    from groundfloor.engine.game import Game

    from .evaluated_answers import Evaluator

MAX_REASONS = 3
MIN_CHANGE = 0.5
"""Changes that round to nothing are no reason."""


@dataclass(frozen=True)
class Reason:
    """One answer leaves ``change`` more of a quantity than another one (below 0: less).

    ``weight`` is how much utility the network would miss without that; a quantity of a rival is better if there is less of it.
    """

    quantity: QuantityName
    change: int
    weight: float

    @property
    def is_gain(self) -> bool:
        """Whether the change speaks for the answer."""
        return (self.change > 0) == BY_NAME[self.quantity].is_good


def reasons(evaluator: Evaluator, after: Game, other: Game, seat: int, most: int = MAX_REASONS) -> list[Reason]:
    """Returns in what the position after an answer differs from that after another one for a seat, the weightiest difference first.

    The weight of a quantity is found by giving its features the values of the other position and asking the network again.
    """
    here, there = quantities(after, seat), quantities(other, seat)
    changed = [name for name in here if abs(here[name] - there[name]) >= MIN_CHANGE]
    if not changed:
        return []
    encoder = evaluator.encoder_for(after.ruleset)
    row = np.frombuffer(encoder.encode(after, seat), np.uint8)
    other_row = np.frombuffer(encoder.encode(other, seat), np.uint8)
    rows = np.repeat(row[None, :], len(changed) + 1, axis=0)
    for place, name in enumerate(changed):
        chosen = feature_columns()[name]
        rows[place, chosen] = other_row[chosen]
    values = utility(evaluator.network.evaluate(rows))
    found = [
        Reason(name, whole_change(here[name] - there[name]), round(float(values[-1] - values[place]), 4))
        for place, name in enumerate(changed)
    ]
    return weightiest(sorted(found, key=lambda reason: -abs(reason.weight)), most)


def weightiest(found: list[Reason], most: int) -> list[Reason]:
    """Returns the first reasons; the last of them gives way to the first gain if there would be none otherwise."""
    kept = found[:most]
    gain = next((reason for reason in found if reason.is_gain), None)
    return [*kept[: most - 1], gain] if gain is not None and gain not in kept else kept


def whole_change(change: float) -> int:
    """Returns a change of half a unit or more as a whole number, never 0."""
    return int(change + 0.5) if change > 0 else -int(0.5 - change)
