"""The progress bar takes one line at every width, and leaves it complete."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from groundfloor.cli.progress_bar import progress_bar


@pytest.mark.parametrize("width", [12, 20, 30, 39, 40, 60, 76, 120])
def test_bar_ends_in_one_complete_line(width: int) -> None:
    text = StringIO()
    with progress_bar(Console(file=text, width=width, force_terminal=True, color_system=None, legacy_windows=False)) as progress:
        task = progress.add_task("Analysing decisions", total=1000)
        for _ in range(1000):
            progress.advance(task)
    lines = [part.rpartition("\r")[2] for part in text.getvalue().split("\n")]
    shown = [line for line in lines if "1000/1000" in line.replace("\x1b[2K", "")]
    assert len(shown) >= 1 and all(len(line.replace("\x1b[2K", "")) <= width for line in shown)
    assert text.getvalue().count("\n") == 1


def test_nothing_is_shown_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar() as progress:
        progress.add_task("Analysing", total=1)
    assert capsys.readouterr().err == ""
