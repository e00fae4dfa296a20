"""What the terminal can do with the packages of ``pip install groundfloor`` alone, and what it says where an extra is missing."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from functools import cache
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

import pytest

from tests.support.samples import sampled

WITHOUT_EXTRAS = """
import json, sys
from importlib.abc import MetaPathFinder

class Blocked(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in blocked:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

blocked = set(json.loads(sys.argv.pop(1)))
sys.meta_path.insert(0, Blocked())
from groundfloor.cli import main
main()
"""
PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
SECONDS = 120.0


def normal(package: str) -> str:
    return re.sub(r"[-_.]+", "-", package).lower()


def needed(package: str, found: set[str]) -> set[str]:
    """Adds a distribution and all that it needs without extras to ``found``."""
    if normal(package) not in found:
        found.add(normal(package))
        try:
            requirements = requires(package) or []
        except PackageNotFoundError:  # for another system or version of Python
            requirements = []
        for requirement in requirements:
            if "extra ==" not in requirement:
                needed(re.split(r"[^A-Za-z0-9._-]", requirement)[0], found)
    return found


@cache
def blocked() -> str:
    """Returns, as JSON, the modules that are installed here and would not be by ``pip install groundfloor``."""
    base = {"groundfloor"}
    for requirement in PROJECT["dependencies"]:
        needed(re.split(r"[\[>;]", requirement)[0], base)
    return json.dumps([module for module, packages in packages_distributions().items() if not base & {normal(name) for name in packages}])


def groundfloor(*arguments: str, typed: str = "", folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Runs the command line as an installation without extras does."""
    command = [sys.executable, "-c", WITHOUT_EXTRAS, blocked(), *arguments]
    return subprocess.run(command, input=typed, capture_output=True, encoding="utf-8", cwd=folder, timeout=SECONDS)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "extra"),
    sampled(
        [
            (["serve", "--data", "games", "--port", "1"], "server"),
            (["backup", "games.db"], "server"),
            (["admin", "add", "Ann"], "server"),
            (["arena", "--seats", "greedy,random", "--games", "2"], "research"),
            (["lab", "--games", "2"], "research"),
            (["lab", "--help"], "research"),
        ],
        lambda case: case[0][0] in ("backup", "arena"),
    ),
    ids=lambda value: " ".join(value[:2]) if isinstance(value, list) else value,
)
def test_command_says_which_extra_it_needs(command: list[str], extra: str, tmp_path: Path) -> None:
    done = groundfloor(*command, folder=tmp_path)
    sentence = rf'groundfloor {command[0]} needs \w+, which is not installed: pip install "groundfloor\[{extra}\]"\n'
    assert done.returncode == 1 and done.stdout == "" and re.fullmatch(sentence, done.stderr), done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.thorough
@pytest.mark.slow
def test_terminal_plays_without_extras(tmp_path: Path) -> None:
    """Against Automas and all levels: those that ask the network compute it without NumPy."""
    blocks = blocked()
    assert "numpy" in blocks and "starlette" in blocks and "sqlalchemy" in blocks and "rich" not in blocks
    game = ["--practice", "--seats", "you,automa:pei,manager,champion", "--record", "game.gfr"]
    done = groundfloor("play", *game, typed="hint\nquit\n", folder=tmp_path)
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
    assert "Choose “" in done.stdout
    replayed = groundfloor("replay", "game.gfr", folder=tmp_path)
    assert replayed.returncode == 0 and "Pei" in replayed.stdout, replayed.stderr


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize(
    "command",
    [
        "rules IV.B --lang de",
        "simulate --seats greedy,manager,automa:pei --games 2 --jobs 2",
        "fuzz --games 2",
        "bot check random",
        "--help",
    ],
)
def test_command_works_without_extras(command: str, tmp_path: Path) -> None:
    done = groundfloor(*command.split(), folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
