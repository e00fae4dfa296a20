"""Deliberate errors in the rules, the numbers and the tables: each must be noticed by a test (``scripts/test --mutants``).

Each of ``deliberate_errors.toml`` is made in a copy of the project, in which the test that is named there must then fail.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
COPIED = ("src", "tests", "docs", "scripts", "pyproject.toml", "README.md")


@dataclass(frozen=True)
class DeliberateError:
    name: str
    file: str
    before: str
    after: str
    test: str

    @property
    def path(self) -> Path:
        """The file, from the root of the project."""
        return Path("src/groundfloor") / self.file


ERRORS = [DeliberateError(**each) for each in tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["error"]]


def copied(folder: Path) -> Path:
    """Copies what the tests need into a folder, which it returns."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


def first_failure(folder: Path, *tests: str) -> str:
    """Runs tests in a copy of the project and returns the first one that fails; empty if all pass."""
    environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-n", "0", "-p", "no:cacheprovider", "--nightly", *tests]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode == 0:
        return ""
    found = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    if done.returncode != 1 or found is None:
        raise SystemExit(f"The tests {tests} could not be run: {done.stdout[-500:]}{done.stderr[-500:]}")
    return found.group(1)


def noticed_by(error: DeliberateError, folder: Path) -> str:
    """Returns the test that fails with the error in a copy of the project; empty if none does."""
    file = folder / error.path
    text = file.read_text("utf-8")
    file.write_text(text.replace(error.before, error.after), "utf-8")
    try:
        return first_failure(folder, error.test)
    finally:
        file.write_text(text, "utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Tries the errors whose name or file holds one of the words, all without words; returns 1 if one is not noticed."""
    parser = argparse.ArgumentParser(prog="scripts/test --mutants", description=__doc__)
    parser.add_argument("words", nargs="*", help="only errors whose name or file holds one of these")
    translations = parser.parse_args(arguments).words
    chosen = [error for error in ERRORS if not translations or any(word in f"{error.name} {error.file}" for word in translations)]
    missed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = copied(Path(name))
        if failed := first_failure(folder, *dict.fromkeys(error.test for error in chosen)):
            raise SystemExit(f"{failed} fails without any deliberate error.")
        for error in chosen:
            test = noticed_by(error, folder)
            missed += not test
            print(f"{error.name} ({error.file}): {test or 'NOT NOTICED'}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
