"""Measures how strong bots are, and writes the tables of docs/strength.md: ``python -m groundfloor.research.arena.strength``.

Each line of a table is an arena of its own with a file of results, so that any of them can go on at any time.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
from collections import defaultdict
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from groundfloor.engine import COMPILED
from groundfloor.engine.errors import GroundfloorError
from groundfloor.files import write_atomically
from groundfloor.process_pool import available_cores

from .arena_file import ArenaFile, arena_games
from .games_file import code_revision
from .numpy_threads import use_one_thread
from .paired_games import whole_keys
from .standings import Standing, Standings
from .strength_tables import TABLES, StrengthLine, StrengthTable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from matplotlib.axes import Axes

ENGINE = "compiled" if COMPILED else "interpreted"
MARK = "<!-- table {} -->"
END = "<!-- end -->"
STATE = "<!-- state {} -->"
"""Stands in the document and says which rules, agents and weights played."""
FEW_GAMES = 20
"""A cell of a grid with fewer games names no share of wins."""
CURVE = "pictures/strength-time.svg"
"""The picture of the curve, beside a document that shows it."""


def results_of(folder: Path, line: StrengthLine) -> Path:
    """Returns the file of results of a line; those that depend on the time of a decision have one for each engine."""
    return folder / f"{line.file}-{ENGINE}.jsonl" if line.is_timed else folder / f"{line.file}.jsonl"


def play(line: StrengthLine, folder: Path, games: int, jobs: int, until_decided: bool) -> Standings:
    """Plays a line up to that many games, those included that were played before."""
    settings = line.settings()
    settings.check()
    standings = Standings(settings.seats, line.target)
    with ExitStack() as stack:
        results = stack.enter_context(closing(ArenaFile(results_of(folder, line), settings)))
        known = len(results.games)
        for game in stack.enter_context(closing(arena_games(settings, whole_keys(games, len(settings.seats)), jobs, results))):
            standings.add(game)
            if until_decided and standings.is_decided and standings.games >= known:
                break
    return standings


def read_standings(line: StrengthLine, folder: Path) -> dict[str, Standings]:
    by_engine: dict[str, Standings] = {}
    for engine in engines_of(line):
        file = folder / (f"{line.file}-{engine}.jsonl" if engine else f"{line.file}.jsonl")
        if not file.exists():
            continue
        settings = line.settings()
        standings = Standings(settings.seats, line.target)
        with closing(ArenaFile(file, settings, only_read=True)) as results:
            for game in results.games:
                standings.add(game)
        if standings.games:
            by_engine[engine] = standings
    return by_engine


def markdown(table: StrengthTable, folder: Path, before: Mapping[str, str]) -> list[str]:
    """Returns a table as lines of Markdown; lines that were not measured yet are said to be missing.

    ``before`` are the rows that the document has, by their label: a row stays as it is where the folder has fewer games.
    """
    lines = [f"| {table.heading} | aim | wins | prestige | the best other | margin | s/decision | games |", "|" + " --- |" * 8]
    for line in table.lines:
        aim = f"{line.target:.0%}" if line.target is not None else ""
        by_engine = read_standings(line, folder)
        rows: list[str] = []
        for engine in engines_of(line):
            label = f"{line.label}{', ' * bool(engine)}{engine}"
            standings = by_engine.get(engine)
            if standings is None or standings.games < games_of(before.get(label, "")):
                rows += [before[label]] if label in before else []
            else:
                rows.append(f"| {label} | {aim} | {figures(standings)} |")
        lines += rows or [f"| {line.label} | {aim} | not measured | | | | | 0 |"]
    return lines


def markdown_grid(table: StrengthTable, folder: Path, before: Mapping[tuple[str, str], str]) -> list[str]:
    """Returns a grid as lines of Markdown, its cells as ``85% of 20`` games, or ``too few: 3``; lines that think for a time are those of the compiled engine.

    ``before`` are the cells that the document has, by row and column: a cell stays as it is where the folder has fewer games.
    """
    rows: dict[str, dict[str, str]] = defaultdict(dict)
    for line in table.lines:
        row, _, column = line.label.partition(": ")
        standings = read_standings(line, folder).get("compiled" if line.is_timed else "")
        cell = grid_cell(standings) if standings is not None else ""
        rows[row][column] = max(cell, before.get((row, column), ""), key=games_of)
    columns = list(next(iter(rows.values())))
    lines = [f"| {table.heading} | {' | '.join(columns)} |", "|" + " --- |" * (len(columns) + 1)]
    return lines + [f"| {row} | {' | '.join(cells.values())} |" for row, cells in rows.items()]


def grid_cell(standings: Standings) -> str:
    """Returns the share of wins and the number of games; of few games only that they are."""
    if standings.games < FEW_GAMES:
        return f"too few: {standings.games}"
    return f"{standings.table()[0].share:.0%} of {standings.games}"


def engines_of(line: StrengthLine) -> tuple[str, ...]:
    """Returns the engines by which a line is measured: both if it depends on the time of a decision, otherwise any (an empty text)."""
    return ("compiled", "interpreted") if line.is_timed else ("",)


def games_of(row: str) -> int:
    """Returns the number of games of a row or of a cell of a grid, its last word; 0 of none."""
    games = row.rstrip(" |").rpartition(" ")[2]
    return int(games) if games.isdigit() else 0


def rows_by_label(table: str) -> dict[str, str]:
    """Returns the rows of a table in Markdown that have games, by their first cell."""
    rows = {row.split("|")[1].strip(): row for row in table.splitlines() if row.startswith("| ")}
    return {label: row for label, row in rows.items() if games_of(row)}


def cells_by_place(table: str) -> dict[tuple[str, str], str]:
    """Returns the cells of a grid in Markdown by row and column."""
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines() if row.startswith("| ")]
    return {(row, column): cell for row, *cells in rows[1:] for column, cell in zip(rows[0][1:], cells, strict=True)}


def figures(standings: Standings) -> str:
    """Returns what was measured of the first contestant, as cells: shares of wins with a 95 % interval, where ties count half."""
    first: Standing = standings.table()[0]
    others = standings.table()[1:]
    interval = first.share_interval
    share = f"{first.share:.0%}" + (f" ({interval[0]:.0%} to {interval[1]:.0%})" if interval is not None else "")
    best = max(other.prestige for other in others)
    return f"{share} | {first.prestige:.1f} | {best:.1f} | {first.margin:+.1f} | {first.seconds:.3f} | {first.games}"


def update_tables(text: str, folder: Path) -> str:
    """Returns the text of a document with the tables between their marks replaced by new ones.

    Rows with more games than the folder has are kept if the document was written by this state of rules, agents and weights.
    """
    state = STATE.format(code_revision(()))
    is_same_state = state in text
    text = re.sub(STATE.format(".*"), state, text)
    for table in TABLES.values():
        mark = MARK.format(table.id)
        before, mark_found, rest = text.partition(mark)
        if not mark_found:
            continue
        old, end, after = rest.partition(END)
        if not end:
            raise GroundfloorError(f"The mark {mark} has no {END} after it.")
        known = old if is_same_state else ""
        if table.is_grid:
            lines = markdown_grid(table, folder, cells_by_place(known))
        else:
            lines = markdown(table, folder, rows_by_label(known))
        text = "\n".join([before + mark, "", *lines, end]) + after
    return text


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m groundfloor.research.arena.strength", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the results are kept; the same command goes on there")
    parser.add_argument("--table", choices=list(TABLES), action="append", help="which table is measured; all if none is named")
    parser.add_argument("--line", default="", help="only lines whose label contains this")
    parser.add_argument("--games", type=int, help="games a line, those included that were played before (by default what each table names)")
    parser.add_argument("--jobs", type=int, default=available_cores(), help="processes (default: all cores)")
    parser.add_argument(
        "--until-decided", action="store_true", help="go on to the next line as soon as it is decided whether the aim is reached"
    )
    parser.add_argument("--only-write", action="store_true", help="play nothing, only write the tables")
    parser.add_argument(
        "--document", type=Path, default=Path("docs/strength.md"), help="where the tables are written (default: %(default)s)"
    )
    return parser


def chosen_lines(arguments: argparse.Namespace) -> Iterator[tuple[StrengthTable, StrengthLine]]:
    for id in arguments.table or TABLES:
        for line in TABLES[id].lines:
            if arguments.line in line.label:
                yield TABLES[id], line


def main(words: list[str] | None = None) -> int:
    """Plays, and writes the tables; after Ctrl-C too. Returns the exit code."""
    use_one_thread(os.environ)
    arguments = parser().parse_args(words)
    folder: Path = arguments.folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not arguments.only_write:
            for table, line in chosen_lines(arguments):
                standings = play(line, folder, arguments.games or table.games, max(arguments.jobs, 1), arguments.until_decided)
                print(f"{table.id}: {line.label}: {figures(standings)}", flush=True)
    except KeyboardInterrupt:
        print("Stopped; the same command goes on here.", file=sys.stderr)
    except (GroundfloorError, OSError) as error:
        return report_error(error)
    document: Path = arguments.document
    try:
        text = update_tables(document.read_text("utf-8"), folder)
        document.write_text(text, "utf-8")
        if CURVE in text:
            draw_curve(text.splitlines(), document.parent / CURVE)
    except (GroundfloorError, OSError) as error:
        return report_error(error)
    return 0


def report_error(error: Exception) -> int:
    """Prints an error and returns the exit code."""
    print(error, file=sys.stderr)
    return 1


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
    by_table: dict[str, dict[str, list[Point]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        cells = ROW.fullmatch(row.strip())
        if cells is not None:
            share = int(cells["share"]) / 100
            interval = (int(cells["low"]) / 100, int(cells["high"]) / 100) if cells["low"] else (share, share)
            point = Point(float(cells["seconds"]), share, interval, float(cells["margin"]), int(cells["games"]))
            by_table[cells["table"]][cells["engine"]].append(point)
    return {
        table: {engine: sorted(points, key=lambda point: point.seconds) for engine, points in engines.items()}
        for table, engines in by_table.items()
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
            axes[1, column].set_xticks(seconds, [f"{tick:g}" for tick in seconds])
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


if __name__ == "__main__":
    sys.exit(main())
