"""The states of an open page (``static/page-state.js``), tested by Node's own test runner: ``node --test tests/server/game/board/page_state``."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

TESTS = Path(__file__).with_name("page_state")


@pytest.mark.slow
@pytest.mark.parametrize("file", sorted(TESTS.glob("*.test.js")), ids=lambda file: file.name)
def test_states_of_an_open_page(file: Path, is_thorough: bool) -> None:
    node = shutil.which("node")
    if node is None:
        assert "CI" not in os.environ, "Node.js is missing."
        pytest.skip("Node.js is missing, so the states of an open page are not tested (Debian: apt install nodejs).")
    variables = {**os.environ, "THOROUGH": "yes" if is_thorough else ""}
    done = subprocess.run([node, "--test", file], env=variables, capture_output=True, text=True, check=False)  # noqa: S603 - own arguments
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr
