"""Renders drawings as pixels, each in a process of its own: one picture at a time, as each takes much time and memory."""

from __future__ import annotations

import os
from subprocess import TimeoutExpired
from typing import TYPE_CHECKING

from groundfloor.presentation.pictures.animated_png import animated_png
from groundfloor.presentation.pictures.png import pngs

from ..http.byte_cache import ByteCache
from ..http.deadlines import current_client, deadline_error
from ..http.threads import ClientLimiter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..http.executor import Executor
    from ..http.threads import ClientUse

FILM_BYTES = 8_000_000
"""Of films that are kept, as each takes seconds to make."""


class PictureMaker:
    """Makes the pictures of one server; clients take turns, and up to ``max_waiting`` pictures of a client wait."""

    def __init__(self, use: ClientUse, executor: Executor, max_waiting: int) -> None:
        self._use = use
        self._turns = ClientLimiter(1, 1, max_waiting, use, executor)
        self.films: ByteCache[tuple[str, int, str], bytes] = ByteCache(FILM_BYTES)
        """Films by game id, version and language."""

    async def png(self, svg: str, scale: int = 1) -> bytes:
        """Returns an SVG as PNG. DeadlinePassed if it takes too long, TooManyWaiting if too many of the client wait."""
        return (await self._pngs([svg], scale))[0]

    async def film(self, still: str, frames: Sequence[tuple[str, int]]) -> bytes:
        """Returns SVGs, each with its milliseconds, as one animated picture, which shows the ``still`` one where nothing moves. Errors as of ``png``."""
        made = await self._pngs([still, *(svg for svg, _ in frames)], 1)
        return animated_png(made[0], [(picture, time) for picture, (_, time) in zip(made[1:], frames, strict=True)])

    async def _pngs(self, svgs: Sequence[str], scale: int) -> list[bytes]:
        """Returns SVGs as PNG, and counts the processor time of the process that makes them to the client."""
        client = current_client()

        def make() -> list[bytes]:
            before = os.times()
            try:
                return pngs(svgs, scale)
            finally:
                after = os.times()
                self._use.add(client, sum(after[2:4]) - sum(before[2:4]))  # of processes that have ended

        try:
            return await self._turns.run(make)
        except TimeoutExpired:
            raise deadline_error() from None
