"""A call of a bot's code in a thread of its own, so that whoever made it goes on if it never returns."""

from __future__ import annotations

import ctypes
from threading import Thread
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")

SECONDS_TO_STOP = 0.2
"""Seconds that late code has to stop after it was interrupted."""


class Interrupted(BaseException):
    """Raised in the thread of code that is late."""


class WatchedCall(Thread, Generic[Result]):
    """A thread that makes a call; ``result`` or ``error`` is set when it ends."""

    def __init__(self, call: Callable[[], Result]) -> None:
        super().__init__(daemon=True, name="bot")
        self.call = call
        self.result: Result | None = None
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self.result = self.call()
        except BaseException as error:
            self.error = error

    def ends_within(self, seconds: float) -> bool:
        """Starts the call and returns whether it has ended after that many seconds; if not, it is interrupted."""
        self.start()
        self.join(seconds)
        is_late = self.is_alive()
        if is_late:
            self.interrupt()
        return not is_late

    def interrupt(self) -> None:
        """Has the code stop at its next step; code outside of Python goes on until it returns."""
        if self.ident is not None:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.ident), ctypes.py_object(Interrupted))
        self.join(SECONDS_TO_STOP)
