"""Each paragraph of the rules has a test that cites it, by the line ``RULES IV.B.2`` in its docstring or, in part 9, by its name ``test_9_1_1_…``."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from groundfloor import ruleset
from groundfloor.presentation.rulebook import rule_book

TESTS = Path(__file__).parents[1]
CITATION = re.compile(r"^RULES (.+)$", re.MULTILINE)
THINGS = {
    "5.3": [tile.id for tile in ruleset().tiles if tile.achievement is not None],
    "6.1": [room.id for room in ruleset().rooms],
    "6.2": [tile.id for tile in ruleset().tiles if tile.is_tenant],
    "6.3": [tile.id for tile in ruleset().tiles if not tile.is_tenant],
    "8.4": [specialty.id for specialty in ruleset().specialties],
}
"""Paragraphs of which each room, tile or specialty has a test."""
BOOK = [paragraph.id for paragraph in rule_book("en") if paragraph.part != "10"]
"""All but part 10, which is a list of names."""
PARAGRAPHS = [f"{id} {thing}".strip() for id in BOOK for thing in THINGS.get(id, [""])]


@cache
def cited() -> set[str]:
    found: set[str] = set()
    for file in (*TESTS.glob("engine/**/test_*.py"), *TESTS.glob("editions/test_*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found |= {".".join(numbers) for numbers in re.findall(r"^test_(9)_(\d)_(\d)_", node.name)}
                for line in CITATION.findall(ast.get_docstring(node) or ""):
                    found |= set(re.split("[;:]| as it ", line)[0].rstrip(".").split(", "))
    return found


@pytest.mark.parametrize("paragraph", PARAGRAPHS)
def test_a_paragraph_has_a_test(paragraph: str) -> None:
    assert paragraph in cited()


def test_only_existing_paragraphs_are_cited() -> None:
    assert cited() <= {*PARAGRAPHS, *BOOK, *(id.rpartition(".")[0] for id in BOOK)}
