"""People with an account as others see them: the page of a person, and that of two people against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from ...presentation.pictures.markers import MARKERS
from ...presentation.results.my_games import numbers, tables
from ...presentation.results.words import decimal
from ...results import line_of, lines_by
from ...store.finished_games import SCANNED
from ..context import get_context
from ..finished_games import (
    COUNTED_GAMES,
    PAGE_GAMES,
    comparison,
    comparison_json,
    comparisons_by_ruleset,
    counted_results,
    found_game_json,
    found_person,
    listed_game,
)
from ..pages import own_page, render
from ..ratings import person_ratings_json, ratings_of_person
from ..rendering import person_path
from ..security import account_of
from .api import json_response

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from ...results import Line
    from ..context import AppContext
    from ..rendering import RequestLocale

LAST_GAMES = 20
"""Games on the page of a person."""


async def show(request: Request) -> Response:
    """``/people/{who}``."""
    return await own_page(get_context(request), request, person_text)


def person_text(context: AppContext, request: Request, locale: RequestLocale) -> str:
    language, words = locale.language, locale.words
    person, viewer = found_person(context, request), account_of(request)
    games = context.store.finished_games_of(person.id, COUNTED_GAMES)
    results = counted_results(person.id, games)
    is_own = viewer is not None and viewer.id == person.id
    facts: dict[str, object] = {
        **MARKERS,
        "person": person,
        "is_own": is_own,
        "is_bot": context.store.is_bot(person.id),
        "is_blocked": viewer is not None and person.holder in context.store.keys_blocked_by(viewer.holder),
        "against": f"{person_path(viewer.name)}/against/{person_path(person.name).rpartition('/')[2]}"
        if viewer is not None and not is_own
        else "",
        "numbers": numbers(results, language, words, has_days=False) if results else [],
        "ratings": ratings_of_person(context, person.id, locale),
        "rated_games": context.store.rated_games_of(person.id),
        "tables": tables(results, language, words) if results else [],
        "games": [listed_game(game, language, words) for game in games[:LAST_GAMES]],
        "all_games": f"/games?{urlencode({'person': person.name})}",
        "has_more": len(games) > LAST_GAMES,
        "counted": COUNTED_GAMES if len(games) == COUNTED_GAMES else 0,
    }
    return render(context, request, locale, "person.html", facts)


async def as_json(request: Request) -> Response:
    """``GET /api/people/{who}``."""
    context = get_context(request)

    def work() -> dict[str, object]:
        person = found_person(context, request)
        games = context.store.finished_games_of(person.id, COUNTED_GAMES)
        results = counted_results(person.id, games)
        return {
            "name": person.name,
            "link": person_path(person.name),
            "is_bot": context.store.is_bot(person.id),
            **line_json(line_of("", results)),
            "by_opponent": [{"opponent": line.key, **line_json(line)} for line in lines_by(results, lambda result: result.opponent)],
            "by_specialty": [{"specialty": line.key, **line_json(line)} for line in lines_by(results, lambda result: result.specialty)],
            "by_ruleset": [{"ruleset": line.key, **line_json(line)} for line in lines_by(results, lambda result: result.ruleset)],
            "ratings": person_ratings_json(context, person.id),
            "last": [found_game_json(game) for game in games[:LAST_GAMES]],
        }

    return await json_response(request, lambda: context.read(work), 200)


def line_json(line: Line) -> dict[str, object]:
    return {"played": line.played, "won": line.won, "average": line.average, "best": line.best}


async def show_against(request: Request) -> Response:
    """``/people/{who}/against/{other}``."""
    return await own_page(get_context(request), request, against_text)


def against_text(context: AppContext, request: Request, locale: RequestLocale) -> str:
    one, other = found_person(context, request), found_person(context, request, "other")
    games = context.store.games_in_common(one.id, other.id, COUNTED_GAMES) if one.id != other.id else []
    accounts = (one.id, other.id)
    facts: dict[str, object] = {
        **MARKERS,
        "people": (one, other),
        "all": comparison(games, accounts),
        "rulesets": comparisons_by_ruleset(games, accounts),
        "decimal": lambda number: decimal(number, locale.language),
        "games": [listed_game(game, locale.language, locale.words) for game in games[:PAGE_GAMES]],
        "all_games": f"/games?{urlencode({'person': one.name, 'other': other.name})}",
        "has_more": len(games) > PAGE_GAMES,
        "scanned": SCANNED,
    }
    return render(context, request, locale, "against.html", facts)


async def against_as_json(request: Request) -> Response:
    """``GET /api/people/{who}/against/{other}``."""
    context = get_context(request)

    def work() -> dict[str, object]:
        one, other = found_person(context, request), found_person(context, request, "other")
        games = context.store.games_in_common(one.id, other.id, COUNTED_GAMES) if one.id != other.id else []
        found, by_ruleset = comparison(games, (one.id, other.id)), comparisons_by_ruleset(games, (one.id, other.id))
        return {
            "people": [one.name, other.name],
            **comparison_json(found),
            "by_ruleset": [{"ruleset": name, **comparison_json(each)} for name, each in by_ruleset.items()],
            "games": [found_game_json(game) for game in games[:PAGE_GAMES]],
        }

    return await json_response(request, lambda: context.read(work), 200)
