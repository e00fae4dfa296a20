"""Finds words that are English and never German, by the catalogues."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from groundfloor.presentation.translations import catalogue

WORD = re.compile(r"[a-z]{3,}")
PARAMETER = re.compile(r"%\(\w+\)[sd]|\{[^}]*\}")
ALSO_GERMAN = frozenset({"also", "falls", "fast", "hat", "legal", "links", "man", "markers", "not", "rail", "see", "stand", "war", "will"})
"""Words of both languages that happen to stand in an English sentence only."""


def words_of(text: str) -> set[str]:
    """Returns the words of a text in small letters; parameters and soft hyphens are none."""
    plain = PARAMETER.sub(" ", text.replace("\N{SOFT HYPHEN}", "")).casefold()
    return {word for word in re.findall(r"[a-zäöüß]+", plain) if WORD.fullmatch(word)}


def texts(strings: str | Iterable[str] | None) -> list[str]:
    return [strings] if isinstance(strings, str) else list(strings or ())


@cache
def english_words() -> frozenset[str]:
    english: set[str] = set()
    german: set[str] = set()
    for message in catalogue("de"):
        if message.id:
            english |= {word for text in texts(message.id) for word in words_of(text)}
            german |= {word for text in texts(message.string or "") for word in words_of(text)}
    return frozenset(english - german - ALSO_GERMAN)


def english_in(text: str, names: Iterable[str] = ()) -> set[str]:
    """Returns the English words in a German text; ``names`` are of no language."""
    own = {word for name in names for word in words_of(name)}
    return (words_of(text) & english_words()) - own
