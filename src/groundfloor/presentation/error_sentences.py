"""The sentences of the errors that players see, as they stand in the source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SHOWN = ("TranslatableError", "StorageError", "ImpossibleTable", "IllegalAction", "BadHouseValues")
"""The classes of errors whose sentences players see in their language, with all that are derived from them."""


def shown_sentences() -> set[str]:
    """Returns the sentences of the errors that players see: the first text of each one, or the ``sentence`` of its class."""
    classes = shown_classes()
    calls = (text for tree in sources() for name, text in texts_of_calls(tree) if name in classes)
    return {*calls, *(text for tree in sources() for name, text in texts_of_classes(tree) if name in classes)}


def shown_classes() -> set[str]:
    classes = [node for tree in sources() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    found = set(SHOWN)
    while more := {each.name for each in classes if found.intersection(base_names(each))} - found:
        found |= more
    return found


@cache
def sources() -> tuple[ast.Module, ...]:
    return tuple(ast.parse(file.read_text("utf-8")) for file in sorted(ROOT.rglob("*.py")))


def base_names(node: ast.ClassDef) -> list[str]:
    """Returns the names of the classes that a class is derived from, without their modules."""
    return [base.attr if isinstance(base, ast.Attribute) else base.id for base in node.bases if isinstance(base, ast.Attribute | ast.Name)]


def texts_of_calls(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yields the name of each class that is called with a text first, and that text."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id[:1].isupper():
            yield from ((node.func.id, text) for text in map(constant_text, node.args[:1]) if text)


def texts_of_classes(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yields the name of each class that has a ``sentence``, and that sentence."""
    for each in ast.walk(tree):
        if isinstance(each, ast.ClassDef):
            for node in each.body:
                if isinstance(node, ast.Assign) and any(
                    isinstance(target, ast.Name) and target.id == "sentence" for target in node.targets
                ):
                    yield from ((each.name, text) for text in [constant_text(node.value)] if text)


def constant_text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
