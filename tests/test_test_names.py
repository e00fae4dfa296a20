"""Tests are named by a short statement of behaviour; details go into their docstrings."""

from __future__ import annotations

import ast
from pathlib import Path

TESTS = Path(__file__).parent
LONGEST = 72
"""Characters of the name of a test."""


def test_names_of_tests_are_short() -> None:
    long = [
        f"{file.relative_to(TESTS)}: {node.name}"
        for file in sorted(TESTS.rglob("test_*.py"))
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and len(node.name) > LONGEST
    ]
    assert long == []
