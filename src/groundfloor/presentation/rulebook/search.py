"""Finds paragraphs by words and numbers, in the reader's language first, then in the others."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .book import Paragraph, RuleBook


def search(books: Sequence[RuleBook], words: str) -> list[Paragraph]:
    """Returns paragraphs of the first book with any of the words, best first: by how many of the words, then by where they are.

    Paragraphs with the words only in another language's book come last.
    """
    wanted = searchable_text(words).split()
    found: dict[str, Paragraph] = {}
    for book in books:
        ranked = [(rank(paragraph, wanted), paragraph.id) for paragraph in book]
        hits = sorted((entry for entry in ranked if entry[0] > (0, 0)), key=lambda entry: entry[0], reverse=True)
        for _, id in hits:
            if id in books[0]:
                found.setdefault(id, books[0].paragraph(id))
    return list(found.values())


def searchable_text(text: str) -> str:
    """Returns a text in small letters without soft hyphens."""
    return text.replace("\N{SOFT HYPHEN}", "").casefold()


def rank(paragraph: Paragraph, wanted: Sequence[str]) -> tuple[int, int]:
    """Returns how many of the words a paragraph has, and the weight of their places."""
    title = searchable_text(paragraph.title)
    text = searchable_text(" ".join((paragraph.text, *paragraph.items)))
    long = searchable_text(" ".join((*paragraph.long, *paragraph.long_items, paragraph.example)))
    weights = [weight(word, paragraph.id.casefold(), title, text, long) for word in wanted]
    return sum(each > 0 for each in weights), sum(weights)


def weight(word: str, id: str, title: str, text: str, long: str) -> int:
    """Returns the weight of a word: most in the number, then in that of the part, the title, the short and the long text."""
    if word == id:
        return 32
    if id.startswith(f"{word}."):
        return 24
    start = re.compile(rf"\b{re.escape(word)}")
    in_title = 4 if start.search(title) else 3 * (word in title)
    in_text = 2 if start.search(text) else int(word in text)
    return 4 * in_title + 2 * in_text + (word in long)
