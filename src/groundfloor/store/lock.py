"""The lock of a data folder, so that only one server works on it; the system releases it even if the process is killed."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from .errors import DataInUse

if TYPE_CHECKING:
    from pathlib import Path


class FolderLock:
    """A lock that is held from its creation until ``release``; DataInUse if another process holds it."""

    def __init__(self, folder: Path) -> None:
        self._process = folder / "server.pid"
        # Never a lock that only is a file: it would outlive a killed server.
        self._lock = FileLock(folder / "lock", blocking=False, thread_local=False, fallback_to_soft=False)
        try:
            self._lock.acquire()
        except Timeout:
            raise DataInUse(
                f"Another server{self._holder()} already works on the data in {folder}; stop it, or choose another folder."
            ) from None
        with suppress(OSError):  # only names this process to others; a full disk has no room for it
            self._process.unlink(missing_ok=True)  # of a killed process, perhaps of another user
            self._process.write_text(str(os.getpid()), encoding="ascii")

    def release(self) -> None:
        """Releases the lock, if it is held."""
        if self._lock.is_locked:
            self._process.unlink(missing_ok=True)
            self._lock.release()

    def _holder(self) -> str:
        try:
            number = self._process.read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError):
            return ""
        return f" (process {number})" if number.isdigit() else ""
