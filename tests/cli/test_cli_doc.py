"""docs/cli.md is true: its examples print what it shows, and it has every command."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from .calls import run

DOC = (Path(__file__).parent.parent.parent / "docs" / "cli.md").read_text("utf-8")


def examples() -> list[tuple[str, str]]:
    """Returns each command line of the document with what it shows below it."""
    found: list[tuple[str, str]] = []
    for block in re.findall(r"```console\n(.*?)```", DOC, re.DOTALL):
        for part in block.split("$ ")[1:]:
            call, _newline, shown = part.partition("\n")
            found.append((call, shown))
    return found


def pattern(shown: str) -> str:
    """Returns what is shown as a pattern: an ellipsis stands for anything, also for no line or many."""
    return ".*".join(re.escape(part) for part in shown.strip().split("…"))


@pytest.mark.thorough
@pytest.mark.slow
def test_the_examples_print_what_the_document_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A shell runs the lines with a pipe; the others run in this process, as most of their time would be Python's start."""
    monkeypatch.chdir(tmp_path)
    call = tmp_path / "bin" / "groundfloor"
    call.parent.mkdir()
    call.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m groundfloor "$@"\n')
    call.chmod(0o755)
    roots = os.pathsep.join(str(Path(path).resolve()) for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path)
    around = {**os.environ, "PATH": f"{call.parent}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": roots}
    assert len(examples()) >= 9
    for line, shown in examples():
        if "|" in line:
            subprocess.run(["sh", "-c", line], env=around, check=False)
        else:
            run(*shlex.split(line)[1:])
        printed = capfd.readouterr()
        assert re.fullmatch(pattern(shown), (printed.out + printed.err).strip(), re.DOTALL), (line, printed)
