"""The city of the day: its page, a game in it, and the same over the API."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from groundfloor.daily import OPPONENTS, RULESET, CityOfTheDay, city_of_the_day, is_day_of, parse_day, playable_day
from groundfloor.engine.match import hash_of
from groundfloor.engine.record import day_in_header
from groundfloor.presentation import names
from groundfloor.presentation.results.day_page import DayRanking, beaten_levels, day_address, day_rankings, month_of, opponents
from groundfloor.presentation.results.words import long_date, opponent_words, par_sentence, share_text, shared_result
from groundfloor.table.creation import create_day_table

from ...http.handlers import NO_FIELDS, form_of, json_view, store_of
from ...http.json_types import ApiStruct, PersonMark, Time
from ...http.pages import get_locale, render
from ...http.request_context import get_context
from ...http.route import PER_TABLE, Route
from ...http.security import owner_of
from ..new_tables.creation import open_table
from ..person_marks import person_marks
from ..results.my_games_routes import results_page
from ..results.result_picture import picture
from ..storage import browsers
from ..storage import results as stored_results
from ..storage.rows import ParRow
from ..tables.prepared_tables import PreparedTable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from starlette.requests import Request
    from starlette.responses import Response

    from groundfloor.engine.errors import GroundfloorError
    from groundfloor.results import GameResult
    from groundfloor.table import Table
    from groundfloor.table.value import PersonMark as Mark

    from ...context import AppContext
    from ...http.rendering import RequestLocale
    from ...http.request_body import FormFields
    from ..storage.rows import DayRow

MAX_LINES = 200
"""Lines of the table of a day."""


class DayResult(ApiStruct, frozen=True):
    opponent: str
    name: str
    mark: PersonMark
    total: int
    finished: Time


class Day(ApiStruct, frozen=True):
    """The city of a day."""

    day: str
    ruleset: str
    revision: int
    specialty: str
    opponents: Annotated[list[str], Meta(description="Automas that one can play against.")]
    key_hash: Annotated[str, Meta(description="The hash of the key of its draws.")]
    results: list[DayResult]
    pars: Annotated[list[ParRow], Meta(description="Computed once somebody has begun a game there, against their opponent.")]


async def show(request: Request, error: GroundfloorError | None = None, form: Mapping[str, str] = NO_FIELDS) -> Response:
    """``/day`` and ``/day/{day}``: the page of today or of another day, such as ``/day/2026-11-22``."""
    city_of(request)  # refuses what is no day before results are counted
    return await day_page(request, error, form)


@results_page
def day_page(request: Request, error_message: str, form: Mapping[str, str]) -> str:
    context, locale, owner_id = get_context(request), get_locale(request), owner_of(request)
    city, today = city_of(request), context.table_service.today()
    day = city.day.isoformat()
    results = [result for result in context.table_service.results.results(owner_id) if result.day and result.revision == city.revision]
    own = [result for result in results if result.day == day]
    pars = pars_of(context, city)
    address = f"{context.addresses.link_origin(request)}{day_address(city.day)}"
    return render(
        request,
        "day.html",
        day=day,
        title=long_date(city.day, locale.language),
        is_today=city.day == today,
        specialty=names.full("specialty", city.specialty, locale.translations),
        name=own[-1].name if own else results[-1].name if results else "",
        opponents=opponents(own, unfinished_games(context, owner_id, day), locale.translations),
        rankings=rankings_of(context, city, owner_id, pars, locale),
        month=month_of(city.day, today, results, locale.language),
        shared=[shared_game(result, address, pars, locale) for result in best_by_opponent(own)],
        error_message=error_message,
    )


def city_of(request: Request) -> CityOfTheDay:
    """Returns the city of the day of the address, today without one."""
    return city_of_the_day(playable_day(request.path_params.get("day", "today"), get_context(request).table_service.today()))


@form_of(show, is_made_again=True)
async def play(request: Request, form: FormFields) -> str:
    """``POST /day/{day}``: creates a game in the city of a day."""
    translations, city = get_locale(request).translations, city_of(request)
    name = form.text("name")[:40].strip() or translations.gettext("Guest")
    title = translations.gettext("City of the day %(day)s") % {"day": city.day.isoformat()}
    opponent = form.text("opponent")

    def prepare(context: AppContext) -> PreparedTable:
        return PreparedTable.of(*create_day_table(city, name, opponent, title, context.table_service.new_bytes), frozenset({0}))

    return await open_table(request, prepare)


def pars_of(context: AppContext, city: CityOfTheDay) -> list[tuple[str, str, int]]:
    """Returns what levels of the bots have reached in a city, as opponent, level and prestige, the most prestige first."""
    return [(row.opponent, row.level, row.total) for row in stored_results.day_pars(context.store, city.day.isoformat(), city.revision)]


def rankings_of(
    context: AppContext, city: CityOfTheDay, owner_id: str, pars: Sequence[tuple[str, str, int]], locale: RequestLocale
) -> list[DayRanking]:
    rows = stored_results.day_ranking(context.store, owner_id, city.day.isoformat(), city.revision, MAX_LINES)
    marks = day_marks(context, rows)
    return day_rankings(
        [(row.opponent, row.name, row.total, row.is_own, marks[row.account, row.name]) for row in rows], pars, locale.translations
    )


def day_marks(context: AppContext, rows: Sequence[DayRow]) -> dict[tuple[str, str], Mark]:
    """Returns the marks of the people in the ranking of a day, by account and name."""
    return person_marks(context, [(row.account, row.name) for row in rows])


def after_day_facts(request: Request, table: Table) -> dict[str, object]:
    """Returns what the page after a game says of its city of the day: the ranking against its opponent, and the viewer's result to share."""
    context, locale, owner_id, record = get_context(request), get_locale(request), owner_of(request), table.match.record
    if not is_day_of(record):
        return {"day": "", "rankings": [], "shared": []}
    city = CityOfTheDay(parse_day(record.day), record.ruleset.revision)
    opponent = next(seat.automa for seat in record.seats if seat.automa)
    pars = [par for par in pars_of(context, city) if par[0] == opponent]
    name = names.full("automa", opponent, locale.translations)
    own = next((result for result in context.table_service.results.results(owner_id) if result.game == table.game_id), None)
    address = f"{context.addresses.link_origin(request)}{day_address(city.day)}"
    return {
        "day": record.day,
        "day_title": long_date(city.day, locale.language),
        "rankings": [row for row in rankings_of(context, city, owner_id, pars, locale) if row.name == name],
        "shared": [shared_game(own, address, pars, locale)] if own is not None else [],
    }


