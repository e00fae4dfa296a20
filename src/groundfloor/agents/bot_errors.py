"""What can go wrong when a bot is asked."""

from __future__ import annotations

MAX_SHOWN = 300
"""The most characters that a sentence repeats of what a bot has said."""


class BotError(Exception):
    """A bot failed; the text says how, to be read after its name and a colon."""


class TooLate(BotError):
    """A bot has given no answer in time."""


class IllegalAnswer(BotError):
    """A bot has answered with something that is no legal action."""


def printable_line(text: str) -> str:
    """Returns what a bot has said as it may stand in a sentence: in one line, not too long, and with nothing that a terminal would obey.

    >>> printable_line("no\\x1b[31m\\n way")
    'no\\\\x1b[31m way'
    """
    start = " ".join(text[: 2 * MAX_SHOWN].split())
    line = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in start)
    return line if len(line) <= MAX_SHOWN else line[:MAX_SHOWN] + "…"
