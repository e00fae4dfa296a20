"""What a person reads of an area, question, effect or tile is looked up, not chosen by a ladder of types or kinds."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import groundfloor

ROOT = Path(groundfloor.__file__).parent
FOLDERS = ("presentation", "web", "cli")
RUNGS = 3
"""So many checks of one expression in one function are a ladder."""
OF_STATES = {"state"}
"""Expressions that are no kinds: how a space looks."""


def ladders(source: str) -> Iterator[str]:
    """Yields the functions that compare one expression with several texts, or check it for several types."""
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef):
            checked = Counter(expression for node in ast.walk(function) if (expression := checked_expression(node)))
            yield from (f"{function.name}: {expression}" for expression, count in checked.items() if count >= RUNGS)


def checked_expression(node: ast.AST) -> str:
    """Returns what a node checks: the object of ``isinstance``, or what is compared with texts; "" for other nodes."""
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance":
        return ast.unparse(node.args[0])
    if not isinstance(node, ast.Compare) or len(node.ops) > 1:
        return ""
    other = node.comparators[0]
    texts = other.elts if isinstance(other, ast.Tuple) else [other]
    is_text = all(isinstance(text, ast.Constant) and isinstance(text.value, str) for text in texts)
    expression = ast.unparse(node.left)
    return expression if is_text and expression not in OF_STATES else ""


@pytest.mark.parametrize("folder", FOLDERS)
def test_packages_have_no_ladders(folder: str) -> None:
    files = sorted((ROOT / folder).rglob("*.py"))
    assert files and [f"{file.name}: {found}" for file in files for found in ladders(file.read_text("utf-8"))] == []


def test_ladders_are_found() -> None:
    assert list(ladders("def f(a):\n if isinstance(a, A): pass\n if isinstance(a, B): pass\n if isinstance(a, C): pass")) == ["f: a"]
    assert list(ladders("def f(k):\n if k == 'a': pass\n elif k in ('b', 'c'): pass\n elif k != 'd': pass")) == ["f: k"]
    assert list(ladders("def f(k):\n if k == 'a': pass\n elif k == 'b': pass\n elif k == x: pass")) == []
