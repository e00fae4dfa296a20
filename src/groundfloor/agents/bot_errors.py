"""What can go wrong when a bot is asked."""

from __future__ import annotations


class BotError(Exception):
    """A bot failed; the text says how, to be read after its name and a colon."""


class TooLate(BotError):
    """A bot has given no answer in time."""


class IllegalAnswer(BotError):
    """A bot has answered with something that is no legal action."""
