"""Docstrings of tests and of what supports them say in a sentence with a verb what a function returns or does."""

from __future__ import annotations

import ast
from pathlib import Path

TESTS = Path(__file__).parent
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
    """Returns whether a function returns something; a generator's steps are told in sentences of their own."""
    is_generator = any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(function))
    return function.returns is not None and ast.unparse(function.returns) != "None" and not is_generator


def test_docstrings_of_functions_begin_with_a_verb() -> None:
    nouns = [
        f"{file.relative_to(TESTS)}: {node.name}: {text}"
        for file in sorted(TESTS.rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and returns_value(node) and (text := ast.get_docstring(node))
        if text.split()[0].lower() in FRAGMENTS
    ]
    assert nouns == []
