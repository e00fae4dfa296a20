"""The examples of the public interface run, and so does the one of the README."""

from __future__ import annotations

import ast
import contextlib
import doctest
import importlib.util
import io
import re
from pathlib import Path

import pytest

import groundfloor

ROOT = Path(__file__).parent.parent
EXPORTED = {name: getattr(groundfloor, name).__module__ for name in groundfloor.__all__}
MODULES = sorted({"groundfloor", "groundfloor.agents.greedy_agent", "groundfloor.engine.view", *EXPORTED.values()})


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


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_docstrings_run(module: str) -> None:
    names = vars(importlib.import_module(module))
    runner = doctest.DocTestRunner()
    for name, text in docstrings(module):
        runner.run(doctest.DocTestParser().get_doctest(text, names.copy(), f"{module}.{name}", str(source(module)), 0))
    results = runner.summarize()
    assert results.attempted > 0 and results.failed == 0


@pytest.mark.parametrize("name", EXPORTED)
def test_everything_exported_has_an_example(name: str) -> None:
    assert ">>> " in dict(reversed(docstrings(EXPORTED[name])))[name]


def test_the_library_example_of_the_readme_prints_what_it_says() -> None:
    code = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert code is not None
    *program, expected = code[1].strip().splitlines()
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile("\n".join(program), "README.md", "exec"), {})
    assert printed.getvalue().strip() == expected.removeprefix("# ")
