"""One name with its forms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Name:
    """A name with its forms: ``short`` where it is narrow, ``sign`` in lines, ``effect`` with its numbers as parameters.

    ``symbols`` are the same effect in icons, each with its number before a colon if it has one: ``%(time)s:time arrow %(info)s:info``.
    """

    group: str
    text: str
    short: str = ""
    sign: str = ""
    effect: str = ""
    remodeled: str = ""
    symbols: str = ""

    def messages(self) -> Iterator[tuple[str, str]]:
        """Yields all of it that is translated, as pairs of context and msgid."""
        yield self.group, self.text
        forms = (("short", self.short), ("sign", self.sign), ("effect", self.effect), ("effect", self.remodeled))
        yield from ((context, msgid) for context, msgid in forms if msgid)


def names_by_id(group: str, **texts: str) -> dict[str, Name]:
    """Returns names of a group that have no other forms, by id."""
    return {id: Name(group, text) for id, text in texts.items()}
