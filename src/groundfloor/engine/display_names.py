"""Names of seats and tables: checks that a name is visible, and that two names differ."""

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
    """Returns True if a name has a letter, digit, punctuation mark or symbol that is visible."""
    return any(unicodedata.category(letter)[0] in "LNPS" and letter not in BLANK for letter in name)


def is_printable(name: str) -> bool:
    """Returns True if a name has no control characters, and joiners only in emoji and in scripts that join letters."""
    return all(letter.isprintable() or is_joining(name, place) for place, letter in enumerate(name))


def is_joining(name: str, place: int) -> bool:
    """Returns True if the joiner or flag tag at this place of a name changes how the name looks."""
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
    """Returns True for a pictogram, and for the skin tone or variation selector behind one."""
    return unicodedata.category(letter) == "So" and letter not in BLANK or letter == "\ufe0f" or "\U0001f3fb" <= letter <= "\U0001f3ff"


def script(letter: str) -> str:
    """Returns the first word of a character's Unicode name; for letters this is the script."""
    return unicodedata.name(letter, "").partition(" ")[0]


def strip_unprintable(text: str) -> str:
    """Returns the text without unprintable characters and without blanks at its ends."""
    return "".join(letter for place, letter in enumerate(text) if letter.isprintable() or is_joining(text, place)).strip()


def comparison_key(name: str) -> str:
    """Returns a key that is equal for names that look alike: lower case, without invisible characters."""
    return "".join(letter for letter in name.casefold() if letter not in BLANK and letter not in (ZWJ, ZWNJ) and not is_ignorable(letter))


def is_ignorable(letter: str) -> bool:
    """Returns True for a mark that is invisible by itself: variation selectors, the grapheme joiner, inherent vowels of Khmer."""
    return (
        letter in "\u034f\u17b4\u17b5"
        or "\ufe00" <= letter <= "\ufe0f"
        or "\u180b" <= letter <= "\u180f"
        or "\U000e0100" <= letter <= "\U000e01ef"
    )
