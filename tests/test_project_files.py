"""The files that contributors meet first agree with each other: versions, lock files, tools, workflow, site."""

from __future__ import annotations

import json
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
EXTRAS = PROJECT["optional-dependencies"]
LOCKS = {"run": [], "test": ["test"], "dev": ["test", "dev"]}


def locked(name: str) -> dict[str, str]:
    """Returns the versions of a lock file by package; of two for different Pythons the last."""
    text = (ROOT / f"requirements/{name}.lock").read_text("utf-8")
    return dict(re.findall(r"^([a-z0-9.-]+)==([^\s;]+)", text, re.MULTILINE))


def release(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)))


@pytest.mark.parametrize("name", LOCKS)
def test_lock_file_fits_the_ranges(name: str) -> None:
    wanted = [*PROJECT["dependencies"], *(each for extra in LOCKS[name] for each in EXTRAS[extra])]
    versions = locked(name)
    for requirement in wanted:
        package, _, least = re.sub(r"\[.*\]|;.*", "", requirement).partition(">=")
        assert package in versions, f"{package} is not in requirements/{name}.lock: run scripts/lock"
        assert release(versions[package]) >= release(least), f"{package} {versions[package]} is below {least}: run scripts/lock"


@pytest.mark.parametrize("name", LOCKS)
def test_lock_file_has_hashes_and_no_addresses(name: str) -> None:
    text = (ROOT / f"requirements/{name}.lock").read_text("utf-8")
    assert "://" not in text and "--index" not in text
    assert len(re.findall(r"^\S+==\S+ (?:; .+ )?\\\n    --hash=", text, re.MULTILINE)) == len(re.findall(r"^\S+==", text, re.MULTILINE)) > 0


def test_every_set_of_extras_in_a_script_has_a_lock_file() -> None:
    setup = (ROOT / "scripts/_venv.sh").read_text("utf-8")
    used = {
        found
        for file in (ROOT / "scripts").iterdir()
        if file.is_file()
        for found in re.findall(r'^EXTRAS="(.*)"$', file.read_text("utf-8"), re.MULTILINE)
    }
    assert len(used) > 2 and all(f'"{extras}") lock=' in setup for extras in used)
    assert all((ROOT / path).exists() for path in re.findall(r"lock=(\S+)", setup))


def test_tools_of_the_page_are_pinned() -> None:
    wanted = json.loads((ROOT / "package.json").read_text("utf-8"))["devDependencies"]
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in wanted.values())
    assert {name: packages[f"node_modules/{name}"]["version"] for name in wanted} == wanted
    assert [name for name, package in packages.items() if name and ("integrity" not in package or "resolved" in package)] == []


def test_version_is_the_same_everywhere() -> None:
    assert PROJECT["version"] == groundfloor.__version__


def test_workflow_runs_every_supported_python() -> None:
    text = (ROOT / ".github/workflows/checks.yml").read_text("utf-8")
    matrix = re.search(r"python: \[(.*)\]", text)
    assert matrix is not None
    versions = re.findall(r'"3\.(\d+)"', matrix[1])
    assert f">=3.{versions[0]}" == PROJECT["requires-python"]
    assert [int(version) for version in versions] == list(range(int(versions[0]), int(versions[-1]) + 1))
    assert all((ROOT / script).exists() for script in re.findall(r"run: (scripts/\S+)", text))


def test_site_has_every_document() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text("utf-8")
    documents = [file.relative_to(ROOT / "docs").as_posix() for file in (ROOT / "docs").rglob("*.md")]
    assert [name for name in documents if f": {name}\n" not in navigation] == []


def test_library_page_has_everything_exported() -> None:
    named = re.findall(r"^::: groundfloor\.(\w+)$", (ROOT / "docs/api.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(named) == sorted(groundfloor.__all__)


def test_members_on_the_library_page_exist() -> None:
    text = (ROOT / "docs/api.md").read_text("utf-8")
    listed = re.findall(r"^::: groundfloor\.(\w+)\n    options:\n      members: \[(.+)\]$", text, re.MULTILINE)
    members = [(name, member) for name, found in listed for member in found.split(", ")]
    assert len(members) > 20
    assert [pair for pair in members if not hasattr(getattr(groundfloor, pair[0]), pair[1])] == []


def test_missing_node_is_reported_in_a_sentence(tmp_path: Path) -> None:
    """Without npm and without a way to install it."""
    for tool in ("bash", "dirname", "id"):
        (tmp_path / tool).symlink_to(shutil.which(tool) or "")
    done = subprocess.run([ROOT / "scripts/_node.sh"], env={**os.environ, "PATH": str(tmp_path)}, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "Node.js is missing (Debian: apt install nodejs npm).\n")
