"""The rematch of a game of the lobby: an open table like that of the game, to which its people are invited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.table.creation import rematch_id
from groundfloor.table.rights import REMATCH

from ...game.situations import viewer_situation
from ...game.storage import browsers
from ...http.pages import get_locale
from ...http.request_body import FormFields
from ...http.request_context import get_context
from ...http.security import owner_of
from ..contacts import block_storage
from . import invitation_storage
from . import storage as lobby_storage
from .actions import open_table
from .requested_tables import cloned_table, read_request

if TYPE_CHECKING:
    from starlette.requests import Request

    from ...context import AppContext
    from ...game.viewer import Viewer


async def offered_rematch(request: Request, viewer: Viewer) -> str:
    """Offers the rematch of a game of the lobby, unless that was done; returns where the person who asks goes on.

    It is an open table like that of the game, rated if that was, to which the people of the game are invited: those who join it accept. Nobody else is led there, but its game is only as private as the one before.
    """
    if not REMATCH.allows(viewer_situation(viewer)):
        return f"{viewer.base}/after"
    context, owner_id, table, translations = get_context(request), owner_of(request), viewer.table, get_locale(request).translations
    id = await context.work.read(offered_id, context, table.game_id, owner_id)
    if await context.work.read(lobby_storage.find, context.store, id) is None:
        clone = await context.work.read(cloned_table, context, table.game_id, owner_id)
        if clone is None or "player" not in clone.fields:
            return f"{viewer.base}/after"
        any_rating = {"least_rating": "", "most_rating": ""}  # its people play again, also if their ratings have changed
        fields = FormFields({**clone.fields, **any_rating, "private": "on", "listed": "on" if table.value.is_listed else "off"})
        await open_table(request, lambda: read_request(fields, translations), id, rematch_of=table.game_id)
        await context.work.write(offer, context, id, table.game_id, owner_id)
    return f"/lobby/{id}"


def offered_id(context: AppContext, game_id: str, owner_id: str) -> str:
    """Returns the id of the open table at which the rematch of a game is offered to somebody, or by them: one for all, but another one for a person who has blocked its host or is blocked by them."""
    id = rematch_id(context.secret, game_id)
    table = lobby_storage.find(context.store, id)
    is_blocked_pair = table is not None and block_storage.is_blocked_pair(context.store, owner_id, table.host)
    return rematch_id(context.secret, f"{game_id} {owner_id}") if is_blocked_pair else id


def offer(context: AppContext, id: str, game_id: str, owner_id: str) -> None:
    """Invites the people of a game to its rematch, for one of them; except those whom they have blocked."""
    invited = set(browsers.owners_of(context.store, game_id)) - {owner_id} - block_storage.blocked_by(context.store, owner_id)
    invitation_storage.invite(context.store, id, owner_id, invited, context.table_service.now(), "rematch")
    for owner_id in invited:
        context.bell.note_owner(owner_id)


def rematch_link(context: AppContext, viewer: Viewer, owner_id: str) -> str:
    """Returns where the rematch of a viewer's game is offered to them; "" if nobody has opened it."""
    id = offered_id(context, viewer.table.game_id, owner_id)
    return f"/lobby/{id}" if viewer.is_player and lobby_storage.find(context.store, id) is not None else ""
