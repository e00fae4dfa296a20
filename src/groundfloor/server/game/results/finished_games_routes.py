"""Finished games: the page and the data of a search, and all of them as an archive."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlencode

from msgspec import Meta
from starlette.responses import StreamingResponse

from groundfloor.engine.fields import MOST_SEATS
from groundfloor.numbers import parse_int
from groundfloor.presentation.pictures.markers import MARKERS

from ...http.deadlines import renew_deadline
from ...http.errors import TooManyAttempts
from ...http.handlers import json_view, personal_page, store_of
from ...http.json_types import ApiStruct
from ...http.pages import get_locale, render
from ...http.request_checks import limited_client
from ...http.request_context import get_context
from ...http.route import PER_REQUEST, Route
from ..new_tables.form import ruleset_choices
from ..quotas import is_beyond
from ..storage import finished_games
from ..time_zone import own_zone
from .finished_games import COMPANIES, FIELDS, PAGE_GAMES, FinishedGame, finished_game, listed_game, read_fields, read_search

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from starlette.requests import Request
    from starlette.responses import Response

    from ...context import AppContext

ARCHIVE = "groundfloor-games.jsonl.gz"
ARCHIVE_GAMES = 100_000
"""Games of the archive in one answer."""
BATCH = 100
"""Games of the archive that are read at once."""


@personal_page
def show(request: Request, error_message: str, form: Mapping[str, str]) -> str:
    """``/games``: the finished games that fit, 50 on a page."""
    language, translations = get_locale(request).language, get_locale(request).translations
    fields, zone = read_fields(request.query_params), own_zone(request)
    results = finished_games.search(store_of(request), read_search(fields), PAGE_GAMES)
    kept = {name: value for name, value in fields.items() if value}
    return render(
        request,
        "games.html",
        **MARKERS,
        fields=fields,
        games=[listed_game(game, language, translations, zone) for game in results.games],
        is_cut=results.is_cut,
        next=f"/games?{urlencode({**kept, 'after': results.next})}" if results.next else "",
        is_filtered=any(value for name, value in kept.items() if name not in ("sort", "after")),
        is_more_open=any(fields[name] for name in ("winner", "from", "to", "seats", "company", "rated")),
        rulesets=ruleset_choices(translations),
        counts=[str(number) for number in range(2, MOST_SEATS + 1)],
        companies=COMPANIES,
        error_message=error_message,
    )


class FinishedGames(ApiStruct, frozen=True):
    """The games that fit, and where the list goes on."""

    games: list[FinishedGame]
    next: Annotated[str | None, Meta(description="What `after` is for the games behind these; null at the end.")]
    is_cut: Annotated[bool, Meta(description="So many games did not fit that not all were looked at: there may be more behind `next`.")]


@json_view
def as_json(request: Request) -> FinishedGames:
    """Returns the finished games that are looked for."""
    found = finished_games.search(store_of(request), read_search(read_fields(request.query_params)), PAGE_GAMES)
    return FinishedGames(games=[finished_game(game) for game in found.games], next=found.next or None, is_cut=found.is_cut)


async def archive(request: Request) -> Response:
    """``/games/archive``: finished games with their records, those after the number ``after``, in the order in which they were added."""
    context, after = get_context(request), parse_int(request.query_params.get("after", "")) or 0
    if await is_beyond(context, context.rates.archives, limited_client(request)):
        most = context.settings.limits.archives_per_hour
        raise TooManyAttempts("The archive was downloaded %(most)s times from your address in an hour. Please go on later.", most=most)
    first = await context.work.read(finished_games.archive, context.store, after, BATCH)
    headers = {"Content-Disposition": f'attachment; filename="{ARCHIVE}"'}
    return StreamingResponse(archive_members(context, first), media_type="application/gzip", headers=headers)


async def archive_members(context: AppContext, first: list[tuple[int, bytes]]) -> AsyncIterator[bytes]:
    """Yields up to ``ARCHIVE_GAMES`` games, a batch at a time; reading a batch has the time of a request, however long it takes to send them."""
    batch, count = first, 0
    while batch:
        yield b"".join(member for _, member in batch)
        count += len(batch)
        if len(batch) < BATCH or count >= ARCHIVE_GAMES:
            return
        renew_deadline(context.settings.limits.work_seconds)
        batch = await context.work.read(finished_games.archive, context.store, batch[-1][0], BATCH)


ROUTES = (
    Route("GET /games", show, "Finished games that are public, and those that fit what is looked for.", query=FIELDS),
    Route("GET /upload", show, "The same page, to whose form of a record this address belongs."),
    Route(
        "GET /games/archive",
        archive,
        "Finished games with their records, those behind the number `after`.",
        limits=(*PER_REQUEST, "archives_per_hour"),
    ),
    Route("GET /api/games", as_json, "Finished games that are public.", query=FIELDS),
)
