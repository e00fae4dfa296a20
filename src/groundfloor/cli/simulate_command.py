"""The command simulate: plays many games of agents and Automas."""

from __future__ import annotations

from collections.abc import Iterator
from json import dumps
from pathlib import Path

from groundfloor.arena.simulate import Result, simulate
from groundfloor.engine.errors import BadRecord

from .arguments import BadUsage, Bots, Flag, HouseOption, Options, parse_options, parse_seats, read_house_values, with_bots
from .progress_bar import progress_bar


def simulate_games(
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
    """Plays the games, writes their records if a folder is given, and prints scores, wins and lengths.

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
    if games < 1 or jobs < 1:
        raise BadUsage("--games and --jobs are 1 or more.")
    table = parse_seats(with_bots(seats, bot), None)
    people = [spec.seat for spec in table]
    if records is not None:
        make_folder(records)
    results = simulate(
        ruleset, people, parse_options(option or []), seed, games, jobs, [spec.agent for spec in table], read_house_values(house)
    )
    with progress_bar() as progress:
        played = list(progress.track(write_records(results, records), games, description="Playing"))
    if json:
        print(dumps([{"game": r.number, "scores": r.totals, "ranks": r.ranks, "decisions": r.decisions} for r in played]))
        return
    for seat, person in enumerate(people):
        totals = sorted(r.totals[seat] for r in played)
        wins = sum(1 for r in played if r.ranks[seat] == 1)
        mean = sum(totals) / games
        print(f"{person}: {mean:.1f} prestige on average ({totals[0]} to {totals[-1]}), {wins} of {games} games won")
    print(f"{sum(r.decisions for r in played) / games:.1f} decisions a game")
    for seat, person in enumerate(people):
        failed = sum(sum(r.failures[seat].values()) for r in played)
        if failed:
            print(f"{person} failed {failed} {'time' if failed == 1 else 'times'}; a lower bot moves instead.")


def make_folder(folder: Path) -> None:
    """Creates the folder of the records; BadRecord if that is not possible."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadRecord(f"The folder {folder} can't be created: {error.strerror}.") from error


def write_records(results: Iterator[Result], folder: Path | None) -> Iterator[Result]:
    """Writes each record to its file as soon as its game is over."""
    for result in results:
        if folder is not None:
            (folder / f"game-{result.number}.gfr").write_text(result.record, "utf-8")
        yield result
