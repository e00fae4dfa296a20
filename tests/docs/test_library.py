"""The pages of docs/library: their snippets print what they show, and the first page has the figures of the rulesets."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from groundfloor import ruleset

FOLDER = Path(__file__).parents[2] / "docs/library"
PAGES = sorted(FOLDER.glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_snippets_print_what_they_show(page: Path) -> None:
    results = doctest.testfile(str(page), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert results.attempted > 0 and results.failed == 0


def test_first_page_lists_every_page() -> None:
    listed = re.findall(r"^\| \[(\w+\.md)\]", (FOLDER / "README.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == [page.name for page in PAGES if page.name != "README.md"]


@pytest.mark.parametrize(
    ("name", "seats", "rounds"), [("second", (2, 5), 7), ("online", (2, 5), 7), ("first", (2, 6), 9), ("manual", (2, 5), 9)]
)
def test_first_page_has_the_figures_of_the_rulesets(name: str, seats: tuple[int, int], rounds: int) -> None:
    rules = ruleset(name)
    assert rules.player_range == seats and len(rules.stage_by_round) == rounds
    row = next(line for line in (FOLDER / "README.md").read_text("utf-8").splitlines() if line.startswith("| `") and f"`{name}`" in line)
    assert f"| {rounds} |" in row or name == "online"
