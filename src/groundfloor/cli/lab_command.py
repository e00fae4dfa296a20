"""The command lab: games between equal players, and what they say about the worth of things."""

from __future__ import annotations

import os
import shlex
from contextlib import ExitStack, closing
from dataclasses import dataclass
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING

from rich.progress import Progress

from groundfloor.files import write_atomically
from groundfloor.process_pool import available_cores
from groundfloor.research.laboratory.data_files import as_csv, require_parquet, seat_rows, table_rows, withheld_rows, write_parquet
from groundfloor.research.laboratory.lab_file import LabFile, LabHeader, new_header
from groundfloor.research.laboratory.play import play_games
from groundfloor.research.laboratory.report import as_html, as_markdown, pictures_of, report_of
from groundfloor.research.laboratory.settings import LabSettings
from groundfloor.research.laboratory.tables import text_of

from .arguments import BadUsage, Flag, HouseOption, Options, parse_options, read_house_values
from .progress_bar import progress_bar
from .simulate_command import make_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundfloor.research.laboratory.lab_game import LabGame
    from groundfloor.research.laboratory.report import Report


@dataclass(frozen=True)
class Output:
    """Where the report goes: a folder for HTML and data, a file of Markdown, the screen."""

    report: Path | None
    markdown: Path | None
    parquet: bool
    as_json: bool


def lab(
    *,
    bot: str = "manager",
    ruleset: str = "second",
    players: str = "2,3,4",
    games: int = 1000,
    seed: int = 1,
    jobs: int | None = None,
    ray: str | None = None,
    option: Options = None,
    house: HouseOption = None,
    results: Path | None = None,
    report: Path | None = None,
    markdown: Path | None = None,
    parquet: Flag = False,
    json: Flag = False,
) -> None:
    """Plays the games that the results file does not have yet, and writes the report, after Ctrl-C too.

    Parameters
    ----------
    bot
        Who plays all seats: a level or any other specification of a bot.
    ruleset
        The ruleset.
    players
        How many play, in turn: 2,2,3 is two games of two, then one of three.
    games
        How many games in all; those of the results file count.
    seed
        Any whole number; it fixes every draw and every bot.
    jobs
        The number of processes. Default: one for each core.
    ray
        Play on a cluster through Ray (extra "cluster"): its address, or auto for the cluster of this machine, or this machine alone.
    results
        A file for the games: the same command goes on where it stopped, also with more games.
    report
        A folder for the report: report.html, and all tables and games as CSV.
    markdown
        A file for the report in Markdown, with its pictures in a folder beside it.
    parquet
        Write the data as Parquet too (extra "data").
    json
        Print all tables as JSON.
    """
    counts = parse_players(players)
    settings = LabSettings(bot, ruleset, counts, parse_options(option or []), read_house_values(house), seed)
    command = command_line(bot, ruleset, counts, option or [], house, seed, games, results, markdown)
    output = Output(report, markdown, parquet, json)
    jobs = available_cores() if jobs is None else jobs
    if games < 1 or jobs < 1:
        raise BadUsage("--games and --jobs are 1 or more.")
    if parquet:
        if report is None:
            raise BadUsage("--parquet needs --report DIR, the folder for the files.")
        require_parquet()
    settings.check()
    if report is not None:
        make_folder(report)
    if markdown is not None:
        check_writable(markdown)
    with ExitStack() as stack:
        file = stack.enter_context(closing(LabFile(results, settings))) if results is not None else None
        header = file.header if file is not None else new_header(settings)
        played: list[LabGame] = list(file.games) if file is not None else []
        missing = file.missing(games) if file is not None else iter(range(1, games + 1))
        stack.callback(write_report, header, played, command, output)
        progress = stack.enter_context(progress_bar())
        for game in stack.enter_context(closing(play_games(settings, missing, jobs, ray))):
            if file is not None:
                file.append(game)
            played.append(game)
            show(progress, len(played), games)


def show(progress: Progress, played: int, games: int) -> None:
    if not progress.tasks:
        progress.add_task("Playing", total=max(games, played))
    progress.update(progress.task_ids[0], completed=played)


