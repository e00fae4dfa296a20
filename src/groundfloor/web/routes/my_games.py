"""One's own games: results, ladder and distinctions, kept for the browser; as a file, from a file, and deleted."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import Response

from ...agents.levels import LEVELS
from ...engine.errors import GroundfloorError
from ...numbers import parse_int
from ...presentation.results.my_games import LAST_GAMES, UncountedGame, distinctions, ladders, last_games, result_figures, tables
from ...presentation.results.words import date_of, shared_result
from ...results import format_results, parse_results
from ...store import StorageError
from ...tables.result_keeper import imported_rows
from ..availability import own_zone
from ..context import get_context
from ..distinction_art import DRAWINGS
from ..errors import BodyTooLarge
from ..forms import uncounted_mark
from ..handlers import NO_FIELDS, form_of, personal_page, redirect, store_of
from ..pages import get_locale, render
from ..quotas import NEARLY_FULL, check_import, check_room
from ..request_body import MAX_FIELD_BYTES, read_form
from ..request_checks import client_hash, limited_client
from ..result_picture import picture_svg
from ..security import browser_id, check_cookie, check_own_form, ensure_browser_id, is_cross_site
from ..threads import yield_to_moves

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import tzinfo

    from starlette.requests import Request

    from ...store import ResultRow
    from ..context import AppContext
    from ..handlers import PageHandler, PageText
    from ..rendering import RequestLocale
    from ..request_body import FormFields

FILE = "groundfloor-results.json"
PNG_SCALE = 2


def results_page(text: PageText) -> PageHandler:
    """Decorator: an own page, before which the finished games of the browser are counted."""
    show_text = personal_page(text)

    async def show(request: Request, error: GroundfloorError | None = None, form: Mapping[str, str] = NO_FIELDS) -> Response:
        context = get_context(request)
        ensure_browser_id(request)
        browser = browser_id(request)
        with suppress(StorageError):  # the page is shown without what can't be stored now; the next one tries again
            if missing := await context.read(context.table_service.results.missing, browser):
                found = await context.heavy(context.table_service.results.missing_results, missing)
                await context.write(context.table_service.results.catch_up, browser, found)
            if await context.read(context.store.is_idle, browser):
                await context.write(context.store.touch_player, browser)
        return await show_text(request, error, form)

    return show


@results_page
def show(request: Request, notice: str, form: Mapping[str, str]) -> str:
    """``/my-games``; ``?added=N`` results have just been imported."""
    context, language, words = get_context(request), get_locale(request).language, get_locale(request).words
    browser, added = browser_id(request), parse_int(request.query_params.get("added", ""))
    said = "" if added is None else words.ngettext("%(n)s result was imported.", "%(n)s results were imported.", added) % {"n": added}
    results, zone = context.table_service.results.results(browser), own_zone(request)
    yield_to_moves()
    shown = distinctions(results, language, words, zone)
    yield_to_moves()
    uncounted = uncounted_games(context, browser, {result.game for result in results}, get_locale(request), zone)
    facts: dict[str, object] = {
        "uncounted": uncounted,
        "numbers": result_figures(results, language, words) if results else [],
        "ladders": ladders(results, tuple(LEVELS), words),
        "distinctions": shown,
        "drawings": DRAWINGS,
        "earned": sum(bool(each.earned) for each in shown),
        "tables": tables(results, language, words) if results else [],
        "games": last_games(results, context.store.ids_of_browser(browser), language, words, zone),
        "notice": notice,
        "done": said,
    }
    yield_to_moves()
    return render(request, "my_games.html", facts)


def uncounted_games(
    context: AppContext, browser: str, counted: Collection[str], locale: RequestLocale, zone: tzinfo
) -> list[UncountedGame]:
    """Returns the last finished games in which the browser has played and that do not count, the newest first."""
    found: list[UncountedGame] = []
    for known in context.store.games_of_browser(browser, "over"):
        game = known.game
        if known.seats and game.game_id not in counted and not game.summary.is_cancelled and len(found) < LAST_GAMES:
            reason = uncounted_mark(game, locale.words)
            if len(known.seats) > 1:
                reason = reason or locale.words.gettext("Several seats in this browser")
            link = f"/s/{known.seats[0].token}/after"
            reason = reason or locale.words.gettext("Played on from a record")
            found.append(UncountedGame(game.name, date_of(game.changed, locale.language, zone), reason, link))
    return found


async def download(request: Request) -> Response:
    """``/my-games/results.json``: all results as a file."""
    context = get_context(request)
    results = await context.read(context.table_service.results.results, browser_id(request))
    headers = {"Content-Disposition": f'attachment; filename="{FILE}"'}
    return Response(format_results(results), media_type="application/json", headers=headers)


async def as_svg(request: Request) -> Response:
    """``/my-games/{game}/picture.svg``: one of the browser's own results as a picture."""
    return picture_response(request, await result_svg(request), "image/svg+xml")


async def as_png(request: Request) -> Response:
    """``/my-games/{game}/picture.png``: the same as pixels."""
    drawing = await result_svg(request)
    return picture_response(request, await get_context(request).png(drawing, PNG_SCALE), "image/png")


async def result_svg(request: Request) -> str:
    """Returns one of the browser's own results as SVG; 404 if it is none of them."""
    context, locale = get_context(request), get_locale(request)
    results = await context.read(context.table_service.results.results, browser_id(request))
    found = next((result for result in results if result.game == request.path_params["game"]), None)
    if found is None:
        raise HTTPException(404)
    return picture_svg(shared_result(found, locale.language, locale.words), locale.language)


def picture_response(request: Request, content: str | bytes, media_type: str) -> Response:
    headers = {"Content-Language": get_locale(request).language, "Vary": "Cookie, Accept-Language"}
    return Response(content, media_type=media_type, headers=headers)


async def import_results(request: Request) -> Response:
    """``POST /my-games/import``: adds the results of a file; all of them or none."""
    context = get_context(request)
    ensure_browser_id(request)
    try:
        if is_cross_site(request):
            check_own_form(request, {})  # before it counts for the visitor whom the other site lets send it
        await check_import(context, request)
        async with context.importers.turn(limited_client(request)):
            form = await read_form(request, {"text": MAX_FIELD_BYTES})
            check_cookie(request, form)
            check_own_form(request, form)
            rows = await context.heavy(lambda: imported_rows(parse_results(form.text("text"))))
            added = await context.write(add_imported, context, request, rows)
    except BodyTooLarge:
        return await show(request, BodyTooLarge("That file is too large: files of results are smaller."))
    except GroundfloorError as error:
        return await show(request, error)
    return redirect(request, f"/my-games?added={added}#data")


def add_imported(context: AppContext, request: Request, rows: Collection[ResultRow]) -> int:
    """Adds the results of a file; returns how many were new."""
    check_room(context, limited_client(request), NEARLY_FULL)
    client = client_hash(context.secret, request)
    return context.table_service.results.import_results(browser_id(request), rows, client, context.settings.limits.imports_per_client)


@form_of(show, needs_cookie=True)
async def delete(request: Request, form: FormFields) -> str:
    """``POST /my-games/delete``: deletes the player of this browser with all results."""
    await get_context(request).write(store_of(request).delete_player, browser_id(request))
    return "/my-games"
