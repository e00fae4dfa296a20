"""A connection to PostgreSQL that waits for an answer no longer than ``ANSWER_SECONDS``, whatever has become of the network or the server."""

from __future__ import annotations

import logging
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from psycopg import Connection, OperationalError

if TYPE_CHECKING:
    from collections.abc import Generator

ANSWER_SECONDS = 35.0
"""Longer than the database lets a statement run (``postgresql.py``): this limit is reached only if the database does not answer."""
T = TypeVar("T")
logging.getLogger("psycopg").setLevel(logging.ERROR)  # it warns of errors that are raised as well


class LimitedConnection(Connection[Any]):
    """A connection that is closed, with an OperationalError, when the database does not answer in time."""

    def wait(self, gen: Generator[Any, Any, T], *args: Any, **kwargs: Any) -> T:
        """Returns what a generator of psycopg returns, which asks for an answer again and again."""
        return super().wait(self._limited(gen), *args, **kwargs)

    def _limited(self, gen: Generator[Any, Any, T]) -> Generator[Any, Any, T]:
        ends = monotonic() + ANSWER_SECONDS
        try:
            asked = next(gen)
            while True:
                is_ready = yield asked
                if not is_ready and monotonic() > ends:
                    self.pgconn.finish()
                    raise OperationalError("the database does not answer")
                asked = gen.send(is_ready)
        except StopIteration as ended:
            result: T = ended.value
            return result
