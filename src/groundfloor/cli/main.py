"""The commands with their options, and how errors are reported."""

from __future__ import annotations

import os
import platform
import sys
import textwrap
from contextlib import suppress
from io import StringIO
from typing import TYPE_CHECKING, TextIO

from cyclopts import App

from groundfloor import __version__
from groundfloor.agents.agent_classes import BadSpecification
from groundfloor.daily import UnknownDay
from groundfloor.engine import COMPILED
from groundfloor.engine.errors import BadHouseValues, GroundfloorError, ImpossibleTable, UnknownRuleset
from groundfloor.presentation.rulebook import UnknownBook, UnknownParagraph
from groundfloor.presentation.translations import UnknownLanguage
from groundfloor.research.arena.numpy_threads import use_one_thread

from .arguments import BadUsage
from .encodings import use_substitutes

if TYPE_CHECKING:
    from cyclopts.help import HelpPanel
    from rich.console import Console, ConsoleOptions
    from rich.text import Text


def version_text() -> str:
    """Returns the version, and what runs: the compiled or the interpreted engine, and the Python."""
    engine = "compiled" if COMPILED else "interpreted"
    return f"groundfloor {__version__} ({engine} engine, {platform.python_implementation()} {platform.python_version()})"


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


USAGE_ERRORS = (
    BadHouseValues,
    BadSpecification,
    BadUsage,
    ImpossibleTable,
    UnknownBook,
    UnknownDay,
    UnknownLanguage,
    UnknownParagraph,
    UnknownRuleset,
)
"""Errors of the command line itself: exit code 2. Every other one is a failed job, with exit code 1."""

app = App(
    name="groundfloor",
    help="Ground Floor, the open digital edition. Unofficial.",
    help_epilogue="""Examples:
  groundfloor play
  groundfloor serve
  groundfloor rules IV.B
  groundfloor COMMAND --help
""",
    help_format="plaintext",
    help_formatter=HelpFormatter(),
    error_formatter=str,
    version=lambda: version_text(),
)
groups = {
    "admin": App(
        name="admin",
        help="Say who may administer the server on its page /admin; help somebody who has lost the password; compute ratings anew.",
        help_format="plaintext",
    ),
    "bot": App(name="bot", help="Work on a bot of your own (docs/bots.md).", help_format="plaintext"),
}
for group in groups.values():
    app.command(group)


EXTRAS: dict[str, str] = {}
"""What a command needs beside the package itself: the extra, by the first word of the command."""


def command(words: str, function: str, summary: str, *examples: str, extra: str = "") -> None:
    """Adds a command; its module (``function`` is MODULE:NAME) is imported when it is called. docs/cli.md shows the examples too."""
    *group, name = words.split()
    EXTRAS[words.split()[0]] = extra
    epilogue = "".join(["Examples:\n", *(f"  groundfloor {example}\n" for example in examples)])
    (groups[group[0]] if group else app).command(f"groundfloor.cli.{function}", name=name, help=summary, help_epilogue=epilogue)


