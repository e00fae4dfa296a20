"""Pages to read: what this is, and the rules: of a ruleset, of one game, and what differs between the rulesets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException

from groundfloor.editions import NAMES, ruleset
from groundfloor.presentation.rulebook import FORMS, GameSettings, rule_book_for
from groundfloor.presentation.rulebook.differences import differences as compared
from groundfloor.presentation.rulebook.search import plain
from groundfloor.presentation.rulebook.tables import evidence, tables
from groundfloor.presentation.translations import LANGUAGES

from ..context import get_context
from ..pages import answer, get_locale, page, render
from ..security import set_cookie

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from groundfloor.engine.ruleset import Ruleset
    from groundfloor.presentation.rulebook import Prose
    from groundfloor.presentation.rulebook.tables import RuleTable

    from ..context import AppContext
    from ..pages import RequestLocale

FORM = "rules_form"
NAMED = ("rooms", "tenants", "floors", "specialties", "cards", "forecast", "values")


async def about(request: Request) -> Response:
    """``/about``."""
    context = get_context(request)
    return page(context, request, "about.html", {"limits": context.settings.limits})


async def rules(request: Request) -> Response:
    """``/rules`` and ``/rules/{name}``: every paragraph under its number; ``?q=`` only those that have the words."""
    name = request.path_params.get("name", NAMES[0])
    if name not in NAMES:
        raise HTTPException(404)
    address = "/rules" if name == NAMES[0] else f"/rules/{name}"
    return await read(request, ruleset(name), None, address, "rules.html")


async def differences(request: Request) -> Response:
    """``/rules/differences``: where the rulesets differ."""
    context, locale = get_context(request), get_locale(request)
    return answer(request, locale, await context.read(compare, context, request, locale))


def compare(context: AppContext, request: Request, locale: RequestLocale) -> str:
    """The page of the differences as text."""
    return render(context, request, locale, "rules_differences.html", {"tables": compared(locale.language), "rulesets": NAMES})


async def of_game(request: Request) -> Response:
    """``/g/{public}/rules``: the ruleset of a game with its options and house values."""
    return await game(request, "rules_game.html")


async def panel(request: Request) -> Response:
    """``/g/{public}/rules/panel``: the same without its page, for the panel beside the board."""
    return await game(request, "rules_panel.html")


async def game(request: Request, template: str) -> Response:
    """The rules that a game is played by."""
    context = get_context(request)
    public = request.path_params["public"]
    played, play = await context.read(played_by, context, public)
    return await read(request, played, play, f"/g/{public}/rules", template)


def played_by(context: AppContext, public: str) -> tuple[Ruleset, GameSettings]:
    """The ruleset of a game as it stands, and what it is played with."""
    table = context.host.table(public)
    with table.lock:
        played = table.match.game
        return played.ruleset, GameSettings(tuple(sorted(played.options.items())), any(seat.automa for seat in played.seats))


def form_of(request: Request) -> str:
    """Short, long or both: by ``?form=``, else by the cookie, else short."""
    wishes = (request.query_params.get("form"), request.cookies.get(FORM))
    return next((form for form in wishes if form in FORMS), FORMS[0])


async def read(request: Request, rules: Ruleset, play: GameSettings | None, address: str, template: str) -> Response:
    """The book, or what was found in it."""
    context, locale, form = get_context(request), get_locale(request), form_of(request)
    text = await context.read(drawn, context, request, locale, rules, play, address, template, form)
    response = answer(request, locale, text)
    if request.query_params.get("form") in FORMS:
        set_cookie(request, response, FORM, form)
    return response


def named(rules: Ruleset, sought: str, language: str) -> list[tuple[RuleTable, list[tuple[Prose, ...]]]]:
    """Rooms, improvements, specialties and cards whose name in any language, or key, has the words, as rows of their tables."""
    wanted = plain(sought)
    found = []
    for table, *others in zip(tables(rules, language), *(tables(rules, other) for other in LANGUAGES if other != language), strict=True):
        if table.id in NAMED:
            rows = [
                rows[0]
                for rows in zip(table.rows, *(other.rows for other in others), strict=True)
                if any(wanted in plain(row[0]) for row in rows)
            ]
            if rows:
                found.append((table, rows))
    return found


def drawn(
    context: AppContext,
    request: Request,
    locale: RequestLocale,
    rules: Ruleset,
    play: GameSettings | None,
    address: str,
    template: str,
    form: str,
) -> str:
    """A page of the book as text."""
    book, *others = [rule_book_for(language, rules, play) for language in sorted(LANGUAGES, key=lambda each: each != locale.language)]
    sought = request.query_params.get("q", "").strip()[:80]
    facts: dict[str, object] = {
        "book": book,
        "tables": tables(rules, locale.language),
        "sought": sought,
        "found": book.search(sought, *others) if sought else [],
        "rows": named(rules, sought, locale.language) if sought else [],
        "form": form,
        "here": address,
        "rulesets": NAMES,
        "evidence": lambda keys: evidence(rules, keys, locale.words),
    }
    return render(context, request, locale, template, facts)
