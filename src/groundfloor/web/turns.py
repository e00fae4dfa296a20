"""Turns at something that one thread at a time may use: urgent ones come first, others in the order in which they asked."""

from __future__ import annotations

from collections import deque
from threading import Event, Lock


class Turns:
    """Gives one thread after the other its turn. A lock would give it to whoever asks at the right moment, which may be the last holder again."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._is_taken = False
        self._urgent: deque[Event] = deque()
        self._others: deque[Event] = deque()

    def __len__(self) -> int:
        """Returns how many threads wait."""
        with self._lock:
            return len(self._urgent) + len(self._others)

    def take(self, timeout: float, *, is_urgent: bool = False) -> bool:
        """Waits for a turn, in seconds at most; returns False if it has not come. Whoever gets a turn ends it by ``give_back``."""
        waiting = self._urgent if is_urgent else self._others
        with self._lock:
            if not self._is_taken:
                self._is_taken = True
                return True
            turn = Event()
            waiting.append(turn)
        if turn.wait(timeout):
            return True
        with self._lock:
            if turn.is_set():  # it came at the last moment
                return True
            waiting.remove(turn)
        return False

    def give_back(self) -> None:
        """Ends a turn: the next one begins."""
        with self._lock:
            waiting = self._urgent or self._others
            if waiting:
                waiting.popleft().set()
            else:
                self._is_taken = False
