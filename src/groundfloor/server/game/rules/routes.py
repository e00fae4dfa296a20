"""Pages of rules: of a ruleset, of one game, and the differences between rulesets; how to play, for newcomers; and the page about the product."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException

from groundfloor.editions import NAMES, ruleset
from groundfloor.guide import guided_match
from groundfloor.guide.progress import facts
from groundfloor.presentation import names
from groundfloor.presentation.board.improvements import improvements_of_stage
from groundfloor.presentation.board.purposes import area_purposes, purposes_of
from groundfloor.presentation.board.rule_refs import rule_label
from groundfloor.presentation.options import PUBLISHED, game_facts
from groundfloor.presentation.rights_tables import rights_tables
from groundfloor.presentation.rulebook import LENGTHS, GameSettings, player_aid, rule_book, rule_book_for
from groundfloor.presentation.rulebook.search import searchable_text
from groundfloor.presentation.rulebook.tables import DIFFERENCE_PARTS, evidence, tables
from groundfloor.presentation.rulebook.tables import differences as compared
from groundfloor.presentation.translations import LANGUAGES

from ...http.handlers import page
from ...http.pages import get_locale, render, render_page
from ...http.request_context import get_context
from ...http.route import Route
from ...http.security import is_cross_site, read_cookie, set_cookie
from ..new_tables.bot_choices import WEAKEST_LEVEL
from ..start.start_picture import start_picture

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from gettext import NullTranslations

    from starlette.requests import Request
    from starlette.responses import Response

    from groundfloor.engine.ruleset import Ruleset
    from groundfloor.presentation.rulebook import Prose
    from groundfloor.presentation.rulebook.tables import RuleTable

LENGTH_COOKIE = "rules_length"
MAX_FOUND = 30
"""The most rules that a search lists."""
SEARCHED_TABLES = ("rooms", "tenants", "floors", "specialties", "cards", "forecast", "values")


async def rights(request: Request) -> Response:
    """``/rights``: who may do what at a table."""
    return render_page(request, "rights.html", tables=rights_tables(get_locale(request).translations))


async def about(request: Request) -> Response:
    """``/about``."""
    context, translations = get_context(request), get_locale(request).translations
    limits = context.settings.limits
    games = [
        {
            "name": names.full("ruleset", rules.name, translations),
            "facts": game_facts(rules, translations),
            "link": PUBLISHED[rules.name].link,
        }
        for rules in map(ruleset, ("second", "first"))
    ]
    days = {
        "unplayed": limits.unplayed_days,
        "shown": limits.shown_days,
        "abandoned": limits.abandoned_days,
        "results": limits.results_days,
    }
    return render_page(request, "about.html", games=games, kept={kind: kept_for(number, translations) for kind, number in days.items()})


def kept_for(days: float, translations: NullTranslations) -> str:
    """Returns when a game that nobody opens is deleted; 0 days: never."""
    if not days:
        return translations.gettext("never deleted")
    return translations.ngettext("deleted after %(n)s day", "deleted after %(n)s days", int(days)) % {"n": f"{days:g}"}


async def how_to_play(request: Request) -> Response:
    """``/how-to-play``: in five minutes, for newcomers."""
    game, locale = guided_match("Player 1").game, get_locale(request)
    return render_page(
        request,
        "how_to_play.html",
        facts=facts(game, 0, None),
        areas=area_purposes(game.ruleset, locale.translations),
        picture=start_picture(locale.language, locale.translations, has_companies=False),
    )


async def learned(request: Request) -> Response:
    """``/learned``: what the guided rounds have taught, what comes on sale later, and the next game."""
    rules, translations = guided_match("Player 1").game.ruleset, get_locale(request).translations
    stages = [
        (stage, rules.first_round(stage), improvements_of_stage(rules, stage, translations))
        for stage in sorted({*rules.stage_by_round})[1:]
    ]
    return render_page(request, "learned.html", stages=stages, opponent=names.full("bot", WEAKEST_LEVEL, translations))


@page
def aid(request: Request, error_message: str, form: Mapping[str, str]) -> str:
    """``/rules/aid`` and ``/rules/{name}/aid``: the player aid of a ruleset; ``/g/{game_id}/rules/aid``: with the values that a game is played with."""
    played, _settings, address = played_rules(request)
    return render(request, "aid.html", aid=player_aid(get_locale(request).language, played), here=address)


@page
def differences(request: Request, error_message: str, form: Mapping[str, str]) -> str:
    """``/rules/differences``: where the rulesets differ."""
    language = get_locale(request).language
    book = rule_book(language)
    return render(
        request,
        "rules_differences.html",
        book=book,
        parts=map(book.part, DIFFERENCE_PARTS),
        tables=compared(language),
        rulesets=NAMES,
    )


@page
def purpose(request: Request, error_message: str, form: Mapping[str, str]) -> str:
    """``/g/{game_id}/rules/purpose?of=KIND:ID``: what a question or a place of a game is for, as a fragment; 404 for other keys."""
    found = purpose_facts(request)
    if not found["purposes"]:
        raise HTTPException(404)
    return render(request, "rules_purpose.html", **found, here=f"/g/{request.path_params['game_id']}/rules")


def purpose_facts(request: Request) -> dict[str, object]:
    """Returns what both pages of purposes are given: what the thing named by ``?of=`` is for, nothing without it."""
    locale = get_locale(request)
    game = get_context(request).table_service.table(request.path_params["game_id"]).game
    purposes = purposes_of(game, request.query_params.get("of", "")[:80], locale.translations)
    return {"purposes": purposes, "rule_label": partial(rule_label, game.ruleset, language=locale.language)}


def length_of(request: Request) -> str:
    """Returns short, long or both: by ``?length=``, else by the cookie, else short."""
    wishes = (request.query_params.get("length"), read_cookie(request, LENGTH_COOKIE))
    return next((length for length in wishes if length in LENGTHS), LENGTHS[0])


def matching_rows(rules: Ruleset, sought: str, language: str) -> list[tuple[RuleTable, list[tuple[Prose, ...]]]]:
    """Returns rows of the tables whose name, in any language, or id contains the words."""
    wanted = searchable_text(sought)
    matching = []
    for table, *others in zip(tables(rules, language), *(tables(rules, other) for other in LANGUAGES if other != language), strict=True):
        if table.id in SEARCHED_TABLES:
            rows = [
                rows[0]
                for rows in zip(table.rows, *(other.rows for other in others), strict=True)
                if any(wanted in searchable_text(row[0]) for row in rows)
            ]
            if rows:
                matching.append((table, rows))
    return matching


def rules_text(request: Request, error_message: str, form: Mapping[str, str], template: str) -> str:
    """Renders the rule book, or what the search found in it; for a game with the purposes that ``?of=`` names."""
    locale = get_locale(request)
    rules, settings, address = played_rules(request)
    book, *others = [rule_book_for(language, rules, settings) for language in sorted(LANGUAGES, key=lambda code: code != locale.language)]
    sought = request.query_params.get("q", "").strip()[:80]
    results = book.search(sought, *others) if sought else []
    published = PUBLISHED.get(rules.name)
    return render(
        request,
        template,
        **purpose_facts(request) if settings is not None else {"purposes": ()},
        book=book,
        game_facts=game_facts(rules, locale.translations),
        game_link=published.link if published is not None else "",
        tables=tables(rules, locale.language),
        sought=sought,
        found=results[:MAX_FOUND],
        found_count=len(results),
        rows=matching_rows(rules, sought, locale.language) if sought else [],
        length=length_of(request),
        here=address,
        rulesets=NAMES,
        evidence=lambda keys: evidence(rules, keys, locale.translations),
    )


def played_rules(request: Request) -> tuple[Ruleset, GameSettings | None, str]:
    """Returns the ruleset of an address, the settings of the game if it is that of one, and the address of the rules; 404 for an unknown ruleset."""
    if game_id := request.path_params.get("game_id", ""):
        table = get_context(request).table_service.table(game_id)
        played = table.match.game
        settings = GameSettings(tuple(sorted(played.options.items())), any(seat.automa for seat in played.seats))
        return played.ruleset, settings, f"/g/{game_id}/rules"
    name = request.path_params.get("name", NAMES[0])
    if name not in NAMES:
        raise HTTPException(404)
    return ruleset(name), None, "/rules" if name == NAMES[0] else f"/rules/{name}"


def rules_page(template: str) -> Callable[[Request], Awaitable[Response]]:
    """Returns a page of the rules, which remembers a chosen length."""
    show = page(partial(rules_text, template=template))

    async def respond(request: Request) -> Response:
        response = await show(request)
        if request.query_params.get("length") in LENGTHS and not is_cross_site(request):
            set_cookie(request, response, LENGTH_COOKIE, length_of(request))
        return response

    return respond


rules = rules_page("rules.html")
"""``/rules`` and ``/rules/{name}``: the rules of a ruleset; ``?q=`` searches them."""
game_rules = rules_page("rules_game.html")
"""``/g/{game_id}/rules``: the ruleset of a game with its options and house values."""
game_rules_panel = rules_page("rules_panel.html")
"""``/g/{game_id}/rules/panel``: the same as a fragment, for the panel beside the board."""


ROUTES = (
    Route("GET /learned", learned, "What the guided rounds have taught, what comes on sale later, and the next game."),
    Route("GET /about", about, "What this site is, and what it keeps."),
    Route("GET /rights", rights, "Who may do what at a table."),
    Route("GET /how-to-play", how_to_play, "The game in five minutes, for newcomers."),
    Route("GET /rules", rules, "The rules of the second edition.", query=("q", "length", "of")),
    Route("GET /rules/differences", differences, "What is different between the rulesets."),
    Route("GET /rules/aid", aid, "The player aid, to print."),
    Route("GET /rules/{name}", rules, "The rules of a ruleset.", query=("q", "length", "of")),
    Route("GET /rules/{name}/aid", aid, "The player aid of a ruleset, to print."),
    Route("GET /g/{game_id}/rules", game_rules, "The rules as they are in a game.", query=("q", "length", "of")),
    Route("GET /g/{game_id}/rules/aid", aid, "The player aid of a game, to print."),
    Route("GET /g/{game_id}/rules/panel", game_rules_panel, "The rules of a game, for the panel beside the board."),
    Route("GET /g/{game_id}/rules/purpose", purpose, "What a place of the game is for."),
)
