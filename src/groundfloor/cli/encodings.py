"""Output that an encoding can't hold, and input that is in another one: neither ends a command.

What a console or pipe can't hold is written by a plain substitute: a hyphen for a dash, ``ae`` for ä, ASCII for box drawing. What was typed in another
encoding than the announced one is read as Windows-1252.

>>> "Größe – “Büro” → ½".encode("ascii", ERRORS)
b'Groesse - "Buero" -> 1/2'
>>> "─┼ Größe".encode("cp1252", ERRORS).decode("cp1252")
'-+ Größe'
>>> b"J\\xf6rg".decode("utf-8", ERRORS)
'Jörg'
"""

from __future__ import annotations

import codecs
import sys
import unicodedata
from io import TextIOWrapper

ERRORS = "groundfloor.substitute"
"""The name of the error handler."""
SUBSTITUTES = {
    **dict.fromkeys("‐‑‒–—―−", "-"),
    **dict.fromkeys("‘’‚‛′", "'"),
    **dict.fromkeys("“”„‟″«»", '"'),
    **dict.fromkeys("‹›", "'"),
    "…": "...",
    "·": "*",
    "•": "*",
    "×": "x",
    "÷": "/",
    "→": "->",
    "←": "<-",
    "↔": "<->",
    "↑": "^",
    "↓": "v",
    "⇒": "=>",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "≈": "~",
    "±": "+-",
    "°": " deg",
    "€": "EUR",
    "§": "S.",
    "✓": "+",
    "✔": "+",
    "✗": "x",
    "★": "*",
    "☆": "*",
    "■": "#",
    "□": "-",
    "●": "*",
    "○": "o",
    "ß": "ss",
    "ẞ": "SS",
    **dict(zip("äöüÄÖÜ", ("ae", "oe", "ue", "Ae", "Oe", "Ue"), strict=True)),
    **dict(zip("æøåÆØÅœŒłŁđĐþÞðÐ", ("ae", "o", "a", "Ae", "O", "A", "oe", "Oe", "l", "L", "d", "D", "th", "Th", "d", "D"), strict=True)),
}
BOX_LINES, BLOCKS = range(0x2500, 0x2580), range(0x2580, 0x25A0)


def substitute(letter: str) -> str:
    """Returns what stands for a character in ASCII; "?" for one without likeness."""
    if letter in SUBSTITUTES:
        return SUBSTITUTES[letter]
    if ord(letter) in BOX_LINES:
        return "-" if letter in "─━┄┅┈┉╌╍═╴╶╸╺╼╾" else "|" if letter in "│┃┆┇┊┋╎╏║╵╷╹╻╽╿" else "+"
    if ord(letter) in BLOCKS:
        return "#"
    kind = unicodedata.category(letter)
    if kind == "Zs":
        return " "
    if kind in ("Cf", "Mn", "Me"):
        return ""
    plain = unicodedata.normalize("NFKD", letter).replace("⁄", "/")
    return plain.encode("ascii", "ignore").decode() or "?"


def handle(error: UnicodeError) -> tuple[str, int]:
    """Is called with what can't be written or read; returns what stands for it, and where to go on."""
    if isinstance(error, UnicodeEncodeError):
        return "".join(map(substitute, error.object[error.start : error.end])), error.end
    if isinstance(error, UnicodeDecodeError):
        return error.object[error.start : error.end].decode("cp1252", "replace"), error.end
    raise error


def use_substitutes() -> None:
    """Makes the standard streams write and read substitutes for what their encodings can't hold."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=ERRORS)


codecs.register_error(ERRORS, handle)
