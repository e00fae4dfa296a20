"""The man page, made from the help of the commands."""

from __future__ import annotations

import re
from io import StringIO
from typing import TYPE_CHECKING

from rich.console import Console

if TYPE_CHECKING:
    from cyclopts import App

WIDTH = 76
"""Columns of the help in the page."""
HEAD = '.TH GROUNDFLOOR 1 "" "groundfloor" "User Commands"\n'
NAME = ".SH NAME\ngroundfloor \\- the open digital edition of the board game Ground Floor\n"
ENDING = """.SH EXIT STATUS
.TP
0
All went well.
.TP
1
The job failed: a file can't be read, a record is damaged, a port is taken.
.TP
2
The command line is not valid.
.TP
130
Interrupted by Ctrl-C.
.SH FILES
Games in the terminal are kept only with \\-\\-record; the server keeps its games in one folder (\\-\\-data).
.SH SEE ALSO
The documents in docs/, first docs/cli.md.
"""


def man_page(app: App) -> str:
    """Returns the page in the language of man pages; a command is left out whose packages are not installed."""
    parts = [HEAD, NAME, ".SH SYNOPSIS\n.B groundfloor\nCOMMAND [OPTIONS]\n.SH DESCRIPTION\n", preformatted(help_of(app)), ".SH COMMANDS\n"]
    parts += [f".SS groundfloor {' '.join(words)}\n{preformatted(help_of(app, *words))}" for words in commands(app)]
    return "".join(parts) + ENDING


def commands(app: App) -> list[tuple[str, ...]]:
    """Returns the words of every command, in alphabetical order."""
    listed: list[tuple[str, ...]] = []
    for name in app:
        if not name.startswith("-"):
            inner = [word for word in app[name] if not word.startswith("-")]
            listed += [(name, word) for word in inner] or [(name,)]
    return sorted(listed)


def help_of(app: App, *words: str) -> str:
    """Returns the help of a command as a terminal shows it."""
    text = StringIO()
    app.help_print(list(words), console=Console(file=text, width=WIDTH))
    return text.getvalue().strip("\n")


def preformatted(text: str) -> str:
    """Returns lines that stand in the page as they are."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return ".nf\n" + re.sub(r"^([.'])", r"\\&\1", escaped, flags=re.MULTILINE) + "\n.fi\n"
