"""The command arena: paired games between agents and Automas, with their standings."""

from __future__ import annotations

from contextlib import ExitStack, closing
from dataclasses import asdict, replace
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING

from groundfloor.agents.supervised_agent import TIME_LIMIT
from groundfloor.process_pool import available_cores
from groundfloor.research.arena.arena_file import ArenaFile, arena_games
from groundfloor.research.arena.paired_games import ArenaSettings, whole_keys
from groundfloor.research.arena.standings import Standing, Standings

from .arguments import BadUsage, Bots, Flag, HouseOption, Options, parse_options, read_house_values, with_bots
from .progress_bar import progress_bar
from .simulate_command import make_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundfloor.research.arena.intervals import Interval


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
    """Plays the games that the results file does not have yet, and prints the standings, after Ctrl-C too.

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
    table = tuple(seat.strip() for seat in with_bots(seats, bot).split(","))
    settings = ArenaSettings(table, ruleset, parse_options(option or []), read_house_values(house), seed, seconds)
    jobs = available_cores() if jobs is None else jobs
    if games < 1 or jobs < 1 or not settings.seconds > 0:
        raise BadUsage("--games and --jobs are 1 or more, --seconds more than 0.")
    if target is not None and not 0 < target < 1:
        raise BadUsage("--target is a share between 0 and 1, as in --target 0.5.")
    settings.check()
    standings = Standings(settings.seats, target)
    games = whole_keys(games, len(settings.seats))
    if records is not None:
        make_folder(records)
    with ExitStack() as stack:
        file = stack.enter_context(closing(ArenaFile(results, settings))) if results is not None else None
        progress = stack.enter_context(progress_bar())
        task = progress.add_task("Playing", total=games)
        stack.callback(print_standings, standings, settings, json)
        played = stack.enter_context(closing(arena_games(settings, games, jobs, file, records)))
        for game in played:
            standings.add(game)
            progress.update(task, completed=standings.games, description=progress_text(standings))
            if until_decided and standings.is_decided:
                break


def progress_text(standings: Standings) -> str:
    return f"{standings.seats[0]} {standings.sequence.mean:.0%}" if standings.keys else "Playing"


def print_standings(standings: Standings, settings: ArenaSettings, as_json: bool) -> None:
    print(dumps(as_data(standings, settings)) if as_json else "\n".join(lines(standings)))


def as_data(standings: Standings, settings: ArenaSettings) -> dict[str, object]:
    sequence = standings.sequence
    test = {"share": sequence.mean, "interval": sequence.interval, "target": sequence.target, "decided": sequence.excludes_target}
    return {
        "settings": asdict(replace(settings, options=dict(settings.options), house=dict(settings.house))),
        "games": standings.games,
        "keys": standings.keys,
        "contestants": [asdict(standing) for standing in standings.table()],
        "test": test,
    }


def lines(standings: Standings) -> Iterator[str]:
    """Yields the standings as a table of plain text, what the sequential test says, and failures."""
    width = max(len("contestant"), *(len(seat) for seat in standings.seats))
    yield f"{'contestant':{width}}  {'games won':>22}  {'margin':>22}  {'prestige':>8}  {'rating':>12}  {'s/decision':>10}"
    table = standings.table()
    for standing in table:
        won = figure(f"{standing.share:.1%}", standing.share_interval, ".1%")
        margin = figure(f"{standing.margin:+.1f}", standing.margin_interval, "+.1f")
        rating = f"{standing.rating:.1f} ± {2 * standing.deviation:.1f}"
        yield f"{standing.seat:{width}}  {won:>22}  {margin:>22}  {standing.prestige:>8.1f}  {rating:>12}  {standing.seconds:>10.4f}"
    yield f"{standings.games} games, {standings.keys} {'draw' if standings.keys == 1 else 'draws'} of the city in all rotations of the seats; 95 % intervals"
    yield test_line(standings)
    yield from (failure_line(standing) for standing in table if standing.failures)


def figure(value: str, interval: Interval | None, form: str) -> str:
    return f"{value} ({interval[0]:{form}} to {interval[1]:{form}})" if interval is not None else value


def test_line(standings: Standings) -> str:
    sequence = standings.sequence
    low, high = sequence.interval
    verdict = "not decided" if not sequence.excludes_target else "decided: more" if sequence.mean > sequence.target else "decided: less"
    return f"{standings.seats[0]} wins {low:.1%} to {high:.1%}, however long it is played on; against {sequence.target:.1%}: {verdict}"


def failure_line(standing: Standing) -> str:
    counted = ", ".join(f"{kind}: {count}" for kind, count in sorted(standing.failures.items()))
    count = sum(standing.failures.values())
    return f"{standing.seat} failed {count} {'time' if count == 1 else 'times'} ({counted}); a lower bot moves instead."
