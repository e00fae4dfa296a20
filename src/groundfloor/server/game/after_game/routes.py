"""The page after a game, the picture to share, the rematch, and the same city again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from groundfloor.presentation import names
from groundfloor.presentation.after_game import game_history, turning_points
from groundfloor.presentation.after_game.game_history import RoundFigures
from groundfloor.presentation.after_game.turning_point_text import sentence
from groundfloor.presentation.board.comparison import comparison
from groundfloor.presentation.board.people import people_by_popularity, places_at_the_end
from groundfloor.presentation.pictures.game_film import game_film
from groundfloor.presentation.pictures.game_picture import game_picture
from groundfloor.presentation.pictures.markers import MARKERS
from groundfloor.presentation.results.my_games import distinctions_of_game
from groundfloor.presentation.view.of_table import final_view
from groundfloor.table.creation import create_rematch, create_same_seed, known_key, rematch_id, rotated_seat
from groundfloor.table.rights import REMATCH

from ...http.handlers import NO_FIELDS, form_of, json_view, page_error_message, page_status
from ...http.json_fields import Seat
from ...http.json_types import ApiStruct, Data
from ...http.pages import get_locale, html_response, render
from ...http.request_body import FormFields
from ...http.request_context import get_context
from ...http.route import PER_PICTURE, PER_TABLE, Route, of_table
from ...http.security import owner_of
from ..club import RatingChange
from ..day.routes import after_day_facts
from ..listed_games import uncounted_mark
from ..new_tables.creation import add_table, has_links, open_table, preferences_of
from ..new_tables.same_table import same_table_path
from ..person_marks import seat_marks
from ..quotas import check_quotas
from ..results.distinction_art import DRAWINGS
from ..situations import viewer_situation
from ..storage import browsers, finished_games, games
from ..tables.prepared_tables import PreparedTable
from ..time_zone import own_zone
from ..viewer import get_viewer, viewer_of
from .page import after_facts, analysis_facts

if TYPE_CHECKING:
    from collections.abc import Mapping
    from gettext import NullTranslations

    from starlette.requests import Request

    from groundfloor.engine.errors import GroundfloorError
    from groundfloor.presentation.after_game.game_history import GameHistory, HistoryPoint
    from groundfloor.presentation.after_game.turning_points import TurningPoint
    from groundfloor.presentation.view import TableView
    from groundfloor.table import Table

    from ...context import AppContext
    from ...http.rendering import RequestLocale
    from ..viewer import Viewer

SVG, PNG = "image/svg+xml", "image/png"


async def show(request: Request, error: GroundfloorError | None = None, form: Mapping[str, str] = NO_FIELDS) -> Response:
    """``…/after``: the page after a game; while it goes on, leads to its board."""
    text = await get_context(request).work.read(after_page, request, page_error_message(request, error))
    if text is None:
        return RedirectResponse(request.url.path.rpartition("/")[0], 303)
    return html_response(request, text, page_status(error))


def after_page(request: Request, error_message: str) -> str | None:
    """Renders the page; returns None if the game is not over, or was cancelled."""
    context, locale = get_context(request), get_locale(request)
    viewer = get_viewer(context, request, owner_of(request))
    if not viewer.table.game.is_over or viewer.table.is_cancelled:
        return None
    view = final_view(viewer.table, viewer.seat, locale.language)
    return render(
        request,
        "after_game.html",
        **after_facts(viewer.table, view),
        **analysis_facts(context, viewer.table, view),
        **comparison_facts(view),
        **after_day_facts(request, viewer.table),
        **own_result_facts(request, viewer),
        viewer=viewer,
        base=viewer.base,
        rating_changes=context.club.seat_changes(context, viewer.table.game_id) if viewer.table.value.is_rated else {},
        has_seat=REMATCH.allows(viewer_situation(viewer)),
        with_page=finished_games.seats_of_accounts(context.store, viewer.table.game_id),
        person_marks=seat_marks(context, viewer.table),
        is_archived=bool(finished_games.people_at(context.store, viewer.table.game_id)),
        rematch=rematch_link(context, viewer, owner_of(request)),
        can_replay_city=known_key(viewer.table.match.record) is not None,
        same_table=same_table_path(context, viewer),
        is_alone=len(viewer.table.value.human_seats) == 1,
        error_message=error_message,
    )


def own_result_facts(request: Request, viewer: Viewer) -> dict[str, object]:
    """Returns what the game has brought whoever played it: new distinctions, or why it does not count for them."""
    context, locale = get_context(request), get_locale(request)
    has_played, game_id = viewer.seat is not None, viewer.table.game_id
    row = games.find(context.store, game_id, with_entries=False) if has_played else None
    results = context.table_service.results.results(owner_of(request)) if has_played else []
    return {
        "is_guided": has_played and viewer.table.is_guided,
        "uncounted": uncounted_mark(row, locale.translations) if row is not None else "",
        "earned": distinctions_of_game(results, game_id, locale.language, locale.translations, own_zone(request)),
        "drawings": DRAWINGS,
    }


async def compare(request: Request) -> Response:
    """``…/companies``: all companies beside each other, during the game and after it."""
    return html_response(request, await get_context(request).work.read(companies_page, request))


def companies_page(request: Request) -> str:
    context, locale = get_context(request), get_locale(request)
    viewer = get_viewer(context, request, owner_of(request))
    view = final_view(viewer.table, viewer.seat, locale.language)
    return render(request, "companies.html", **comparison_page_facts(view, viewer.base))


def comparison_page_facts(view: TableView, base: str) -> dict[str, object]:
    """Returns what the page shows that compares all companies; ``base`` is the address of its board."""
    return {**MARKERS, "title": view.public.name, "base": base, **comparison_facts(view), "is_over": view.game.is_over}


def comparison_facts(view: TableView) -> dict[str, object]:
    """Returns the table that compares the companies, in the order of their places once the game is over, before that of popularity."""
    people = [place.person for place in places_at_the_end(view)] if view.game.is_over else people_by_popularity(view)
    return {"compared_people": people, "comparison": comparison(view.game, [person.seat for person in people], view.translations)}


class ComparedFact(ApiStruct, frozen=True):
    """What each company has; values are in the order of the seats, as words."""

    group: str
    title: str
    values: list[str]


class Companies(ApiStruct, frozen=True):
    """All companies beside each other."""

    game: str
    seats: list[str]
    is_over: bool
    rows: list[ComparedFact]


@json_view
def companies(request: Request) -> Companies:
    """Returns all companies beside each other; titles and values are words in the language that is asked for."""
    context, game_id, translations = get_context(request), request.path_params["game_id"], get_locale(request).translations
    table = context.table_service.table(game_id)
    game = table.game.copy()
    groups = comparison(game, range(len(game.seats)), translations)
    rows = [
        ComparedFact(group=group.title, title=row.title, values=[names.without_soft_hyphens(value) for value in row.values])
        for group in groups
        for row in group.rows
    ]
    return Companies(game=game_id, seats=[seat.name for seat in game.seats], is_over=game.is_over, rows=rows)


# The picture


async def picture_svg(request: Request) -> Response:
    """``/g/{game_id}/picture.svg``: the result as a drawing."""
    context = get_context(request)
    text = await context.work.read(picture_text, context, request.path_params["game_id"], get_locale(request))
    return Response(text, media_type=SVG)


async def picture_png(request: Request) -> Response:
    """``/g/{game_id}/picture.png``: the same as pixels."""
    context = get_context(request)
    text = await context.work.read(picture_text, context, request.path_params["game_id"], get_locale(request))
    return Response(await context.pictures.png(text), media_type=PNG)


async def film(request: Request) -> Response:
    """``/g/{game_id}/film.png``: how the result grew, as an animated picture (APNG)."""
    context, game_id, locale = get_context(request), request.path_params["game_id"], get_locale(request)
    table = await context.work.read(ended_table, context, game_id)
    key = (game_id, table.version, locale.language)
    picture = context.pictures.films.get(key)
    if picture is None:
        picture = await context.pictures.film(*await context.work.heavy(film_drawings, context, game_id, locale))
        context.pictures.films.put(key, picture, len(picture))
    return Response(picture, media_type=PNG)


def ended_table(context: AppContext, game_id: str) -> Table:
    """Returns a table whose game is over; 404 for any other."""
    table = context.table_service.table(game_id)
    if not table.game.is_over or table.is_cancelled:
        raise HTTPException(404)
    return table


def film_drawings(context: AppContext, game_id: str, locale: RequestLocale) -> tuple[str, list[tuple[str, int]]]:
    table = context.table_service.table(game_id)
    return game_film(table.match.record, final_view(table, None, locale.language))


def picture_text(context: AppContext, game_id: str, locale: RequestLocale) -> str:
    return game_picture(final_view(ended_table(context, game_id), None, locale.language))


# As data


class SeatState(ApiStruct, frozen=True):
    total: int
    prestige: Annotated[dict[str, int], Meta(description="By source: `room`, `tenant`, `floor`, `achievement`, `sets`.")]
    money: int
    info: int
    popularity: Annotated[int, Meta(description="The space on the track.")]


class PastMoment(ApiStruct, frozen=True):
    round: int
    entry: Annotated[int, Meta(description="The number of entries after which it was so.")]
    is_end: Annotated[bool, Meta(description="Whether this is how the game ended.")]
    seats: list[SeatState]


class DescribedTurningPoint(ApiStruct, frozen=True):
    kind: str
    seat: Seat
    round: int
    entry: int
    weight: Annotated[int, Meta(description="The weightiest come first.")]
    facts: Annotated[Data, Meta(description="What the sentence says, as data.")]
    sentence: str


class History(ApiStruct, frozen=True):
    """How the game went."""

    game: str
    seats: list[str]
    is_over: bool
    moments: Annotated[list[PastMoment], Meta(description="How everybody stood as phase II of each round began, and now.")]
    rounds: list[RoundFigures]
    turning_points: Annotated[list[DescribedTurningPoint], Meta(description="Empty while the game goes on.")]
    ratings: Annotated[list[RatingChange], Meta(description="What the game has changed, if it was rated and counts.")]


@json_view
def history(request: Request) -> History:
    """Returns figures by round, and the turning points of a finished game."""
    context, game_id, translations = get_context(request), request.path_params["game_id"], get_locale(request).translations
    table = context.table_service.table(game_id)
    past = game_history(table.match.record, table.value.departures)
    return History(
        game=game_id,
        seats=[seat.name for seat in past.game.seats],
        is_over=past.game.is_over,
        moments=[past_moment(point) for point in past.moments],
        rounds=list(past.rounds),
        turning_points=[described_point(point, past, translations) for point in turning_points(past)],
        ratings=list(context.club.rating_changes(context, game_id)) if table.value.is_rated else [],
    )


def past_moment(point: HistoryPoint) -> PastMoment:
    seats = [
        SeatState(
            total=figures.total,
            prestige={str(source): points for source, points in figures.prestige.items()},
            money=figures.money,
            info=figures.info,
            popularity=figures.popularity,
        )
        for figures in point.seats
    ]
    return PastMoment(round=point.round, entry=point.entry, is_end=point.is_end, seats=seats)


def described_point(point: TurningPoint, past: GameHistory, translations: NullTranslations) -> DescribedTurningPoint:
    facts: dict[str, Any] = point.as_dict()
    return DescribedTurningPoint(**facts, sentence=sentence(point, past, translations))


# Games after the game


@form_of(show, is_made_again=True)
async def rematch(request: Request, form: FormFields) -> str:
    """``POST …/rematch``: offers the rematch if nobody has, and leads to where the viewer goes on. Spectators only see it.

    The others are told, and get their seats by accepting: at a table of the lobby by joining the open table, at a table of links by opening their seats.
    """
    context, owner_id, viewer = get_context(request), owner_of(request), await viewer_of(request)
    table = viewer.table
    if not table.game.is_over:
        return viewer.base
    if table.value.is_from_lobby:
        return await context.club.offered_rematch(request, viewer)
    next_table = await context.work.read(rematch_of, context, table)
    if next_table is None and REMATCH.allows(viewer_situation(viewer)):
        await check_quotas(context, request, owner_id)
        own, game_id = rematch_seats(viewer), rematch_id(context.secret, table.game_id)
        new = await context.work.heavy(prepared_rematch, context, table, game_id, own, owner_id)
        next_table = await context.work.write(add_rematch, context, request, new, viewer, owner_id)
    if next_table is None:
        return f"{viewer.base}/after"
    url = rematch_url(viewer, next_table)
    if viewer.seats:
        await context.work.write(browsers.remember_seats, context.store, owner_id, next_table.game_id, rematch_seats(viewer))
    return f"{url}/table" if has_links(next_table, rematch_seats(viewer)) else url


@form_of(show, is_made_again=True)
async def same_seed(request: Request, form: FormFields) -> str:
    """``POST …/same-seed``: opens a table with the same draws."""
    viewer = await viewer_of(request)
    table = viewer.table
    if not table.game.is_over:
        return viewer.base
    own = frozenset(viewer.own_seats or table.value.human_seats)
    name = get_locale(request).translations.gettext("%(name)s, the same city") % {"name": table.value.name}

    def prepare(context: AppContext) -> PreparedTable:
        return PreparedTable.of(*create_same_seed(table, name, context.table_service.new_bytes), own)

    return await open_table(request, prepare)


def rematch_link(context: AppContext, viewer: Viewer, owner_id: str) -> str:
    """Returns where the rematch of a viewer's game is, or is offered to them; "" if nobody has opened it."""
    if viewer.table.value.is_from_lobby:
        return context.club.rematch_link(context, viewer, owner_id)
    other = rematch_of(context, viewer.table)
    return rematch_url(viewer, other) if other is not None else ""


