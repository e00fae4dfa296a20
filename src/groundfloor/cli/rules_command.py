"""The command rules: prints rules, values and differences."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from groundfloor.editions import NAMES, ruleset
from groundfloor.editions.overrides import house_values_template
from groundfloor.presentation.rulebook import LENGTHS, UnknownParagraph, player_aid, rule_book_for
from groundfloor.presentation.rulebook.markdown import aid_text

from .arguments import BadUsage, read_house_values
from .rules_text import book_lines, citation_lines, difference_lines

if TYPE_CHECKING:
    from pathlib import Path

DIFFERENCES = "differences"


def length_of(short: bool, long: bool, both: bool) -> str:
    """Returns the length that the options name; short if they name none."""
    named = [length for length, is_named in zip(LENGTHS, (short, long, both), strict=True) if is_named]
    if len(named) > 1:
        raise BadUsage("Name one of --short, --long and --both.")
    return named[0] if named else LENGTHS[0]


def print_template(name: str, paragraph: str | None, house: Path | None) -> None:
    """Prints a TOML file with all values, for setting house values."""
    if paragraph is not None or name not in NAMES:
        raise BadUsage(f"--template is of a ruleset, as in: groundfloor rules {NAMES[0]} --template")
    rules = ruleset(name).with_overrides(read_house_values(house))
    for line in house_values_template(name, rules.values).splitlines():
        # What is set already stays set.
        key = line.removeprefix('# "').partition('"')[0]
        print(line.removeprefix("# ") if key in rules.overrides else line)


def print_aid(name: str, paragraph: str | None, language: str, house: Path | None) -> None:
    if paragraph is not None or name not in NAMES:
        raise BadUsage(f"--aid is of a ruleset, as in: groundfloor rules {NAMES[0]} --aid")
    print(aid_text(player_aid(language, ruleset(name).with_overrides(read_house_values(house)))), end="")


def rules(name: str, paragraph: str | None, length: str, as_values: bool, as_json: bool, language: str, house: Path | None = None) -> None:
    """Prints the rules of a ruleset, its values, or some paragraphs; a number alone means the second edition."""
    if as_values or as_json:
        if paragraph is not None or name not in NAMES:
            raise BadUsage(f"--values and --json print the values of a ruleset, as in: groundfloor rules {NAMES[0]} --json")
        values(name, as_json, house)
        return
    if name == DIFFERENCES and paragraph is None and house is not None:
        raise BadUsage(
            f"What differs between the rulesets has no house values; name a ruleset, as in: groundfloor rules {NAMES[0]} --house FILE"
        )
    if name == DIFFERENCES and paragraph is None:
        lines = list(difference_lines(language))
    elif paragraph is None and name in NAMES:
        lines = list(book_lines(rule_book_for(language, ruleset(name).with_overrides(read_house_values(house))), length))
    else:
        lines = cited_lines(name, paragraph, length, language, house)
    for line in lines:
        print(line)


def cited_lines(name: str, paragraph: str | None, length: str, language: str, house: Path | None) -> list[str]:
    """Returns the lines of a paragraph or a part by its number."""
    edition, number = (name, paragraph) if paragraph is not None else (NAMES[0], name)
    try:
        return citation_lines(rule_book_for(language, ruleset(edition).with_overrides(read_house_values(house))), number, length)
    except UnknownParagraph as error:
        hint = "" if paragraph is not None else f" Rulesets are: {', '.join(NAMES)}."
        raise UnknownParagraph(f"{error}{hint}") from None


def values(name: str, as_json: bool, house: Path | None) -> None:
    """Prints every value and whether it is printed, derived, assumed or a house value."""
    known = ruleset(name).with_overrides(read_house_values(house)).values
    if as_json:
        print(json.dumps({k: {"value": v.value, "status": v.status, "evidence": v.evidence} for k, v in known.items()}, indent=1))
        return
    for key, value in known.items():
        print(f"{key}: {value.value} ({value.status}{'; ' + value.evidence if value.evidence else ''})")