@json_view
def as_json(request: Request) -> Day:
    """Returns the city of a day and its results; ``today`` is a day too."""
    city = city_of(request)
    day = city.day.isoformat()
    rows = stored_results.day_ranking(store_of(request), "", day, city.revision, MAX_LINES)
    pars, marks = stored_results.day_pars(store_of(request), day, city.revision), day_marks(get_context(request), rows)
    return Day(
        day=day,
        ruleset=RULESET,
        revision=city.revision,
        specialty=city.specialty,
        opponents=list(OPPONENTS),
        key_hash=hash_of(city.key),
        results=[
            DayResult(opponent=row.opponent, name=row.name, mark=marks[row.account, row.name], total=row.total, finished=row.finished)
            for row in rows
        ],
        pars=pars,
    )


@dataclass(frozen=True)
class SharedGame:
    """A result to share: the id of its game, a line about it, its text, and the height of its picture."""

    game: str
    headline: str
    text: str
    height: int


def best_by_opponent(results: list[GameResult]) -> list[GameResult]:
    """Returns the best result against each opponent, the best of them first; among equals the one that was finished first."""
    found: dict[str, GameResult] = {}
    for result in sorted(results, key=lambda result: (-result.total, result.finished)):
        found.setdefault(result.opponent, result)
    return list(found.values())


def shared_game(result: GameResult, address: str, pars: Sequence[tuple[str, str, int]], locale: RequestLocale) -> SharedGame:
    """Returns a result to share; ``address`` is the page of its day, ``pars`` are as in ``pars_of``."""
    shared = shared_result(result, locale.language, locale.translations)
    par = par_sentence(*beaten_levels(result.total, result.opponent, pars), locale.translations)
    headline = f"{opponent_words(result.opponent, locale.translations)}: {shared.headline}"
    return SharedGame(result.game, headline, share_text(shared, address, par), picture(shared).height)


def unfinished_games(context: AppContext, owner_id: str, day: str) -> dict[str, str]:
    """Returns the addresses of the browser's unfinished games of a day, by opponent."""
    seat_urls: dict[str, str] = {}
    for known in browsers.games_of(context.store, owner_id, "running"):
        if known.seats and day_in_header(known.game.header) == day:
            automa = next((seat.automa for seat in known.game.seats if seat.automa), "")
            seat_urls.setdefault(automa, f"/s/{known.seats[0].token}")
    return seat_urls


ROUTES = (
    Route("GET /day", show, "The city of today."),
    Route("GET /day/{day}", show, "The city of a day, such as `/day/2026-11-22`."),
    Route("POST /day/{day}", play, "Opens a table in the city of a day.", limits=PER_TABLE),
    Route("GET /api/day/{day}", as_json, "The city of a day and its results."),
)
