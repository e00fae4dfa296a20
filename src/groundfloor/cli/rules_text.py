"""The numbered short rules as text, for ``groundfloor rules`` and for help while playing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.help.book import UnknownParagraph

if TYPE_CHECKING:
    from groundfloor.help.book import Paragraph, RuleBook

FOUND = 5


def cited(book: RuleBook, number: str) -> list[str]:
    """A paragraph, or all of a part, by its number in any letters; UnknownParagraph names near ones."""
    wanted = {id.casefold(): id for id in [*(paragraph.id for paragraph in book), *(part.id for part in book.parts)]}
    id = wanted.get(number.casefold(), number)
    lines = []
    part = next((part for part in book.parts if part.id == id), None)
    if part is not None:
        lines.append(f"{part.id} {part.title}. {part.text}".rstrip())
    for paragraph in book.cited(id):
        lines += text(paragraph)
    return lines


def found(book: RuleBook, words: str) -> list[str]:
    """The paragraphs by number, else the one that the words fit best, with the numbers of others; UnknownParagraph if none does."""
    try:
        return cited(book, words)
    except UnknownParagraph:
        hits = book.search(words.replace("_", " "))
        if not hits:
            raise
        others = [f"{paragraph.id} {paragraph.title}" for paragraph in hits[1:FOUND]]
        return [*text(hits[0]), *([f"→ {', '.join(others)}"] if others else [])]


def text(paragraph: Paragraph) -> list[str]:
    """Number, title and sentences in one line, then its list."""
    title = paragraph.title if paragraph.title[-1:] in ".?" else paragraph.title + "."
    return [f"{paragraph.id} {title} {paragraph.text}", *(f"  {item}" for item in paragraph.items)]
