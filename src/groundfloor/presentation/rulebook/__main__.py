"""Writes the book of each ruleset in each language to a folder: ``python -m groundfloor.presentation.rulebook FOLDER``."""

from __future__ import annotations

import sys
from pathlib import Path

from groundfloor.editions import NAMES

from ..translations import LANGUAGES
from .builder import rule_book
from .markdown import book_text


def write(folder: Path) -> list[Path]:
    """Writes every book as Markdown, ``NAME.LANGUAGE.md``, and returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name in NAMES:
        for language in LANGUAGES:
            file = folder / f"{name}.{language}.md"
            file.write_text(book_text(rule_book(language, name)), encoding="utf-8", newline="\n")
            written.append(file)
    return written


if __name__ == "__main__":
    for file in write(Path(sys.argv[1])):
        print(file)
