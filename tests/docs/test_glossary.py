"""docs/glossary.md: the terms of the players' glossary, and names of the code that exist."""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path

import pytest

from groundfloor.presentation.rulebook.builder import texts

TEXT = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text("utf-8")
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in TEXT.splitlines() if line.startswith("| ")]


def code_names() -> list[str]:
    return sorted(
        set(re.findall(r"`((?:engine|editions|agents|arena|environments|presentation|guide|store|tables|web|cli|files)\.[\w.]+)`", TEXT))
    )


def find(name: str) -> object:
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


def test_terms_of_the_game_are_in_the_players_glossary() -> None:
    english, german = (texts(language, "glossary.toml")["term"] for language in ("en", "de"))
    pairs = {(ours["term"], theirs["term"]) for ours, theirs in zip(english, german, strict=True)}
    rows = [row for row in ROWS if len(row) == 3 and row[0] not in ("term", "---")]
    assert rows and {(row[0], row[1]) for row in rows} <= pairs


@pytest.mark.parametrize("name", code_names())
def test_every_name_of_the_code_exists(name: str) -> None:
    assert is_there(name), f"{name} is no name below groundfloor any more"


def test_unknown_names_of_the_code_are_noticed() -> None:
    assert len(code_names()) > 50
    assert not is_there("tables.draft.DraftMoves.no_such_field")
