"""A record on disk while it is played: written whole after each entry, with its key in a file beside it until the game is over."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from groundfloor.editions import ruleset
from groundfloor.engine.errors import BadRecord, GroundfloorError
from groundfloor.engine.record import Record
from groundfloor.files import Unreadable, read_bytes, read_text

if TYPE_CHECKING:
    from collections.abc import Sequence

HEAD = "groundfloor key 1"


class Overtaken(GroundfloorError):
    """The record on disk is not the one that was written last: somebody else plays it too."""


class NotKept(GroundfloorError):
    """A file can't be written."""


class Keeper:
    """The two files of a game. ``agents`` names who plays each seat ("" for people and Automas)."""

    def __init__(self, path: Path, key: bytes, agents: Sequence[str]) -> None:
        self.path = path.resolve()
        self.key = key
        self.agents = list(agents)
        self.written: bytes | None = None

    @property
    def key_path(self) -> Path:
        """Where the key is until the game is over; only its owner may read it."""
        return key_path(self.path)

    def start(self, record: Record) -> None:
        """A new game: the key first, so that there is never a record that can't go on."""
        if not self.path.parent.is_dir():
            raise NotKept(f"The folder {self.path.parent} does not exist; make it, or name another file.")
        lines = [HEAD, f"key {self.key.hex()}", *(f"agent {n} {agent}" for n, agent in enumerate(self.agents, 1) if agent)]
        write(self.key_path, "\n".join(lines) + "\n", 0o600)
        self.save(record)

    def save(self, record: Record) -> None:
        """The record as it stands, on disk when this returns; Overtaken if the file is not as it was left."""
        if self.written is not None and not self.is_as_written():
            raise Overtaken(f"{self.path} has been changed by somebody else, so this game stops here; nothing was overwritten.")
        text = record.format()
        write(self.path, text, 0o644)
        self.written = text.encode()
        if record.key:
            self.key_path.unlink(missing_ok=True)

    def is_as_written(self) -> bool:
        """The file on disk is the one that was written last."""
        try:
            return read_bytes(self.path) == self.written
        except Unreadable:
            return False


def key_path(path: Path) -> Path:
    """The file beside a record that holds its key."""
    return path.with_name(path.name + ".key")


def read_record(path: Path) -> Record:
    """The record of a file; Unreadable, or BadRecord, which names the file, the line and what is wrong."""
    try:
        return Record.parse(read_text(path), ruleset)
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from error


def read_key(path: Path) -> tuple[bytes | None, dict[int, str]]:
    """The key beside a record (None if there is none) and the agents by seat from 0."""
    beside = key_path(path.resolve())
    if not beside.exists():
        return None, {}
    key: bytes | None = None
    agents: dict[int, str] = {}
    for number, line in enumerate(read_text(beside).splitlines(), 1):
        word, _, rest = line.partition(" ")
        try:
            if number == 1 and line == HEAD:
                continue
            if word == "key":
                key = bytes.fromhex(rest)
                continue
            if word == "agent":
                seat, agent = rest.split()
                agents[int(seat) - 1] = agent
                continue
        except ValueError:
            pass
        raise BadRecord(f"{beside}: line {number} can't be read; move the file away to go on with new draws.")
    return key, agents


def write(path: Path, text: str, mode: int) -> None:
    """The file holds this text, or what it held before, whatever happens; it is on disk when this returns. NotKept if it can't be."""
    try:
        replace(path, text, mode)
    except OSError as error:
        raise NotKept(f"{path} can't be written: {error.strerror or error}.") from error


def replace(path: Path, text: str, mode: int) -> None:
    """Another file takes the place of this one once it is on disk."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    settle(path.parent)


def settle(folder: Path) -> None:
    """The names in a folder are on disk too, where the system knows such a thing."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
