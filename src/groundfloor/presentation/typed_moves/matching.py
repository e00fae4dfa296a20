"""How close typed words come to names: case, hyphens, spaces and umlauts do not matter, and names may be shortened."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import IntEnum
from functools import lru_cache
from unicodedata import combining, normalize

from ..names import SOFT_HYPHEN

Words = tuple[str, ...]
MAX_WORDS = 12
"""Words of a typed line that are compared; no move has as many."""
MAX_LETTERS = 200
"""Letters of a typed line that is compared; no move has as many, and longer ones would fill the cache."""
INSIDE_LETTERS = 4
"""Letters from which on a part of a word may stand for it: fewer occur in too many words."""
WORD = re.compile(r"[×x]\d+|\d+|[^\W\d_]+")


class Closeness(IntEnum):
    """How typed words stand for a name; the smaller, the closer."""

    EQUAL = 0
    BEGINNING = 1
    """They are the beginning of the name."""
    PARTS = 2
    """They are beginnings of some of its words, in their order, the first one of the first."""
    INSIDE = 3
    """They stand inside one of its words, such as the second part of a compound: "lager" in "Warenlager"."""


Rank = tuple[Closeness, int]
"""How well a typed line names a move: the worst closeness of its parts, and the number of parts that it leaves out before others."""


def fold(text: str) -> Words:
    """Returns the words of a text as they are compared, none of one that is too long. A number ends with a full stop: none is the beginning of another.

    >>> fold("Börse 3"), fold("BOERSE3"), fold("E-Commerce"), fold("×4")
    (('borse', '3.'), ('borse', '3.'), ('e', 'commerce'), ('×4.',))
    """
    return fold_long(text) if len(text) <= MAX_LETTERS else ()


@lru_cache(maxsize=16_384)
def fold_long(text: str) -> Words:
    """Returns what ``fold`` does, of a text of any length."""
    decomposed = normalize("NFKD", text.replace(SOFT_HYPHEN, "").casefold())
    plain = "".join(letter for letter in decomposed if not combining(letter))
    words = WORD.findall(re.sub("([aou])e", r"\1", plain))
    return tuple(f"{word.replace('x', '×')}." if word[-1].isdecimal() else word for word in words)


def closeness(typed: Words, name: Words) -> Closeness | None:
    """Returns how typed words stand for a name, None if they don't."""
    whole_typed, whole = "".join(typed), "".join(name)
    if whole_typed == whole:
        return Closeness.EQUAL
    if whole.startswith(whole_typed):
        return Closeness.BEGINNING
    rest = iter(name)
    if name[0].startswith(typed[0]) and all(any(word.startswith(short) for word in rest) for short in typed):
        return Closeness.PARTS
    return Closeness.INSIDE if len(whole_typed) >= INSIDE_LETTERS and any(whole_typed in word[1:] for word in name) else None


def closest(typed: Words, names: tuple[Words, ...]) -> Closeness | None:
    """Returns how typed words stand for the one of several names that they come closest to, None if they stand for none."""
    return min((near for name in names if (near := closeness(typed, name)) is not None), default=None)


Closest = Callable[[Words, tuple[Words, ...]], Closeness | None]
"""``closest``, or a function that remembers what it returned."""


def rank(typed: Words, parts: Sequence[tuple[Words, ...]], *, may_omit_first: bool = False, closest: Closest = closest) -> Rank | None:
    """Returns how well typed words name a move, each of whose ``parts`` has several names; None if they don't.

    Parts at the end may be missing for nothing, others count as left out; the first only if ``may_omit_first``.
    """

    def rank_from(word: int, part: int) -> Rank | None:
        if word == len(typed):
            return Closeness.EQUAL, 0
        if part == len(parts):
            return None
        ranks = []
        for end in range(word + 1, len(typed) + 1):
            near = closest(typed[word:end], parts[part])
            if near is None:
                break  # more words don't stand for a name either
            rest = rank_from(end, part + 1)
            if rest is not None:
                ranks.append((max(near, rest[0]), rest[1]))
        rest = rank_from(word, part + 1) if part or may_omit_first else None
        if rest is not None:
            ranks.append((rest[0], rest[1] + 1))
        return min(ranks, default=None)

    if not 0 < len(typed) <= MAX_WORDS:
        return None
    return (Closeness.EQUAL, 0) if is_spelled("".join(typed), parts) else rank_from(0, 0)


def is_spelled(letters: str, parts: Sequence[Sequence[Words]]) -> bool:
    """Returns whether letters spell whole names of the first parts, one behind the other."""
    if not letters or not parts:
        return not letters
    return any(letters.startswith(whole) and is_spelled(letters[len(whole) :], parts[1:]) for whole in map("".join, parts[0]))
