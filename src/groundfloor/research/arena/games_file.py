"""Results of many games in a file, so that a run can go on: a line of JSON for the header, then one for each game."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Generic, Protocol, TypeVar

import msgspec
from filelock import FileLock, Timeout

import groundfloor
from groundfloor.engine.errors import GroundfloorError
from groundfloor.files import Unreadable

HeaderType = TypeVar("HeaderType")
GameType = TypeVar("GameType")
T = TypeVar("T")


class RunHeader(Protocol):
    """The first line of a file of a run that has settings: its format, these, and what code played."""

    @property
    def format(self) -> str: ...
    @property
    def settings(self) -> object: ...
    @property
    def revision(self) -> str: ...


class BadGamesFile(GroundfloorError):
    """A results file that can't be read, belongs to another run, or is written by another process."""


class GamesFile(Generic[HeaderType, GameType]):
    """Games in a file, which is locked until ``close``: ``games`` are those it holds; ``append`` writes another one at once.

    ``owner`` is what writes such files, as in "an arena". A line that was cut off, as by a power failure, is removed. ``only_read`` changes and
    locks nothing, so that games can be read which another process goes on with. Raises BadGamesFile, or Unreadable.
    """

    owner = "a run"

    def __init__(self, path: Path, header: HeaderType, game_type: type[GameType], only_read: bool = False) -> None:
        self.path = path
        self.header = header
        self.games: list[GameType] = []
        self._game_type = game_type
        self._lock_path = path.with_name(path.name + ".lock")
        self._lock = FileLock(self._lock_path, blocking=False, thread_local=False)
        if not path.parent.is_dir():
            raise Unreadable(f"The folder {path.parent} does not exist; make it, or name another file.")
        if not only_read:
            self._acquire()
        try:
            self._file: IO[bytes] = path.open("rb" if only_read else "a+b")
        except OSError as error:
            self._release()
            raise Unreadable(f"{path} can't be read and written: {error.strerror}.") from error
        try:
            self._read(header, only_read)
        except BaseException:
            self.close()
            raise

    def append(self, game: GameType) -> None:
        """Adds a game; it is on disk when this returns."""
        self._write(msgspec.json.encode(game))
        self.games.append(game)

    def close(self) -> None:
        self._file.close()
        self._release()

    def check_header(self, stored: HeaderType, wanted: HeaderType) -> None:
        """Raises BadGamesFile if the file belongs to another run."""
        raise NotImplementedError

    def check_games(self) -> None:
        """Raises BadGamesFile if the games are not those of this run."""
        raise NotImplementedError

    def _acquire(self) -> None:
        """Locks the file; BadGamesFile if another process has done so."""
        try:
            self._lock.acquire()
        except Timeout:
            another = self.owner.removeprefix("an ").removeprefix("a ")
            raise BadGamesFile(f"Another {another} writes to {self.path} now; name another file, or wait for its end.") from None
        except OSError as error:
            raise Unreadable(f"{self.path} can't be written: {error.strerror}.") from error

    def _release(self) -> None:
        """Releases the lock, if it is held; the file that it stands for is removed while it is still held."""
        if not self._lock.is_locked:
            return
        with suppress(OSError):
            self._lock_path.unlink()
        self._lock.release()

    def _read(self, header: HeaderType, only_read: bool) -> None:
        """Reads what the file holds, its header too; a new file gets the given one, unless it is only read."""
        self._file.seek(0)
        lines = self._file.read().split(b"\n")
        cut_off = lines.pop()
        if lines:
            self.header = self._line(1, lines[0], type(header))
            self.check_header(self.header, header)
            self.games = [self._line(number, line, self._game_type) for number, line in enumerate(lines[1:], 2)]
            self.check_games()
        if only_read:
            return
        if cut_off:
            if not lines and not msgspec.json.encode(header).startswith(cut_off):
                raise BadGamesFile(f"{self.path} holds no results of {self.owner}; name another file.")
            self._file.truncate(self._file.tell() - len(cut_off))
        if not lines:
            self._write(msgspec.json.encode(header))

    def _line(self, number: int, line: bytes, kind: type[T]) -> T:
        """Returns what a line holds; BadGamesFile if it is something else."""
        try:
            return msgspec.json.decode(line, type=kind)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            what = f"holds no results of {self.owner}" if number == 1 else f"can't be read in line {number}"
            raise BadGamesFile(f"{self.path} {what}; name another file.") from error

    def _write(self, line: bytes) -> None:
        self._file.write(line + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())


def check_same_run(path: Path, stored: RunHeader, wanted: RunHeader) -> None:
    """Raises BadGamesFile, which names the first difference, if a file is of another format, of other settings or of other code."""
    if stored.format != wanted.format:
        raise BadGamesFile(f"{path} is in the format {stored.format!r}, and this is {wanted.format!r}; name another file.")
    check_same_settings(path, stored.settings, wanted.settings)
    check_same_code(path, stored.revision, wanted.revision)


def check_same_settings(path: Path, stored: object, wanted: object) -> None:
    """Raises BadGamesFile, which names the first difference, if two dataclasses of settings are not the same."""
    there, here = plain_settings(stored), plain_settings(wanted)
    for name, value in there.items():
        if value != here[name]:
            raise BadGamesFile(f"{path} holds games with other settings: {name} {value}, not {here[name]}. Name another file.")


def plain_settings(settings: object) -> dict[str, object]:
    return msgspec.json.decode(msgspec.json.encode(settings), type=dict[str, object])


def check_same_code(path: Path, stored: str, wanted: str) -> None:
    """Raises BadGamesFile if games were played by other code."""
    if stored != wanted:
        raise BadGamesFile(f"{path} holds games of other code ({stored}), and this is {wanted}. Name another file.")


def code_revision(bots: Iterable[str]) -> str:
    """Returns the version with a digest of the sources of rules and agents, and one of each file that a bot names."""
    digests = [sources_digest(["engine", "editions", "agents"], (".py", ".json", ".toml", ".npz", ".npy", ".bin"))]
    for text in bots:
        for word in filter(None, re.split(r"[\s:=]+", text)):
            if Path(word).is_file():
                digests.append(f"{Path(word).name} {hashlib.sha256(Path(word).read_bytes()).hexdigest()[:12]}")
    return " ".join([groundfloor.__version__, *dict.fromkeys(digests)])


def sources_digest(packages: Sequence[str], suffixes: Sequence[str] = (".py",)) -> str:
    """Returns a digest of the files of some packages of this project."""
    root = Path(groundfloor.__file__).parent
    digest = hashlib.sha256()
    for file in sorted(file for package in packages for file in (root / package).rglob("*") if file.suffix in suffixes):
        digest.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes())
    return f"sources {digest.hexdigest()[:12]}"
