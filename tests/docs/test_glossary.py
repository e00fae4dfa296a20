"""docs/glossary.md: every name of the game's data with its German, and names of the code that exist."""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path

import pytest

from groundfloor.editions import EDITIONS, NAMES, ruleset
from groundfloor.presentation import names
from groundfloor.presentation.rulebook import rule_book
from groundfloor.presentation.rulebook.builder import texts
from groundfloor.presentation.translations import translations

TEXT = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text("utf-8")
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in TEXT.splitlines() if line.startswith("| ")]
GROUPS = (
    *("area", "room", "tenant", "floor", "resource", "phase", "specialty"),
    *("forecast", "special", "marketing", "bonus", "era", "event", "automa"),
)


def code_names() -> list[str]:
    """Returns the dotted names of the code."""
    return sorted(
        set(re.findall(r"`((?:engine|editions|agents|arena|environments|presentation|guide|store|tables|web|cli|files)\.[\w.]+)`", TEXT))
    )


def find(name: str) -> object:
    """Returns the object with this dotted name below groundfloor."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(["groundfloor", *parts[:length]]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            found = getattr(found, part)
        return found
    raise AttributeError(name)


def is_there(name: str) -> bool:
    """Returns whether the name is a module, class, function or constant, or a field that a class sets for its instances."""
    try:
        find(name)
        return True
    except AttributeError:
        above, _, field = name.rpartition(".")
        holder = find(above)
        return inspect.isclass(holder) and re.search(rf"^\s+(self\.)?{field}\b", inspect.getsource(holder), re.M) is not None


@pytest.mark.parametrize("group", GROUPS)
def test_every_name_of_the_game_is_there(group: str) -> None:
    english, german = translations("en"), translations("de")
    for id in names.GROUPS[group]:
        row = [f"`{id}`", names.full(group, id, english), names.full(group, id, german)]
        assert row in [found[:3] for found in ROWS], row


def test_everything_of_the_rulesets_has_a_name() -> None:
    for name in NAMES:
        rules = ruleset(name)
        ids = {area.id for area in rules.areas} | {room.id for room in rules.rooms} | {tile.id for tile in rules.tiles}
        ids |= {specialty.id for specialty in rules.specialties} | {id for edition in EDITIONS for id in (*edition.eras, *edition.events)}
        assert {id for id in ids if f"| `{id}` |" not in TEXT} == set()


def test_terms_of_the_game_are_those_of_the_players_glossary() -> None:
    english, german = (texts(language, "glossary.toml")["term"] for language in ("en", "de"))
    pairs = {(ours["term"], theirs["term"]) for ours, theirs in zip(english, german, strict=True)}
    rows = [row for row in ROWS if len(row) == 3 and row[0] not in ("term", "---")]
    assert {(row[0], row[1]) for row in rows} == pairs and len(rows) == len(pairs)


@pytest.mark.parametrize("name", code_names())
def test_every_name_of_the_code_exists(name: str) -> None:
    assert is_there(name), f"{name} is no name below groundfloor any more"


def test_unknown_names_of_the_code_are_noticed() -> None:
    assert len(code_names()) > 50
    assert not is_there("tables.draft.DraftMoves.no_such_field")


def test_every_rule_exists() -> None:
    known = {id for name in NAMES for book in [rule_book("en", name)] for id in [*(p.id for p in book), *(part.id for part in book.parts)]}
    cited = {
        rule.strip() for row in ROWS for cell in row for rule in cell.split(",") if re.fullmatch(r" ?([IV]+(\.\w+)*|\d+(\.\d+)+)", rule)
    }
    assert len(cited) > 30 and {rule.strip() for rule in cited} - known == set()


def terms_with_rules() -> list[tuple[str, str]]:
    """Returns the English name of each id with the numbers of its rules."""
    return [(row[1], row[3]) for row in ROWS if len(row) == 4 and row[0].startswith("`") and row[3] != "meaning"]


def said_in(numbers: str) -> str:
    """Returns all that the rules say under some numbers, in any ruleset, in small letters; an unknown number is an error."""
    said = []
    for number in numbers.split(", "):
        said += [part.title for part in rule_book("en").parts if part.id == number]
        for name in NAMES:
            book = rule_book("en", name)
            cited = book.cited(number) if name == NAMES[0] or number in book else ()
            said += [text for each in cited for text in (each.title, each.text, *each.items, *each.long, *each.long_items)]
    return " ".join(said).lower()


@pytest.mark.parametrize(("term", "numbers"), terms_with_rules())
def test_the_rule_of_a_term_speaks_of_it(term: str, numbers: str) -> None:
    said = said_in(numbers)
    words = [word for word in re.findall(r"[\w.-]+", term.lower()) if len(word) > 2]
    assert any(word.rstrip("s") in said for word in words)
