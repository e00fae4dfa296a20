"""Cancels long operations: the engine calls ``raise_if_cancelled`` before each entry, and the caller's check may raise an error there."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from .errors import GroundfloorError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class OperationCancelled(GroundfloorError):
    """An operation was cancelled; nothing has changed."""


_check: ContextVar[Callable[[], None] | None] = ContextVar("groundfloor_check", default=None)


def raise_if_cancelled() -> None:
    """Calls the check of the current operation, which raises an error to cancel it; does nothing if there is no check."""
    check = _check.get()
    if check is not None:
        check()


@contextmanager
def cancellation_check(check: Callable[[], None]) -> Iterator[None]:
    """Makes ``raise_if_cancelled`` call ``check`` within the block, in this thread or task."""
    token = _check.set(check)
    try:
        yield
    finally:
        _check.reset(token)
