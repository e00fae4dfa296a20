"""Every sentence of these pages has its German: none missing, none empty, none left over."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import groundfloor.web
import groundfloor.web.app  # so that every error is known
from groundfloor.store import StorageError
from groundfloor.tables.errors import TranslatableError

if TYPE_CHECKING:
    from babel.messages.catalog import Message

ROOT = Path(groundfloor.web.__file__).parent.parent
METHODS = [
    ("web/templates/board/**", "ignore"),
    ("web/board/**", "ignore"),
    ("web/**.py", "python"),
    ("tables/**.py", "python"),
    ("engine/**.py", "python"),
    ("web/templates/**.*", "jinja2"),
]


def names(kind: type[TranslatableError]) -> list[str]:
    """A class and all that are derived of it."""
    return [kind.__name__, *(name for each in kind.__subclasses__() for name in names(each))]


SAID = ("ImpossibleTable", *names(TranslatableError))
"""Errors whose first argument is a sentence; all of them are known once the application is."""
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), **dict.fromkeys(SAID, (1,))}


def wanted() -> set[str | tuple[str, ...]]:
    """All msgids in the code and the templates of these pages."""
    found: set[str | tuple[str, ...]] = set()
    for folder in ("web", "tables", "engine"):
        methods = [(pattern.removeprefix(f"{folder}/"), kind) for pattern, kind in METHODS if pattern.startswith(folder)]
        options = {pattern: {"trimmed": "true"} for pattern, kind in methods if kind == "jinja2"}
        for _, _, message, _, _ in extract_from_dir(str(ROOT / folder), methods, options, KEYWORDS):
            found.add(message if isinstance(message, str) else tuple(message))
    return found | {StorageError.sentence, *(kind.sentence for kind in StorageError.__subclasses__())}


def test_the_german_catalogue_is_whole() -> None:
    messages: list[Message] = []
    for name in ("pages.po", "server.po"):
        with (files("groundfloor.locales") / "de" / name).open("rb") as lines:
            messages += [message for message in read_po(lines, locale="de") if message.id]
    assert [message.id for message in messages if message.fuzzy or not message.string or not all(message.string)] == []
    known = {message.id if isinstance(message.id, str) else tuple(message.id) for message in messages}
    assert sorted(map(str, wanted() - known)) == []
    assert sorted(map(str, known - wanted())) == []
