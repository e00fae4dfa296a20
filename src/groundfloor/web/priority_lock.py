"""A fair lock with two priorities: threads that are urgent get it first, others in the order in which they asked."""

from __future__ import annotations

from collections import deque
from threading import Event, Lock


class PriorityLock:
    """A lock that ``release`` hands to the next waiting thread.

    A ``threading.Lock`` goes to whoever asks at the right moment, which may be its last holder again and again.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._is_held = False
        self._urgent: deque[Event] = deque()
        self._others: deque[Event] = deque()

    @property
    def waiting(self) -> int:
        """How many threads wait for the lock."""
        with self._lock:
            return len(self._urgent) + len(self._others)

    def acquire(self, timeout: float, *, is_urgent: bool = True) -> bool:
        """Waits for the lock, ``timeout`` seconds at most; returns whether the thread holds it now, and has to release it."""
        waiting = self._urgent if is_urgent else self._others
        with self._lock:
            if not self._is_held:
                self._is_held = True
                return True
            handed = Event()
            waiting.append(handed)
        if handed.wait(timeout):
            return True
        with self._lock:
            if handed.is_set():  # just after the time was over
                return True
            waiting.remove(handed)
        return False

    def release(self) -> None:
        """Hands the lock to the next thread, or frees it if none waits."""
        with self._lock:
            waiting = self._urgent or self._others
            if waiting:
                waiting.popleft().set()
            else:
                self._is_held = False
