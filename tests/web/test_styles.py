"""The style sheets keep to six named breakpoints, to the scale of sizes, and to containers by name."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import groundfloor.web
from groundfloor.web.style_sheets import BREAKPOINTS, GEOMETRY, SERVED, join_sheets

FOLDER = Path(groundfloor.web.__file__).parent / "static"
SHEETS = sorted(FOLDER.glob("*.css"))
COMMENT = next(each for each in re.findall(r"/\*.*?\*/", (FOLDER / "tokens.css").read_text("utf-8"), re.DOTALL) if "Widths:" in each)
ROW = re.compile(r"^ {3}(\w+) +((?:\d+px ?)+) {2}", re.MULTILINE)
CONDITION = re.compile(r"\(([^()]*(?:width|height)[^()]*)\)")


def pixels(text: str) -> set[int]:
    return {int(number) for number in re.findall(r"(\d+)px", text)}


WIDTHS, HEIGHTS = (pixels(COMMENT.partition(f"{name}:")[2].partition(".")[0]) for name in ("Widths", "Heights"))
CONTAINERS = {name: pixels(lengths) for name, lengths in ROW.findall(COMMENT.partition("ask their container:")[2])}


def test_six_breakpoints_have_names() -> None:
    assert len(BREAKPOINTS) == 6
    used = {name for file in SHEETS for name in re.findall(r"\((--[a-z]+)\)", " ".join(queries(file)))}
    assert used == set(BREAKPOINTS)


def test_names_are_resolved_when_sheets_are_joined(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("@media not (--wide) { a { color: red } }")
    assert join_sheets(tmp_path, ("a.css",)) == "@media not (width >= 1100px) { a { color: red } }"
    (tmp_path / "b.css").write_text("@media (--broad) { a { color: red } }")
    with pytest.raises(KeyError):
        join_sheets(tmp_path, ("b.css",))


def queries(file: Path) -> list[str]:
    return re.findall(r"@media ([^{]+)\{", file.read_text("utf-8"))


def test_layouts_change_only_at_described_widths_and_heights() -> None:
    texts = {file.name: " ".join(queries(file)) for file in SHEETS} | {"named": " ".join(f"({each})" for each in BREAKPOINTS.values())}
    for name, text in texts.items():
        for condition in CONDITION.findall(text):
            assert pixels(condition) <= (HEIGHTS if "height" in condition else WIDTHS), (name, condition)


def test_script_and_sheets_mean_the_same_by_a_phone() -> None:
    (asked,) = re.findall(r'matchMedia\("([^"]+)"\)', (FOLDER / "phone.js").read_text("utf-8"))
    assert asked == BREAKPOINTS["--phone"]


def test_containers_are_asked_by_name_for_described_widths() -> None:
    for file in SHEETS:
        for name, condition in re.findall(r"@container (\S+) ([^{]+)\{", file.read_text("utf-8")):
            assert pixels(condition) <= CONTAINERS[name], (file.name, name, condition)


def test_table_of_containers_has_no_row_too_many() -> None:
    asked = {name: set[int]() for name in CONTAINERS}
    for file in SHEETS:
        for name, condition in re.findall(r"@container (\S+) ([^{]+)\{", file.read_text("utf-8")):
            asked[name] |= pixels(condition)
    assert asked == CONTAINERS


PARTS = [file for file in SHEETS if file.name not in ("tokens.css", "fonts.css")]
SPACING = re.compile(r"^\s*((?:margin|padding|gap|row-gap|column-gap)[a-z-]*): ([^;]+);", re.MULTILINE)
TYPE = re.compile(r"^\s*(font|font-size|font-family): ([^;]+);", re.MULTILINE)
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|lab|lch|oklab|oklch|color)a?\(")
DRAWN = re.compile(r"\.marker\b|\.text-|\btext$")
"""Texts inside drawings: their sizes are in units of the drawing."""
LONGEST = 24
"""What is farther apart is a measure of the drawing and not a step of the scale; up to 1.5 px it is a line's width."""


@cache
def rules(file: Path) -> list[tuple[str, str]]:
    """Returns the selectors of each block of a style sheet, with those that it is nested in, and its own declarations a line each."""
    text = re.sub(r"/\*.*?\*/", "", file.read_text("utf-8"), flags=re.DOTALL)
    open_blocks: list[tuple[str, list[str]]] = []
    found: list[tuple[str, str]] = []
    for piece, end in re.findall(r"([^{};]*)([{};])", text):
        if end == "{":
            open_blocks.append((" ".join([*(each for each, _ in open_blocks[-1:]), " ".join(piece.split())]), []))
        elif piece.strip() and open_blocks:
            open_blocks[-1][1].append(f"{' '.join(piece.split())};")
        if end == "}":
            selector, declarations = open_blocks.pop()
            found.append((selector, "\n".join(declarations)))
    return found


PART_RULES = [(file.name, selector, body) for file in PARTS for selector, body in rules(file)]


def test_colours_stand_in_tokens_only() -> None:
    assert [(file, body) for file, _, body in PART_RULES if COLOUR.search(body)] == []


def test_type_is_of_the_scale() -> None:
    for file, selector, body in PART_RULES:
        for name, value in TYPE.findall(body):
            assert "Barlow" not in value, (file, selector, value)
            sized = re.sub(r"max\(11px, calc\([^()]*var\(--u\)\)\)", "", value)
            assert "px" not in sized.partition("/")[0] or DRAWN.search(selector), (file, selector, name, value)


def test_distances_are_steps_of_the_scale() -> None:
    for file, selector, body in PART_RULES:
        for name, value in SPACING.findall(body):
            plain = re.sub(r"calc\(.*\)|min\(.*\)|max\(.*\)", "", value)
            literal = [abs(float(length)) for length in re.findall(r"(-?[\d.]+)px", plain)]
            assert all(length > LONGEST or length <= 1.5 for length in literal), (file, selector, name, value)


def test_every_rule_is_in_a_layer() -> None:
    (order,) = re.findall(r"@layer ([^;{]+);", (FOLDER / "tokens.css").read_text("utf-8"))
    for file in PARTS:
        text = re.sub(r"/\*.*?\*/", "", file.read_text("utf-8"), flags=re.DOTALL).strip()
        outside = re.sub(
            r"^@layer (\w+) \{\n(?:(?: .*)?\n)*\}",
            lambda layer: layer[0] if layer[1] not in order.split(", ") else "",
            text,
            flags=re.MULTILINE,
        )
        assert not outside.strip(), file.name


def test_every_sheet_is_part_of_a_served_one() -> None:
    assert {name for sheets in SERVED.values() for name in sheets} == {file.name for file in SHEETS} | {GEOMETRY}
    assert not set(SERVED) & {file.name for file in SHEETS}


def test_a_served_sheet_has_no_part_twice() -> None:
    assert all(len(set(sheets)) == len(sheets) for sheets in SERVED.values())


def test_sheets_of_one_kind_of_page_do_not_name_the_page() -> None:
    """Only the board has these parts: ``.playing .room`` would say no more than ``.room``, and win over rules that it should not."""
    names = {name for sheets in SERVED.values() for name in sheets} - {*SERVED["page.css"], GEOMETRY}
    selectors = [(name, selector) for name in sorted(names) for selector, _ in rules(FOLDER / name)]
    assert selectors and [each for each in selectors if re.search(r"\.playing (?!>|@|&|\.bar)", each[1])] == []
