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

ROOT = Path(__file__).parent.parent
MODULES = (
    "groundfloor",
    "groundfloor.agents.greedy",
    "groundfloor.engine.match",
    "groundfloor.engine.seats",
    "groundfloor.engine.view",
)


def docstrings(file: Path) -> list[str]:
    """Those of a module's source, which lies beside a compiled one too."""
    tree = ast.parse((file.parent / f"{file.name.partition('.')[0]}.py").read_text("utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    return [ast.get_docstring(node) or "" for node in ast.walk(tree) if isinstance(node, documented)]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_docstrings_run(name: str) -> None:
    module = importlib.import_module(name)
    source = importlib.util.find_spec(name)
    assert source is not None and source.origin is not None
    runner = doctest.DocTestRunner()
    for text in docstrings(Path(source.origin)):
        runner.run(doctest.DocTestParser().get_doctest(text, vars(module).copy(), name, source.origin, 0))
    results = runner.summarize()
    assert results.attempted > 0 and results.failed == 0


def test_the_library_example_of_the_readme_prints_what_it_says() -> None:
    code = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert code is not None
    *program, expected = code[1].strip().splitlines()
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile("\n".join(program), "README.md", "exec"), {})
    assert printed.getvalue().strip() == expected.removeprefix("# ")
