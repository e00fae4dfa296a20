"""The files that contributors meet first agree with each other."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import groundfloor

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LOCKS = {"club": ["club"], "test": ["test"], "dev": ["test", "dev"]}


def release(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)))


def brought_by(extra: str) -> list[str]:
    """Returns the requirements of an extra, those of the extras that it names included."""
    found: list[str] = []
    for requirement in PROJECT["optional-dependencies"][extra]:
        names = re.fullmatch(r"groundfloor\[(.+)\]", requirement)
        found += [each for name in names[1].split(",") for each in brought_by(name)] if names else [requirement]
    return found


def package_of(requirement: str) -> str:
    return re.split(r"[\[>;]", requirement)[0]


def test_terminal_and_library_need_few_packages() -> None:
    """What ``pip install groundfloor`` brings; all that serves, computes with arrays or plots comes with an extra."""
    base = {package_of(requirement) for requirement in PROJECT["dependencies"]}
    assert base == {"babel", "cyclopts", "filelock", "msgspec", "pebble", "platformdirs", "rich"}
    assert {"starlette", "uvicorn", "sqlalchemy", "numpy"} <= {package_of(requirement) for requirement in brought_by("server")}
    assert {"argon2-cffi", "webauthn", "openskill"} <= {package_of(requirement) for requirement in brought_by("club")} - {
        package_of(requirement) for requirement in brought_by("server")
    }
    assert {"gymnasium", "pettingzoo", "numpy", "openskill"} <= {package_of(requirement) for requirement in brought_by("research")}
    assert {"gymnasium", "ray"} <= {package_of(requirement) for requirement in brought_by("cluster")}


@pytest.mark.parametrize("name", LOCKS)
def test_lock_file_fits_the_ranges_and_names_no_index(name: str) -> None:
    text = (ROOT / f"requirements/{name}.lock").read_text("utf-8")
    locked = dict(re.findall(r"^([a-z0-9.-]+)==([^\s;]+)", text, re.MULTILINE))
    assert "://" not in text and "--index" not in text
    for requirement in [*PROJECT["dependencies"], *(requirement for extra in LOCKS[name] for requirement in brought_by(extra))]:
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


@pytest.mark.slow
@pytest.mark.parametrize(("maker", "made"), [("another Python", "-m venv --clear .venv\n"), ("this one", "-m venv .venv\n")])
def test_environment_of_another_python_is_made_anew(tmp_path: Path, maker: str, made: str) -> None:
    """Packages of another Python stay in the environment, but are not found; so the environment is emptied first."""
    for name in ("scripts", "requirements", ".venv/bin"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("scripts/_venv.sh", "pyproject.toml", "requirements/test.lock"):
        shutil.copy(ROOT / name, tmp_path / name)
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nif [ "$1" = -m ]; then echo "$@" >> "{tmp_path}/made"; exit 1; fi\nexec {sys.executable} "$@"\n')
    inside = tmp_path / ".venv" / "bin" / "python"
    inside.write_text("#!/bin/sh\necho CPython 3.11.0\n" if maker == "another Python" else f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    for file in (python, inside):
        file.chmod(0o755)
    script = ["bash", "-c", 'EXTRAS="[test]"; . scripts/_venv.sh']
    done = subprocess.run(script, cwd=tmp_path, env={**os.environ, "PYTHON": str(python)}, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and (tmp_path / "made").read_text() == made
