"""Ground Floor, the open digital edition: rules engine, records, opponents, terminal and web game. Unofficial."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .editions import ruleset
from .engine.actions import Action, Chance, Outcome, Question, Quote
from .engine.errors import GroundfloorError
from .engine.game import Game
from .engine.match import Match, verify
from .engine.position import plain_position, position_text
from .engine.record import Record
from .engine.ruleset import Ruleset
from .engine.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__version__ = "0.1.0"
__all__ = [
    "Action",
    "Chance",
    "Game",
    "GroundfloorError",
    "Match",
    "Outcome",
    "Question",
    "Quote",
    "Record",
    "Ruleset",
    "Seat",
    "new_game",
    "position_text",
    "read_position",
    "read_record",
    "ruleset",
    "verify",
]


def new_game(
    ruleset_or_name: str | Ruleset = "second",
    seats: Sequence[Seat | str] = ("You", "automa:pei"),
    options: Mapping[str, str] | None = None,
) -> Game:
    """A new game, standing at its first chance or question.

    A seat is a ``Seat``, a human's name, or ``automa:pei``, ``automa:gropius``, ``automa:hadid``. Raises ImpossibleTable or
    UnknownRuleset with a sentence.
    """
    rules = ruleset(ruleset_or_name) if isinstance(ruleset_or_name, str) else ruleset_or_name
    return Game(rules, seats, options)


def read_record(text: str) -> Record:
    """The record of a text; BadRecord names the line that can't be read."""
    return Record.parse(text, ruleset)


def read_position(text: str) -> Game:
    """The game that stood at a position, of its JSON; BadPosition (or ImpossibleTable, UnknownRuleset) says what can't be."""
    return Game.from_position(plain_position(text), ruleset)
