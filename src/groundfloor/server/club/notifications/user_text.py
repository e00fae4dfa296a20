"""What people have typed, as it may stand in a message that the server sends to others: short, on one line, and nothing that a program turns into a link."""

from __future__ import annotations

import re
import unicodedata

MAX_CHARACTERS = 40
MAX_READ = 1_000
"""Characters of a text that are looked at."""
ALIKE = str.maketrans(
    dict.fromkeys("．｡。․﹒︒", ".") | dict.fromkeys("／⁄∕", "/") | dict.fromkeys("：﹕", ":") | dict.fromkeys("＠﹫", "@")
)
"""Characters that a browser, or a reader, mistakes for those of an address."""
QUOTES = str.maketrans(dict.fromkeys('"“”„‟«»＂', "’"))
"""Quotation marks, which would end those around the text."""
SLASHES = re.compile(r"[/\\＼]{2,}|[\\＼]")
COLON = re.compile(r"((?<![\w+.-])\d\d?:\d\d(?![\w:]))|:(?:/+|(?=\S))")
"""A time of the day, which stays, or the end of a scheme such as "https://" or "tel:"."""
NUMBERS = re.compile(r"\d+(?:\.\d+){2,}")
DOT = re.compile(r"(?<!\d)\.(?=[^\s.,;:!?)’…])|\.(?=[^\W\d])")
"""A dot in a word, but not in a number such as 2.5."""
AT = re.compile(r"@(?=\S)")
DATE = r"\d{4}-\d\d?-\d\d?|\d\d?([./])\s?\d\d?\2\s?\d{2,4}"
TELEPHONE = re.compile(rf"(?<!\d)({DATE})(?!\d)|\+?\d(?:[\s()/.-]*\d){{8,}}")
"""A date, which stays, or a telephone number."""


def harmless(text: str) -> str:
    """Returns a text of at most ``MAX_CHARACTERS``, to be put in quotation marks, in which addresses are broken by spaces.

    >>> harmless("Win €500 at https://evil.example/login")
    'Win €500 at https: evil. example/login'
    """
    shown = "".join(" " if letter.isspace() else letter for letter in text[:MAX_READ] if letter.isspace() or is_visible(letter))
    shown = SLASHES.sub("/", shown.translate(ALIKE).translate(QUOTES))
    shown = TELEPHONE.sub(lambda match: match[1] or "…", COLON.sub(lambda match: match[1] or ": ", shown))
    shown = AT.sub("@ ", DOT.sub(". ", NUMBERS.sub(lambda match: match[0].replace(".", ". "), shown)))
    shown = " ".join(shown.split())
    return shown if len(shown) <= MAX_CHARACTERS else f"{shown[: MAX_CHARACTERS - 1].rstrip()}…"


def is_visible(letter: str) -> bool:
    """Returns whether a character is no control character, and none that changes the direction or joins others without being seen."""
    return not unicodedata.category(letter).startswith("C")
