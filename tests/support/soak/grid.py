"""Boards of every size, number of seats, round, state and language, and whole games in each size with each number of seats."""

from __future__ import annotations

from itertools import product
from pathlib import Path

from tests.support.board_grid import CASES, SIZES, find_shifts, measure_board
from tests.support.board_viewer import Viewer
from tests.support.browser import chromium
from tests.support.crowded_tables import SEATS
from tests.support.screenshots import UNLIMITED
from tests.support.server_process import Process


def boards(folder: Path, size: str = "") -> str:
    """Measures every board of the grid, or those of a size."""
    cases = [case for case in CASES if size in ("", case.size.name)]
    with Process(folder, settings=UNLIMITED) as server, chromium() as browser:
        viewer = Viewer(browser, server.address)
        count = sum(print_all(measure_board(viewer, case)) for case in cases)
        viewer.close()
    assert not count, f"{count} findings"
    return f"{len(cases)} boards without a finding"


def games(folder: Path, size: str = "") -> str:
    """Plays a whole game in each size, or one of them, with each number of seats."""
    cases = [(each, seats) for each, seats in product(SIZES, SEATS) if size in ("", each.name)]
    with Process(folder, settings=UNLIMITED) as server, chromium() as browser:
        viewer = Viewer(browser, server.address)
        count = sum(print_all(find_shifts(viewer, each, seats)) for each, seats in cases)
    assert not count, f"{count} moves shift the page"
    return f"{len(cases)} games in which no move shifts the page"


def print_all(found: list[str]) -> int:
    for line in found:
        print(f"  {line}", flush=True)
    return len(found)
