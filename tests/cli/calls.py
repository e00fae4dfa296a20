"""The command line as a user calls it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from groundfloor.cli import main


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as stop:
        main(list(words))
        raise SystemExit(0)
    return int(stop.value.code or 0)


def process(*words: str, typed: str) -> subprocess.CompletedProcess[str]:
    """Plays a game in a process of its own, in English, that is typed these lines."""
    call = [sys.executable, "-m", "groundfloor", "play", "--lang", "en", *words]
    return subprocess.run(call, input=typed, capture_output=True, text=True, check=False, timeout=120)
