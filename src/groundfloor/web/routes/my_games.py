"""One's own games: results, ladder and distinctions, kept for the browser; as a file, from a file, and deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from ...agents.levels import LEVELS
from ...engine.errors import GroundfloorError
from ...numbers import parse_int
from ...presentation.results.my_games import distinctions, ladders, last_games, numbers, tables
from ...presentation.results.share import shared_result
from ...results import format_results, parse_results
from ..context import get_context
from ..distinction_art import DRAWINGS
from ..error_messages import page_message_for, status_of
from ..errors import BodyTooLarge
from ..pages import get_locale, render
from ..png import can_make_png, png
from ..request_body import read_form
from ..result_pages import page_of_results
from ..result_picture import picture_svg
from ..security import browser_id, ensure_browser_id, foreign_form_notice, is_own_form, set_browser_cookie

if TYPE_CHECKING:
    from starlette.datastructures import FormData
    from starlette.requests import Request

    from ..context import AppContext
    from ..pages import RequestLocale

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
    """Renders the page."""
    language, words = locale.language, locale.words
    results = context.host.results.results(browser)
    here = {known.game.public for known in context.store.games_of_browser(browser)}
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
    return picture_response(request, await result_drawing(request), "image/svg+xml")


async def as_png(request: Request) -> Response:
    """``/my-games/{game}/picture.png``: the same as pixels."""
    if not can_make_png():
        raise HTTPException(404)
    drawing = await result_drawing(request)
    return picture_response(request, await get_context(request).heavy(png, drawing, PNG_SCALE), "image/png")


async def result_drawing(request: Request) -> str:
    """Returns one of the browser's own results as SVG; 404 if it is none of them."""
    context, locale = get_context(request), get_locale(request)
    results = await context.read(context.host.results.results, browser_id(request))
    found = next((result for result in results if result.game == request.path_params["game"]), None)
    if found is None:
        raise HTTPException(404)
    return picture_svg(shared_result(found, locale.language, locale.words), locale.language)


def picture_response(request: Request, content: str | bytes, media_type: str) -> Response:
    """Responds with a picture in the language of the request."""
    headers = {"Content-Language": get_locale(request).language, "Vary": "Cookie, Accept-Language"}
    return Response(content, media_type=media_type, headers=headers)


async def import_results(request: Request) -> Response:
    """``POST /my-games/import``: adds the results of a file; all of them or none."""
    context, words = get_context(request), get_locale(request).words
    ensure_browser_id(request)
    try:
        form = await own_form(request)
        added = await context.write(import_text, context, browser_id(request), str(form.get("text", "")))
    except BodyTooLarge:
        return await my_games_page(request, words.gettext("That file is too large: files of results are smaller."), 413)
    except NotOwnForm:
        return await my_games_page(request, foreign_form_notice(get_locale(request).words), 403)
    except GroundfloorError as error:
        return await my_games_page(request, page_message_for(error, words), status_of(error))
    response = RedirectResponse(f"/my-games?added={added}#data", 303)
    set_browser_cookie(request, response)
    return response


def import_text(context: AppContext, browser: str, text: str) -> int:
    """Adds the results of a file's text; returns how many were new."""
    return context.host.results.import_results(browser, parse_results(text))


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
