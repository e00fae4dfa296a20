"""The id of the request on whose behalf something happens: in every line of the log, and in the jobs and notices that other processes read."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

request_id: ContextVar[str] = ContextVar("groundfloor_request_id", default="")
""""" where nothing was asked for."""


@contextmanager
def on_behalf_of(request: str) -> Iterator[None]:
    """Makes the log name this request within the block."""
    token = request_id.set(request)
    try:
        yield
    finally:
        request_id.reset(token)
