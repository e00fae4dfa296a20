"""The command import: the games of a file of “My games”, as records with which the terminal goes on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from groundfloor.editions import ruleset
from groundfloor.engine.errors import BadRecord, GroundfloorError
from groundfloor.engine.record import Record
from groundfloor.files import read_text
from groundfloor.results import BadResults, SavedGame, key_of, later_entries, parse_games_file

from .record_file import RecordFile, WriteFailed, quoted, read_record, write


@dataclass(frozen=True)
class GameToWrite:
    """A game of the file: its record, which keeps the rules, and the key of its draws (None: it is not known, or the game is over)."""

    saved: SavedGame
    record: Record
    is_over: bool
    key: bytes | None

    @property
    def name(self) -> str:
        return f"groundfloor-{self.saved.game}.gfr"


def import_games(file: Path, *, to: Annotated[Path, Parameter(help="The folder for the records. Default: this one.")] = Path()) -> None:
    """Writes all games of a file of “My games”, of a server or of the game in a web page, as records; nothing if one of them breaks the rules.

    A record that is there already goes on where the file is further, and else stays. Running games keep their draws if the file has their key.

    Parameters
    ----------
    file
        The file, groundfloor-games.json, which “My games” offers. The results in it belong to pages, and stay there.
    """
    games = games_of(read_text(file))
    try:
        to.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WriteFailed(f"The folder {to} can't be made: {error.strerror or error}.") from error
    new = [game for game in games if goes_on(to / game.name, game.record)]
    for game in new:
        path = to / game.name
        if game.key is None:
            write(path, game.record.format(), 0o644)
        else:
            RecordFile(path, game.key, ()).create(game.record)
        state = f"groundfloor replay {quoted(path)}" if game.is_over or game.saved.is_shown else f"groundfloor play --record {quoted(path)}"
        print(f"{game.saved.name}: {state}")
    print(f"{len(new)} {'game was' if len(new) == 1 else 'games were'} written, {len(games) - len(new)} were here already.")


def games_of(text: str) -> list[GameToWrite]:
    """Returns the games of the text of a file; BadResults if it is none, has a game twice, or one that can't be."""
    return [game_of(game) for game in parse_games_file(text).games]


def game_of(saved: SavedGame) -> GameToWrite:
    try:
        if not (saved.game.isascii() and saved.game.isalnum() and len(saved.game) <= 40):
            raise BadRecord("no table has such an id.")
        record = Record.parse(saved.record, ruleset)
        game = record.replay()
    except GroundfloorError as error:
        raise BadResults(
            "The game “%(name)s” of the file can’t be read, so nothing was imported: %(reason)s", name=saved.name[:60], reason=str(error)
        ) from None
    is_running = not (game.is_over or saved.is_shown)
    return GameToWrite(saved, record, game.is_over, key_of(record, saved.key) if is_running else None)


def goes_on(path: Path, record: Record) -> bool:
    """Returns whether a record is new here, or goes on from that of the file that is there."""
    return not path.exists() or bool(later_entries(record, read_record(path)))
