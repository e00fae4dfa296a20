"""The curve of strength against thinking time, drawn from the rows of the table ``time`` of docs/strength.md."""

from __future__ import annotations

import io
import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.files import write_atomically

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from matplotlib.axes import Axes

ROW = re.compile(
    r"\| (?P<seconds>[\d.]+) s (?P<table>.+), (?P<engine>compiled|interpreted) \|[^|]*\| (?P<share>\d+)%(?: \((?P<low>\d+)% to (?P<high>\d+)%\))? "
    r"\|[^|]*\|[^|]*\| (?P<margin>[-+][\d.]+) \|[^|]*\| (?P<games>\d+) \|"
)
COLOURS = {"compiled": "#1c6e8c", "interpreted": "#b3541e"}


@dataclass(frozen=True)
class Point:
    """What a bot with some seconds for a decision has reached: its share of wins with its interval, if there is one, and its margin in prestige."""

    seconds: float
    share: float
    interval: tuple[float, float]
    margin: float
    games: int


def points_of(rows: Iterable[str]) -> dict[str, dict[str, list[Point]]]:
    """Returns the points by opponents and engine, the shortest time first; rows that were not measured are left out.

    >>> row = "| 0.1 s against net, compiled |  | 83% (43% to 100%) | 51.6 | 38.2 | +13.3 | 0.059 | 12 |"
    >>> points_of([row, "| 1 s against net |  | not measured | | | | | 0 |"])
    {'against net': {'compiled': [Point(seconds=0.1, share=0.83, interval=(0.43, 1.0), margin=13.3, games=12)]}}
    """
    found: dict[str, dict[str, list[Point]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        cells = ROW.fullmatch(row.strip())
        if cells is not None:
            share = int(cells["share"]) / 100
            interval = (int(cells["low"]) / 100, int(cells["high"]) / 100) if cells["low"] else (share, share)
            point = Point(float(cells["seconds"]), share, interval, float(cells["margin"]), int(cells["games"]))
            found[cells["table"]][cells["engine"]].append(point)
    return {
        table: {engine: sorted(points, key=lambda point: point.seconds) for engine, points in engines.items()}
        for table, engines in found.items()
    }


def draw_curve(rows: Iterable[str], file: Path) -> bool:
    """Writes the curve as SVG: above the shares of wins with their intervals, below the margins in prestige. Returns False without points."""
    # Imported here, as only this picture needs it; it comes with the extras "data" and "test".
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    tables = points_of(rows)
    if not tables:
        return False
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "groundfloor", "font.size": 9}):
        figure = Figure(figsize=(7.5, 5), layout="constrained")
        axes = figure.subplots(2, len(tables), sharex=True, sharey="row", squeeze=False)
        seconds = sorted({point.seconds for engines in tables.values() for points in engines.values() for point in points})
        for column, (table, engines) in enumerate(tables.items()):
            for engine, points in engines.items():
                draw_shares(axes[0, column], points, engine)
                axes[1, column].plot([point.seconds for point in points], [point.margin for point in points], "o-", color=COLOURS[engine])
            axes[1, column].set_xscale("log")
            axes[1, column].set_xticks(seconds, [f"{each:g}" for each in seconds])
            axes[1, column].minorticks_off()
            axes[0, column].set_title(table)
            axes[0, column].legend(loc="lower right")
            axes[1, column].set_xlabel("seconds a decision, at most")
            axes[1, column].grid(alpha=0.3)
        axes[0, 0].set_ylabel("share of wins")
        axes[1, 0].set_ylabel("margin in prestige")
        text = io.BytesIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Title": "Strength against thinking time"})
    write_atomically(file, text.getvalue())
    return True


def draw_shares(axes: Axes, points: list[Point], engine: str) -> None:
    shares = [point.share for point in points]
    below = [point.share - point.interval[0] for point in points]
    above = [point.interval[1] - point.share for point in points]
    axes.errorbar(
        [point.seconds for point in points], shares, yerr=[below, above], fmt="o-", capsize=3, color=COLOURS[engine], label=engine
    )
    axes.set_ylim(-0.03, 1.03)
    axes.grid(alpha=0.3)
