"""A cache that is limited in bytes: the caller says how many bytes a value takes."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable

K = TypeVar("K", bound="Hashable")
V = TypeVar("V")


class ByteCache(Generic[K, V]):
    """A thread-safe cache of values by key. All values together take at most ``most_bytes``: when there are more, those least recently used go.

    >>> cache = ByteCache[str, str](most_bytes=10)
    >>> cache.put("a", "first", 6)
    >>> cache.put("b", "second", 6)
    >>> cache.get("a"), cache.get("b"), cache.bytes
    (None, 'second', 6)
    """

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.bytes = 0
        self._values: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K) -> V | None:
        with self._lock:
            entry = self._values.get(key)
            if entry is None:
                return None
            self._values.move_to_end(key)
            return entry[0]

    def put(self, key: K, value: V, size: int) -> None:
        """Keeps a value of ``size`` bytes, in place of an earlier one with this key; one that is larger than the cache is not kept."""
        with self._lock:
            self._remove(key)
            self._values[key] = value, size
            self.bytes += size
            while self.bytes > self.most_bytes:
                self.bytes -= self._values.popitem(last=False)[1][1]

    def remove(self, key: K) -> None:
        with self._lock:
            self._remove(key)

    def _remove(self, key: K) -> None:
        found = self._values.pop(key, None)
        if found is not None:
            self.bytes -= found[1]
