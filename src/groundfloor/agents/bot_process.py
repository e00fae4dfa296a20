"""A process that speaks lines of JSON: started apart from the terminal, written to and read from without ever blocking, surely ended."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import tempfile
from contextlib import suppress
from threading import Thread
from typing import IO

from .bot_errors import BotError, TooLate

MOST_CHARACTERS = 100_000
"""The longest line that is read."""
SECONDS_TO_END = 1.0
"""Seconds that a program has to end by itself, and again after it was asked to by a signal."""


class BotProcess:
    """A running program. Two threads move the lines, so that a program that reads or writes nothing holds up nobody."""

    def __init__(self, command: list[str]) -> None:
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed by end)
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
        except OSError as error:
            self._errors.close()
            raise BotError(f"it can't be started: {error.strerror}") from error
        self._to_write: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._threads = [Thread(target=run, daemon=True) for run in (self._write, self._read)]
        for thread in self._threads:
            thread.start()

    def send(self, message: dict[str, object]) -> None:
        """Sends an object as a line."""
        self._to_write.put(json.dumps(message) + "\n")

    def line(self, seconds: float) -> str:
        """Returns the next line; TooLate if none comes within the seconds, BotError if the program has ended."""
        try:
            line = self._lines.get(timeout=max(seconds, 0.0))
        except queue.Empty:
            raise TooLate("it gave no answer in time") from None
        if not line:
            self._lines.put("")
            raise BotError(f"the program has ended{self._last_error()}")
        return line

    def end(self, message: dict[str, object]) -> None:
        """Sends a last message, closes the program's input, and ends the program with all its children if it does not end by itself."""
        self._to_write.put(json.dumps(message) + "\n")
        self._to_write.put(None)
        try:
            self._process.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self._signal("SIGTERM")
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(SECONDS_TO_END)
        finally:
            self._signal("SIGKILL")
            self._process.wait()
            self._close()

    def _signal(self, name: str) -> None:
        """Sends a signal to the program and its children; a child may outlive the program itself."""
        with suppress(OSError):
            if os.name == "posix":
                os.killpg(self._process.pid, getattr(signal, name))
            elif self._process.poll() is None:
                self._process.kill()

    def _close(self) -> None:
        for thread in self._threads:
            thread.join(SECONDS_TO_END)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self._errors.close()

    def _write(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):
            while (text := self._to_write.get()) is not None:
                self._process.stdin.write(text)
                self._process.stdin.flush()
        with suppress(OSError, ValueError):
            self._process.stdin.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with suppress(OSError, ValueError):
            while line := self._process.stdout.readline(MOST_CHARACTERS):
                self._lines.put(line)
        self._lines.put("")

    def _last_error(self) -> str:
        """Returns what the program has last written to its standard error, to be put after a sentence."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(SECONDS_TO_END)
        self._errors.seek(0)
        lines = self._errors.read()[-2000:].decode("utf-8", "replace").strip().splitlines()
        code = self._process.poll()
        return f" with exit code {code}" + (f": {lines[-1].strip()}" if lines else "")
