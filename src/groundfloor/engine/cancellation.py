"""Cancelling long operations: the engine calls ``raise_if_cancelled`` before every entry, and whoever began the operation may end it there."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from .errors import GroundfloorError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class OperationCancelled(GroundfloorError):
    """An operation was cancelled before it was finished; nothing has changed."""


_check: ContextVar[Callable[[], None] | None] = ContextVar("groundfloor_check", default=None)


def raise_if_cancelled() -> None:
    """Calls the check of the operation in progress, which raises an error if it must end; does nothing if there is none."""
    check = _check.get()
    if check is not None:
        check()


@contextmanager
def cancellation_check(check: Callable[[], None]) -> Iterator[None]:
    """Within the block, in this thread or task, ``raise_if_cancelled`` calls ``check``."""
    token = _check.set(check)
    try:
        yield
    finally:
        _check.reset(token)
