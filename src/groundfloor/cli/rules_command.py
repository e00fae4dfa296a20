"""The command that prints rules and values."""

from __future__ import annotations

import json

from groundfloor.editions import NAMES, ruleset
from groundfloor.help.book import UnknownParagraph, book_of

from .rules_text import cited
from .usage import BadUsage


def rules(name: str, paragraph: str | None, as_json: bool, language: str) -> None:
    """Values of a ruleset, or paragraphs of its short rules; a number alone is of the second edition."""
    if paragraph is None and name in NAMES:
        values(name, as_json)
        return
    if as_json:
        raise BadUsage(f"--json prints the values of a ruleset, as in: groundfloor rules {NAMES[0]} --json")
    edition, number = (name, paragraph) if paragraph is not None else (NAMES[0], name)
    try:
        lines = cited(book_of(language, ruleset(edition)), number)
    except UnknownParagraph as error:
        hint = "" if paragraph is not None else f" Rulesets are: {', '.join(NAMES)}."
        raise UnknownParagraph(f"{error}{hint}") from None
    for line in lines:
        print(line)


def values(name: str, as_json: bool) -> None:
    """Every value with printed, derived or assumed."""
    known = ruleset(name).values
    if as_json:
        print(json.dumps({k: {"value": v.value, "status": v.status, "evidence": v.evidence} for k, v in known.items()}, indent=1))
        return
    for key, value in known.items():
        print(f"{key}: {value.value} ({value.status}{'; ' + value.evidence if value.evidence else ''})")
