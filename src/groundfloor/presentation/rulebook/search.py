"""The search in the rules: which paragraphs answer a few words of a player, the best first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .book import Paragraph, Part, RuleBook

WORD = re.compile(r"[^\W_]+")
ENDING = re.compile(r"(?:ies|en|er|es|[ensy])$")
"""What plurals and other forms of a word end with, in English and German."""
MAX_WORDS = 8
"""Words that are looked for at once; further ones would only take time."""
MIN_STEM = 4
"""The fewest letters that are left of a word without its ending; a shorter word stands for itself alone."""


class Fit(IntEnum):
    """How a paragraph answers the words; the more, the better."""

    TEXT = 0
    """Some of the words stand in it."""
    LINE = 1
    """A line of its list is about them, as about a tile."""
    TITLE = 2
    """They stand in its title or in that of its part."""
    WORDS = 3
    """It is the paragraph of this word, by its own list of words or by the glossary."""
    NUMBER = 4


class Relevance(IntEnum):
    """What the part of a paragraph is to the game that the words are about."""

    OTHERS = 0
    """What differs in other rulesets."""
    DIFFERENCE = 1
    OPTION = 2
    RULE = 3


Rank = tuple[Fit, int, int, int]
"""The fit, how many of the words are found as whole words, the relevance, the weight of the places where they are."""


def search(books: Sequence[RuleBook], words: str) -> list[Paragraph]:
    """Returns the paragraphs of the first book that are about any of the words, best first.

    The other books are the same rules in other languages. What differs between rulesets comes after the rules of this one. The first ``MAX_WORDS`` words count.
    """
    wanted = stems(words)[:MAX_WORDS]
    best: dict[str, tuple[tuple[int, ...], int]] = {}
    for number, book in enumerate(books):
        for place, paragraph in enumerate(book):
            ranking = rank(book, paragraph, words.strip().casefold(), wanted) if wanted and paragraph.id in books[0] else None
            if ranking is not None:
                fit, *rest = ranking
                best[paragraph.id] = max(best.get(paragraph.id, ((-1,), 0)), ((fit, -number, *rest), -place))
    return [books[0].paragraph(id) for id, _ in sorted(best.items(), key=lambda entry: entry[1], reverse=True)]


def searchable_text(text: str) -> str:
    """Returns a text in small letters without soft hyphens."""
    return text.replace("\N{SOFT HYPHEN}", "").casefold()


@lru_cache(maxsize=4096)
def searchable_texts(paragraph: Paragraph) -> tuple[str, str, str]:
    """Returns the title of a paragraph, its short and its long text, to look for words in them."""
    text = " ".join((paragraph.text, *paragraph.items))
    long = " ".join((*paragraph.long, *paragraph.long_items, paragraph.example))
    return searchable_text(paragraph.title), searchable_text(text), searchable_text(long)


@lru_cache(maxsize=4096)
def stems(text: str) -> tuple[str, ...]:
    """Returns the words of a text in small letters without their endings.

    >>> stems("Specialties"), stems("specialty"), stems("Marketing-Boni"), stems("tie")
    (('specialt',), ('specialt',), ('marketing', 'boni'), ('tie',))
    """
    return tuple(stem(word) for word in WORD.findall(searchable_text(text)))


def stem(word: str) -> str:
    short = ENDING.sub("", word)
    return word if short == word or len(short) < MIN_STEM else stem(short)


def is_named(title: str, words: str) -> bool:
    """Returns whether all the words stand in a title."""
    return has_all(title, stems(words))


def has_all(title: str, wanted: Sequence[str]) -> bool:
    return bool(wanted) and all(place(word, searchable_text(title)) for word in wanted)


def place(word: str, text: str) -> int:
    """Returns 3 if a text has a word with this stem, 2 if one begins with it, 1 if it stands within one, else 0; a short word has to be whole."""
    if word in stems(text):
        return 3
    if len(word) < MIN_STEM:
        return 3 * (f"{word}s" in stems(text))
    return 2 if re.search(rf"\b{re.escape(word)}", text) else int(word in text)


def rank(book: RuleBook, paragraph: Paragraph, typed: str, wanted: Sequence[str]) -> Rank | None:
    """Returns how well a paragraph answers the words, None if not at all."""
    part = book.part(paragraph.part)
    relevance = relevance_of(book, part)
    if is_number(paragraph, typed):
        return Fit.NUMBER, 1, 1, int(paragraph.id.casefold() == typed)
    if relevance is not Relevance.OTHERS:
        if is_word(book, paragraph, "".join(wanted)):
            return Fit.WORDS, 1, relevance, 0
        if in_title := title_weight(part, paragraph, wanted):
            return Fit.TITLE, 1, relevance, in_title
        if any(stems(item)[: len(wanted)] == tuple(wanted) for item in paragraph.items):
            return Fit.LINE, 1, relevance, 0
    title, text, long = searchable_texts(paragraph)
    places = [(place(word, title), place(word, text), place(word, long)) for word in wanted]
    weight = sum(9 * in_title + 3 * in_text + in_long for in_title, in_text, in_long in places)
    return (Fit.TEXT, sum(max(fits) == 3 for fits in places), relevance, weight) if weight else None


def relevance_of(book: RuleBook, part: Part) -> Relevance:
    if part.about:
        return Relevance.DIFFERENCE if book.ruleset in part.about else Relevance.OTHERS
    return Relevance.OPTION if part.is_optional else Relevance.RULE


def is_number(paragraph: Paragraph, typed: str) -> bool:
    return f"{paragraph.id.casefold()}.".startswith(f"{typed}.")


def is_word(book: RuleBook, paragraph: Paragraph, wanted: str) -> bool:
    """Returns whether the paragraph is the one of this word."""
    terms = [name for term in book.glossary if term.rule == paragraph.id for name in term.term.split(", ")]
    return wanted in {"".join(stems(each)) for each in (*paragraph.words, *terms)}


def title_weight(part: Part, paragraph: Paragraph, wanted: Sequence[str]) -> int:
    """Returns 0 if neither title has all the words; how an area is conducted comes first, then the paragraph, then its part."""
    if part.id.startswith("IV.") and has_all(part.title, wanted):
        return 4
    if has_all(paragraph.title, wanted):
        return 3 if stems(paragraph.title) == tuple(wanted) else 2
    return int(not part.about and has_all(part.title, wanted))
