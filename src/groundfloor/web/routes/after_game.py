"""The page after a game, the picture to share, the rematch, and the same city again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from groundfloor.presentation.pictures.game_picture import game_picture
from groundfloor.presentation.pictures.png import can_make_png

from ...engine.errors import GroundfloorError
from ...presentation.after_game import game_history, turning_points
from ...presentation.after_game.turning_point_text import sentence
from ...tables.creation import known_key, rematch_id, rotated_seat
from ..account_settings import preferences_of
from ..after_game.analysis import analysis_facts
from ..after_game.page import after_facts
from ..context import get_context
from ..error_messages import message_for, status_of
from ..idempotency import request_hash
from ..new_tables import add_table, create_table, first_page_url, has_links
from ..pages import answer, get_locale, render
from ..quotas import check_quotas
from ..ratings import game_ratings_json, seat_changes
from ..request_body import read_form
from ..security import browser_id, ensure_browser_id, foreign_form_notice, is_own_form, set_browser_cookie
from ..viewer import get_viewer
from .api import json_response

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from gettext import NullTranslations

    from starlette.requests import Request

    from groundfloor.presentation.board.scene import Scene

    from ...tables import PreparedTable, Table
    from ..context import AppContext
    from ..rendering import RequestLocale
    from ..viewer import Viewer

SVG, PNG = "image/svg+xml", "image/png"


async def show(request: Request) -> Response:
    """``…/after``: the page after a game; while it goes on, leads to its board."""
    return await page(request)


async def page(request: Request, notice: str = "", status: int = 200) -> Response:
    context, locale = get_context(request), get_locale(request)
    text = await context.read(after_page, context, request, locale, notice)
    if text is None:
        return RedirectResponse(request.url.path.rpartition("/")[0], 303)
    return answer(request, locale, text, status)


def after_page(context: AppContext, request: Request, locale: RequestLocale, notice: str) -> str | None:
    """Renders the page; None if the game is not over, or was cancelled."""
    viewer = get_viewer(context, request, browser_id(request))
    if not viewer.table.game.is_over or viewer.table.is_cancelled:
        return None
    other = rematch_of(context, viewer.table)
    scene = final_scene(context, viewer.table, viewer.seat, locale)
    facts = {
        **after_facts(viewer.table, scene),
        **analysis_facts(context, viewer.table, scene),
        "viewer": viewer,
        "base": viewer.base,
        "rating_changes": seat_changes(context, viewer.table.public) if viewer.table.is_rated else {},
        "has_seat": bool(viewer.seats),
        "with_page": context.store.seats_of_accounts(viewer.table.public),
        "is_archived": bool(context.store.people_at_finished_game(viewer.table.public)),
        "rematch": rematch_url(viewer, other) if other is not None else "",
        "can_replay_city": known_key(viewer.table.match.record) is not None,
        "is_alone": sum(not holder.automa for holder in viewer.table.seat_holders) == 1,
        "notice": notice,
    }
    return render(context, request, locale, "after_game.html", facts)


def final_scene(context: AppContext, table: Table, seat: int | None, locale: RequestLocale) -> Scene:
    """Returns the last position, without controls."""
    return context.boards.scenes.at(table, seat, locale, table.version)


# The picture


async def picture_svg(request: Request) -> Response:
    """``/g/{public}/picture.svg``: the result as a drawing."""
    context = get_context(request)
    text = await context.read(picture_text, context, request.path_params["public"], get_locale(request))
    return Response(text, media_type=SVG)


async def picture_png(request: Request) -> Response:
    """``/g/{public}/picture.png``: the same as pixels."""
    if not can_make_png():
        raise HTTPException(404)
    context = get_context(request)
    text = await context.read(picture_text, context, request.path_params["public"], get_locale(request))
    return Response(await context.png(text), media_type=PNG)


def picture_text(context: AppContext, public: str, locale: RequestLocale) -> str:
    table = context.host.table(public)
    if not table.game.is_over or table.is_cancelled:
        raise HTTPException(404)
    return game_picture(final_scene(context, table, None, locale))


# As data


async def history(request: Request) -> Response:
    """``GET /api/games/{public}/history``: figures by round, and the turning points of a finished game."""
    context = get_context(request)
    words = get_locale(request).words
    return await json_response(request, lambda: context.read(history_json, context, request.path_params["public"], words), 200)


def history_json(context: AppContext, public: str, words: NullTranslations) -> dict[str, object]:
    table = context.host.table(public)
    with table.lock:
        found = game_history(table.match.record)
    points = [{**point.as_dict(), "sentence": sentence(point, found.game, words)} for point in turning_points(found)]
    ratings = game_ratings_json(context, public) if table.is_rated else []
    return {
        "game": public,
        "seats": [seat.name for seat in found.game.seats],
        **found.as_dict(),
        "turning_points": points,
        "ratings": ratings,
    }


# Games after the game


async def rematch(request: Request) -> Response:
    """``POST /s/{token}/rematch``: opens the rematch, or leads to the one that somebody else has opened."""
    return await respond_with_new_table(request, open_rematch)


async def same_city(request: Request) -> Response:
    """``POST …/again``: opens a table with the same draws."""
    return await respond_with_new_table(request, open_same_city)


async def respond_with_new_table(request: Request, work: Callable[[AppContext, Request, Viewer, str], Awaitable[str]]) -> Response:
    """Opens a table for a form of the page and redirects to it; on an error responds with the page."""
    context, locale = get_context(request), get_locale(request)
    form = await read_form(request)
    if not is_own_form(request, context.secret, str(form.get("csrf", ""))):
        return await page(request, foreign_form_notice(locale.words), 403)
    ensure_browser_id(request)
    try:
        viewer = await context.read(get_viewer, context, request, browser_id(request))
        if not viewer.table.game.is_over:
            return RedirectResponse(viewer.base, 303)
        hash = request_hash(request, {name: str(value) for name, value in form.items()})
        url = await work(context, request, viewer, hash)
    except GroundfloorError as error:
        return await page(request, message_for(error, locale.words), status_of(error))
    response = RedirectResponse(url, 303)
    set_browser_cookie(request, response)
    return response


async def open_rematch(context: AppContext, request: Request, viewer: Viewer, hash: str) -> str:
    """Opens the rematch of a viewer's table if nobody has; returns where the viewer goes on. Spectators only get to see it."""
    browser, table = browser_id(request), viewer.table
    found = await context.read(rematch_of, context, table)
    if found is None and viewer.seats:
        await check_quotas(context, request, browser)
        own, public = rematch_seats(viewer), rematch_id(context.secret, table.public)
        holders = await context.read(rematch_holders, context, viewer, browser)
        new = await context.heavy(prepared_rematch, context, table, public, own, holders)
        found = await context.write(add_rematch, context, request, new, browser, holders)
    if found is None:
        return f"{viewer.base}/after"
    url = rematch_url(viewer, found)
    if viewer.seats:
        await context.write(context.store.remember_seats, browser, found.public, rematch_seats(viewer))
    return f"{url}/table" if has_links(found, rematch_seats(viewer)) else url


