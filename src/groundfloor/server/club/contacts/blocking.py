"""Blocks people, wherever somebody has met them."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from ...database import rate_limits
from ...game.storage import browsers
from ...http.errors import TooManyAttempts
from ...http.limits import FixedLimit
from ...http.request_checks import client_hash
from ...http.request_context import get_context
from ...http.security import owner_of
from . import block_storage
from .block_storage import MAX_BLOCKED
from .errors import BadBlock

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.requests import Request

    from ...context import AppContext
    from ...game.viewer import Viewer


PER_HOUR = 60
"""People whom one client can block in an hour."""
PER_BLOCK = FixedLimit(PER_HOUR, "blocks of a client in an hour")


async def block(request: Request, others: Collection[str], name: str) -> None:
    context, owner_id, client = get_context(request), owner_of(request), client_hash(get_context(request).secret, request)

    def work() -> bool:
        if client and rate_limits.spend(context.store, client, "blocks", PER_HOUR / 3600, PER_HOUR, 1, 1) < 1:
            raise TooManyAttempts("%(most)s people were blocked from this address in an hour. Please try again later.", most=PER_HOUR)
        return block_storage.add(context.store, owner_id, others, name, secrets.token_hex(8), context.table_service.now())

    if not await context.work.write(work):
        raise BadBlock(
            "You have blocked %(most)s people, the most that are possible. Unblock somebody before you block another.", most=MAX_BLOCKED
        )


def other_people(context: AppContext, viewer: Viewer) -> list[int]:
    """Returns the seats of other people at the table of somebody who sits there, including those for whom a bot plays on."""
    held = browsers.owners_of(context.store, viewer.table.game_id) if viewer.own_seats else {}
    people = {*viewer.table.value.human_seats, *(seat for seats in held.values() for seat in seats)}
    return sorted(people.difference(viewer.own_seats)) if viewer.own_seats else []


def nobody_there() -> BadBlock:
    return BadBlock("Nobody is there whom you could block.")


def blocked_seats(context: AppContext, viewer: Viewer, owner_id: str) -> set[int]:
    """Returns the seats of a table whose holders somebody has blocked."""
    blocked = block_storage.blocked_by(context.store, owner_id) if owner_id else frozenset()
    held = browsers.owners_of(context.store, viewer.table.game_id) if blocked else {}
    return {seat for holder_id, seats in held.items() if holder_id in blocked for seat in seats}
