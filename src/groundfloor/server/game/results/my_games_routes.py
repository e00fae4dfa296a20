"""The player's own games ("My games"): results, ladder and distinctions, kept for the browser; saved to a file, imported from one, and deleted."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, TypedDict, TypeVar

from anyio import CancelScope
from starlette.exceptions import HTTPException
from starlette.responses import Response

from groundfloor.agents.levels import LEVELS
from groundfloor.engine.errors import GroundfloorError
from groundfloor.numbers import parse_int
from groundfloor.presentation.results.my_games import LAST_GAMES, UncountedGame, distinctions, ladders, last_games, result_figures, tables
from groundfloor.presentation.results.words import date_of, shared_result
from groundfloor.results import format_games_file, header_counts, parse_games_file
from groundfloor.results.transfer import GamesFile

from ...database.errors import StorageError
from ...http.deadlines import deadline_error
from ...http.errors import BodyTooLarge
from ...http.handlers import NO_FIELDS, form_of, json_change, personal_page, redirect, store_of
from ...http.json_types import ApiStruct
from ...http.pages import get_locale, render
from ...http.request_body import MAX_FIELD_BYTES, read_form
from ...http.request_checks import client_hash, limited_client
from ...http.request_context import get_context
from ...http.route import PER_PICTURE, STORED, Route
from ...http.security import check_cookie, check_own_form, ensure_browser_id, is_cross_site, owner_of
from ...http.threads import yield_to_moves
from ..listed_games import uncounted_mark
from ..new_tables.creation import check_roles
from ..quotas import NEARLY_FULL, check_import, check_number_of_tables, check_record_length, check_room, is_person_beyond
from ..storage import browsers
from ..storage import results as stored_results
from ..tables.result_keeper import imported_rows
from ..tables.saved_games import MAX_GAMES, can_go_on, games_to_save, new_saved_game, unknown_games
from ..time_zone import own_zone
from .distinction_art import DRAWINGS
from .result_picture import picture_svg

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Collection, Mapping
    from datetime import tzinfo

    from starlette.requests import Request

    from groundfloor.results import SavedGame

    from ...context import AppContext
    from ...http.handlers import PageHandler, PageText
    from ...http.rendering import RequestLocale
    from ...http.request_body import FormFields, JsonFields
    from ..storage.rows import ResultRow
    from ..tables.saved_games import NewSavedGame

T = TypeVar("T")
FILE = "groundfloor-games.json"
RECEIVE_SECONDS, POLL_SECONDS = 5.0, 0.5
"""For how long a file may be received while others wait for a turn, and between two checks whether somebody does."""
MAX_FILE_BYTES = 3_500_000
"""Of a file of all results and games that a player brings."""
PNG_SCALE = 2


def results_page(text: PageText) -> PageHandler:
    """Decorator: a personal page, before which the finished games of the browser are counted."""
    show_text = personal_page(text)

    async def show(request: Request, error: GroundfloorError | None = None, form: Mapping[str, str] = NO_FIELDS) -> Response:
        context = get_context(request)
        ensure_browser_id(request)
        owner_id = owner_of(request)
        with suppress(StorageError):  # the page is shown without what can't be stored now; the next one tries again
            if missing := await context.work.read(context.table_service.results.missing, owner_id):
                results = await context.work.heavy(context.table_service.results.missing_results, missing)
                await context.work.write(context.table_service.results.catch_up, owner_id, results)
            if await context.work.read(stored_results.is_idle, context.store, owner_id):
                await context.work.write(stored_results.touch_player_of, context.store, owner_id)
        return await show_text(request, error, form)

    return show


@results_page
def show(request: Request, error_message: str, form: Mapping[str, str]) -> str:
    """``/my-games``; ``?added=N&games=M&left=L``: N results and M games have just been imported, and L games are left in the file."""
    context, language, translations = get_context(request), get_locale(request).language, get_locale(request).translations
    owner_id, done = owner_of(request), imported_words(request)
    results, zone = context.table_service.results.results(owner_id), own_zone(request)
    yield_to_moves()
    shown = distinctions(results, language, translations, zone)
    yield_to_moves()
    uncounted = uncounted_games(context, owner_id, {result.game for result in results}, get_locale(request), zone)
    facts: dict[str, object] = {
        "uncounted": uncounted,
        "numbers": result_figures(results, language, translations) if results else [],
        "ladders": ladders(results, tuple(LEVELS), translations),
        "distinctions": shown,
        "drawings": DRAWINGS,
        "earned": sum(bool(distinction.earned) for distinction in shown),
        "tables": tables(results, language, translations) if results else [],
        "games": last_games(results, browsers.game_ids(context.store, owner_id), language, translations, zone),
        "error_message": error_message,
        "done": done,
    }
    yield_to_moves()
    return render(request, "my_games.html", **facts)


def uncounted_games(
    context: AppContext, owner_id: str, counted: Collection[str], locale: RequestLocale, zone: tzinfo
) -> list[UncountedGame]:
    """Returns the last finished games in which the browser has played and that do not count, the newest first."""
    games: list[UncountedGame] = []
    for known in browsers.games_of(context.store, owner_id, "over"):
        game = known.game
        if known.seats and game.game_id not in counted and not game.summary.is_cancelled and len(games) < LAST_GAMES:
            reason = uncounted_mark(game, locale.translations)
            if len(known.seats) > 1:
                reason = reason or locale.translations.gettext("Several seats in this browser")
            link = f"/s/{known.seats[0].token}/after"
            if header_counts(game.header):
                reason = reason or locale.translations.gettext("A bot has played your seat")
            reason = reason or locale.translations.gettext("Played on from a record")
            games.append(UncountedGame(game.name, date_of(game.changed, locale.language, zone), reason, link))
    return games


def imported_words(request: Request) -> str:
    """Returns what has just been imported in words, "" for nothing."""
    translations, query = get_locale(request).translations, request.query_params
    added, games, left = (parse_int(query.get(name, "")) for name in ("added", "games", "left"))
    if added is None:
        return ""
    sentences = [translations.ngettext("%(n)s result was imported.", "%(n)s results were imported.", added) % {"n": added}]
    if games:
        sentences.append(translations.ngettext("%(n)s game was imported.", "%(n)s games were imported.", games) % {"n": games})
    if left:
        sentence = translations.ngettext(
            "The file has %(n)s game more: import it once more to get it.",
            "The file has %(n)s games more: import it once more to get them.",
            left,
        )
        sentences.append(sentence % {"n": left})
    return " ".join(sentences)


async def download(request: Request) -> Response:
    """``/my-games/games.json``: all results, and the games that can be taken along, as a file."""
    context, owner_id = get_context(request), owner_of(request)
    results = await context.work.read(context.table_service.results.results, owner_id)
    games = await context.work.heavy(partial(games_to_save, context.store, owner_id, has_keys=context.is_local))
    headers = {"Content-Disposition": f'attachment; filename="{FILE}"'}
    return Response(format_games_file(results, games), media_type="application/json", headers=headers)


async def as_svg(request: Request) -> Response:
    """``/my-games/{game}/picture.svg``: one of the browser's own results as a picture."""
    return picture_response(request, await result_svg(request), "image/svg+xml")


