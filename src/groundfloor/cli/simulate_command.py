"""The command simulate: plays many games of agents and Automas."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, closing
from json import dumps
from pathlib import Path

from groundfloor.engine.errors import BadRecord
from groundfloor.research.arena.simulate import Result, simulate
from groundfloor.research.arena.simulation_file import SimulationFile, SimulationSettings

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
    results: Path | None = None,
    records: Path | None = None,
    json: Flag = False,
) -> None:
    """Plays the games that the results file does not have yet, writes their records if a folder is given, and prints scores, wins and lengths, after Ctrl-C too.

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
    results
        A file for the results: the same command goes on where it stopped, also with more games.
    records
        A folder for a record of each game that is played.
    json
        Print the results as JSON.
    """
    if games < 1 or jobs < 1:
        raise BadUsage("--games and --jobs are 1 or more.")
    table = parse_seats(with_bots(seats, bot), None)
    people = [spec.seat for spec in table]
    if records is not None:
        make_folder(records)
    settings = SimulationSettings(
        ruleset, tuple(people), tuple(spec.agent for spec in table), parse_options(option or []), read_house_values(house), seed
    )
    with ExitStack() as stack:
        file = stack.enter_context(closing(SimulationFile(results, settings))) if results is not None else None
        known = file.games[:games] if file is not None else []
        played = list(known)
        new = simulate(ruleset, people, settings.options, seed, games, jobs, settings.bots, settings.house, len(known) + 1)
        stack.callback(print_results, people, played, json)
        progress = stack.enter_context(progress_bar())
        task = progress.add_task("Playing", total=games, completed=len(played))
        for result in stack.enter_context(closing(store_results(new, file, records))):
            played.append(result)
            progress.update(task, completed=len(played))


def store_results(results: Iterator[Result], file: SimulationFile | None, folder: Path | None) -> Generator[Result, None, None]:
    """Yields results as soon as they are in the results file and their records in the folder."""
    for result in write_records(results, folder):
        if file is not None:
            file.append(result)
        yield result


def print_results(people: Sequence[str], played: Sequence[Result], as_json: bool) -> None:
    """Prints what the games say; of none nothing but an empty list of JSON."""
    games = len(played)
    if as_json:
        print(dumps([{"game": r.number, "scores": r.totals, "ranks": r.ranks, "decisions": r.decisions} for r in played]))
        return
    if not games:
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