async def open_same_city(context: AppContext, request: Request, viewer: Viewer, hash: str) -> str:
    """Opens a table with the same draws for this browser; returns the path of its first page."""
    browser, table = browser_id(request), viewer.table
    people = frozenset(holder.seat for holder in table.seat_holders if not holder.automa)
    own = frozenset(holder.seat for holder in viewer.seats) or people
    name = get_locale(request).words.gettext("%(name)s, the same city") % {"name": table.name}
    made = await create_table(request, browser, hash, lambda: context.host.prepare_same_city(table, name, own))
    return await context.read(first_page_url, context, made, browser)


def rematch_holders(context: AppContext, viewer: Viewer, browser: str) -> dict[str, set[int]]:
    """Returns who holds which seats of the rematch: the seats of its game, rotated; whoever opens it holds those of the page.

    Who has blocked them, or is blocked by them, is not led there, as if they had not come yet.
    """
    count = len(viewer.table.seat_holders)
    apart = context.store.keys_blocked_by(browser) | context.store.holders_who_blocked(browser)
    held = {key: seats for key, seats in context.store.holders_of_game(viewer.table.public).items() if key not in apart}
    found = {key: {rotated_seat(seat, count) for seat in seats} for key, seats in held.items()}
    return {**found, browser: set(rematch_seats(viewer))}


def prepared_rematch(context: AppContext, table: Table, public: str, own: frozenset[int], holders: Mapping[str, set[int]]) -> PreparedTable:
    keys = {seat: key for key, seats in sorted(holders.items(), reverse=True) for seat in seats}
    new = context.host.prepare_rematch(table, public, table.name, own)
    return context.host.with_preferences(new, preferences_of(context, keys))


def add_rematch(context: AppContext, request: Request, new: PreparedTable, browser: str, holders: Mapping[str, set[int]]) -> Table:
    """Stores a rematch, in which everybody finds their seats; unless another player's request has done so meanwhile."""
    if (known := context.host.find(new.table.public)) is not None:
        return known
    return add_table(context, request, new, browser, others={key: seats for key, seats in holders.items() if key != browser})


def rematch_of(context: AppContext, table: Table) -> Table | None:
    """Returns the rematch of a table if somebody has opened it."""
    return context.host.find(rematch_id(context.secret, table.public))


def rematch_seats(viewer: Viewer) -> frozenset[int]:
    return frozenset(rotated_seat(holder.seat, len(viewer.table.seat_holders)) for holder in viewer.seats)


def rematch_url(viewer: Viewer, found: Table) -> str:
    """Returns the path of the rematch for a viewer: their seat, or a spectator's page."""
    seat = viewer.address_seat
    if seat is None:
        return f"/g/{found.public}"
    return f"/s/{found.seat_holders[rotated_seat(seat, len(found.seat_holders))].token}"