async def as_png(request: Request) -> Response:
    """``/my-games/{game}/picture.png``: the same as pixels."""
    drawing = await result_svg(request)
    return picture_response(request, await get_context(request).pictures.png(drawing, PNG_SCALE), "image/png")


async def result_svg(request: Request) -> str:
    """Returns one of the browser's own results as SVG; 404 if it is none of them."""
    context, locale = get_context(request), get_locale(request)
    results = await context.work.read(context.table_service.results.results, owner_of(request))
    wanted = next((result for result in results if result.game == request.path_params["game"]), None)
    if wanted is None:
        raise HTTPException(404)
    return picture_svg(shared_result(wanted, locale.language, locale.translations), locale.language)


def picture_response(request: Request, content: str | bytes, media_type: str) -> Response:
    headers = {"Content-Language": get_locale(request).language, "Vary": "Cookie, Accept-Language"}
    return Response(content, media_type=media_type, headers=headers)


async def import_games(request: Request) -> Response:
    """``POST /my-games/import``: adds the results and games of a file, all of them or none; of many games some."""
    context = get_context(request)
    ensure_browser_id(request)
    try:
        if is_cross_site(request):
            check_own_form(request, {})  # before it counts for the visitor whom the other site lets send it
        await check_import(context, request)
        async with context.work.importers.turn(limited_client(request)):
            form = await received(request, read_form(request, {"text": MAX_FIELD_BYTES}))
            check_cookie(request, form)
            check_own_form(request, form)
            imported = await import_text(request, form.text("text"))
    except BodyTooLarge:
        return await show(request, BodyTooLarge("That file is too large: files of games are smaller."))
    except GroundfloorError as error:
        return await show(request, error)
    return redirect(request, f"/my-games?added={imported.results}&games={imported.games}&left={imported.left}#data")


class FileToImport(TypedDict):
    """The text of a file of results and games, as `/my-games/games.json` is."""

    file: str


class Imported(ApiStruct, frozen=True):
    """How many results and games of a file were added or went on, and how many games are left in it for another time."""

    results: int
    games: int
    left: int


@asynccontextmanager
async def body_in_turn(request: Request) -> AsyncIterator[bytes]:
    """Yields the body of a request with a file while it has one of the turns of imports, so that few are in memory at a time."""
    await check_import(get_context(request), request)
    async with get_context(request).work.importers.turn(limited_client(request)):
        yield await received(request, request.body())


@json_change(is_made_again=True, limits={"file": MAX_FIELD_BYTES}, receiving=body_in_turn)
async def import_json(request: Request, body: JsonFields) -> Imported:
    """Adds the results and games of a file, all of them or none; of many games some."""
    return await import_text(request, body.text("file"))


