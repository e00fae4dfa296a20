"""The project's own errors: each says in a sentence what was wrong and what is possible instead."""

from __future__ import annotations


class GroundfloorError(Exception):
    """Base class of every error that the library raises on purpose; its text is a sentence for people.

    >>> from groundfloor import GroundfloorError, new_game
    >>> try:
    ...     new_game("second", ["Ann", "Ben"]).apply("specialty 1 juggling")
    ... except GroundfloorError as error:
    ...     print(type(error).__name__)
    WrongOutcome
    """


class IllegalAction(GroundfloorError):
    """An action that may not be taken now; nothing on the table has changed."""


class WrongOutcome(GroundfloorError):
    """An outcome that the pending chance does not have; nothing on the table has changed."""


class UnknownAction(GroundfloorError):
    """A text that is no action (or outcome) of the ruleset."""


class ImpossibleTable(GroundfloorError):
    """Seats or options that the ruleset does not allow: a sentence and its facts, so that it can be translated."""

    def __init__(self, sentence: str, **facts: str | int) -> None:
        super().__init__(sentence % facts if facts else sentence)
        self.sentence = sentence
        self.facts = facts


class BadHouseValues(GroundfloorError):
    """House values that can't be played with: a sentence and its facts, so that it can be translated.

    ``keys`` are the values that it is about, by default the facts ``key`` and ``other``; ``path`` is the place of the wrong number in the
    first of them, as indices from the outermost list, () for all of it.
    """

    def __init__(self, sentence: str, path: tuple[int, ...] = (), keys: tuple[str, ...] = (), **facts: str | int) -> None:
        super().__init__(sentence % facts if facts else sentence)
        self.sentence = sentence
        self.path = path
        self.facts = facts
        self.keys = keys or tuple(str(facts[name]) for name in ("key", "other") if name in facts)


class UnknownRuleset(GroundfloorError):
    """A ruleset, or a revision of one, that this version does not have."""


class BadRecord(GroundfloorError):
    """A record that can't be read or replayed; the sentence names the line."""


class BadPosition(GroundfloorError):
    """A position that can't be read."""
