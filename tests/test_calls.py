"""A class that is given many values is given them by name, so that a reader need not count them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import groundfloor

ROOT = Path(groundfloor.__file__).parent
MOST = 6
"""Values that may stand without their names."""
COLUMNS = {"Table"}
"""SQLAlchemy's, whose further values are columns that have names themselves."""


def long_calls(source: str) -> Iterator[str]:
    """Yields the classes that are given more values without names than they may be."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and len(node.args) > MOST:
            name = ast.unparse(node.func).rpartition(".")[2]
            if name[:1].isupper() and name not in COLUMNS:
                yield name


def test_many_values_have_their_names() -> None:
    files = sorted(ROOT.rglob("*.py"))
    assert files and [f"{file.name}: {name}" for file in files for name in long_calls(file.read_text("utf-8"))] == []


def test_many_values_without_names_are_found() -> None:
    assert list(long_calls("a.Seat(1, 2, 3, 4, 5, 6, 7)")) == ["Seat"]
    assert list(long_calls("Seat(1, 2, 3, 4, 5, 6, g=7); seats(1, 2, 3, 4, 5, 6, 7); Table(1, 2, 3, 4, 5, 6, 7)")) == []
