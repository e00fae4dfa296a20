"""The commands, and how their errors are said."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from groundfloor import __version__
from groundfloor.engine.errors import BadHouseValues, GroundfloorError, ImpossibleTable, UnknownRuleset
from groundfloor.help import UnknownBook, UnknownParagraph
from groundfloor.locales import UnknownLanguage
from groundfloor.web.settings import BadSettings

from . import epilogues, server_commands
from .usage import BadUsage, Flag, no_house

BAD_USAGE = (BadHouseValues, BadSettings, BadUsage, ImpossibleTable, UnknownBook, UnknownLanguage, UnknownParagraph, UnknownRuleset)
"""Errors in the words of the command line: exit code 2. Every other one is a failed job, with exit code 1."""

House = Annotated[Path | None, Parameter(help="A TOML file of house values, as rules NAME --template writes one.")]
NoHouse = Annotated[Path | None, Parameter(show=False)]
"""Understood only to say that a record has its own."""
Options = Annotated[list[str] | None, Parameter(name="--option", negative=(), help="NAME=VALUE; may be repeated.")]

app = App(
    name="groundfloor",
    help="Ground Floor, the open digital edition. Unofficial.",
    help_epilogue=epilogues.ALL,
    help_format="plaintext",
    help_formatter="plain",
    error_formatter=str,
    version=__version__,
)


app.command(server_commands.serve, help_epilogue=epilogues.SERVE)
app.command(server_commands.backup, help_epilogue=epilogues.BACKUP)
app.command(server_commands.restore, help_epilogue=epilogues.RESTORE)


@app.command(help_epilogue=epilogues.PLAY)
def play(
    *,
    ruleset: str | None = None,
    seats: str | None = None,
    option: Options = None,
    house: House = None,
    record: Path | None = None,
    lang: str | None = None,
) -> None:
    """Play a game in the terminal: lines of plain text, typed answers.

    Parameters
    ----------
    ruleset
        The ruleset of a new game, second if it is not named.
    seats
        Who plays, by commas: you, you:NAME, random, greedy, automa:pei, automa:gropius, automa:hadid. Without it you,automa:pei, or you,greedy if the ruleset has no Automas.
    record
        The file that the game is kept in; if it is there already, its game goes on.
    lang
        en or de; without it the language of the surroundings.
    """
    from . import play as playing

    playing.run(ruleset, seats, option or [], house, record, lang or playing.usual_language())


@app.command(help_epilogue=epilogues.SIMULATE)
def simulate(
    *,
    ruleset: str = "second",
    seats: str = "random,random",
    games: int = 100,
    seed: int = 1,
    jobs: int = 1,
    option: Options = None,
    house: House = None,
    records: Path | None = None,
    json: Flag = False,
) -> None:
    """Play many games by agents and Automas; the same from the seed at any number of jobs.

    Parameters
    ----------
    ruleset
        The ruleset.
    seats
        Who plays, by commas: random, greedy, automa:pei, automa:gropius, automa:hadid.
    games
        How many games.
    seed
        Any whole number; it fixes every draw and every agent.
    jobs
        How many processes play at the same time.
    records
        A folder that gets a record of each game.
    json
        The results as JSON.
    """
    from . import simulation

    simulation.run(ruleset, seats, games, seed, jobs, option or [], house, records, json)


@app.command(help_epilogue=epilogues.FUZZ)
def fuzz(
    *,
    games: int | None = None,
    minutes: float | None = None,
    jobs: int = 1,
    seed: int = 1,
    house: Annotated[Path | None, Parameter(help="A TOML file of house values for all games, in the place of drawn ones.")] = None,
    state: Path | None = None,
    reproduce: Path | None = None,
) -> None:
    """Play random games of all kinds and check what always holds; the same from the seed at any number of jobs.

    Parameters
    ----------
    games
        Up to which game, counted from 1; 1000 if neither games nor minutes are named.
    minutes
        How long instead; the games that are begun are played to their end.
    jobs
        How many processes play at the same time.
    seed
        Any whole number; it fixes every table, every draw and every answer.
    state
        A file that keeps what was played: the same command goes on where it stopped.
    reproduce
        A record to be played again with every check after each entry, and nothing else.
    """
    from . import fuzzing

    if reproduce is not None:
        no_house(house)
        fuzzing.reproduce(reproduce)
    else:
        fuzzing.run(games, minutes, jobs, seed, state, house)


@app.command(help_epilogue=epilogues.REPLAY)
def replay(
    file: Path, *, at: int | None = None, json: Flag = False, trace: Flag = False, house: NoHouse = None, lang: str | None = None
) -> None:
    """Tell the story of a record, or print its position or its trace.

    Parameters
    ----------
    file
        The record.
    at
        Only its first entries, so many; without it all.
    json
        The position there as JSON.
    trace
        Every question and every draw with all that was possible, one JSON object a line.
    lang
        en or de; without it the language of the surroundings.
    """
    from . import play as playing
    from . import records

    no_house(house)
    records.replay(file, at, json, trace, lang or playing.usual_language())


@app.command(help_epilogue=epilogues.VERIFY)
def verify(file: Path, *, house: NoHouse = None) -> None:
    """Check the draws of a finished record against its key.

    Parameters
    ----------
    file
        The record of a game that is over.
    """
    from . import records

    no_house(house)
    records.verify_file(file)


@app.command(help_epilogue=epilogues.RULES)
def rules(
    name: str = "second",
    paragraph: str | None = None,
    *,
    short: Flag = False,
    long: Flag = False,
    both: Flag = False,
    values: Flag = False,
    json: Flag = False,
    template: Flag = False,
    house: House = None,
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
        Each paragraph in a sentence or three; so it is without any of the three.
    long
        Each paragraph in full, with examples.
    both
        Both, the short form first.
    values
        Only the values of a ruleset, by their keys.
    json
        The values as JSON.
    template
        The values as a TOML file in which house values can be set.
    lang
        en or de; without it the language of the surroundings.
    """
    from . import play as playing
    from . import rules_command

    if template:
        rules_command.print_template(name, paragraph, house)
        return
    form = rules_command.form_of(short, long, both)
    rules_command.rules(name, paragraph, form, values, json, lang or playing.usual_language(), house)


def main(arguments: list[str] | None = None) -> None:
    """The entry point: an error is one sentence on standard error, with exit code 2 for bad usage and 1 for a failed job."""
    try:
        app(arguments, exit_on_error=True, print_error=True)
        sys.stdout.flush()
    except GroundfloorError as error:
        fail(str(error), 2 if isinstance(error, BAD_USAGE) else 1)
    except BrokenPipeError:
        # Whoever reads has enough; Python would complain once more when it closes standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from None
    except OSError as error:
        fail(f"{error.filename or 'A file'}: {error.strerror or error}.", 1)
    except KeyboardInterrupt:
        raise SystemExit(130) from None


def fail(sentence: str, code: int) -> None:
    """Ends with a sentence on standard error."""
    print(sentence, file=sys.stderr)
    raise SystemExit(code) from None
