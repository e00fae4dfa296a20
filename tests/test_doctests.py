"""The examples in docstrings run, and so does the one of the README; whatever programs may use has an example."""

from __future__ import annotations

import ast
import contextlib
import doctest
import importlib.util
import inspect
import io
import re
from pathlib import Path

import pytest

import groundfloor
import groundfloor.agents
import groundfloor.research.environments

ROOT = Path(__file__).parent.parent
PACKAGES = (groundfloor, groundfloor.agents, groundfloor.research.environments)
EXPORTED = [
    (name, getattr(package, name).__module__) for package in PACKAGES for name in package.__all__ if callable(getattr(package, name))
]
"""Functions and classes that the packages for programs export, and their modules; constants have a docstring below them."""
SOURCES = ROOT / "src"
MODULES = [
    ".".join(file.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")
    for file in sorted((SOURCES / "groundfloor").rglob("*.py"))
    if ">>> " in file.read_text("utf-8")
]


def source(module: str) -> Path:
    """Returns the Python file of a module, which lies beside a compiled one too."""
    spec = importlib.util.find_spec(module)
    assert spec is not None and spec.origin is not None
    file = Path(spec.origin)
    return file.parent / f"{file.name.partition('.')[0]}.py"


def docstrings(module: str) -> list[tuple[str, str]]:
    """Returns the name and docstring of a module (its name is ""), and of every class, function and method in it."""
    tree = ast.parse(source(module).read_text("utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    return [(getattr(node, "name", ""), ast.get_docstring(node) or "") for node in ast.walk(tree) if isinstance(node, documented)]


def documented_members(module: str, name: str) -> list[str]:
    """Returns the methods and properties of a class that have a docstring; none of a function."""
    tree = ast.parse(source(module).read_text("utf-8"))
    body = [part for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name for part in node.body]
    return [part.name for part in body if isinstance(part, ast.FunctionDef) and ast.get_docstring(part) and not part.name.startswith("_")]


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_docstrings_run(module: str) -> None:
    if "open_spiel" in module:
        pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this system or Python, so its examples are not tried")
    names = vars(importlib.import_module(module))
    runner = doctest.DocTestRunner()
    for name, text in docstrings(module):
        runner.run(doctest.DocTestParser().get_doctest(text, names.copy(), f"{module}.{name}", str(source(module)), 0))
    results = runner.summarize()
    assert results.attempted > 0 and results.failed == 0


@pytest.mark.parametrize(("name", "module"), EXPORTED)
def test_everything_exported_has_an_example(name: str, module: str) -> None:
    assert ">>> " in dict(reversed(docstrings(module)))[name]


def test_the_library_example_of_the_readme_prints_what_it_says() -> None:
    code = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert code is not None
    *program, expected = code[1].strip().splitlines()
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile("\n".join(program), "README.md", "exec"), {})
    assert printed.getvalue().strip() == expected.removeprefix("# ")


@pytest.mark.parametrize(("name", "module"), EXPORTED)
def test_help_shows_docstrings_and_signatures(name: str, module: str) -> None:
    """Of the compiled engine too."""
    thing = getattr(importlib.import_module(module), name)
    assert (thing.__doc__ or "").strip().startswith(dict(reversed(docstrings(module)))[name].split("\n")[0])
    assert (isinstance(thing, type) and issubclass(thing, Exception)) or str(inspect.signature(thing))
    for each in documented_members(module, name):
        member = getattr(thing, each)
        assert inspect.getdoc(member), f"{name}.{each}"
        assert inspect.isdatadescriptor(member) or str(inspect.signature(member)), f"{name}.{each}"
