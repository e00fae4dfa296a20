"""Texts that are translated where they are shown: how the code marks them, and errors with such a text."""

from __future__ import annotations

from .engine.errors import GroundfloorError


def _(text: str) -> str:
    """Marks a text as one that languages translate; ``python -m groundfloor.presentation.messages`` finds it by this name."""
    return text


def plural(one: str, many: str) -> tuple[str, str]:
    """Marks singular and plural of a text in the same way."""
    return one, many


class TranslatableError(GroundfloorError):
    """An error with a message that can be translated: ``msgid`` with ``facts``."""

    def __init__(self, msgid: str, **facts: str | int) -> None:
        super().__init__(msgid % facts)
        self.msgid = msgid
        self.facts = facts
