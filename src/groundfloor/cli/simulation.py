"""The command that plays many games."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.progress import track

from groundfloor.arena.simulate import Result, simulate
from groundfloor.engine.errors import ImpossibleTable


def run(
    name: str, seats: str, games: int, seed: int, jobs: int, options: list[str], folder: Path | None, as_json: bool
) -> None:
    """Plays, stores the records if a folder is named, and prints scores, winners and lengths."""
    if games < 1 or jobs < 1:
        raise ImpossibleTable("--games and --jobs are 1 or more.")
    people = read_seats(seats)
    chosen = dict(option.partition("=")[::2] for option in options)
    results = list(watched(simulate(name, people, chosen, seed, games, jobs), games))
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        for result in results:
            (folder / f"game-{result.number}.gfr").write_text(result.record, "utf-8")
    if as_json:
        print(json.dumps([{"game": r.number, "scores": r.totals, "ranks": r.ranks, "decisions": r.decisions} for r in results]))
        return
    for seat, person in enumerate(people):
        mean = sum(r.totals[seat] for r in results) / games
        wins = sum(1 for r in results if r.ranks[seat] == 1)
        print(f"{person}: {mean:.1f} prestige on average, {wins} of {games} games won")
    print(f"{sum(r.decisions for r in results) / games:.1f} decisions a game")


def read_seats(text: str) -> list[str]:
    """Seats of ``random`` and ``automa:ID``; each random player gets a name of its own."""
    people: list[str] = []
    for number, word in enumerate(text.split(","), 1):
        if word != "random" and not word.startswith("automa:"):
            raise ImpossibleTable(f"A simulated seat is random or automa:pei, automa:gropius, automa:hadid, not {word!r}.")
        people.append(f"random {number}" if word == "random" else word)
    return people


def watched(results: Iterator[Result], games: int) -> Iterator[Result]:
    """With a progress bar if standard error is a terminal."""
    if not sys.stderr.isatty():
        return results
    return iter(track(results, "Playing", total=games, console=Console(stderr=True)))
