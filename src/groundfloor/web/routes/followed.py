"""Tables that a spectator follows: the forms that begin and end it, and the same over the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import RedirectResponse, Response

from ...store.followed_games import MAX_FOLLOWED
from ..context import get_context
from ..error_messages import message_for, status_of
from ..errors import BadBody, TooManyTables
from ..pages import get_locale, own_path
from ..request_body import read_form
from ..security import browser_id, ensure_browser_id, foreign_form_notice, is_own_form, set_browser_cookie
from .api import json_response, respond_with_cookie
from .start import start_page

if TYPE_CHECKING:
    from starlette.requests import Request

    from ...store import KnownGame


async def change(request: Request) -> Response:
    """``POST /g/{public}/follow``: follows the table, or with ``do=unfollow`` no more; leads to ``then``, else to the table."""
    context, words = get_context(request), get_locale(request).words
    form = await read_form(request)
    if not is_own_form(request, context.secret, str(form.get("csrf", ""))):
        return await start_page(request, foreign_form_notice(words), 403, [])
    ensure_browser_id(request)
    public = request.path_params["public"]
    try:
        await set_followed(request, public, form.get("do") != "unfollow")
    except TooManyTables as error:
        return await start_page(request, message_for(error, words), status_of(error), [])
    response = RedirectResponse(own_path(str(form.get("then", ""))[:200] or f"/g/{public}"), 303)
    set_browser_cookie(request, response)
    return response


async def set_followed(request: Request, public: str, is_followed: bool) -> None:
    """Has whoever asks follow a table, or not; UnknownGame if there is none, TooManyTables if they follow too many."""
    context, browser = get_context(request), browser_id(request)
    await context.read(context.host.known_table, public)
    if not is_followed:
        await context.write(context.store.unfollow_game, browser, public)
    elif not await context.write(context.store.follow_game, browser, public):
        raise TooManyTables(
            "You follow %(most)s tables, the most that are possible. Unfollow one before you follow another.", most=str(MAX_FOLLOWED)
        )


async def show(request: Request) -> Response:
    """``GET /api/followed``: the tables that whoever asks follows, the last changed first."""
    context = get_context(request)

    async def work() -> dict[str, object]:
        found = await context.read(context.store.followed_games_of, browser_id(request))
        return {"followed": [followed_json(each) for each in found]}

    return await json_response(request, work, 200)


def followed_json(known: KnownGame) -> dict[str, object]:
    """Returns a table that somebody follows, as the API tells it (docs/http.md)."""
    game, summary = known.game, known.game.summary
    return {
        "game": game.public,
        "name": game.name,
        "link": f"/g/{game.public}",
        "status": summary.status,
        "round": summary.round,
        "phase": summary.phase,
        "asked": summary.asked if summary.asked >= 0 else None,
        "seats": [seat.name for seat in game.seats],
        "changed": game.changed,
    }


async def change_json(request: Request) -> Response:
    """``POST /api/games/{public}/follow``: ``{"follow": true}`` or false."""

    async def work(body: dict[str, Any]) -> dict[str, object]:
        wanted = body.get("follow")
        if not isinstance(wanted, bool):
            raise BadBody("follow is true or false.")
        await set_followed(request, request.path_params["public"], wanted)
        return {"game": request.path_params["public"], "follow": wanted}

    return await respond_with_cookie(request, work, 200)
