"""Files: read whole, but never more than a record, house values or the progress of a run can be; written whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
from typing import TYPE_CHECKING

from .engine.errors import GroundfloorError

if TYPE_CHECKING:
    from pathlib import Path

MAX_BYTES = 1_000_000
"""A record of a whole game has about 10,000 bytes, and so has a file with every value of a ruleset."""


class Unreadable(GroundfloorError):
    """A file that can't be read, is too large or is no text; the sentence names it."""


def read_text(path: Path) -> str:
    """Returns the text of a file with plain line ends, and without the byte order mark that editors on Windows write; Unreadable says what is wrong with it."""
    content = read_bytes(path)
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise Unreadable(f"{path} is no text in UTF-8.") from error


def read_bytes(path: Path) -> bytes:
    """Returns all bytes of a file, or of a pipe that is written to, ``MAX_BYTES`` at most; Unreadable for anything else."""
    try:
        with open(path, "rb", opener=without_waiting) as file:
            kind = os.fstat(file.fileno()).st_mode
            if not (stat.S_ISREG(kind) or stat.S_ISFIFO(kind)):
                raise Unreadable(f"{path} is a device and no file.")
            if sys.platform != "win32":
                os.set_blocking(file.fileno(), True)
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise Unreadable(f"{path} can't be read: {error.strerror if isinstance(error, OSError) else error}.") from error
    if len(content) > MAX_BYTES:
        raise Unreadable(f"{path} is too large: such a file has {MAX_BYTES:,} bytes at most.")
    return content


def without_waiting(path: str, flags: int) -> int:
    """Opens a named pipe too if nobody writes to it: it is empty then."""
    return os.open(path, flags if sys.platform == "win32" else flags | os.O_NONBLOCK)


def write_atomically(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Writes a file so that it is there whole or not at all, even if the machine is switched off; it is on disk when this returns.

    The content goes to a file beside it, which is then renamed. Raises OSError if that is not possible.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    fsync_path(path.parent)


def fsync_path(path: Path) -> None:
    """Calls fsync for a file or a folder; on Windows folders are skipped."""
    if os.name == "nt" and path.is_dir():
        return
    number = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)