async def import_text(request: Request, text: str) -> Imported:
    """Adds what the text of a file has. BadResults or BadRecord if it is not such a file, ImpossibleTable for names of roles: nothing is added; ServerFull, DataFull or TooMuchStored if there is no room."""
    context = get_context(request)
    rows, games = await context.work.heavy(read_file, context, text)
    unknown = await context.work.read(unknown_games, context.store, context.club, games)
    allowed = 0
    while allowed < min(len(unknown), MAX_GAMES) and (allowed == 0 or not await is_person_beyond(context, request, context.rates.tables)):
        allowed += 1  # the first one is counted with the file
    new = [await context.work.heavy(read_game, context, saved) for saved in unknown[:allowed]]
    later = await context.work.heavy(partial(games_gone_on, context, owner_of(request), [game for game in games if game not in unknown]))
    added = await context.work.write(add_imported, context, request, rows)
    for game in new:
        await context.work.write(add_game, context, request, game)
    for saved in later:
        await context.work.write(context.table_service.go_on, saved)
    return Imported(results=added, games=len(new) + len(later), left=len(unknown) - len(new))


async def received(request: Request, reading: Awaitable[T]) -> T:
    """Returns what is read of a request with a file; DeadlinePassed if it takes long while others wait for a turn: a few slow clients would hold all turns."""

    async def end_for_others() -> None:
        await asyncio.sleep(RECEIVE_SECONDS)
        while not get_context(request).work.importers.is_asked:
            await asyncio.sleep(POLL_SECONDS)
        scope.cancel()

    with CancelScope() as scope:
        watching = asyncio.create_task(end_for_others())
        try:
            return await reading
        finally:
            watching.cancel()
    raise deadline_error()


def read_file(context: AppContext, text: str) -> tuple[list[ResultRow], tuple[SavedGame, ...]]:
    """Returns the results and games of a file; BadResults if it can’t be read, BadRecord for one that is longer than any game can be."""
    file = parse_games_file(text)
    for game in file.games:
        check_record_length(context, game.record)
    return imported_rows(file.results), file.games


def read_game(context: AppContext, saved: SavedGame) -> NewSavedGame:
    """Returns the table of a game of a file; BadResults if that is not possible, ImpossibleTable for names of roles."""
    new = new_saved_game(saved, context.table_service.new_bytes)
    check_roles(context, new.table)
    return new


def games_gone_on(context: AppContext, owner_id: str, games: Collection[SavedGame]) -> list[SavedGame]:
    """Returns those games that the browser has opened here and that are further on in the file, ``MAX_GAMES`` at most; BadResults if one can't be played on that way."""
    gone_on: list[SavedGame] = []
    for saved in games:
        table = context.table_service.find(saved.game) if browsers.held_seats(context.store, owner_id, saved.game).is_host else None
        if table is not None and len(gone_on) < MAX_GAMES and can_go_on(context.store, owner_id, table, saved):
            new_saved_game(saved, context.table_service.new_bytes)
            gone_on.append(saved)
    return gone_on


def add_imported(context: AppContext, request: Request, rows: Collection[ResultRow]) -> int:
    """Adds the results of a file; returns how many were new."""
    check_room(context, limited_client(request), NEARLY_FULL)
    client = client_hash(context.secret, request)
    return context.table_service.results.import_results(owner_of(request), rows, client, context.settings.limits.imports_per_client)


def add_game(context: AppContext, request: Request, new: NewSavedGame) -> None:
    """Adds a game of a file. DataFull, TooMuchStored or ServerFull if there is no room for it: those before it are already here."""
    check_room(context, limited_client(request), NEARLY_FULL)
    client = client_hash(context.secret, request)
    check_number_of_tables(context, client)
    context.table_service.import_game(new, owner_of(request), client)


@form_of(show, needs_cookie=True)
async def delete(request: Request, form: FormFields) -> str:
    """``POST /my-games/delete``: deletes the player of this browser with all results."""
    await get_context(request).work.write(stored_results.delete_player, store_of(request), owner_of(request))
    return "/my-games"


PER_IMPORT = ("tables_per_hour", "imports_per_client", *STORED)
ROUTES = (
    *(Route(f"GET {path}", show, "Your results and games, and statistics of them.", query=("added",)) for path in ("/my-games", "/my-games/import", "/my-games/delete")),
    Route("POST /my-games/import", import_games, "Adds the results and games of a file, all of them or none; of many games some.", limits=PER_IMPORT, body_bytes=MAX_FILE_BYTES),
    Route("POST /api/my-games/import", import_json, "Adds the results and games of a file, all of them or none; of many games some.", body=FileToImport, rights="browser", refusals=(422,), limits=PER_IMPORT, body_bytes=MAX_FILE_BYTES),
    Route("POST /my-games/delete", delete, "Deletes your results.", for_banned=True),
    Route("GET /my-games/games.json", download, "The results and games of the asker as a file.", rights="browser", answer=GamesFile),
    Route("GET /my-games/{game}/picture.svg", as_svg, "One of the browser's own results as a picture."),
    Route("GET /my-games/{game}/picture.png", as_png, "The same as pixels.", limits=PER_PICTURE),
)  # fmt: skip
