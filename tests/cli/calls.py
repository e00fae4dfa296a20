"""The command line as a user calls it."""

from __future__ import annotations

import pytest

from groundfloor.cli import main


def run(*words: str) -> int:
    """The exit code of a command."""
    with pytest.raises(SystemExit) as stop:
        main(list(words))
        raise SystemExit(0)
    return int(stop.value.code or 0)
