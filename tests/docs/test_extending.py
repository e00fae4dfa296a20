"""The recipes of docs/extending.md, followed step by step in a copy of the project."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.support.samples import sampled

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/extending.md").read_text("utf-8")
RECIPES = dict(re.findall(r"^### (.+)\n((?:(?!^##).*\n)*)", TEXT, re.MULTILINE))
STEP = re.compile(r'^( *)```(\w+)(?: title="([^"]+)")?\n(.*?)^\1```$', re.MULTILINE | re.DOTALL)


def follow(recipe: str, project: Path) -> list[str]:
    """Takes the steps of a recipe in a copy of the project; returns the commands that were run."""
    commands = []
    for indent, language, path, block in STEP.findall(recipe):
        code = textwrap.dedent(block) if indent else block
        if language == "console":
            for command, expected in re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", code, re.MULTILINE):
                printed = run(command, project)
                assert all(line in printed for line in expected.splitlines()), printed
                commands.append(command)
        elif language == "diff":
            change(project / path, code)
        else:
            assert not (project / path).exists(), f"{path} is there already"
            (project / path).parent.mkdir(exist_ok=True)
            (project / path).write_text(code, "utf-8")
    return commands


def change(file: Path, diff: str) -> None:
    """Replaces the old lines of a diff by its new ones, at the one place where the file has them."""
    lines = diff.splitlines()
    old = "".join(f"{line[1:]}\n" for line in lines if line[0] in " -")
    new = "".join(f"{line[1:]}\n" for line in lines if line[0] in " +")
    text = file.read_text("utf-8")
    assert text.count(old) == 1, f"{file.name} has not once:\n{old}"
    file.write_text(text.replace(old, new), "utf-8")


def run(command: str, project: Path) -> str:
    """Runs ``groundfloor`` or ``pytest`` with the copy's sources; returns what was printed."""
    program, *arguments = command.split()
    known = {
        "groundfloor": ["-c", "from groundfloor.cli import main; main()"],
        "pytest": ["-m", "pytest", "-q", "--noconftest", "-p", "no:cacheprovider"],
    }
    surroundings = {**os.environ, "PYTHONPATH": str(project / "src")}
    done = subprocess.run([sys.executable, *known[program], *arguments], cwd=project, env=surroundings, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Returns a copy of the sources, of the folders that recipes write to and of the settings of ruff."""
    for folder in ("src", "tests/agents", "tests/support", "tests/server", "tests/table"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


@pytest.mark.interpreted("a copy of the sources is not compiled")
@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(RECIPES, "Add a question kind".__eq__))
def test_recipe_can_be_followed(name: str, project: Path) -> None:
    """What it leaves is also in the style that ``scripts/check`` asks for."""
    assert follow(RECIPES[name], project)
    files = sorted({path for _indent, _language, path, _block in STEP.findall(RECIPES[name]) if path.endswith(".py")})
    for check in (["check"], ["format", "--check"]):
        done = subprocess.run([sys.executable, "-m", "ruff", *check, *files], cwd=project, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


def test_recipes_are_found() -> None:
    assert {
        "Add a bot",
        "Add a tile",
        "Add an option",
        "Add a question kind",
        "Add a ruleset",
        "Add a language",
        "Add a page with a form and an API",
        "Add an operation of a table",
    } <= set(RECIPES)


def test_diff_without_its_place_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text("a = 1\nb = 2\n")
    change(tmp_path / "code.py", " a = 1\n-b = 2\n+b = 3\n")
    assert (tmp_path / "code.py").read_text() == "a = 1\nb = 3\n"
    with pytest.raises(AssertionError, match="has not once"):
        change(tmp_path / "code.py", "-b = 2\n+b = 3\n")
