"""The style sheets keep to what the comment in tokens.css describes: five widths, some heights, and containers by name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import groundfloor.web
from groundfloor.web.style_sheets import SERVED

FOLDER = Path(groundfloor.web.__file__).parent / "static"
SHEETS = sorted(FOLDER.glob("*.css"))
COMMENT = next(each for each in re.findall(r"/\*.*?\*/", (FOLDER / "tokens.css").read_text("utf-8"), re.DOTALL) if "Five widths" in each)
ROW = re.compile(r"^ {3}(\w+) +((?:\d+px ?)+) {2}", re.MULTILINE)
CONDITION = re.compile(r"\(([^()]*(?:width|height)[^()]*)\)")


def pixels(text: str) -> set[int]:
    """Returns the lengths in a text."""
    return {int(number) for number in re.findall(r"(\d+)px", text)}


def rows(text: str) -> dict[str, set[int]]:
    """Returns the rows of a table in the comment: a name and its lengths."""
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


PARTS = [file for file in SHEETS if file.name not in ("tokens.css", "fonts.css")]
RULE = re.compile(r"([^{};]+)\{([^{}]*)\}")
SPACING = re.compile(r"^\s*((?:margin|padding|gap|row-gap|column-gap)[a-z-]*): ([^;]+);", re.MULTILINE)
TYPE = re.compile(r"^\s*(font|font-size|font-family): ([^;]+);", re.MULTILINE)
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|lab|lch|oklab|oklch|color)a?\(")
DRAWN = re.compile(r"\.marker\b|\.text-")
"""Texts inside drawings: their sizes are in units of the drawing."""
LONGEST = 24
"""What is farther apart is a measure of the drawing and not a step of the scale; up to 1.5 px it is a line's width."""


def rules(file: Path) -> list[tuple[str, str]]:
    """Returns the selectors and declarations of a style sheet, without comments."""
    return RULE.findall(re.sub(r"/\*.*?\*/", "", file.read_text("utf-8"), flags=re.DOTALL))


@pytest.mark.parametrize("file", PARTS, ids=named)
def test_colours_stand_in_tokens_only(file: Path) -> None:
    assert [body for _, body in rules(file) if COLOUR.search(body)] == []


@pytest.mark.parametrize("file", PARTS, ids=named)
def test_type_is_of_the_scale(file: Path) -> None:
    for selector, body in rules(file):
        for name, value in TYPE.findall(body):
            assert "Barlow" not in value, (selector, value)
            sized = re.sub(r"max\(11px, calc\([^()]*var\(--u\)\)\)", "", value)
            assert "px" not in sized.partition("/")[0] or DRAWN.search(selector), (selector, name, value)


@pytest.mark.parametrize("file", PARTS, ids=named)
def test_distances_are_steps_of_the_scale(file: Path) -> None:
    for selector, body in rules(file):
        for name, value in SPACING.findall(body):
            plain = re.sub(r"calc\(.*\)|min\(.*\)|max\(.*\)", "", value)
            literal = [abs(float(length)) for length in re.findall(r"(-?[\d.]+)px", plain)]
            assert all(length > LONGEST or length <= 1.5 for length in literal), (selector, name, value)


@pytest.mark.parametrize("file", PARTS, ids=named)
def test_every_rule_is_in_a_layer(file: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", file.read_text("utf-8"), flags=re.DOTALL).strip()
    (order,) = re.findall(r"@layer ([^;{]+);", (FOLDER / "tokens.css").read_text("utf-8"))
    named_layer = re.match(r"@layer (\w+) \{", text)
    assert named_layer is not None
    assert named_layer.group(1) in order.split(", ")
    assert re.search(r"\n\}\s*[^\s]", text) is None


LINES = 300
GENERATED = "board-geometry.css"


def test_every_sheet_is_part_of_a_served_one() -> None:
    assert {name for sheets in SERVED.values() for name in sheets} == {file.name for file in SHEETS}
    assert not set(SERVED) & {file.name for file in SHEETS}


def test_a_served_sheet_has_no_part_twice() -> None:
    assert all(len(set(sheets)) == len(sheets) for sheets in SERVED.values())


@pytest.mark.parametrize("file", SHEETS, ids=named)
def test_a_sheet_is_short(file: Path) -> None:
    assert len(file.read_text("utf-8").splitlines()) <= LINES or file.name == GENERATED


@pytest.mark.parametrize("name", sorted({name for sheets in SERVED.values() for name in sheets} - set(SERVED["page.css"])))
def test_sheets_of_one_kind_of_page_do_not_name_the_page(name: str) -> None:
    """Only the board has these parts: ``.playing .room`` would say no more than ``.room``, and win over rules that it should not."""
    selectors = [selector for selector, _ in rules(FOLDER / name)]
    assert [selector for selector in selectors if re.search(r"\.playing [^>]", selector)] == []
