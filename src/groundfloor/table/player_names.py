"""Names of the people at a new table: none may look like another, or leave its line.

Records keep their names, whatever these rules were when they began.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING
from unicodedata import category, normalize

from groundfloor.engine.display_names import comparison_key
from groundfloor.engine.errors import ImpossibleTable

from .lookalikes import LOOKALIKES

if TYPE_CHECKING:
    from collections.abc import Collection

MAX_ACCENTS = 2
"""Accents on a letter, of those that go with every script, besides the one that is part of it: no language has more."""
MAX_MARKS = 4
"""Marks of any kind behind a letter, such as vowels and tones."""
NORMALIZED_MARKS = 30
"""Marks after a letter that are put in order; the time for that grows with the square of their number. Unicode's Stream-Safe Text Format has as many."""
ACCENTS = re.compile(rf"[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{{{MAX_ACCENTS + 1},}}")
WORD = re.compile(r"[^\W_]+")
LATIN = {ord(other): letter for letter, others in LOOKALIKES.items() for other in others}
"""Characters of other alphabets, with the Latin one that they look like."""
FORMER = ("Former player", "Ehemaliges Mitglied")
"""What a former player is called, who no longer has an account, in all languages."""
ROLES = ("Admin", "Administrator", "Administratorin", "Moderator", "Moderatorin")
"""What the server calls those who run it; nobody's name may contain it, as it would read like their mark."""
RESERVED = (
    *ROLES,
    *("Root", "System", "Server", "Staff", "Support", "Team"),
    *("Host", "Gastgeber", "Gastgeberin", "Bot", "Automa", "Pei", "Gropius", "Hadid"),
    *FORMER,
    *("Ground Floor", "groundfloor"),
)
"""Names by which somebody would pass for a role, an Automa or a former player, in all languages."""
STROKES = str.maketrans("I1|0", "lllO")
"""Characters that look alike in many typefaces, but only as they are written: *Ian* is like *lan*, and *ian* is not."""


def player_name(given: str) -> str:
    """Returns a name with composed accents; ImpossibleTable for more accents on a letter than any language has."""
    name = normalize("NFC", given)
    if without_stacks(name) != name:
        raise ImpossibleTable(
            "A letter of a name has at most %(most)s accents; '%(given)s' has more.", most=MAX_ACCENTS, given=ascii(name)[1:-1]
        )
    return name


def without_stacks(text: str) -> str:
    """Returns a text in which no letter has more accents or marks than it can have in a language."""
    text = normalize("NFC", with_marks(text, NORMALIZED_MARKS))
    return with_marks(ACCENTS.sub(lambda found: found[0][:MAX_ACCENTS], text), MAX_MARKS)


def with_marks(text: str, most: int) -> str:
    """Returns a text without the marks of a letter beyond so many."""
    kept, marks = [], 0
    for letter in text:
        marks = marks + 1 if category(letter)[0] == "M" else 0
        if marks <= most:
            kept.append(letter)
    return "".join(kept)


def check_names(names: Collection[str]) -> None:
    """Raises ImpossibleTable if two different names look so much alike that one could be taken for the other."""
    for one, other in combinations(names, 2):
        if name_key(one) == name_key(other) or _folded(one).translate(STROKES) == _folded(other).translate(STROKES):
            raise ImpossibleTable(
                "“%(one)s” and “%(other)s” look too much alike; please choose names that nobody mistakes.", one=one, other=other
            )


def name_key(name: str) -> str:
    """Returns the key by which a name is compared: names that look alike have the same one, whatever their case and alphabet.

    >>> name_key("Аnn") == name_key("Ann")  # with a Cyrillic letter
    True
    """
    return comparison_key(_folded(name))


def is_reserved(name: str) -> bool:
    """Returns whether a name is that of a role, an Automa or a former player, or contains the word for a role: no account may have it, and nobody at a table of the lobby.

    >>> is_reserved("Admin"), is_reserved("Ben (Administrator)"), is_reserved("Former player 2"), is_reserved("Adam")
    (True, True, True, False)
    """
    return name_key(name) in _keys(RESERVED) or is_former(name) or has_role(name)


def has_role(name: str) -> bool:
    """Returns whether a name has the word of a role in it, which would read like the server's mark.

    >>> has_role("Ben (Administrator)"), has_role("Bot")
    (True, False)
    """
    return any(name_key(word) in _keys(ROLES) for word in WORD.findall(name))


@cache
def _keys(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(name_key, names))


def is_former(name: str) -> bool:
    """Returns whether a name is that of a former player, in any language; the second one at a table has a number after it.

    >>> is_former("Former player 2"), is_former("Ann")
    (True, False)
    """
    return name_key(name.rstrip("0123456789 ")) in _keys(FORMER)


def _folded(name: str) -> str:
    """Returns a name in Latin letters that look like its own, in their case."""
    return " ".join(normalize("NFKD", with_marks(name, NORMALIZED_MARKS)).translate(LATIN).split())
