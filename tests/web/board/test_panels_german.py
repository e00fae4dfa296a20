"""Every sentence of the companies and panels has its German: none missing, none empty, none left over."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

import groundfloor.web

WEB = Path(groundfloor.web.__file__).parent
CODE = [
    "company",
    "decision",
    "head",
    "keys",
    "ledger",
    "log",
    "moves",
    "outlook",
    "page",
    "people",
    "plates",
    "questions",
    "retail_words",
    "sale",
    "score",
]
TEMPLATES = [
    "amounts",
    "automa_cards",
    "board",
    "board_keys",
    "cite",
    "company",
    "company_article",
    "company_floor",
    "company_ledger",
    "company_mini",
    "company_others",
    "company_plate",
    "company_roof",
    "company_room",
    "company_section",
    "company_shaft",
    "company_tenant",
    "decision",
    "decision_key",
    "head",
    "log",
    "log_command",
    "log_line",
    "sale",
    "score",
]
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}


def wanted() -> set[str]:
    """All msgids of these files."""
    paths = [(WEB / "board" / f"{name}.py", "python") for name in CODE]
    paths += [(WEB / "templates" / "board" / f"{name}.html", "jinja2") for name in TEMPLATES]
    found: set[str] = set()
    for path, kind in paths:
        for _, message, _, _ in extract_from_file(kind, str(path), KEYWORDS, options={"trimmed": "true"} if kind == "jinja2" else {}):
            found.add(str(message if isinstance(message, str) else tuple(message)))
    return found


def test_the_german_of_the_panels_is_whole() -> None:
    with (files("groundfloor.locales") / "de" / "panels.po").open("rb") as lines:
        messages = [message for message in read_po(lines, locale="de") if message.id]
    assert [message.id for message in messages if message.fuzzy or not message.string or not all(message.string)] == []
    known = {str(message.id if isinstance(message.id, str) else tuple(message.id)) for message in messages}
    assert sorted(wanted() - known) == []
    assert sorted(known - wanted()) == []
