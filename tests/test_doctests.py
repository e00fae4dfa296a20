"""The examples of the public interface run, and so does the one of the README."""

from __future__ import annotations

import contextlib
import doctest
import importlib
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


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_docstrings_run(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name))
    assert results.attempted > 0 and results.failed == 0


def test_the_library_example_of_the_readme_prints_what_it_says() -> None:
    code = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert code is not None
    *program, expected = code[1].strip().splitlines()
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile("\n".join(program), "README.md", "exec"), {})
    assert printed.getvalue().strip() == expected.removeprefix("# ")
