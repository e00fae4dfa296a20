"""The command simulate: plays many games of agents and Automas."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.progress import track

from groundfloor.arena.simulate import Result, simulate
from groundfloor.engine.errors import BadRecord

from .arguments import BadUsage, parse_options, read_house_values
from .seats_option import parse_seats


def run(
    name: str, seats: str, games: int, seed: int, jobs: int, options: list[str], house: Path | None, folder: Path | None, as_json: bool
) -> None:
    """Plays the games, writes their records if a folder is given, and prints scores, wins and lengths."""
    if games < 1 or jobs < 1:
        raise BadUsage("--games and --jobs are 1 or more.")
    table = parse_seats(seats, None)
    people = [spec.seat for spec in table]
    if folder is not None:
        make_folder(folder)
    results = simulate(name, people, parse_options(options), seed, games, jobs, [spec.agent for spec in table], read_house_values(house))
    played = list(with_progress_bar(write_records(results, folder), games))
    if as_json:
        print(json.dumps([{"game": r.number, "scores": r.totals, "ranks": r.ranks, "decisions": r.decisions} for r in played]))
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


def with_progress_bar(results: Iterator[Result], games: int) -> Iterator[Result]:
    """Shows a progress bar if standard error is a terminal."""
    if not sys.stderr.isatty():
        return results
    return iter(track(results, "Playing", total=games, console=Console(stderr=True)))
