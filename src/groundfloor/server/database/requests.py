"""Idempotency: a hash of each request that has changed something, stored with its change: a repeated request is not carried out twice."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, select, update

from . import schema as s
from . import usage
from .database import HAS_CHANGED, P, R, in_transaction, insert_new, reads_once, upsert, writes, writing
from .errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from typing import Concatenate

    from sqlalchemy import ColumnElement, Connection, Engine

    from .store import Store

KEPT_MINUTES, ANSWER_MINUTES = usage.DAY, 15
"""For how long a request is known, and its answer kept: in minutes of server running time, which does not depend on the clock."""
MAX_PER_GAME = 1_000
"""The newest requests that are kept for each game: nobody can fill the disk."""
MAX_REQUESTS = 500_000
"""Requests that are kept in all, some 100 MB without answers; beyond them those are forgotten first that would be anyway."""

CLEAN_EVERY = 16
"""Changes of a game between two after which old requests are deleted."""
REQUEST = s.requests.c
DELETE_OLD = delete(s.requests).where(REQUEST.served < usage.SERVED_MINUTES - bindparam("kept_minutes"))
FORGET_ANSWERS = (
    update(s.requests)
    .where(REQUEST.answer != b"", REQUEST.served < usage.SERVED_MINUTES - ANSWER_MINUTES)
    .where(REQUEST.served > usage.SERVED_MINUTES - (KEPT_MINUTES - ANSWER_MINUTES))
    .values(answer=b"")
)
"""Without those of requests that are known only as long as their answers."""
NEWEST_FIRST = select(REQUEST.request).where(REQUEST.game == bindparam("of_game")).order_by(REQUEST.number.desc())
DELETE_BEYOND = delete(s.requests).where(REQUEST.request.in_(NEWEST_FIRST.offset(bindparam("kept"))))
LAST_FORGOTTEN = select(REQUEST.request).order_by(REQUEST.served.desc())
DELETE_MANY = delete(s.requests).where(REQUEST.request.in_(LAST_FORGOTTEN.offset(bindparam("kept"))))
GAME_OF = select(s.games.c.game_id).join(s.requests, REQUEST.game == s.games.c.id).where(REQUEST.request == bindparam("request"))
ANSWER_OF = select(REQUEST.answer).where(REQUEST.request == bindparam("request"))


class RepeatedRequest(StorageError):
    """Another process has carried out the same request meanwhile: nothing was changed."""


@dataclass
class SentRequest:
    """A request with an idempotency ``key``: its ``hash``, and what is stored with its change of the ``answer``, encrypted (None: nothing).

    ``is_stored``: its change was committed. ``is_repeated``: it was carried out before. ``game`` and ``number`` say which game it has changed, and which
    change of the game it was (None: none). ``is_encrypted``: its answer is stored encrypted. ``is_brief``: it is known only as long as its answer, as its client sends many.
    """

    hash: str
    key: str = field(repr=False, default="")
    answer: bytes | None = None
    is_stored: bool = False
    is_repeated: bool = False
    game: int | None = None
    number: int = 0
    is_encrypted: bool = True
    is_brief: bool = False

    def store(self, connection: Connection) -> None:
        """Stores the request in the transaction of its change. RepeatedRequest if it is known."""
        values = {"request": self.hash, "game": self.game, "number": self.number, "answer": self.answer}
        statement = insert_new(connection.dialect.name, s.requests).values(served=served(self.is_brief)).returning(REQUEST.request)
        if connection.execute(statement, values).one_or_none() is None:
            raise RepeatedRequest
        if self.game is not None and self.number % CLEAN_EVERY == 0:
            connection.execute(DELETE_OLD, {"kept_minutes": KEPT_MINUTES})
            connection.execute(DELETE_BEYOND, {"of_game": self.game, "kept": MAX_PER_GAME})


sent_request: ContextVar[SentRequest | None] = ContextVar("groundfloor_sent_request", default=None)
"""The request that is carried out in this context; None if it has no key."""


def served(is_brief: bool) -> ColumnElement[int]:
    """Returns how old a new request is said to be: so old, if it is brief, that it is forgotten with its answer."""
    return usage.SERVED_MINUTES - (KEPT_MINUTES - ANSWER_MINUTES if is_brief else 0)


change_checks: ContextVar[list[Callable[[Connection], None]] | None] = ContextVar("groundfloor_change_checks", default=None)
"""What raises an error if whoever makes the current request may no longer change anything: it may have waited since that was looked up."""


@contextmanager
def carrying_out(sent: SentRequest) -> Iterator[None]:
    """Stores a request with the first change that is stored within the block."""
    token = sent_request.set(sent)
    try:
        yield
    finally:
        sent_request.reset(token)


def note_game(game: int, number: int) -> None:
    """Notes which game the current request changes, as one of so many changes."""
    if (sent := sent_request.get()) is not None:
        sent.game, sent.number = game, number


@contextmanager
def writing_if_allowed(engine: Engine) -> Iterator[Connection]:
    """Opens a write transaction, in which ``change_checks`` come before the first change of the current request: what it has begun, it ends."""
    checks = change_checks.get() or []
    with writing(engine) as connection:
        for check in checks:
            check(connection)
        yield connection
        has_changed = connection.info[HAS_CHANGED]
    if has_changed:
        checks.clear()


@contextmanager
def changing(engine: Engine) -> Iterator[Connection]:
    """Opens a write transaction, which is on disk after the block, if the request is allowed; if it is the first change of the current request, the request is stored with it.

    RepeatedRequest, and nothing is changed, if another process has carried out the request meanwhile.
    """
    sent = sent_request.get()
    with writing_if_allowed(engine) as connection:
        yield connection
        is_first = sent is not None and not (sent.is_stored or sent.is_repeated) and connection.info[HAS_CHANGED]
        if sent is not None and is_first:
            sent.store(connection)
    if sent is not None and is_first:
        sent.is_stored = True


def changes(function: Callable[Concatenate[Connection, P], R]) -> Callable[Concatenate[Store | Connection, P], R]:
    """Decorator for a function that changes something: called with the store instead of a connection, it runs in a transaction of its own (``changing``)."""
    return in_transaction(function, changing)


@reads_once
def game_of(connection: Connection, request: str) -> str | None:
    return connection.execute(GAME_OF, {"request": request}).scalar_one_or_none()


@reads_once
def answer_of(connection: Connection, request: str) -> bytes | None:
    """Returns the answer that a request got (encrypted), b"" if it is not known, or no longer known; None if there was no such request."""
    row = connection.execute(ANSWER_OF, {"request": request}).one_or_none()
    return None if row is None else row.answer or b""


@writes
def keep_answer(connection: Connection, hashes: Collection[str], answer: bytes, *, is_brief: bool = False) -> None:
    """Stores the answer of a request, under each of its hashes; ``is_brief`` is as in ``SentRequest``."""
    statement = upsert(connection.dialect.name, s.requests).values(served=served(is_brief))
    for hash in hashes:
        connection.execute(statement, {"request": hash, "game": None, "number": 0, "answer": answer})


@writes
def delete_old(connection: Connection) -> None:
    """Deletes answers older than ``ANSWER_MINUTES``, requests older than ``KEPT_MINUTES``, and what is beyond ``MAX_REQUESTS``."""
    connection.execute(FORGET_ANSWERS)
    connection.execute(DELETE_OLD, {"kept_minutes": KEPT_MINUTES})
    connection.execute(DELETE_MANY, {"kept": MAX_REQUESTS})