def prepared_rematch(context: AppContext, table: Table, game_id: str, own: frozenset[int], owner_id: str) -> PreparedTable:
    service = context.table_service
    new = PreparedTable.of(*create_rematch(table, game_id, table.value.name, service.new_bytes), own)
    return new.with_preferences(preferences_of(context, dict.fromkeys(own, owner_id)), service.now(), service.new_bytes)


def add_rematch(context: AppContext, request: Request, new: PreparedTable, viewer: Viewer, owner_id: str) -> Table:
    """Stores a rematch, and tells the others; unless another player's request has done so meanwhile."""
    if (known := context.table_service.find(new.table.game_id)) is not None:
        return known
    added = add_table(context, request, new, owner_id)
    context.club.tell_of_rematch(context, viewer, owner_id)
    return added


def rematch_of(context: AppContext, table: Table) -> Table | None:
    return context.table_service.find(rematch_id(context.secret, table.game_id))


def rematch_seats(viewer: Viewer) -> frozenset[int]:
    return frozenset(rotated_seat(seat, len(viewer.table.value.seats)) for seat in viewer.own_seats)


def rematch_url(viewer: Viewer, rematch: Table) -> str:
    """Returns the path of the rematch for a viewer: their seat, or a spectator's page."""
    seat = viewer.address_seat
    if seat is None:
        return f"/g/{rematch.game_id}"
    return f"/s/{rematch.value.seats[rotated_seat(seat, len(rematch.value.seats))].token}"


ROUTES = (
    *of_table("GET {base}/after", show, "The page after a game; while it goes on, leads to its board.", query=("as",)),
    *of_table("GET {base}/companies", compare, "All companies beside each other, during the game and after it."),
    *of_table("POST {base}/rematch", rematch, "Opens another game of the same people.", limits=PER_TABLE),
    *of_table("POST {base}/same-seed", same_seed, "Opens a game in the same city.", limits=PER_TABLE),
    Route("GET /g/{game_id}/picture.svg", picture_svg, "The result as a drawing."),
    Route("GET /g/{game_id}/picture.png", picture_png, "The result as pixels.", limits=PER_PICTURE),
    Route("GET /g/{game_id}/film.png", film, "How the result grew, as an animated picture (APNG).", limits=PER_PICTURE),
    Route("GET /api/games/{game_id}/companies", companies, "All companies beside each other, in words."),
    Route("GET /api/games/{game_id}/history", history, "Figures by round, and turning points."),
)  # fmt: skip
