"""``python -m tests.support.soak``: runs all trials and prints a line for each; exit code 1 if one failed."""

from __future__ import annotations

import argparse
import random
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from . import browsers, days, disks, faults, grid, kills, other_browsers, servers, several_kills

Trial = Callable[[Path], str]


def trials(seed: int, count: int, tables: int, size: str) -> dict[str, Trial]:
    """Returns all trials by name; each gets an empty folder and returns what was seen."""
    return {
        "kills": lambda folder: kills.kills(folder, seed, count, tables),
        "kills-folder": lambda folder: several_kills.kills_on_folder(folder, seed, count, tables),
        "kills-postgresql": lambda folder: several_kills.kills_on_postgresql(folder, seed, count, tables),
        "days": lambda folder: days.days(folder, seed, count),
        "faults-folder": lambda folder: faults.stops_on_folder(folder, seed, tables),
        "faults-postgresql": lambda folder: faults.faults_of_postgresql(folder, seed, tables),
        "browsers": lambda folder: browsers.browsers(folder, seed),
        "club": lambda folder: browsers.club(folder, seed),
        "other-browsers": lambda folder: other_browsers.other_browsers(folder, seed),
        "full-disk": disks.full_disk,
        "read-only": disks.read_only,
        "damaged-row": disks.damaged_row,
        "damaged-page": disks.damaged_page,
        "two-servers": servers.two_servers,
        "clock": servers.clock,
        "boards": lambda folder: grid.boards(folder, size),
        "games": lambda folder: grid.games(folder, size),
    }


def main() -> int:
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))  # so that servers end too
    parser = argparse.ArgumentParser(
        prog="scripts/soak",
        description="Runs long tests: what a server must survive, and how boards look in every window. Prints a line for each trial; exit code 1 if one failed. "
        "Only servers that it starts itself on this machine are touched. It mounts small disks, which needs root.",
        epilog="On two quiet cores the trials of the server take about half an hour, nearly all of it the hard kills (three to six seconds each), the boards some two hours, and the games one.",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"trials to run: {', '.join(trials(0, 0, 0, ''))}; all by default")
    parser.add_argument(
        "--seed", type=int, default=random.randrange(10**6), help="fixes moves and moments of the kills; by chance if not given"
    )
    parser.add_argument("--kills", type=int, default=100, help="hard kills (default: %(default)s)")
    parser.add_argument("--tables", type=int, default=50, help="tables that are played meanwhile (default: %(default)s)")
    parser.add_argument("--size", default="", help="of the windows of boards and games, as 1366x768 (default: each of them)")
    given = parser.parse_args()
    known = trials(given.seed, given.kills, given.tables, given.size)
    unknown = [name for name in given.names if name not in known]
    if unknown:
        parser.error(f"there is no trial {unknown[0]!r}; there are {', '.join(known)}")
    failed = 0
    for name in given.names or known:
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            try:
                said = known[name](Path(folder))
            except Exception:
                failed += 1
                said = "FAILED\n" + traceback.format_exc()
        print(f"{name:16} {time.monotonic() - began:6.1f} s  {said}", flush=True)
    return 1 if failed else 0


sys.exit(main())
