"""People with an account as others see them: the page of a person, and that of two people against each other; both over the API too."""

from __future__ import annotations

from dataclasses import asdict
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import unquote, urlencode

from msgspec import Meta, structs

from groundfloor.presentation.pictures.markers import MARKERS
from groundfloor.presentation.results.my_games import result_figures, tables
from groundfloor.presentation.results.words import decimal
from groundfloor.results import line_of, lines_by
from groundfloor.table.player_names import name_key

from ...game.person_marks import person_marks
from ...game.results.finished_games import (
    COUNTED_GAMES,
    PAGE_GAMES,
    FinishedGame,
    comparison,
    comparisons_by_ruleset,
    finished_game,
    listed_game,
    result_of_account,
)
from ...game.storage import finished_games
from ...game.storage.finished_games import SCANNED
from ...game.time_zone import own_zone
from ...http.handlers import json_view, personal_page
from ...http.json_types import ApiStruct, PersonMark
from ...http.middleware import path_segment
from ...http.pages import get_locale, render
from ...http.rendering import person_path
from ...http.request_context import get_context
from ...http.route import Route, on_server
from ...http.security import account_of
from ..contacts import block_storage
from ..identity import storage as account_storage
from ..identity import token_storage
from ..identity.errors import UnknownAccount
from ..ratings import storage as rating_storage
from ..ratings.figures import RatingInPool, person_ratings, ratings_of_person

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from groundfloor.results import ResultLine

    from ...context import AppContext
    from ...database.rows import AccountRow
    from ...game.storage.rows import FoundGame

LAST_GAMES = 20
"""Games on the page of a person."""


class Figures(ApiStruct, frozen=True):
    """What games say of a person; `average` and `best` are prestige, null if all were lost before their end."""

    played: int
    won: int
    average: float | None
    best: int | None


class OpponentFigures(Figures, frozen=True):
    opponent: Annotated[str, Meta(description="Ids of Automas and bots, and `people`, joined by `+`.")]


class SpecialtyFigures(Figures, frozen=True):
    specialty: str


class RulesetFigures(Figures, frozen=True):
    ruleset: str


class PublicPerson(Figures, frozen=True):
    """Somebody with an account, as their public games show them."""

    name: str
    link: str
    is_bot: bool
    mark: PersonMark
    by_opponent: list[OpponentFigures]
    by_specialty: list[SpecialtyFigures]
    by_ruleset: list[RulesetFigures]
    ratings: list[RatingInPool]
    last: Annotated[list[FinishedGame], Meta(description="The last 20 games.")]


class ComparedFigures(ApiStruct, frozen=True):
    """What games of two people say of them, in the order of `people`: how often each was ahead of the other (`level`: neither), games won, average prestige (null if all were lost before their end)."""

    played: int
    ahead: list[int]
    level: int
    won: list[int]
    averages: list[float | None]


class ComparedByRuleset(ComparedFigures, frozen=True):
    ruleset: str


class ComparedPeople(ComparedFigures, frozen=True):
    """Two people against each other."""

    people: list[str]
    by_ruleset: list[ComparedByRuleset]
    games: Annotated[list[FinishedGame], Meta(description="The last 50 games together.")]


@personal_page
def show(request: Request, error_message: str, form: Mapping[str, str]) -> str:
    """``/people/{who}``."""
    context, locale = get_context(request), get_locale(request)
    language, translations = locale.language, locale.translations
    person, viewer = person_of_page(context, request), account_of(request)
    games = finished_games.of_account(context.store, person.id, COUNTED_GAMES)
    results = [result_of_account(game, person.id) for game in games]
    is_own, zone = viewer is not None and viewer.id == person.id, own_zone(request)
    return render(
        request,
        "person.html",
        **MARKERS,
        person=person,
        is_own=is_own,
        mark=person_marks(context, [(person.owner_id, person.name)])[person.owner_id, person.name],
        is_blocked=viewer is not None and person.owner_id in block_storage.blocked_by(context.store, viewer.owner_id),
        against=f"{person_path(viewer.name)}/against/{person_path(person.name).rpartition('/')[2]}"
        if viewer is not None and not is_own
        else "",
        numbers=result_figures(results, language, translations, has_days=False) if results else [],
        ratings=ratings_of_person(context, person.id, locale, zone),
        rated_games=rating_storage.rated_games(context.store, person.id),
        tables=tables(results, language, translations) if results else [],
        games=[listed_game(game, language, translations, zone) for game in games[:LAST_GAMES]],
        all_games=f"/games?{urlencode({'person': person.name})}",
        has_more=len(games) > LAST_GAMES,
        counted=COUNTED_GAMES if len(games) == COUNTED_GAMES else 0,
    )


