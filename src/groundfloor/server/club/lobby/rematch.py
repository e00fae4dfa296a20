"""The rematch of a game of the lobby: an open table like that of the game, to which its people are invited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....table.creation import rematch_id
from ....table.rights import REMATCH
from ...game.standing import viewer_situation
from ...game.storage import browsers
from ...http.pages import get_locale
from ...http.request_body import FormFields
from ...http.request_context import get_context
from ...http.security import owner_of
from ..contacts import block_storage
from . import invitation_storage
from . import storage as lobby_storage
from .pages import cloned_table, open_table
from .routes import read_request

if TYPE_CHECKING:
    from starlette.requests import Request

    from ...context import AppContext
    from ...game.viewer import Viewer


async def offered_rematch(request: Request, viewer: Viewer) -> str:
    """Offers the rematch of a game of the lobby, unless that was done; returns where whoever asks goes on.

    It is an open table like that of the game, rated if that was, to which the people of the game are invited: those who join it accept. Nobody else is led there, but its game is no more private than the one before.
    """
    if not REMATCH.allows(viewer_situation(viewer)):
        return f"{viewer.base}/after"
    context, key, table, words = get_context(request), owner_of(request), viewer.table, get_locale(request).words
    id = await context.read(offered_id, context, table.game_id, key)
    if await context.read(lobby_storage.find, context.store, id) is None:
        clone = await context.read(cloned_table, context, table.game_id, key)
        if clone is None or "player" not in clone.fields:
            return f"{viewer.base}/after"
        any_rating = {"least_rating": "", "most_rating": ""}  # its people play again, also if their ratings have changed
        fields = FormFields({**clone.fields, **any_rating, "private": "on", "listed": "on" if table.value.is_listed else "off"})
        await open_table(request, lambda: read_request(fields, words), id, rematch_of=table.game_id)
        await context.write(offer, context, id, table.game_id, key)
    return f"/lobby/{id}"


def offered_id(context: AppContext, game_id: str, key: str) -> str:
    """Returns the id of the open table at which the rematch of a game is offered to somebody, or by them: one for all, but for who and its host one has blocked the other."""
    id = rematch_id(context.secret, game_id)
    table = lobby_storage.find(context.store, id)
    is_apart = table is not None and block_storage.is_blocked_pair(context.store, key, table.host)
    return rematch_id(context.secret, f"{game_id} {key}") if is_apart else id


def offer(context: AppContext, id: str, game_id: str, key: str) -> None:
    """Invites the people of a game to its rematch, for one of them; but those whom they have blocked."""
    invited = set(browsers.owners_of(context.store, game_id)) - {key} - block_storage.keys(context.store, key)
    invitation_storage.invite(context.store, id, key, invited, context.table_service.now(), "rematch")
    for owner_id in invited:
        context.bell.note_owner(owner_id)


def rematch_link(context: AppContext, viewer: Viewer, key: str) -> str:
    """Returns where the rematch of a viewer's game is offered to them; "" if nobody has opened it."""
    id = offered_id(context, viewer.table.game_id, key)
    return f"/lobby/{id}" if viewer.is_player and lobby_storage.find(context.store, id) is not None else ""
