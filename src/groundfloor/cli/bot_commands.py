"""The commands with bots: many games of them, comparing them, checking one's own, and having a game analysed."""

from __future__ import annotations

from pathlib import Path

from cyclopts import App

from groundfloor.agents.supervised_agent import TIME_LIMIT

from . import help_examples
from .arguments import Bots, Flag, HouseOption, Options, parse_options, read_house_values, with_bots

bot_app = App(name="bot", help="Work on a bot of your own (docs/bots.md).", help_format="plaintext")


@bot_app.command(help_epilogue=help_examples.BOT_CHECK)
def check(bot: str, *, ruleset: str | None = None, seconds: float = TIME_LIMIT, seed: int = 1, json: Flag = False) -> None:
    """Check that a bot keeps to the rules and the clock, and report what was wrong. The exit code is 1 if anything was.

    Parameters
    ----------
    bot
        The bot: FILE.py:CLASS, program:COMMAND, or any other specification.
    ruleset
        Only this ruleset. Default: all of them.
    seconds
        How long a decision may take.
    seed
        Any whole number; it fixes every draw and the bot's source of randomness.
    json
        Print what was found as JSON.
    """
    from . import bot_check_command

    bot_check_command.run(bot, ruleset, seconds, seed, json)


def simulate(
    *,
    ruleset: str = "second",
    seats: str = "random,random",
    bot: Bots = None,
    games: int = 100,
    seed: int = 1,
    jobs: int = 1,
    option: Options = None,
    house: HouseOption = None,
    records: Path | None = None,
    json: Flag = False,
) -> None:
    """Simulate many games of bots and Automas. A seed gives the same games with any number of jobs.

    Parameters
    ----------
    ruleset
        The ruleset.
    seats
        Who plays, separated by commas: bots such as random, greedy, manager, greedy:random_moves=0.2, FILE.py:CLASS or program:COMMAND, and automa:pei, automa:gropius, automa:hadid.
    games
        How many games.
    seed
        Any whole number; it fixes every draw and every bot.
    jobs
        The number of processes.
    records
        A folder for a record of each game.
    json
        Print the results as JSON.
    """
    from . import simulate_command

    simulate_command.run(ruleset, with_bots(seats, bot), games, seed, jobs, option or [], house, records, json)


def arena(
    *,
    seats: str,
    bot: Bots = None,
    ruleset: str = "second",
    games: int = 100,
    until_decided: Flag = False,
    target: float | None = None,
    seed: int = 1,
    seconds: float = TIME_LIMIT,
    jobs: int | None = None,
    option: Options = None,
    house: HouseOption = None,
    results: Path | None = None,
    records: Path | None = None,
    json: Flag = False,
) -> None:
    """Compare bots and Automas in paired games: the same draws with the seats rotated. A seed gives the same games with any number of jobs.

    Parameters
    ----------
    seats
        Who plays, separated by commas: specifications of bots, automa:pei, automa:gropius, automa:hadid.
    ruleset
        The ruleset.
    games
        How many games at most; raised so that all draws are played in all rotations.
    until_decided
        Stop as soon as the first one's share of wins is shown to be more or less than the target.
    target
        The share to decide against. Default: an equal share, 0.5 for two.
    seed
        Any whole number; it fixes every draw and every bot.
    seconds
        How long a decision may take; after that a lower bot decides instead.
    jobs
        The number of processes. Default: one for each core.
    results
        A file for the games: the same command goes on where it stopped, also with more games.
    records
        A folder for a record of each game.
    json
        Print the standings as JSON.
    """
    from groundfloor.arena.paired_games import ArenaSettings

    from . import arena_command

    table = tuple(seat.strip() for seat in with_bots(seats, bot).split(","))
    settings = ArenaSettings(table, ruleset, parse_options(option or []), read_house_values(house), seed, seconds)
    arena_command.run(settings, games, jobs, until_decided, target, results, records, json)


def analyse(
    file: Path,
    *,
    seat: int | None = None,
    everybody: Flag = False,
    simulations: int = 50,
    weights: str = "",
    most: int = 8,
    json: Flag = False,
    lang: str | None = None,
) -> None:
    """Analyse the decisions of a record: what they cost, what was better and why.

    Parameters
    ----------
    file
        The record of a game, finished or not.
    seat
        Only this seat, counted from 1. Default: the seats of people.
    everybody
        The seats of bots too.
    simulations
        How many continuations of each decision are searched; with 0 the network alone judges.
    weights
        A file of weights in place of those of the package.
    most
        How many decisions are listed.
    json
        Print every decision as JSON.
    lang
        en or de. Default: from the locale.
    """
    from . import analyse_command
    from . import play as playing

    analyse_command.run(file, seat, everybody, simulations, weights, most, json, lang or playing.default_language())


def lab(
    *,
    bot: str = "manager",
    ruleset: str = "second",
    players: str = "2,3,4",
    games: int = 1000,
    seed: int = 1,
    jobs: int | None = None,
    ray: str | None = None,
    option: Options = None,
    house: HouseOption = None,
    results: Path | None = None,
    report: Path | None = None,
    markdown: Path | None = None,
    parquet: Flag = False,
    json: Flag = False,
) -> None:
    """Find out what specialties, improvements, seats, eras and events are worth, from games between equal players (docs/laboratory.md).

    Parameters
    ----------
    bot
        Who plays all seats: a level or any other specification of a bot.
    ruleset
        The ruleset.
    players
        How many play, in turn: 2,2,3 is two games of two, then one of three.
    games
        How many games in all; those of the results file count.
    seed
        Any whole number; it fixes every draw and every bot.
    jobs
        The number of processes. Default: one for each core.
    ray
        Play on a cluster through Ray (extra "cluster"): its address, or auto for the cluster of this machine, or this machine alone.
    results
        A file for the games: the same command goes on where it stopped, also with more games.
    report
        A folder for the report: report.html, and all tables and games as CSV.
    markdown
        A file for the report in Markdown, with its pictures in a folder beside it.
    parquet
        Write the data as Parquet too (extra "data").
    json
        Print all tables as JSON.
    """
    from groundfloor.laboratory.settings import LabSettings

    from . import lab_command
    from .lab_options import command_line, parse_players

    counts = parse_players(players)
    settings = LabSettings(bot, ruleset, counts, parse_options(option or []), read_house_values(house), seed)
    words = command_line(bot, ruleset, counts, option or [], house, seed, games, results, markdown)
    output = lab_command.Output(report, markdown, parquet, json)
    lab_command.run(settings, games, jobs, ray, results, words, output)