@json_view
def as_json(request: Request) -> PublicPerson:
    """Returns what somebody's finished games say of them."""
    context = get_context(request)
    person = person_of_page(context, request)
    games = finished_games.of_account(context.store, person.id, COUNTED_GAMES)
    results = [result_of_account(game, person.id) for game in games]

    def by(kind: str) -> list[tuple[str, dict[str, Any]]]:
        return [(line.key, structs.asdict(figures_of(line))) for line in lines_by(results, attrgetter(kind))]

    return PublicPerson(
        name=person.name,
        link=person_path(person.name),
        is_bot=token_storage.is_bot(context.store, person.id),
        mark=person_marks(context, [(person.owner_id, person.name)])[person.owner_id, person.name],
        **structs.asdict(figures_of(line_of("", results))),
        by_opponent=[OpponentFigures(opponent=key, **figures) for key, figures in by("opponent")],
        by_specialty=[SpecialtyFigures(specialty=key, **figures) for key, figures in by("specialty")],
        by_ruleset=[RulesetFigures(ruleset=key, **figures) for key, figures in by("ruleset")],
        ratings=person_ratings(context, person.id),
        last=[finished_game(game) for game in games[:LAST_GAMES]],
    )


def figures_of(line: ResultLine) -> Figures:
    return Figures(played=line.played, won=line.won, average=line.average, best=line.best)


def games_between(request: Request) -> tuple[AccountRow, AccountRow, list[FoundGame]]:
    """Returns the two people of the address, and the games at which both sat."""
    context = get_context(request)
    one, other = person_of_page(context, request), person_of_page(context, request, "other")
    return one, other, finished_games.in_common(context.store, one.id, other.id, COUNTED_GAMES) if one.id != other.id else []


@personal_page
def show_against(request: Request, error_message: str, form: Mapping[str, str]) -> str:
    """``/people/{who}/against/{other}``."""
    language, translations = get_locale(request).language, get_locale(request).translations
    one, other, games = games_between(request)
    accounts, zone = (one.id, other.id), own_zone(request)
    return render(
        request,
        "head_to_head.html",
        **MARKERS,
        people=(one, other),
        all=comparison(games, accounts),
        rulesets=comparisons_by_ruleset(games, accounts),
        decimal=lambda number: decimal(number, language),
        games=[listed_game(game, language, translations, zone) for game in games[:PAGE_GAMES]],
        all_games=f"/games?{urlencode({'person': one.name, 'other': other.name})}",
        has_more=len(games) > PAGE_GAMES,
        scanned=SCANNED,
    )


@json_view
def against_as_json(request: Request) -> ComparedPeople:
    """Returns what the games of two people say of them."""
    one, other, games = games_between(request)
    accounts = (one.id, other.id)
    return ComparedPeople(
        people=[one.name, other.name],
        **asdict(comparison(games, accounts)),
        by_ruleset=[
            ComparedByRuleset(ruleset=name, **asdict(compared)) for name, compared in comparisons_by_ruleset(games, accounts).items()
        ],
        games=[finished_game(game) for game in games[:PAGE_GAMES]],
    )


ROUTES = on_server(
    Route("GET /people/{who}", show, "What somebody's finished games say of them."),
    Route("GET /people/{who}/against/{other}", show_against, "Two people against each other."),
    Route("GET /api/people/{who}", as_json, "What somebody's finished games say of them."),
    Route("GET /api/people/{who}/against/{other}", against_as_json, "Two people against each other."),
)


def person_of_page(context: AppContext, request: Request, parameter: str = "who") -> AccountRow:
    """Returns the account whose page is asked for. UnknownAccount if there is none, or others see no page of it (``has_page``)."""
    name = path_segment(request.scope, parameter)
    account = account_storage.find(context.store, name_key(name)) or account_storage.find(context.store, name_key(unquote(name)))
    own = account_of(request)
    if account is None or not ((own is not None and own.id == account.id) or finished_games.has_page(context.store, account.id)):
        raise UnknownAccount("Nobody with this name has finished a public game here.")
    return account
