"""The compiled engine: it is tested by ``scripts/test --compiled``, so here only that this can be done, and what must not happen."""

from __future__ import annotations

import os
import shutil
import sysconfig
from pathlib import Path

import pytest

from groundfloor.engine import COMPILED, errors

ROOT = Path(__file__).parents[1]


def test_the_flag_tells_whether_the_engine_is_compiled() -> None:
    assert (Path(errors.__file__).suffix != ".py") == COMPILED


def test_nothing_compiled_lies_beside_the_sources() -> None:
    assert [file.name for ending in ("*.so", "*.pyd") for file in (ROOT / "src").rglob(ending)] == []


def test_ci_has_a_compiler_to_test_the_compiled_engine() -> None:
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")
    if not compiler or not (Path(sysconfig.get_paths()["include"]) / "Python.h").is_file():
        assert not os.environ.get("CI"), "no C compiler here, and CI must have one"
        pytest.skip("no C compiler or no headers of Python: scripts/test --compiled can't run here")
