"""How questions are asked: a question to a seat, or chance. One possible answer is taken without asking (RULES 11.1)."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


class Mismatch(AssertionError):
    """The trace and the rules differ; the text says at which entry and how."""


@dataclass(frozen=True)
class Question:
    """A decision: its kind, the seat that is asked and all answers that the rules allow."""

    kind: str
    seat: int
    legal: frozenset[str]


@dataclass(frozen=True)
class Chance:
    """Chance: its kind, and the possible outcomes in their order with their weights."""

    kind: str
    weights: Mapping[str, int]


Flow = Generator[Question | Chance, str, T]


def ask(kind: str, seat: int, legal: Iterable[str]) -> Flow[str]:
    answers = frozenset(legal)
    if not answers:
        raise AssertionError(f"nothing to answer to {kind}")
    if len(answers) == 1:
        return next(iter(answers))
    return (yield Question(kind, seat, answers))


def roll(kind: str, weights: Mapping[str, int]) -> Flow[str]:
    """The outcome of chance; outcomes of weight 0 are none."""
    possible = {text: weight for text, weight in weights.items() if weight > 0}
    if not possible:
        raise AssertionError(f"no outcome of {kind}")
    if len(possible) == 1:
        return next(iter(possible))
    return (yield Chance(kind, possible))
