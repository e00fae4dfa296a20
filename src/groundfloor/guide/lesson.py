"""What the guide is made of: lessons and introductions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from groundfloor.engine.kinds import QuestionKind

Place = Literal["", "city", "company", "sale", "score", "tracks"]
"""The part of the board that a text is about; a lesson with moves is about the places where these are chosen."""


@dataclass(frozen=True)
class Lesson:
    """A step of the guide.

    ``moves`` are beginnings of the actions that it accepts, the proposed one first; without moves it is read and gone on from.
    Its numbers, and ``condition``, are names of ``facts.py``: a lesson is passed over while its condition is 0. ``answers`` are sentences about
    other moves, by the first word of the action. ``note`` explains a word or sign of the board that is met at this step. ``is_advice``: it comes after the guided rounds, and is not counted as a step.
    """

    id: str
    decision: QuestionKind
    title: str
    text: str
    moves: tuple[str, ...] = ()
    rounds: tuple[int, ...] = (1,)
    place: Place = ""
    answers: Mapping[str, str] = field(default_factory=dict)
    condition: str = ""
    note: str = ""
    is_advice: bool = False


@dataclass(frozen=True)
class Introduction:
    """What the guide says when a kind of decision comes for the first time."""

    decision: QuestionKind
    title: str
    text: str
    place: Place = ""
