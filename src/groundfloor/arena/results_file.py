"""The results of an arena in a file, so that it can go on: a line of JSON for the settings, then one for each game, in their order."""

from __future__ import annotations

import hashlib
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import IO, TypeVar

import msgspec
from filelock import FileLock, Timeout

import groundfloor
from groundfloor.engine.errors import GroundfloorError
from groundfloor.files import Unreadable

from .paired_games import ArenaGame, ArenaSettings
from .progress import sources_digest

FORMAT = "groundfloor arena 1"
T = TypeVar("T")


class BadResults(GroundfloorError):
    """A results file that can't be read, belongs to another arena, or is written by another process."""


class Header(msgspec.Struct, frozen=True):
    """The first line: format, settings, and what code played."""

    format: str
    settings: ArenaSettings
    revision: str


class ResultsFile:
    """Results in a file, which is locked until ``close``: ``games`` are those it holds; ``append`` writes another one at once.

    A line that was cut off, as by a power failure, is removed. Raises BadResults, or Unreadable.
    """

    def __init__(self, path: Path, settings: ArenaSettings) -> None:
        self.path = path
        self.games: list[ArenaGame] = []
        self._lock_path = path.with_name(path.name + ".lock")
        self._lock = FileLock(self._lock_path, blocking=False, thread_local=False)
        if not path.parent.is_dir():
            raise Unreadable(f"The folder {path.parent} does not exist; make it, or name another file.")
        try:
            self._lock.acquire()
        except Timeout:
            raise BadResults(f"Another arena writes to {path} now; name another file, or wait for its end.") from None
        except OSError as error:
            raise Unreadable(f"{path} can't be written: {error.strerror}.") from error
        try:
            self._file: IO[bytes] = path.open("a+b")
        except OSError as error:
            self._release()
            raise Unreadable(f"{path} can't be read and written: {error.strerror}.") from error
        try:
            self._read(settings)
        except BaseException:
            self.close()
            raise

    def append(self, game: ArenaGame) -> None:
        """Adds a game; it is on disk when this returns."""
        self._write(msgspec.json.encode(game))
        self.games.append(game)

    def close(self) -> None:
        """Closes the file, for others to use."""
        self._file.close()
        self._release()

    def _release(self) -> None:
        """Releases the lock; the file that it stands for is removed while it is still held."""
        with suppress(OSError):
            self._lock_path.unlink()
        self._lock.release()

    def _read(self, settings: ArenaSettings) -> None:
        """Reads what the file holds; a new file gets its header."""
        header = Header(FORMAT, settings, code_revision(settings))
        self._file.seek(0)
        lines = self._file.read().split(b"\n")
        cut_off = lines.pop()
        if lines:
            check_same(self.path, read_line(self.path, 1, lines[0], Header), header)
            self.games = [read_line(self.path, number, line, ArenaGame) for number, line in enumerate(lines[1:], 2)]
            check_order(self.path, self.games, len(settings.seats))
        if cut_off:
            if not lines and not msgspec.json.encode(header).startswith(cut_off):
                raise BadResults(f"{self.path} holds no results of an arena; name another file.")
            self._file.truncate(self._file.tell() - len(cut_off))
        if not lines:
            self._write(msgspec.json.encode(header))

    def _write(self, line: bytes) -> None:
        self._file.write(line + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())


def read_line(path: Path, number: int, line: bytes, kind: type[T]) -> T:
    """Returns what a line holds; BadResults if it is something else."""
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        what = "holds no results of an arena" if number == 1 else f"can't be read in line {number}"
        raise BadResults(f"{path} {what}; name another file.") from error


def check_same(path: Path, found: Header, wanted: Header) -> None:
    """Raises BadResults, which names the first difference, if a file is of other settings or of other code."""
    if found.format != FORMAT:
        raise BadResults(f"{path} is in the format {found.format!r}, and this is {FORMAT!r}; name another file.")
    for name in ArenaSettings.__dataclass_fields__:
        there, here = getattr(found.settings, name), getattr(wanted.settings, name)
        if plain(there) != plain(here):
            raise BadResults(f"{path} holds games with other settings: {name} {plain(there)}, not {plain(here)}. Name another file.")
    if found.revision != wanted.revision:
        raise BadResults(f"{path} holds games of other code ({found.revision}), and this is {wanted.revision}. Name another file.")


def check_order(path: Path, games: list[ArenaGame], seats: int) -> None:
    """Raises BadResults if a game is missing, or not one of this many seats."""
    for index, game in enumerate(games):
        lengths = {len(part) for part in (game.totals, game.ranks, game.decisions, game.seconds, game.failures)}
        if (game.key, game.rotation) != (index // seats + 1, index % seats) or lengths != {seats} or 1 not in game.ranks:
            raise BadResults(f"{path} does not have the game that line {index + 2} should hold; name another file.")


def plain(value: object) -> object:
    """Returns a value as it is read from JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def code_revision(settings: ArenaSettings) -> str:
    """Returns what plays: the version, a digest of the sources of rules and agents with their data, and one of each file that a bot names."""
    digests = [sources_digest(["engine", "editions", "agents"], (".py", ".json", ".toml", ".npz", ".npy", ".bin"))]
    for text in settings.seats:
        for word in filter(None, re.split(r"[\s:=]+", text)):
            if Path(word).is_file():
                digests.append(f"{Path(word).name} {hashlib.sha256(Path(word).read_bytes()).hexdigest()[:12]}")
    return " ".join([groundfloor.__version__, *dict.fromkeys(digests)])
