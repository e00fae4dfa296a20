"""Writes ``table/lookalikes.py``: ``python -m tests.support lookalikes FILE``.

FILE is the ``confusables.json`` in the wheel of the package confusable-homoglyphs 3.3.1 (``pip download --no-deps confusable-homoglyphs==3.3.1``), which has Unicode's
table of confusable characters, ``confusables.txt``, both ways. Its contents have the hash ``SHA256``.
"""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from string import ascii_letters, digits

import groundfloor.table

SHA256 = "2d8b4774cd9dc6f233a18681bc00423ae270037437f276fc6a8b80630941fe7d"
PATH = Path(groundfloor.table.__file__).with_name("lookalikes.py")
AT_I, AT_L = "ƖΙІӀⲒꓲ", "ӏ"
"""Capitals that look like a stroke, which the table has at ``l``; the small letter among them that it has at ``i``."""
ADDED = {"c": "ϲ", "k": "κ", "L": "Լ", "Q": "Ԛ"}
"""What the table lacks."""
FROM_RIGHT = ("R", "AL", "AN")
BEGIN, END = "LOOKALIKES = {\n", "}\n"


def is_kept(character: str) -> bool:
    """Returns whether a character is a letter or number by itself, written from left to right, that compatibility decomposition leaves as it is."""
    return (
        len(character) == 1
        and not character.isascii()
        and unicodedata.category(character)[0] in "LN"
        and unicodedata.bidirectional(character) not in FROM_RIGHT
        and unicodedata.normalize("NFKD", character) == character
    )


def lookalikes(table: Mapping[str, Sequence[Mapping[str, str]]]) -> dict[str, str]:
    """Returns the characters that look like a letter or digit of ASCII, by that, in the order of their numbers."""
    by_letter: dict[str, str] = {}
    for letter in digits + ascii_letters:
        shown = {row["c"] for row in table.get(letter, ()) if is_kept(row["c"])} - set(AT_I + AT_L)
        shown |= set(ADDED.get(letter, "")) | set({"I": AT_I, "l": AT_L}.get(letter, ""))
        if shown:
            by_letter[letter] = "".join(sorted(shown))
    return by_letter


def module_text(before: str, found: Mapping[str, str]) -> str:
    """Returns the text of the module with another table."""
    head, rest = before.split(BEGIN)
    lines = "".join(
        f'    "{letter}": "{found[letter]}",\n' for letter in sorted(found, key=lambda letter: (letter.lower(), letter.islower()))
    )
    return head + BEGIN + lines + END + rest.split(END, 1)[1]


def main() -> int:
    data = Path(sys.argv[1]).read_bytes()
    if sha256(data).hexdigest() != SHA256:
        print("This is another file than the table was made of: look at what changes, and write its hash here.")
    PATH.write_text(module_text(PATH.read_text("utf-8"), lookalikes(json.loads(data))), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
