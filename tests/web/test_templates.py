"""Templates have lines that fit a screen."""

from __future__ import annotations

from pathlib import Path

import pytest

import groundfloor.web

FOLDER = Path(groundfloor.web.__file__).parent / "templates"
FILES = sorted(FOLDER.rglob("*.html"))
LONGEST = 140


def named(path: Path) -> str:
    return str(path.relative_to(FOLDER))


@pytest.mark.parametrize("file", FILES, ids=named)
def test_lines_fit_a_screen(file: Path) -> None:
    assert [line for line in file.read_text("utf-8").splitlines() if len(line) > LONGEST] == []
