"""The commands with their options, and how errors are reported."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, TextIO

from cyclopts import App, Parameter

from groundfloor import __version__
from groundfloor.agents.agent_classes import BadSpecification
from groundfloor.arena.numpy_threads import use_one_thread
from groundfloor.daily import UnknownDay
from groundfloor.engine.errors import BadHouseValues, GroundfloorError, ImpossibleTable, UnknownRuleset
from groundfloor.presentation.rulebook import UnknownBook, UnknownParagraph
from groundfloor.presentation.translations import UnknownLanguage
from groundfloor.web.settings import BadSettings

from . import admin_commands, bot_commands, help_examples, server_commands
from .arguments import (
    BadUsage,
    Bots,
    Flag,
    HouseOption,
    Options,
    refuse_house_values,
    refuse_other_day,
    refuse_other_game,
    refuse_other_table,
    with_bots,
)
from .help_formatter import HelpFormatter

USAGE_ERRORS = (
    BadHouseValues,
    BadSettings,
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

RefusedHouseOption = Annotated[Path | None, Parameter(show=False)]
"""Accepted only to explain that a record has its own house values."""

app = App(
    name="groundfloor",
    help="Ground Floor, the open digital edition. Unofficial.",
    help_epilogue=help_examples.ALL,
    help_format="plaintext",
    help_formatter=HelpFormatter(),
    error_formatter=str,
    version=__version__,
)


app.command(server_commands.serve, help_epilogue=help_examples.SERVE)
app.command(server_commands.worker, help_epilogue=help_examples.WORKER)
app.command(server_commands.migrate_data, help_epilogue=help_examples.MIGRATE_DATA)
app.command(server_commands.backup, help_epilogue=help_examples.BACKUP)
app.command(server_commands.restore, help_epilogue=help_examples.RESTORE)
app.command(admin_commands.admin_app)
app.command(bot_commands.simulate, help_epilogue=help_examples.SIMULATE)
app.command(bot_commands.arena, help_epilogue=help_examples.ARENA)
app.command(bot_commands.lab, help_epilogue=help_examples.LAB)
app.command(bot_commands.bot_app)
app.command(bot_commands.analyse, help_epilogue=help_examples.ANALYSE)


@app.command(help_epilogue=help_examples.PLAY)
def play(
    *,
    ruleset: str | None = None,
    seats: str | None = None,
    bot: Bots = None,
    option: Options = None,
    house: HouseOption = None,
    record: Path | None = None,
    learn: Flag = False,
    practice: Flag = False,
    day: str | None = None,
    branch: Path | None = None,
    at: int | None = None,
    seat: int | None = None,
    lang: str | None = None,
) -> None:
    """Play a game in the terminal: lines of plain text, typed answers.

    Parameters
    ----------
    ruleset
        The ruleset of a new game. Default: second.
    seats
        Who plays, separated by commas: you, you:NAME, bots (random, greedy, net, search, intern, associate, manager, director, tycoon, FILE.py:CLASS, program:COMMAND), automa:pei, automa:gropius, automa:hadid. Default: you,automa:pei, or you,greedy if the ruleset has no Automas.
    record
        The file of the game; if it exists, its game goes on.
    learn
        The guided first game: the second edition against Pei, each step explained.
    practice
        A new practice game of one person against Automas and bots: everything can be undone, draws too.
    day
        The city of a day: today (in UTC), or a date such as 2026-11-22; against Pei, or with --seats you,automa:hadid against another Automa.
    branch
        The record of a finished game or a practice table: try another way from the entry that --at names; the record stays as it is.
    at
        With --branch: how many entries of the record stay.
    seat
        With --branch: the number of your seat, from 1; bots play those of other people. Default: the first person's.
    lang
        en or de. Default: from the locale.
    """
    from . import play as playing

    if bot:
        seats = with_bots(seats or "you", bot)
    if branch is not None:
        refuse_other_game(ruleset, seats, option, house, day, learn or practice)
        playing.run_branch(branch, at, seat, record, lang or playing.default_language())
    elif at is not None or seat is not None:
        raise BadUsage("--at and --seat belong to --branch FILE.")
    elif day is not None:
        refuse_other_day(ruleset, option, house, learn or practice)
        playing.run_day(day, datetime.now(UTC).date(), seats, record, lang or playing.default_language())
    elif learn:
        refuse_other_table(ruleset, seats, option, house, practice)
        playing.run_guided(record, lang or playing.default_language())
    else:
        playing.run(ruleset, seats, option or [], house, record, lang or playing.default_language(), "practice" if practice else "")


@app.command(help_epilogue=help_examples.FUZZ)
def fuzz(
    *,
    games: int | None = None,
    minutes: float | None = None,
    jobs: int = 1,
    seed: int = 1,
    house: Annotated[Path | None, Parameter(help="A TOML file of house values for all games, instead of random ones.")] = None,
    state: Path | None = None,
    reproduce: Path | None = None,
) -> None:
    """Play random games of all kinds and check invariants. A seed gives the same games with any number of jobs.

    Parameters
    ----------
    games
        Up to which game, counted from 1. Default: 1000, unless minutes are given.
    minutes
        How long to play instead; games in progress are finished.
    jobs
        The number of processes.
    seed
        Any whole number; it fixes every table, every draw and every answer.
    state
        A file for the progress: the same command goes on where it stopped.
    reproduce
        Replay this record with every check after each entry, and nothing else.
    """
    from . import fuzz_command

    if reproduce is not None:
        refuse_house_values(house)
        fuzz_command.reproduce(reproduce)
    else:
        fuzz_command.run(games, minutes, jobs, seed, state, house)


@app.command(help_epilogue=help_examples.REPLAY)
def replay(
    file: Path, *, at: int | None = None, json: Flag = False, trace: Flag = False, house: RefusedHouseOption = None, lang: str | None = None
) -> None:
    """Print the log of a record, its position, or its trace.

    Parameters
    ----------
    file
        The record.
    at
        Stop after this many entries. Default: all.
    json
        Print the position there as JSON.
    trace
        Print every question and every draw with all that was possible, one JSON object per line.
    lang
        en or de. Default: from the locale.
    """
    from . import play as playing
    from . import record_commands

    refuse_house_values(house)
    record_commands.replay(file, at, json, trace, lang or playing.default_language())


@app.command(help_epilogue=help_examples.VERIFY)
def verify(file: Path, *, house: RefusedHouseOption = None) -> None:
    """Check the draws of a finished record against its key.

    Parameters
    ----------
    file
        The record of a game that is over.
    """
    from . import record_commands

    refuse_house_values(house)
    record_commands.verify_file(file)


@app.command(help_epilogue=help_examples.RULES)
def rules(
    name: str = "second",
    paragraph: str | None = None,
    *,
    short: Flag = False,
    long: Flag = False,
    both: Flag = False,
    aid: Flag = False,
    values: Flag = False,
    json: Flag = False,
    template: Flag = False,
    house: HouseOption = None,
    lang: str | None = None,
) -> None:
    """Print the rules of a ruleset, one of their paragraphs, or every value with its evidence.

    Parameters
    ----------
    name
        A ruleset, the number of a paragraph or part of the rules, such as IV.B, or differences: what differs between the rulesets.
    paragraph
        A paragraph of the rules of the ruleset named before.
    short
        Each paragraph in one to three sentences. This is the default.
    long
        Each paragraph in full, with examples.
    both
        Both, the short version first.
    aid
        Print the player aid, the rules on a page, as Markdown.
    values
        Print only the values of a ruleset, by key.
    json
        Print the values as JSON.
    template
        Print the values as a TOML file in which house values can be set.
    lang
        en or de. Default: from the locale.
    """
    from . import play as playing
    from . import rules_command

    if template:
        rules_command.print_template(name, paragraph, house)
        return
    if aid:
        rules_command.print_aid(name, paragraph, lang or playing.default_language(), house)
        return
    length = rules_command.length_of(short, long, both)
    rules_command.rules(name, paragraph, length, values, json, lang or playing.default_language(), house)


def main(arguments: list[str] | None = None) -> None:
    """Runs the command line. Errors are printed as one sentence on standard error; exit code 2 for bad usage, 1 for a failed job.

    A reader that closes its end of a pipe, as ``head`` does, ends a command without a word, with exit code 1.
    """
    use_one_thread(os.environ)
    try:
        code = exit_code(arguments)
    except BrokenPipeError:
        code = 1
    are_written = [is_written(stream) for stream in (sys.stdout, sys.stderr) if stream is not None]
    raise SystemExit(code if all(are_written) else code or 1)


def exit_code(arguments: list[str] | None) -> int:
    """Runs a command, and returns its exit code when all that it prints is written; BrokenPipeError if nobody reads that any more."""
    try:
        app(arguments, exit_on_error=True, print_error=True, result_action="return_none")
        if sys.stdout is not None:
            sys.stdout.flush()
    except SystemExit as end:
        return int(end.code or 0)
    except GroundfloorError as error:
        say(str(error))
        return 2 if isinstance(error, USAGE_ERRORS) else 1
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
