"""The files that contributors meet first agree with each other."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

import groundfloor

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LOCKS = {"run": [], "test": ["test"], "dev": ["test", "dev"]}


def release(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)))


@pytest.mark.parametrize("name", LOCKS)
def test_lock_file_fits_the_ranges_and_names_no_index(name: str) -> None:
    text = (ROOT / f"requirements/{name}.lock").read_text("utf-8")
    locked = dict(re.findall(r"^([a-z0-9.-]+)==([^\s;]+)", text, re.MULTILINE))
    assert "://" not in text and "--index" not in text
    for requirement in [*PROJECT["dependencies"], *(each for extra in LOCKS[name] for each in PROJECT["optional-dependencies"][extra])]:
        package, _, least = re.sub(r"\[.*\]|;.*", "", requirement).partition(">=")
        assert release(locked.get(package, "0")) >= release(least), f"{package} is missing or below {least}: run scripts/lock"


def test_version_is_the_same_everywhere() -> None:
    assert PROJECT["version"] == groundfloor.__version__


def test_library_page_has_everything_exported_and_members_that_exist() -> None:
    text = (ROOT / "docs/api.md").read_text("utf-8")
    assert sorted(re.findall(r"^::: groundfloor\.(\w+)$", text, re.MULTILINE)) == sorted(groundfloor.__all__)
    listed = re.findall(r"^::: groundfloor\.(\w+)\n    options:\n      members: \[(.+)\]$", text, re.MULTILINE)
    assert len(listed) > 2
    for name, members in listed:
        assert [member for member in members.split(", ") if not hasattr(getattr(groundfloor, name), member)] == []


def test_missing_node_is_reported_in_a_sentence(tmp_path: Path) -> None:
    """Without npm and without a way to install it."""
    for tool in ("bash", "dirname", "id"):
        (tmp_path / tool).symlink_to(shutil.which(tool) or "")
    done = subprocess.run([ROOT / "scripts/_node.sh"], env={**os.environ, "PATH": str(tmp_path)}, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "Node.js is missing (Debian: apt install nodejs npm).\n")
