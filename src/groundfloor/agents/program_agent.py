"""An agent that is a program of any language: one JSON object a line over its standard input and output (docs/bots.md)."""

from __future__ import annotations

import json
from time import monotonic
from typing import TYPE_CHECKING

from .agent import Agent
from .bot_errors import BotError, IllegalAnswer, TooLate, printable_line
from .bot_process import MAX_CHARACTERS, BotProcess

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from groundfloor.engine.actions import Action
    from groundfloor.engine.view import View

PROTOCOL = 1
"""The version of the protocol."""
SECONDS_TO_START = 10.0
"""Seconds until a program must have said that it is ready."""


class ProgramAgent(Agent):
    """Asks a program that is started with the first decision and ends with ``close``.

    Raises TooLate, IllegalAnswer, or BotError with what went wrong; an answer that comes too late is dropped when it comes.
    """

    keeps_time = True

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
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise BotError(f"it should write one JSON object a line, not {printable_line(line)!r}")
    return found


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
