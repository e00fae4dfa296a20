"""The record file of a game in the terminal: saved after each entry, with the key in a second file until the game is over."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from groundfloor.agents.recorded_bots import bot_name
from groundfloor.agents.specification import is_table_agent
from groundfloor.editions import ruleset
from groundfloor.engine.errors import BadRecord, GroundfloorError
from groundfloor.engine.record import Record
from groundfloor.files import Unreadable, read_bytes, read_text, write_atomically
from groundfloor.table.agent_moves import STAND_IN

from .arguments import BadUsage

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

HEAD = "groundfloor key 1"
STANDARD_INPUT = Path("-")


class FileChanged(GroundfloorError):
    """The record file was changed by another process since it was last saved."""


class FilesFailed(GroundfloorError):
    """Some of several files failed; why was said about each."""


class WriteFailed(GroundfloorError):
    """A file can't be written."""


class RecordFile:
    """The record file and the key file of a game. ``agents`` names the agent of each seat ("" for humans and Automas)."""

    def __init__(self, path: Path, key: bytes, agents: Sequence[str]) -> None:
        self.path = path.resolve()
        self.key = key
        self.agents = list(agents)
        self.written: bytes | None = None

    @property
    def word(self) -> str:
        """The path as a shell takes it: in quotation marks if it has spaces."""
        return quoted(self.path)

    @property
    def key_path(self) -> Path:
        """Returns the path of the key file, which only its owner may read; it is deleted when the game is over."""
        return key_path(self.path)

    @property
    def notes_path(self) -> Path:
        """Returns the path of the player's notes, which only they may read."""
        return self.path.with_name(self.path.name + ".notes")

    def create(self, record: Record) -> None:
        """Creates both files of a new game, the key first, so that there is never a record that can't be continued."""
        if not self.path.parent.is_dir():
            raise WriteFailed(f"The folder {self.path.parent} does not exist; make it, or name another file.")
        lines = [HEAD, f"key {self.key.hex()}", *(f"agent {n} {agent}" for n, agent in enumerate(self.agents, 1) if agent)]
        write(self.key_path, "\n".join(lines) + "\n", 0o600)
        self.save(record)

    def save(self, record: Record) -> None:
        """Saves the record; it is on disk when this returns. FileChanged if another process has changed the file."""
        if self.written is not None and not self.is_unchanged():
            raise FileChanged(f"{self.path} has been changed by somebody else, so this game stops here; nothing was overwritten.")
        text = record.format()
        write(self.path, text, 0o644)
        self.written = text.encode()
        if record.key:
            self.key_path.unlink(missing_ok=True)

    def is_unchanged(self) -> bool:
        try:
            return read_bytes(self.path) == self.written
        except Unreadable:
            return False


def quoted(path: Path) -> str:
    return subprocess.list2cmdline([str(path)]) if sys.platform == "win32" else shlex.quote(str(path))


def key_path(path: Path) -> Path:
    return path.with_name(path.name + ".key")


def read_record(path: Path) -> Record:
    """Returns the record of a file, or that of standard input for ``-``; raises Unreadable, or BadRecord, which names file, line and error."""
    try:
        return Record.parse(sys.stdin.read() if path == STANDARD_INPUT else read_text(path), ruleset)
    except UnicodeDecodeError as error:
        raise Unreadable("Standard input can't be read: it is no text in UTF-8.") from error
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from error


def for_each_file(files: Sequence[Path], do: Callable[[Path], None]) -> None:
    """Does something with each of several files, and goes on where one fails; raises FilesFailed at the end if any has. One file fails as itself."""
    if not files:
        raise BadUsage("Name the file of a record, or several; - is standard input.")
    if len(files) == 1:
        do(files[0])
        return
    failed = 0
    for file in files:
        try:
            do(file)
        except BadUsage:
            raise
        except GroundfloorError as error:
            sentence = str(error)
            print(sentence if str(file) in sentence else f"{file}: {sentence}", file=sys.stderr)
            failed += 1
    if failed:
        raise FilesFailed(f"{failed} of {len(files)} files failed.")


def heading(file: Path, files: Sequence[Path]) -> list[str]:
    """Returns the line above what is printed about one of several files; none for a single one."""
    return [f"==> {file} <=="] if len(files) > 1 else []


def read_key(path: Path) -> tuple[bytes | None, dict[int, str]]:
    """Returns the key of a record (None if there is no key file) and the agents by seat, counted from 0."""
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
                seat, agent = rest.split(maxsplit=1)
                agents[int(seat) - 1] = agent
                continue
        except ValueError:
            pass
        raise BadRecord(f"{beside}: line {number} can't be read; move the file away to go on with new draws.")
    return key, agents


def read_agents(path: Path, record: Record) -> list[str]:
    """Returns the specification of the bot that plays each seat of a record now ("": a person or an Automa plays).

    It is that of the key file, else what the record calls the bot; ``STAND_IN`` if nobody knows how it was made.
    """
    _key, given = read_key(path)
    bots = record.bots()
    return [agent_called(bots.get(seat, ""), given.get(seat, "")) for seat in range(len(record.seats))]


def agent_called(bot: str, given: str) -> str:
    if not bot or (given and bot_name(given) == bot):
        return given if bot else ""
    return bot if is_table_agent(bot) else STAND_IN


def write(path: Path, text: str, mode: int) -> None:
    """Writes a file whole or not at all; WriteFailed if that is not possible."""
    try:
        write_atomically(path, text.encode(), mode)
    except OSError as error:
        raise WriteFailed(f"{path} can't be written: {error.strerror or error}.") from error
