"""Every sentence of these pages has its German: none missing, none empty, none left over."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import groundfloor.web

ROOT = Path(groundfloor.web.__file__).parent.parent
METHODS = [
    ("web/templates/board/**", "ignore"),
    ("web/board/**", "ignore"),
    ("web/**.py", "python"),
    ("tables/**.py", "python"),
    ("engine/**.py", "python"),
    ("web/templates/**.*", "jinja2"),
]
SAID = (
    "ImpossibleTable",
    "Stale",
    "NotYourTurn",
    "NothingPencilled",
    "NothingToUndo",
    "UnknownGame",
    "UnknownPreference",
    "BadUpload",
    "UnknownCommand",
    "Conflicting",
    "Ambiguous",
    "TooMany",
    "NoRoom",
)
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), **dict.fromkeys(SAID, (1,))}


def wanted() -> set[str | tuple[str, ...]]:
    """All msgids in the code and the templates of these pages."""
    found: set[str | tuple[str, ...]] = set()
    for folder in ("web", "tables", "engine"):
        methods = [(pattern.removeprefix(f"{folder}/"), kind) for pattern, kind in METHODS if pattern.startswith(folder)]
        options = {pattern: {"trimmed": "true"} for pattern, kind in methods if kind == "jinja2"}
        for _, _, message, _, _ in extract_from_dir(str(ROOT / folder), methods, options, KEYWORDS):
            found.add(message if isinstance(message, str) else tuple(message))
    return found


def test_the_german_catalogue_is_whole() -> None:
    with (files("groundfloor.locales") / "de" / "pages.po").open("rb") as lines:
        catalogue = read_po(lines, locale="de")
    messages = [message for message in catalogue if message.id]
    assert [message.id for message in messages if message.fuzzy or not message.string or not all(message.string)] == []
    known = {message.id if isinstance(message.id, str) else tuple(message.id) for message in messages}
    assert sorted(map(str, wanted() - known)) == []
    assert sorted(map(str, known - wanted())) == []
