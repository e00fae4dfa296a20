"""The city of the day: its page, and a game in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.presentation.pictures.png import can_make_png

from ...daily import CityOfTheDay, city_of_the_day, playable_day
from ...engine.record import day_in_header
from ...presentation.results.day_page import day_address, day_tables, month_of, opponents, specialty_words
from ...presentation.results.words import long_date, opponent_words, share_text, shared_result
from ..context import get_context
from ..pages import get_locale, render
from ..result_pages import page_of_results
from ..result_picture import picture
from .start import open_table

if TYPE_CHECKING:
    from starlette.datastructures import FormData
    from starlette.requests import Request
    from starlette.responses import Response

    from ...results import GameResult
    from ...tables import PreparedTable
    from ..context import AppContext
    from ..rendering import RequestLocale

MAX_LINES = 200
"""Lines of the table of a day."""


async def show(request: Request) -> Response:
    """``/day`` and ``/day/{day}``: the page of today or of another day, such as ``/day/2026-11-22``."""
    city = city_of_the_day(playable_day(request.path_params.get("day", "today"), get_context(request).host.today()))
    return await day_page(request, city)


async def play(request: Request) -> Response:
    """``POST /day/{day}``: creates a game in the city of a day."""
    words = get_locale(request).words
    city = city_of_the_day(playable_day(request.path_params["day"], get_context(request).host.today()))

    def prepare(context: AppContext, form: FormData) -> PreparedTable:
        name = str(form.get("name", ""))[:40].strip() or words.gettext("Guest")
        title = words.gettext("City of the day %(day)s") % {"day": city.day.isoformat()}
        return context.host.prepare_day(city, name, str(form.get("opponent", "")), title, frozenset({0}))

    async def refuse(notice: str, status: int) -> Response:
        return await day_page(request, city, notice, status)

    return await open_table(request, prepare, [], refuse)


async def day_page(request: Request, city: CityOfTheDay, notice: str = "", status: int = 200) -> Response:
    context, locale = get_context(request), get_locale(request)
    return await page_of_results(request, lambda browser: day_text(context, request, locale, browser, city, notice), status)


def day_text(context: AppContext, request: Request, locale: RequestLocale, browser: str, city: CityOfTheDay, notice: str) -> str:
    day, today = city.day.isoformat(), context.host.today()
    results = [result for result in context.host.results.results(browser) if result.day and result.revision == city.revision]
    own = [result for result in results if result.day == day]
    rows = context.store.day_table(browser, day, city.revision, MAX_LINES)
    address = f"{context.addresses.link_origin(request)}{day_address(city.day)}"
    facts: dict[str, object] = {
        "day": day,
        "title": long_date(city.day, locale.language),
        "is_today": city.day == today,
        "specialty": specialty_words(city, locale.words),
        "name": own[-1].name if own else last_name(results),
        "opponents": opponents(own, unfinished_games(context, browser, day), locale.words),
        "tables": day_tables([(row.opponent, row.name, row.total, row.is_own) for row in rows], locale.words),
        "month": month_of(city.day, today, results, locale.language),
        "shared": [shared_game(result, address, locale) for result in best_by_opponent(own)],
        "has_png": can_make_png(),
        "notice": notice,
    }
    return render(context, request, locale, "day.html", facts)


@dataclass(frozen=True)
class SharedGame:
    """A result to show around: the id of its game, a line about it, its text, and the height of its picture."""

    game: str
    headline: str
    text: str
    height: int


def best_by_opponent(results: list[GameResult]) -> list[GameResult]:
    """Returns the best result against each opponent, the best of them first; of equals the one that was finished first."""
    found: dict[str, GameResult] = {}
    for result in sorted(results, key=lambda result: (-result.total, result.finished)):
        found.setdefault(result.opponent, result)
    return list(found.values())


def shared_game(result: GameResult, address: str, locale: RequestLocale) -> SharedGame:
    """Returns a result to show around; ``address`` is the page of its day."""
    shared = shared_result(result, locale.language, locale.words)
    headline = f"{opponent_words(result.opponent, locale.words)}: {shared.headline}"
    return SharedGame(result.game, headline, share_text(shared, address), picture(shared).height)


def last_name(results: list[GameResult]) -> str:
    return results[-1].name if results else ""


def unfinished_games(context: AppContext, browser: str, day: str) -> dict[str, str]:
    """Returns the addresses of the browser's unfinished games of a day, by opponent."""
    found: dict[str, str] = {}
    for known in context.store.games_of_browser(browser, "running"):
        if known.seats and day_in_header(known.game.header) == day:
            automa = next((seat.automa for seat in known.game.seats if seat.automa), "")
            found.setdefault(automa, f"/s/{known.seats[0].token}")
    return found
