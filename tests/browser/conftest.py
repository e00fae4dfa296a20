"""The folder of a site, built once for all tests of a process that need it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("node") is None or not (ROOT / "node_modules/pyodide").exists():
        pytest.skip("Node.js or Pyodide is missing")
    folder = tmp_path_factory.mktemp("host") / "games"
    subprocess.run([ROOT / "scripts/build", "--site", folder], check=True, stdout=subprocess.DEVNULL)
    return folder
