"""The lock of a data folder, so that only one server works on it; the system releases it even if the process is killed."""

from __future__ import annotations

import os
import sys
from typing import IO, TYPE_CHECKING

from .errors import DataInUse

if TYPE_CHECKING:
    from pathlib import Path


class FolderLock:
    """A lock that is held from its creation until ``release``; DataInUse if another process holds it."""

    def __init__(self, folder: Path) -> None:
        self._file: IO[str] = (folder / "lock").open("a+", encoding="ascii")
        try:
            _hold(self._file)
        except OSError:
            holder = self._holder()
            self._file.close()
            raise DataInUse(f"Another server{holder} already works on the data in {folder}; stop it, or choose another folder.") from None
        self._file.truncate(0)
        self._file.write(str(os.getpid()))
        self._file.flush()

    def release(self) -> None:
        """Releases the lock."""
        self._file.close()

    def _holder(self) -> str:
        self._file.seek(0)
        number = self._file.read(20).strip()
        return f" (process {number})" if number.isdigit() else ""


if sys.platform == "win32":
    import msvcrt

    def _hold(file: IO[str]) -> None:
        file.seek(1 << 20)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _hold(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
