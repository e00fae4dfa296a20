"""The progress bar of commands that play many games."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Column

WIDTH_FOR_NAME, WIDTH_FOR_TIME, WIDTH_FOR_BAR = 30, 40, 76
"""Columns of a terminal from which on the name, the time left and the bar have room beside the count."""


def progress_bar(console: Console | None = None) -> Progress:
    """Returns a progress bar of one line on standard error, with as much as there is room for; nothing is shown if that is no terminal."""
    shown = console or Console(stderr=True)
    columns: list[ProgressColumn] = []
    if shown.width >= WIDTH_FOR_NAME:
        columns.append(TextColumn("{task.description}", table_column=Column(no_wrap=True)))
    if shown.width >= WIDTH_FOR_BAR:
        columns.append(BarColumn())
    columns.append(MofNCompleteColumn(table_column=Column(no_wrap=True)))
    if shown.width >= WIDTH_FOR_TIME:
        columns.append(TimeRemainingColumn(table_column=Column(no_wrap=True)))
    return Progress(*columns, console=shown, disable=console is None and not sys.stderr.isatty())
