"""The style sheets keep to six named breakpoints, to the scale of sizes, and to containers by name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import groundfloor.web
from groundfloor.web.style_sheets import BREAKPOINTS, MADE, SERVED, join_sheets

FOLDER = Path(groundfloor.web.__file__).parent / "static"
SHEETS = sorted(FOLDER.glob("*.css"))


def test_names_are_resolved_when_sheets_are_joined(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("@media not (--wide) { a { color: red } }")
    assert join_sheets(tmp_path, ("a.css",)) == "@media not (width >= 1100px) { a { color: red } }"
    (tmp_path / "b.css").write_text("@media (--broad) { a { color: red } }")
    with pytest.raises(KeyError):
        join_sheets(tmp_path, ("b.css",))


def test_script_and_sheets_mean_the_same_by_a_phone() -> None:
    asked = re.findall(r'matchMedia\("([^"]+)"\)', (FOLDER / "phone.js").read_text("utf-8"))
    assert asked == [BREAKPOINTS["--phone"], BREAKPOINTS["--upright"]]


def test_every_sheet_is_part_of_a_served_one() -> None:
    assert {name for sheets in SERVED.values() for name in sheets} == {file.name for file in SHEETS} | set(MADE)
    assert not set(SERVED) & {file.name for file in SHEETS}


def test_a_served_sheet_has_no_part_twice() -> None:
    assert all(len(set(sheets)) == len(sheets) for sheets in SERVED.values())


def test_no_rule_asks_what_the_whole_page_contains() -> None:
    """Browsers would compute the styles of half the page again after every change: ``data-parts`` of the body says what stands on it."""
    board = re.sub(r"/\*.*?\*/", "", join_sheets(FOLDER, SERVED["board.css"]), flags=re.DOTALL)
    assert not re.findall(r"(?:html|body|:root|\.playing|#board|#table|\.street-row)[^\s,{}>~+]*:has\([^,{]*", board)
    assert not re.findall(r":root \{[^}]*&:has", board)
