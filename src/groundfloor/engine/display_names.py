"""Names of seats and tables: whether they can be seen, and whether two of them can be told apart."""

from __future__ import annotations

import unicodedata

ZWNJ, ZWJ = "\u200c", "\u200d"
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\ufffc\U00013441\U00013442\U0001d159")
"""Letters and symbols without a glyph: fillers, the empty Braille pattern, blank hieroglyphs, the empty note head."""
JOINED_SCRIPTS = frozenset(
    [
        "ARABIC",
        "SYRIAC",
        "MANDAIC",
        "NKO",
        "MONGOLIAN",
        "DEVANAGARI",
        "BENGALI",
        "GURMUKHI",
        "GUJARATI",
        "ORIYA",
        "TAMIL",
        "TELUGU",
        "KANNADA",
        "MALAYALAM",
        "SINHALA",
        "KHMER",
        "MYANMAR",
        "TIBETAN",
        "TAI",
        "BALINESE",
        "JAVANESE",
        "SUNDANESE",
        "CHAKMA",
        "NEWA",
        "GRANTHA",
        "TIRHUTA",
        "SIDDHAM",
        "MODI",
        "TAKRI",
    ]
)
"""Scripts in which a joiner between two letters changes how they look."""
FLAG, TAGS = "\U0001f3f4", range(0xE0020, 0xE0080)


def is_visible(name: str) -> bool:
    """The name has a letter, digit, sign or symbol that leaves a mark on the page."""
    return any(unicodedata.category(letter)[0] in "LNPS" and letter not in BLANK for letter in name)


def is_printable(name: str) -> bool:
    """No control character is in the name, and joiners stand only where they change what is seen: in emoji, or in scripts that join."""
    return all(letter.isprintable() or is_joining(name, place) for place, letter in enumerate(name))


def is_joining(name: str, place: int) -> bool:
    """The joiner at this place of a name is part of an emoji or of a word in a script that joins; so is a tag of a flag."""
    letter = name[place]
    if ord(letter) in TAGS:
        return place > 0 and (name[place - 1] == FLAG or ord(name[place - 1]) in TAGS)
    if letter not in (ZWJ, ZWNJ) or not 0 < place < len(name) - 1:
        return False
    before, after = name[place - 1], name[place + 1]
    if letter == ZWJ and is_emoji(before) and is_emoji(after):
        return True
    return script(before) in JOINED_SCRIPTS and script(after) in JOINED_SCRIPTS


def is_emoji(letter: str) -> bool:
    """A pictogram, or the skin tone or the variation selector that stands behind one."""
    return unicodedata.category(letter) == "So" and letter not in BLANK or letter == "\ufe0f" or "\U0001f3fb" <= letter <= "\U0001f3ff"


def script(letter: str) -> str:
    """The first word of a character's name, which is its script for letters and their signs."""
    return unicodedata.name(letter, "").partition(" ")[0]


def strip_unprintable(text: str) -> str:
    """The text without what can't be printed and without blanks at its ends."""
    return "".join(letter for place, letter in enumerate(text) if letter.isprintable() or is_joining(text, place)).strip()


def comparison_key(name: str) -> str:
    """A key that is equal for names that look alike: small letters, without characters that leave no mark."""
    return "".join(letter for letter in name.casefold() if letter not in BLANK and letter not in (ZWJ, ZWNJ) and not is_ignorable(letter))


def is_ignorable(letter: str) -> bool:
    """A mark that shows nothing by itself: variation selectors, the grapheme joiner, the inherent vowels of Khmer."""
    return (
        letter in "\u034f\u17b4\u17b5"
        or "\ufe00" <= letter <= "\ufe0f"
        or "\u180b" <= letter <= "\u180f"
        or "\U000e0100" <= letter <= "\U000e01ef"
    )
