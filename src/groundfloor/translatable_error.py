"""The base of errors whose sentence is shown in the reader's language."""

from __future__ import annotations

from .engine.errors import GroundfloorError


class TranslatableError(GroundfloorError):
    """An error with a message that can be translated: ``msgid`` with ``facts``."""

    def __init__(self, msgid: str, **facts: str | int) -> None:
        super().__init__(msgid % facts)
        self.msgid = msgid
        self.facts = facts
