"""The style sheets keep to what the comment in tokens.css describes: five widths, some heights, and containers by name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import groundfloor.web

FOLDER = Path(groundfloor.web.__file__).parent / "static"
SHEETS = sorted(FOLDER.glob("*.css"))
COMMENT = next(each for each in re.findall(r"/\*.*?\*/", (FOLDER / "tokens.css").read_text("utf-8"), re.DOTALL) if "Five widths" in each)
ROW = re.compile(r"^ {3}(\w+) +((?:\d+px ?)+) {2}", re.MULTILINE)
CONDITION = re.compile(r"\(([^()]*(?:width|height)[^()]*)\)")


def pixels(text: str) -> set[int]:
    """The lengths in a text."""
    return {int(number) for number in re.findall(r"(\d+)px", text)}


def rows(text: str) -> dict[str, set[int]]:
    """The rows of a table in the comment: a name and its lengths."""
    return {name: pixels(lengths) for name, lengths in ROW.findall(text)}


BREAKPOINTS, HEIGHTS, CONTAINERS = (
    rows(COMMENT.partition("Heights:")[0]),
    pixels(COMMENT.partition("Heights:")[2].partition("\n\n")[0]),
    rows(COMMENT.partition("ask their container:")[2]),
)
WIDTHS = set().union(*BREAKPOINTS.values())


def named(path: Path) -> str:
    return path.name


def test_five_widths_have_names() -> None:
    assert len(BREAKPOINTS) == len(WIDTHS) == 5


@pytest.mark.parametrize("file", [*SHEETS, FOLDER / "phone.js"], ids=named)
def test_layouts_change_only_at_described_widths_and_heights(file: Path) -> None:
    text = file.read_text("utf-8")
    queries = re.findall(r'@media ([^{]+)\{|matchMedia\("([^"]+)"\)', text)
    for condition in CONDITION.findall(" ".join(map("".join, queries))):
        assert pixels(condition) <= (HEIGHTS if "height" in condition else WIDTHS), condition


@pytest.mark.parametrize("file", SHEETS, ids=named)
def test_containers_are_asked_by_name_for_described_widths(file: Path) -> None:
    for name, condition in re.findall(r"@container (\S+) ([^{]+)\{", file.read_text("utf-8")):
        assert pixels(condition) <= CONTAINERS[name], (name, condition)


def test_table_of_containers_has_no_row_too_many() -> None:
    asked = {name: set[int]() for name in CONTAINERS}
    for file in SHEETS:
        for name, condition in re.findall(r"@container (\S+) ([^{]+)\{", file.read_text("utf-8")):
            asked[name] |= pixels(condition)
    assert asked == CONTAINERS
