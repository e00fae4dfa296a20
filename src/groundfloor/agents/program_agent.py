"""An agent that is a program of any language: one JSON object a line over its standard input and output (docs/bots.md)."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
from codecs import getincrementaldecoder
from contextlib import suppress
from threading import Thread
from time import monotonic
from typing import IO, TYPE_CHECKING

from .agent import Agent, BotError, IllegalAnswer, TooLate, printable_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from groundfloor.engine.actions import Action
    from groundfloor.engine.view import View

MAX_CHARACTERS = 100_000
"""The longest line that is read."""
MAX_LINES = 100
"""Lines that are read before anybody needs them; a program that writes more waits."""
MAX_ERRORS = 2_000
"""The last bytes of the standard error that are kept."""
SECONDS_TO_END = 1.0
"""Seconds that a program has to end by itself, and again after it was asked to by a signal."""


class BotProcess:
    """A running program, with three threads for its pipes: a program that reads nothing, or writes without end, blocks nobody."""

    def __init__(self, command: list[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise BotError(f"it can't be started: {error.strerror}") from error
        self._to_write: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._lines: queue.Queue[str] = queue.Queue(MAX_LINES)
        self._errors = b""
        self._is_ended = False
        self._threads = [Thread(target=run, daemon=True) for run in (self._write, self._read, self._read_errors)]
        for thread in self._threads:
            thread.start()

    def send(self, message: dict[str, object]) -> None:
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
        self._is_ended = True
        with suppress(queue.Empty):
            while True:
                self._lines.get_nowait()  # the thread that reads may wait for room
        for thread in self._threads:
            thread.join(SECONDS_TO_END)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def _write(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):
            while (text := self._to_write.get()) is not None:
                self._process.stdin.write(text.encode())
                self._process.stdin.flush()
        with suppress(OSError, ValueError):
            self._process.stdin.close()

    def _read(self) -> None:
        """Reads lines without the pipe's buffer, whose lock would hold up ``end`` where a child of the program keeps the pipe open."""
        decoder, line = getincrementaldecoder("utf-8")("replace"), ""
        for part in self._parts(self._process.stdout):
            *whole, line = (line + decoder.decode(part)).split("\n")
            for line_read in whole:
                self._add(line_read + "\n")
            if len(line) > MAX_CHARACTERS:
                self._add(line)
                line = ""
        self._add(line)
        self._lines.put("")

    def _add(self, line: str) -> None:
        """Adds a line to those that wait to be asked for; waits for room."""
        if line and not self._is_ended:
            self._lines.put(line)

    def _read_errors(self) -> None:
        """Keeps the end of what the program writes to its standard error."""
        for part in self._parts(self._process.stderr):
            self._errors = (self._errors + part)[-MAX_ERRORS:]

    def _parts(self, pipe: IO[bytes] | None) -> Iterator[bytes]:
        assert pipe is not None
        with suppress(OSError, ValueError):
            while not self._is_ended and (part := os.read(pipe.fileno(), 65536)):
                yield part

    def _last_error(self) -> str:
        """Returns what the program has last written to its standard error, to be put after a sentence."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(SECONDS_TO_END)
        self._threads[-1].join(SECONDS_TO_END)
        lines = self._errors.decode("utf-8", "replace").strip().splitlines()
        code = self._process.poll()
        return f" with exit code {code}" + (f": {printable_line(lines[-1])}" if lines else "")


PROTOCOL = 1
"""The version of the protocol."""
SECONDS_TO_START = 10.0
"""Seconds until a program must have said that it is ready."""


class ProgramAgent(Agent):
    """Asks a program that is started with the first decision and ends with ``close``.

    Raises TooLate, IllegalAnswer, or BotError with what went wrong; an answer that comes too late is dropped when it comes.
    """

    respects_time_limit = True

    def __init__(self, rng: Random, command: Sequence[str]) -> None:
        super().__init__(rng)
        self.command = list(command)
        self._process: BotProcess | None = None
        self._number = 0

    def choose(self, view: View) -> Action:
        process = self._process or self._start()
        self._number += 1
        process.send({"type": "choose", "id": self._number, "seconds": self.time_limit, "view": view.as_dict()})
        end = monotonic() + self.time_limit
        while True:
            answer = read_object(process.line(end - monotonic()))
            if answer.get("type") == "action" and answer.get("id") == self._number:
                return find_action(view, answer.get("action"))
            if not is_earlier_answer(answer, self._number):
                raise BotError(
                    f'it should answer {{"type": "action", "id": {self._number}, "action": "…"}}, not {printable_line(json.dumps(answer))}'
                )

    def _start(self) -> BotProcess:
        self._process = process = BotProcess(self.command)
        process.send({"type": "start", "protocol": PROTOCOL, "seed": self.rng.getrandbits(32)})
        ready = read_object(process.line(SECONDS_TO_START))
        if ready.get("type") != "ready" or ready.get("protocol") != PROTOCOL:
            raise BotError(f'it should begin with {{"type": "ready", "protocol": {PROTOCOL}}}, not {printable_line(json.dumps(ready))}')
        return process

    def close(self) -> None:
        """Tells the program that it is no longer needed, and ends it if it does not end by itself."""
        if self._process is not None:
            self._process.end({"type": "end"})
            self._process = None


def read_object(line: str) -> dict[str, object]:
    """Returns the JSON object of a line; BotError if it holds none."""
    if len(line) > MAX_CHARACTERS:
        raise BotError(
            f"a line may have {MAX_CHARACTERS} characters at most; it wrote a longer one, which begins with {printable_line(line[:60])!r}"
        )
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise BotError(f"it should write one JSON object a line, not {printable_line(line)!r}")
    return message


def is_earlier_answer(answer: dict[str, object], number: int) -> bool:
    """Returns whether this is the answer to an earlier question, which came too late."""
    earlier = answer.get("id")
    return answer.get("type") == "action" and isinstance(earlier, int) and 0 < earlier < number


def find_action(view: View, text: object) -> Action:
    """Returns the legal action with this text; IllegalAnswer if there is none."""
    for action in view.legal_actions:
        if action.text == text:
            return action
    raise IllegalAnswer(f"{printable_line(repr(text))} is none of the legal actions")


__all__ = ["PROTOCOL", "ProgramAgent", "TooLate"]
