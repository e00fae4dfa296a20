"""The examples in the docstrings of the environments and of their document run."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

from groundfloor import environments

ROOT = Path(__file__).parents[2]
FOLDER = Path(environments.__file__).parent
MODULES = sorted(
    f"groundfloor.environments.{file.stem}".removesuffix(".__init__") for file in FOLDER.glob("*.py") if ">>> " in file.read_text("utf-8")
)
BLOCKS = re.findall(r"```python\n(.*?)```", (ROOT / "docs/environments.md").read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_run(name: str) -> None:
    if "open_spiel" in name:
        pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this system or Python, so its examples are not tried")
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted > 0 and found.failed == 0


def test_examples_of_the_document_run() -> None:
    names: dict[str, object] = {}
    for block in BLOCKS:
        if "pyspiel" in block:
            pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this system or Python, so its examples are not tried")
        exec(compile(block, "docs/environments.md", "exec"), names)  # noqa: S102 - the project's own document
    assert {"env", "envs", "kind", "scale"} <= names.keys()
