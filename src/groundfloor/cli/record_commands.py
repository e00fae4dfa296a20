"""The commands replay and verify."""

from __future__ import annotations

from json import dumps
from pathlib import Path

from groundfloor import verify
from groundfloor.editions import ruleset
from groundfloor.engine.errors import GroundfloorError
from groundfloor.engine.journal import Journal
from groundfloor.engine.record import Record
from groundfloor.engine.trace import trace as trace_of
from groundfloor.files import Unreadable
from groundfloor.presentation.translations import translations_of
from groundfloor.presentation.view import TableView
from groundfloor.results import read_archive

from .arguments import BadUsage, Flag, LanguageOption, RefusedHouseOption, default_language, refuse_house_values
from .game_text import LogFormatter, after_game_lines, score_lines
from .record_file import for_each_file, heading, read_record

ARCHIVES = (".jsonl.gz", ".jsonl")
"""How the names of archives of finished games end."""


def replay(
    *files: Path,
    at: int | None = None,
    json: Flag = False,
    trace: Flag = False,
    house: RefusedHouseOption = None,
    lang: LanguageOption = None,
) -> None:
    """Prints the log up to an entry with the scores, and after the end turning points and tables; or the position as JSON, or the trace.

    Parameters
    ----------
    files
        The records; - is standard input.
    at
        Stop after this many entries. Default: all.
    json
        Print the position there as JSON; of several records one position per line, with its file.
    trace
        Print every question and every draw with all that was possible, one JSON object per line.
    """
    refuse_house_values(house)
    if json and trace:
        raise BadUsage("--json prints a position and --trace the way to it: name one of them.")
    language = lang or default_language()

    def replay_one(file: Path) -> None:
        record = read_record(file)
        if at is not None and not 0 <= at <= len(record.entries):
            raise BadUsage(f"--at is a number of entries: the record has 0 to {len(record.entries)}, not {at}.")
        if json:
            position = record.replay(until=at).position()
            print(dumps({"file": str(file), "position": position}) if len(files) > 1 else dumps(position, indent=1))
            return
        lines = trace_lines(record.prefix(at)) if trace else [*heading(file, files), *log_lines(record, at, language)]
        for line in lines:
            print(line)

    for_each_file(files, replay_one)


def trace_lines(record: Record) -> list[str]:
    return [dumps(line, separators=(",", ":")) for line in trace_of(record)]


def log_lines(record: Record, at: int | None, language: str) -> list[str]:
    """Returns the log up to an entry, the scores, and after the end turning points and tables."""
    translations, journal = translations_of(language), Journal()
    game = record.replay(until=at, journal=journal)
    lines = [
        *LogFormatter(translations).lines(journal.events, game),
        *score_lines(TableView.of_position(game, None, language, translations)),
    ]
    return [*lines, *after_game_lines(record.prefix(at), translations)]


def verify_draws(*files: Path, house: RefusedHouseOption = None) -> None:
    """Checks the draws of records, or of all records of archives of finished games.

    Parameters
    ----------
    files
        The records of games that are over; - is standard input.
    """
    refuse_house_values(house)
    counts: list[int] = []

    def verify_one(file: Path) -> None:
        if file.name.endswith(ARCHIVES):
            verify_archive(file)
            return
        counts.append(verify(read_record(file)))
        if len(files) > 1:
            print(f"{file}: {counts[-1]} draws checked.")

    for_each_file(files, verify_one)
    if len(files) == 1 and counts:
        print(
            f"{counts[0]} draws checked: the key fits its hash and fixes each of them. This proves that they were fixed before the start."
        )
    elif counts:
        print(
            f"{len(counts)} {'game' if len(counts) == 1 else 'games'} with {sum(counts)} draws checked: each key fits its hash and fixes each of them."
        )


def verify_archive(file: Path) -> None:
    """Checks the draws of all games of an archive; the error names the first game in which something is wrong."""
    games = draws = 0
    try:
        for game in read_archive(file):
            try:
                draws += verify(Record.parse(game.record, ruleset))
            except GroundfloorError as error:
                raise GroundfloorError(f"Game {game.number} of {file}, {game.game}: {error}") from error
            games += 1
    except OSError as error:
        raise Unreadable(f"{file} can't be read: {error.strerror}.") from error
    print(f"{games} {'game' if games == 1 else 'games'} with {draws} draws checked: each key fits its hash and fixes each of them.")
