"""Makes sentences of facts: what the log and the turning points of a game share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import names

if TYPE_CHECKING:
    from gettext import NullTranslations


class SentenceFormatter:
    """Fills ``facts`` into sentences of one language."""

    def __init__(self, facts: dict[str, object], words: NullTranslations) -> None:
        self.facts = facts
        self.words = words

    def _(self, sentence: str, **more: object) -> str:
        return self.words.gettext(sentence) % (self.facts | more)

    def plural(self, one: str, many: str, number: int, **more: object) -> str:
        """Returns the singular or plural sentence for a number, which is the fact ``n``."""
        return self.words.ngettext(one, many, number) % (self.facts | {"n": number} | more)

    def counted(self, what: str, number: int) -> str:
        return names.counted(what, number, self.words)

    def tile_name(self, id: str) -> str:
        return names.full(names.tile_group(id), id, self.words)
