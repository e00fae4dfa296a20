"""Docstrings say in a sentence with a verb what a function returns or does."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("tests", "benchmarks", *(f"src/groundfloor/{name}" for name in ("analysis", "arena", "cli", "daily", "environments", "guide")))
FOLDERS += tuple(f"src/groundfloor/{name}" for name in ("laboratory", "presentation", "results", "store", "tables", "web"))
FRAGMENTS = frozenset(
    [
        "the",
        "a",
        "an",
        "what",
        "how",
        "whether",
        "where",
        "when",
        "who",
        "whose",
        "which",
        "why",
        "all",
        "any",
        "each",
        "every",
        "one",
        "some",
        "both",
        "another",
    ]
)
"""Words with which a noun begins, and not "Returns the address of a table."."""


def returns_value(function: ast.FunctionDef) -> bool:
    """Returns whether a function returns something; a generator's steps are told in sentences of their own, and a property is a noun."""
    if any(isinstance(each, ast.Name) and each.id in ("property", "cached_property") for each in function.decorator_list):
        return False
    is_generator = any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(function))
    return function.returns is not None and ast.unparse(function.returns) != "None" and not is_generator


def test_docstrings_of_functions_begin_with_a_verb() -> None:
    nouns = [
        f"{file.relative_to(ROOT)}: {node.name}: {text}"
        for folder in FOLDERS
        for file in sorted((ROOT / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and (text := ast.get_docstring(node, clean=False))
        if text.split()[0].lower() in FRAGMENTS and returns_value(node)
    ]
    assert nouns == []
