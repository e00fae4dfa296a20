"""Formats the help of commands."""

from __future__ import annotations

import textwrap
from io import StringIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cyclopts.help import HelpPanel
    from rich.console import Console, ConsoleOptions
    from rich.text import Text

UNWRAPPED = 10_000
FURTHER_LINES = 6 * " "


class HelpFormatter:
    """Prints plain text, in which the further lines of a parameter are indented.

    The plain formatter of cyclopts wraps a description twice: alone, and again behind the name of its parameter.
    """

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        """Prints a list of commands or of parameters."""
        from cyclopts.help import PlainFormatter
        from rich.console import Console

        text = StringIO()
        unwrapped = Console(file=text, width=UNWRAPPED)
        PlainFormatter()(unwrapped, unwrapped.options, panel)
        for line in text.getvalue().splitlines():
            print(textwrap.fill(line, console.width, subsequent_indent=FURTHER_LINES, break_on_hyphens=False), file=console.file)

    def render_usage(self, console: Console, options: ConsoleOptions, usage: Text) -> None:
        print(f"Usage: {usage.plain.strip()}\n", file=console.file)
