"""Hints for the seat that is asked: a page that works without scripts, the fragment that the board shows, and JSON."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from msgspec import UNSET
from starlette.responses import RedirectResponse

from groundfloor.numbers import parse_int
from groundfloor.presentation.analysis.hint_text import LINE, LOOK, hint_text
from groundfloor.results import counts
from groundfloor.table.hints import SEVERAL_PEOPLE, NoHints, can_have_hints, table_hints_refusal

from ...http.handlers import json_answer, json_change
from ...http.json_types import Empty, numbered
from ...http.limits import FixedLimit
from ...http.pages import get_locale, html_response, render
from ...http.request_body import read_form
from ...http.request_checks import client_hash
from ...http.request_context import get_context
from ...http.route import Route
from ...http.security import check_own_form
from ..storage import games
from ..tables.advice import HINTS
from ..viewer import viewer_of

if TYPE_CHECKING:
    from gettext import NullTranslations

    from starlette.requests import Request
    from starlette.responses import Response

    from groundfloor.analysis import Advice
    from groundfloor.engine.game import Game
    from groundfloor.presentation.analysis.hint_text import HintText

    from ...context import AppContext
    from ...http.request_body import JsonFields
    from ..viewer import Viewer
    from .analysis_types import Hint

PART = "x-part"
"""The header with which the board asks for the hint alone."""
WAIT_SECONDS = 15.0
"""How long a request waits for a hint; after that it is still computed."""


async def show(request: Request) -> Response:
    """``GET /s/{token}/hint?strength=N``: a hint of strength 1, 2 or 3; before the first one of a game that counts, a question."""
    context, viewer = get_context(request), await viewer_of(request)
    is_question = await context.work.read(would_stop_counting, context, viewer)
    hint = None if is_question else (await hint_for(context, request, viewer))[2]
    is_part = request.headers.get(PART) == "hint"
    template = "hint_part.html" if is_part else "hint.html"
    shown = partial(render, request, template, viewer=viewer, base=viewer.base, hint=hint, is_page=not is_part)
    return html_response(request, await context.work.read(shown))


async def take(request: Request) -> Response:
    """``POST /s/{token}/hint``: takes the first hint of a game, which then no longer counts, and leads to it."""
    context = get_context(request)
    check_own_form(request, await read_form(request))
    viewer = await viewer_of(request)
    await hint_for(context, request, viewer)
    await mark(context, viewer)
    return RedirectResponse(request.url.path, 303)


def would_stop_counting(context: AppContext, viewer: Viewer) -> bool:
    """Returns whether a hint is the first one of a game whose result would be kept: the player is asked first."""
    table = viewer.table
    return can_have_hints(table) and counts(table.match.record) and not games.has_hints(context.store, table.game_id)


async def mark(context: AppContext, viewer: Viewer) -> None:
    """Stores that a hint was taken in a game that counts, if it is not stored yet."""
    if await context.work.read(would_stop_counting, context, viewer):
        await context.work.write(games.mark_hints, context.store, viewer.table.game_id)


@json_answer
async def as_json(request: Request) -> Hint:
    """Returns a hint; NoHints before the first one of a game that counts."""
    context, viewer = get_context(request), await viewer_of(request, "")
    if await context.work.read(would_stop_counting, context, viewer):
        raise NoHints("Once you have taken a hint, this game no longer counts in “My games”. Ask for it with POST.")
    return await described_hint(context, request, viewer)


@json_change(sets_cookie=False)
async def take_json(request: Request, body: JsonFields) -> Hint:
    """Returns a hint, even the first one, after which a game no longer counts."""
    context, viewer = get_context(request), await viewer_of(request, "")
    hint = await described_hint(context, request, viewer)
    await mark(context, viewer)
    return hint


async def described_hint(context: AppContext, request: Request, viewer: Viewer) -> Hint:
    """Returns a hint with seats from 1."""
    from .analysis_types import Hint  # imports numpy

    version, advice, hint = await hint_for(context, request, viewer)
    return Hint(
        version=version,
        strength=hint.strength,
        look=hint.look,
        verb=hint.verb,
        basis=hint.basis,
        move=hint.move,
        choices=[numbered(choice) for choice in advice.choices] if hint.choices else [],
        line=[numbered(step) for step in hint.line],
        texts=list(hint.choices) if hint.choices else UNSET,
    )


async def hint_for(context: AppContext, request: Request, viewer: Viewer) -> tuple[int, Advice, HintText]:
    """Returns the hint that a request asks for, after the version that it is for. NoHints where there are none."""
    locale = get_locale(request)
    strength = min(max(parse_int(request.query_params.get("strength", "")) or LOOK, LOOK), LINE)
    version, record, game = await context.work.read(asked_position, viewer)
    client = client_hash(context.secret, request)
    future = asyncio.wrap_future(await context.work.write(context.advice.hint, viewer.table.game_id, version, record, client))
    done, _waiting = await asyncio.wait([future], timeout=WAIT_SECONDS)
    if not done or future.exception() is not None:
        raise NoHints("No hint was found in time. Please ask again.")
    advice, hint = await context.work.read(in_words, future.result(), game, strength, locale.language, locale.translations)
    return version, advice, hint


def asked_position(viewer: Viewer) -> tuple[int, str, Game]:
    """Returns version, record and position of the viewer's table; NoHints if the viewer is not asked there, or it has no hints."""
    table = viewer.table
    if not can_have_hints(table):
        raise NoHints(table_hints_refusal(table) or SEVERAL_PEOPLE)
    if table.asked_human_seat is None or table.asked_human_seat != viewer.seat:
        raise NoHints("There is a hint when it is your turn.")
    return table.version, table.match.record.format(), table.game.copy()


def in_words(text: str, game: Game, strength: int, language: str, translations: NullTranslations) -> tuple[Advice, HintText]:
    """Returns advice that was computed, and the hint in words."""
    # Imported here, as numpy takes a tenth of a second and most pages do without it.
    from groundfloor.analysis.game_analysis import advice_from_json

    advice = advice_from_json(text)
    assert advice is not None
    return advice, hint_text(advice, game, strength, language, translations)


LIMITS = (FixedLimit(HINTS.most, "hints of a client that wait"), FixedLimit(WAIT_SECONDS, "seconds"))
ROUTES = (
    Route("GET /s/{token}/hint", show, "A hint of strength 1, 2 or 3; before the first one of a game that counts, a question.", query=("strength",), limits=LIMITS),
    Route("POST /s/{token}/hint", take, "Takes the first hint of a game, which then no longer counts, and leads to it.", limits=LIMITS),
    Route("GET /api/seats/{token}/hint", as_json, "A hint for the seat that is asked.", query=("strength",), refusals=(422,), limits=LIMITS),
    Route("POST /api/seats/{token}/hint", take_json, "A hint, also the first one of a game that counts.", body=Empty, query=("strength",), refusals=(422,), limits=LIMITS),
)  # fmt: skip
