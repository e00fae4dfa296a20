"""The terminal speaks German: every sentence of it has a translation, and none is left over."""

from __future__ import annotations

from pathlib import Path

from babel.messages.extract import extract_from_dir

import groundfloor.cli
from groundfloor.locales import catalogues

KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
Message = tuple[str | None, str | tuple[str, ...]]


def said() -> set[Message]:
    """All sentences in the code, each with its context."""
    folder = str(Path(groundfloor.cli.__file__).parent)
    found: set[Message] = set()
    for _file, _line, message, _comments, context in extract_from_dir(folder, [("**.py", "python")], keywords=KEYWORDS):
        found.add((context, message if isinstance(message, str) else tuple(message)))
    return found


def known(name: str = "") -> set[Message]:
    """All sentences of the German catalogues, or of one."""
    chosen = [catalogue for file, catalogue in catalogues("de").items() if name in ("", file)]
    return {(m.context, m.id if isinstance(m.id, str) else tuple(m.id)) for catalogue in chosen for m in catalogue if m.id}


def test_every_sentence_of_the_terminal_has_its_german() -> None:
    assert len(said()) > 50
    assert sorted(map(str, said() - known())) == []


def test_no_german_of_the_terminal_is_left_over() -> None:
    assert sorted(map(str, known("terminal.po") - said())) == []