def write_report(header: LabHeader, games: list[LabGame], command: list[str], output: Output) -> None:
    """Writes and prints what the games say; nothing without games."""
    if not games:
        return
    games = sorted(games, key=lambda game: game.number)
    report = report_of(header, games, shlex.join(["groundfloor", "lab", *command]))
    if output.report is not None:
        write_atomically(output.report / "report.html", as_html(report).encode())
        write_data(output.report, report, games, output.parquet)
    if output.markdown is not None:
        pictures = f"pictures/{output.markdown.stem}-"
        write_atomically(output.markdown, as_markdown(report, pictures).encode())
        make_folder(output.markdown.parent / "pictures")
        for id, picture in pictures_of(report).items():
            write_atomically(output.markdown.parent / f"{pictures}{id}.svg", picture.encode())
    print(dumps(as_data(header, games, report)) if output.as_json else "\n".join(lines(report)))
    if output.report is not None and not output.as_json:
        print(f"\nAll tables, charts and data: {output.report / 'report.html'}")


def write_data(folder: Path, report: Report, games: list[LabGame], parquet: bool) -> None:
    """Writes all tables, seats and withheld improvements as CSV, and as Parquet if asked for."""
    data = {table.id: list(table_rows(table)) for table in report.tables}
    data |= {"all-seats": list(seat_rows(games)), "all-trials": list(withheld_rows(games))}
    for name, rows in data.items():
        write_atomically(folder / f"{name}.csv", as_csv(rows).encode())
        if parquet and rows:
            write_parquet(rows, folder / f"{name}.parquet")


def check_writable(file: Path) -> None:
    """Raises BadUsage if a file can't be written, before games are played for it."""
    if file.is_dir():
        raise BadUsage(f"{file} is a folder; name a file for the report.")
    if not os.access(file.parent, os.W_OK):
        raise BadUsage(f"The folder {file.parent} does not exist, or can't be written; make it, or name another file.")


def lines(report: Report) -> Iterator[str]:
    """Yields the report as plain text: sentences, and the first table of each section."""
    yield report.title
    yield from report.introduction
    for section in report.sections:
        yield f"\n{section.title}"
        yield from section.sentences
        for table in section.tables:
            rows = [[column.title for column in table.columns]]
            rows += [[text_of(cell, column) for cell, column in zip(row, table.columns, strict=True)] for row in table.rows]
            widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
            for row in rows:
                first, *others = zip(row, widths, strict=True)
                yield "  ".join([f"{first[0]:{first[1]}}", *(f"{text:>{width}}" for text, width in others)])


def as_data(header: LabHeader, games: list[LabGame], report: Report) -> dict[str, object]:
    return {
        "settings": header.plain_settings(),
        "agent": header.agent,
        "revision": header.revision,
        "games": len(games),
        "sections": [{"id": section.id, "title": section.title, "sentences": section.sentences} for section in report.sections],
        "tables": {table.id: list(table_rows(table)) for table in report.tables},
    }


def parse_players(text: str) -> tuple[int, ...]:
    """Parses ``--players``; BadUsage for anything but whole numbers with commas between them.

    >>> parse_players("2, 2,3")
    (2, 2, 3)
    """
    words = [word.strip() for word in text.split(",")]
    if not all(word.isascii() and word.isdigit() and int(word) > 0 for word in words):
        raise BadUsage(f"--players are whole numbers with commas between them, as in --players 2,3,4, not {text!r}.")
    return tuple(map(int, words))


def command_line(
    bot: str,
    ruleset: str,
    players: Sequence[int],
    options: Sequence[str],
    house: Path | None,
    seed: int,
    games: int,
    results: Path | None,
    markdown: Path | None,
) -> list[str]:
    """Returns the arguments of ``groundfloor lab`` that make the same report, with files by their names alone."""
    words = ["--bot", bot, "--ruleset", ruleset, "--players", ",".join(map(str, players))]
    for option in options:
        words += ["--option", option]
    if house is not None:
        words += ["--house", house.name]
    words += ["--games", str(games), "--seed", str(seed)]
    if results is not None:
        words += ["--results", results.name]
    if markdown is not None:
        words += ["--markdown", markdown.name if markdown.is_absolute() else str(markdown)]
    return words
