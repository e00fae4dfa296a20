"""The command fuzz: plays random games of all kinds and checks them."""

from __future__ import annotations

import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from groundfloor.editions import REGISTRY
from groundfloor.engine import game as engine
from groundfloor.research.arena import fuzz
from groundfloor.research.arena.fuzz import InvariantError

from .arguments import BadUsage, read_house_values, refuse_house_values
from .progress_bar import progress_bar
from .record_file import read_record

DEFAULT_GAMES = 1000
"""Number of games if neither ``--games`` nor ``--minutes`` is given."""
SAVE_INTERVAL = 2.0
"""Seconds between two saves of the progress file."""


def fuzz_games(
    *,
    games: int | None = None,
    minutes: float | None = None,
    jobs: int = 1,
    seed: int = 1,
    house: Annotated[Path | None, Parameter(help="A TOML file of house values for all games, instead of random ones.")] = None,
    state: Path | None = None,
    reproduce: Path | None = None,
) -> None:
    """Plays games and prints their counts. A failure writes a record, prints how to reproduce it, and ends with exit code 1.

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
    if reproduce is not None:
        refuse_house_values(house)
        check_record(reproduce)
        return
    if games is not None and minutes is not None:
        raise BadUsage("Name --games or --minutes, not both.")
    if (games is not None and games < 1) or (minutes is not None and not minutes > 0) or jobs < 1:
        raise BadUsage("--games and --jobs are 1 or more, --minutes more than 0.")
    values = read_house_values(house)
    if house is not None:
        REGISTRY.rulesets_with(values)
    revision = fuzz.revision(values)
    so_far = fuzz.load_progress(state, seed, revision) if state is not None else fuzz.Progress(seed, revision)
    last = games or (DEFAULT_GAMES if minutes is None else sys.maxsize)
    try:
        failure = play_games(so_far, last, minutes, jobs, state, values)
    finally:
        if state is not None:
            so_far.save(state)
        print_figures(so_far)
    if failure is not None:
        report_failure(failure, seed)


def play_games(
    so_far: fuzz.Progress, last: int, minutes: float | None, jobs: int, state: Path | None, house: dict[str, object]
) -> fuzz.FuzzFailure | None:
    """Plays from the first missing game to the last, or until the time is over; returns the first failure."""
    start = saved = time.monotonic()
    with progress_bar() as progress, closing(fuzz.play_batches(so_far.seed, so_far.done + 1, last, jobs, house)) as batches:
        task = progress.add_task("Playing", total=last if minutes is None else None, completed=so_far.done)
        for batch in batches:
            so_far.count(batch)
            progress.update(task, completed=so_far.done)
            now = time.monotonic()
            if state is not None and now - saved > SAVE_INTERVAL:
                so_far.save(state)
                saved = now
            if batch.failure is not None or (minutes is not None and now - start > minutes * 60):
                return batch.failure
    return None


def print_figures(so_far: fuzz.Progress) -> None:
    kinds = sorted(so_far.tallies.items())
    whole = fuzz.Tally()
    for _name, tally in kinds:
        whole.add(tally)
    print(f"{'table':16}{'games':>10}{'entries':>14}{'decisions':>14}{'checked':>14}")
    for name, tally in [*kinds, ("all", whole)]:
        print(f"{name:16}{tally.games:>10,}{tally.entries:>14,}{tally.decisions:>14,}{tally.checked:>14,}")
    how = "interpreted" if str(engine.__file__).endswith(".py") else "compiled"
    print(f"seed {so_far.seed}, games 1 to {so_far.done}, {so_far.seconds:,.0f} s of computing, engine {how}, revision {so_far.revision}")


def report_failure(failure: fuzz.FuzzFailure, seed: int) -> None:
    """Writes the record of a failure and raises an error that tells how to reproduce it."""
    file = Path(f"fuzz-{seed}-{failure.number}.gfr")
    file.write_text(failure.record, "utf-8")
    raise InvariantError(f"Game {failure.number} of seed {seed}: {failure.sentence}\nReproduce it: groundfloor fuzz --reproduce {file}")


def check_record(file: Path) -> None:
    """Replays a record with all checks after each entry; exit code 1 if one fails."""
    record = read_record(file)
    try:
        entries = fuzz.reproduce(record)
    except Exception as error:
        raise InvariantError(fuzz.error_sentence(error)) from error
    print(f"{entries} entries, and every check holds.")