command(
    "serve",
    "server_commands:serve",
    "Serve the web game and print its address.",
    "serve",
    "serve --host 0.0.0.0 --port 8080",
    "serve --data games",
    "serve --house mine.toml",
    "serve --settings club.toml",
    "serve --workers 4 --database postgresql://games@localhost/games",
    extra="server",
)
command(
    "worker",
    "server_commands:worker",
    "Do the work of servers that share a database: bots' moves, hints, analyses. Serve no pages.",
    "worker --database postgresql://games@localhost/games",
    "worker --settings club.toml",
    extra="server",
)
command(
    "migrate-data",
    "server_commands:migrate_data",
    "Copy all games to an empty folder or PostgreSQL database, and compare each. The server must be stopped.",
    "migrate-data --to postgresql://games@localhost/games",
    "migrate-data --database postgresql://games@localhost/games --to games",
    extra="server",
)
command(
    "backup",
    "server_commands:backup",
    "Write all games of the server to one file. The server may be running.",
    "backup games-monday.db",
    "backup latest.db --data games --overwrite",
    extra="server",
)
command(
    "restore",
    "server_commands:restore",
    "Replace the games by those of a backup; the old ones are kept in another file. The server must be stopped.",
    "restore games-monday.db",
    "restore games-monday.db --data games",
    extra="server",
)
command(
    "admin add",
    "server_commands:add_administrator",
    "Make an account an administrator; if there is none of that name, create it. The server may be running.",
    "admin add Ann",
    "admin add Ann --database postgresql://games@localhost/games",
    extra="server",
)
command(
    "admin remove",
    "server_commands:remove_administrator",
    "Take the rights of an administrator from an account, which stays. The server may be running.",
    "admin remove Ann --data games",
    extra="server",
)
command(
    "admin code",
    "server_commands:make_code",
    "Print a code by which somebody who has lost the password sets a new one, once. The server may be running.",
    "admin code Ann",
    "admin code Ann --data games",
    extra="server",
)
command(
    "admin list",
    "server_commands:list_administrators",
    "Print the names of the administrators, and since when they are. The server may be running.",
    "admin list",
    "admin list --settings club.toml",
    extra="server",
)
command(
    "admin recompute-ratings",
    "server_commands:recompute_ratings",
    "Compute all ratings anew from the results of rated games. The server may be running; moves wait meanwhile.",
    "admin recompute-ratings",
    "admin recompute-ratings --settings club.toml",
    extra="server",
)
command(
    "play",
    "play:play",
    "Play a game in the terminal: lines of plain text, typed answers.",
    "play",
    "play --learn",
    "play --practice --seats you,greedy,random",
    "play --day today --seats you,automa:hadid",
    "play --seats you:Ann,you:Ben,greedy --option deck=preset",
    "play --seats you,automa:hadid --record game.gfr",
    "play --record game.gfr --lang de",
    "play --branch game.gfr --at 31",
    "play --house mine.toml",
)
command(
    "simulate",
    "simulate_command:simulate_games",
    "Simulate many games of bots and Automas. A seed gives the same games with any number of jobs.",
    "simulate --seats greedy,random --games 20",
    "simulate --seats random,random,automa:hadid --games 50 --seed 7 --jobs 2",
    "simulate --games 10 --option deck=preset --records records --json",
    "simulate --games 10 --house mine.toml",
)
command(
    "arena",
    "arena_command:arena",
    "Compare bots and Automas in paired games: the same draws with the seats rotated. A seed gives the same games with any number of jobs.",
    "arena --seats greedy,random --games 100",
    "arena --seats tycoon,automa:gropius,automa:hadid --games 300 --target 0.5 --until-decided",
    "arena --seats director,manager,manager,manager --results director.jsonl",
    "arena --seats greedy --bot mine.py:Mine --games 40 --json",
    extra="research",
)
command(
    "lab",
    "lab_command:lab",
    "Find out what specialties, improvements, seats, eras and events are worth, from games between equal players (docs/laboratory.md).",
    "lab --games 300 --report laboratory",
    "lab --bot tycoon --players 2,2,3,4 --games 20000 --results second.jsonl --report laboratory --parquet",
    "lab --ruleset online --option deck=preset --games 1000 --jobs 4",
    "lab --games 20000 --results second.jsonl --ray auto",
    extra="research",
)
command(
    "bot check",
    "bot_check_command:check",
    "Check that a bot keeps to the rules and the clock, and report what was wrong. The exit code is 1 if anything was.",
    "bot check mine.py:Mine",
    'bot check "program:python3 mine.py" --seconds 1',
)
command(
    "analyse",
    "analyse_command:analyse",
    "Analyse the decisions of a record: what they cost, what was better and why.",
    "analyse game.gfr",
    "analyse game.gfr --seat 1 --simulations 200",
    "analyse game.gfr --everybody --json",
)
command(
    "fuzz",
    "fuzz_command:fuzz_games",
    "Play random games of all kinds and check invariants. A seed gives the same games with any number of jobs.",
    "fuzz --games 500",
    "fuzz --games 200000 --jobs 4 --state fuzz.json",
    "fuzz --minutes 10 --seed 7",
    "fuzz --games 500 --house mine.toml",
    "fuzz --reproduce fuzz-1-17.gfr",
)
command(
    "import",
    "import_command:import_games",
    "Write all games of a file of “My games” as records, to go on with or to look at.",
    "import groundfloor-games.json",
    "import groundfloor-games.json --to games",
)
command(
    "replay",
    "record_commands:replay",
    "Print the log of a record, its position, or its trace.",
    "replay game.gfr",
    "replay game.gfr --at 40 --json",
    "replay game.gfr --trace",
)
command(
    "verify",
    "record_commands:verify_draws",
    "Check the draws of a finished record against its key.",
    "verify game.gfr",
)
command(
    "rules",
    "rules_command:rules",
    "Print the rules of a ruleset, one of their paragraphs, or every value with its evidence.",
    "rules IV.B",
    "rules IV.B --long --lang de",
    "rules second --both",
    "rules second --aid",
    "rules differences",
    "rules second --values",
    "rules second --template",
    "rules second III.E --house mine.toml",
)


