"""Each numbered paragraph of the rules has a test that cites it: ``\"\"\"RULES IV.B.2\"\"\"`` as the first line of its docstring."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from groundfloor import ruleset
from groundfloor.presentation.rulebook import rule_book

CITATION = re.compile(r"^RULES (.+)$", re.MULTILINE)


def numbered(part: str, last: int) -> list[str]:
    return [f"{part}.{number}" for number in range(1, last + 1)]


def things(part: str, ids: list[str]) -> list[str]:
    return [f"{part} {id}" for id in ids]


ROOMS = [room.id for room in ruleset().rooms]
TENANTS = [tile.id for tile in ruleset().tiles if tile.is_tenant]
FLOORS = [tile.id for tile in ruleset().tiles if not tile.is_tenant]
ACHIEVEMENTS = [tile.id for tile in ruleset().tiles if tile.achievement is not None]
SPECIALTIES = [specialty.id for specialty in ruleset().specialties]

PARAGRAPHS = [
    *numbered("1", 3),
    *numbered("2", 6),
    *numbered("3", 4),
    *numbered("I", 3),
    *numbered("II", 3),
    *numbered("III", 6),
    *(f"III.{area}" for area in "ABDEFI"),
    *numbered("IV.A", 2),
    *numbered("IV.B", 3),
    *numbered("IV.C", 2),
    "IV.D",
    *numbered("IV.E", 2),
    *numbered("IV.F", 4),
    "IV.G",
    *numbered("IV.H", 3),
    *numbered("IV.I", 6),
    *numbered("V", 9),
    *numbered("5", 3)[:2],
    *things("5.3", ACHIEVEMENTS),
    *things("6.1", ROOMS),
    *things("6.2", TENANTS),
    *things("6.3", FLOORS),
    *numbered("7", 4),
    *numbered("8.1", 8),
    *things("8.4", SPECIALTIES),
    *numbered("11", 6),
]


@cache
def cited() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for file in sorted(Path(__file__).parent.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for line in CITATION.findall(ast.get_docstring(node) or ""):
                    for paragraph in re.split("[;:]", line)[0].rstrip(".").split(", "):
                        found.setdefault(paragraph, []).append(node.name)
    return found


@pytest.mark.parametrize("paragraph", PARAGRAPHS)
def test_a_paragraph_has_a_test(paragraph: str) -> None:
    assert cited().get(paragraph), f"no test cites RULES {paragraph}"


def test_only_existing_paragraphs_are_cited() -> None:
    known = {*PARAGRAPHS, "5.3", "6.1", "6.2", "6.3", "8.4"}
    known |= {paragraph.rpartition(".")[0] for paragraph in PARAGRAPHS if paragraph.startswith("IV.")}
    known |= {paragraph for paragraph in cited() if paragraph.startswith(("9.", "8.2", "8.3", "8.5"))}
    assert set(cited()) <= known


def test_all_paragraphs_of_the_short_rules_are_among_them() -> None:
    known = {paragraph.partition(" ")[0] for paragraph in PARAGRAPHS}
    others = {paragraph.id for paragraph in rule_book("en")} - known
    assert {id for id in others if not id.startswith("9.")} == {"8.2", "8.3", "8.5"}, (
        "those of editions and expansions stand in tests/editions"
    )
