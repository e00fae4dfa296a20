"""Points at which long work may be stopped: the engine passes one before every entry, and who began the work says what happens there."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from .errors import GroundfloorError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class WorkStopped(GroundfloorError):
    """Work was ended before it was done; nothing has changed."""


_check: ContextVar[Callable[[], None] | None] = ContextVar("groundfloor_check", default=None)


def checkpoint() -> None:
    """Calls the check of the work that is under way, which raises an error if the work must end; does nothing if there is none."""
    check = _check.get()
    if check is not None:
        check()


@contextmanager
def checked_by(check: Callable[[], None]) -> Iterator[None]:
    """Within the block, in this thread or task, ``checkpoint`` calls ``check``."""
    token = _check.set(check)
    try:
        yield
    finally:
        _check.reset(token)
