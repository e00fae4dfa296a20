"""One's own games: results, ladder and distinctions, kept for the browser; as a file, from a file, and deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from groundfloor.presentation.pictures.png import can_make_png

from ...agents.levels import LEVELS
from ...engine.errors import GroundfloorError
from ...numbers import parse_int
from ...presentation.results.my_games import distinctions, ladders, last_games, numbers, tables
from ...presentation.results.words import shared_result
from ...results import format_results, parse_results
from ...tables.result_keeper import imported_rows
from ..context import get_context
from ..distinction_art import DRAWINGS
from ..error_messages import page_message_for, status_of
from ..errors import BodyTooLarge
from ..pages import get_locale, render
from ..quotas import NEARLY_FULL, check_import, check_room
from ..request_body import read_form
from ..request_checks import client_mark, limited_client
from ..result_pages import page_of_results
from ..result_picture import picture_svg
from ..security import browser_id, ensure_browser_id, foreign_form_notice, is_cross_site, is_own_form, set_browser_cookie

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.datastructures import FormData
    from starlette.requests import Request

    from ...store import ResultRow
    from ..context import AppContext
    from ..rendering import RequestLocale

FILE = "groundfloor-results.json"
PNG_SCALE = 2


async def show(request: Request) -> Response:
    """``/my-games``."""
    words = get_locale(request).words
    added = parse_int(request.query_params.get("added", ""))
    if added is None:
        return await my_games_page(request)
    said = words.ngettext("%(n)s result was imported.", "%(n)s results were imported.", added)
    return await my_games_page(request, done=said % {"n": added})


async def my_games_page(request: Request, notice: str = "", status: int = 200, done: str = "") -> Response:
    """Responds with the page; ``notice`` is an error, ``done`` what was done."""
    context, locale = get_context(request), get_locale(request)
    return await page_of_results(request, lambda browser: my_games_text(context, request, locale, browser, notice, done), status)


def my_games_text(context: AppContext, request: Request, locale: RequestLocale, browser: str, notice: str, done: str) -> str:
    language, words = locale.language, locale.words
    results = context.host.results.results(browser)
    here = context.store.ids_of_browser(browser)
    shown = distinctions(results, language, words)
    facts: dict[str, object] = {
        "numbers": numbers(results, language, words) if results else [],
        "ladders": ladders(results, tuple(LEVELS), words),
        "distinctions": shown,
        "drawings": DRAWINGS,
        "earned": sum(bool(each.earned) for each in shown),
        "tables": tables(results, language, words) if results else [],
        "games": last_games(results, here, language, words),
        "notice": notice,
        "done": done,
    }
    return render(context, request, locale, "my_games.html", facts)


async def download(request: Request) -> Response:
    """``/my-games/results.json``: all results as a file."""
    context = get_context(request)
    results = await context.read(context.host.results.results, browser_id(request))
    headers = {"Content-Disposition": f'attachment; filename="{FILE}"'}
    return Response(format_results(results), media_type="application/json", headers=headers)


async def as_svg(request: Request) -> Response:
    """``/my-games/{game}/picture.svg``: one of the browser's own results as a picture."""
    return picture_response(request, await result_svg(request), "image/svg+xml")


async def as_png(request: Request) -> Response:
    """``/my-games/{game}/picture.png``: the same as pixels."""
    if not can_make_png():
        raise HTTPException(404)
    drawing = await result_svg(request)
    return picture_response(request, await get_context(request).png(drawing, PNG_SCALE), "image/png")


async def result_svg(request: Request) -> str:
    """Returns one of the browser's own results as SVG; 404 if it is none of them."""
    context, locale = get_context(request), get_locale(request)
    results = await context.read(context.host.results.results, browser_id(request))
    found = next((result for result in results if result.game == request.path_params["game"]), None)
    if found is None:
        raise HTTPException(404)
    return picture_svg(shared_result(found, locale.language, locale.words), locale.language)


def picture_response(request: Request, content: str | bytes, media_type: str) -> Response:
    headers = {"Content-Language": get_locale(request).language, "Vary": "Cookie, Accept-Language"}
    return Response(content, media_type=media_type, headers=headers)


async def import_results(request: Request) -> Response:
    """``POST /my-games/import``: adds the results of a file; all of them or none."""
    context, words = get_context(request), get_locale(request).words
    ensure_browser_id(request)
    try:
        if is_cross_site(request):
            raise NotOwnForm  # before it counts for the visitor whom the other site lets send it
        await check_import(context, request)
        async with context.importers.turn(limited_client(request)):
            form = await own_form(request)
            rows = await context.heavy(read_rows, str(form.get("text", "")))
            added = await context.write(add_imported, context, request, rows)
    except BodyTooLarge:
        return await my_games_page(request, words.gettext("That file is too large: files of results are smaller."), 413)
    except NotOwnForm:
        return await my_games_page(request, foreign_form_notice(get_locale(request).words), 403)
    except GroundfloorError as error:
        return await my_games_page(request, page_message_for(error, words), status_of(error))
    response = RedirectResponse(f"/my-games?added={added}#data", 303)
    set_browser_cookie(request, response)
    return response


def read_rows(text: str) -> list[ResultRow]:
    return imported_rows(parse_results(text))


def add_imported(context: AppContext, request: Request, rows: Collection[ResultRow]) -> int:
    """Adds the results of a file; returns how many were new."""
    check_room(context, limited_client(request), NEARLY_FULL)
    mark = client_mark(context.secret, request)
    return context.host.results.import_results(browser_id(request), rows, mark, context.settings.limits.imports_per_client)


async def delete(request: Request) -> Response:
    """``POST /my-games/delete``: deletes the player of this browser with all results."""
    context = get_context(request)
    try:
        await own_form(request)
    except NotOwnForm:
        return await my_games_page(request, foreign_form_notice(get_locale(request).words), 403)
    await context.write(context.store.delete_player, browser_id(request))
    return RedirectResponse("/my-games", 303)


class NotOwnForm(Exception):
    """A form that does not come from a page of this server."""


async def own_form(request: Request) -> FormData:
    """Returns the submitted form; NotOwnForm if another site has sent it."""
    form = await read_form(request)
    if not is_own_form(request, get_context(request).secret, str(form.get("csrf", ""))):
        raise NotOwnForm
    return form