@app.command(name="--man-page", help="Print the man page, as for groundfloor --man-page | man -l -.")
def print_man_page() -> None:
    from .man_page import man_page

    print(man_page(app), end="")


app.register_install_completion_command(help="Install completion for bash, zsh or fish, and say what it has changed.")


def main(arguments: list[str] | None = None) -> None:
    """Runs the command line. Errors are printed as one sentence on standard error; exit code 2 for bad usage, 1 for a failed job.

    A reader that closes its end of a pipe, as ``head`` does, ends a command without a word, with exit code 1.
    """
    use_one_thread(os.environ)
    use_substitutes()
    try:
        code = exit_code(arguments)
    except BrokenPipeError:
        code = 1
    are_written = [is_written(stream) for stream in (sys.stdout, sys.stderr) if stream is not None]
    raise SystemExit(code if all(are_written) else code or 1)


AS_FILE = {"-": "./-"}
"""How the word for standard input is passed to the parser, which takes it for an option otherwise; as paths both are the same."""


def drop_commands_without_packages() -> None:
    """Removes the commands whose packages are not installed, as completion scripts and the man page are made from the options of all commands."""
    for name in EXTRAS:
        try:
            entry = app[name]
            for word in entry if name in groups else ():
                entry[word]
        except ImportError:
            del app[name]


def exit_code(arguments: list[str] | None) -> int:
    """Runs a command, and returns its exit code when all that it prints is written; BrokenPipeError if nobody reads that any more."""
    try:
        words = sys.argv[1:] if arguments is None else arguments
        if words[:1] in (["--install-completion"], ["--man-page"]):
            drop_commands_without_packages()
        app([AS_FILE.get(word, word) for word in words], exit_on_error=True, print_error=True, result_action="return_none")
        if sys.stdout is not None:
            sys.stdout.flush()
    except SystemExit as end:
        return int(end.code or 0)
    except GroundfloorError as error:
        say(str(error))
        return 2 if isinstance(error, USAGE_ERRORS) else 1
    except ImportError as error:
        # Cyclopts reports by an ImportError of its own what the module of a command can't import.
        missing = error.__cause__ if isinstance(error.__cause__, ModuleNotFoundError) else error
        extra = EXTRAS.get(words[0], "") if words else ""
        if not extra or not isinstance(missing, ModuleNotFoundError) or str(missing.name).startswith("groundfloor"):
            raise
        say(f'groundfloor {words[0]} needs {missing.name}, which is not installed: pip install "groundfloor[{extra}]"')
        return 1
    except BrokenPipeError:
        raise
    except OSError as error:
        say(f"{error.filename or 'A file'}: {error.strerror or error}.")
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def say(sentence: str) -> None:
    """Prints a sentence on standard error, where somebody reads it."""
    with suppress(OSError):
        print(sentence, file=sys.stderr)


def is_written(stream: TextIO) -> bool:
    """Returns True if all that was printed is written; else what is left goes nowhere, as Python would report it when it ends."""
    try:
        stream.flush()
    except OSError:
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), stream.fileno())
        return False
    return True
