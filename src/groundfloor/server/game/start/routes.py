"""The start page: a new game and the games of this browser; and the upload of records."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.errors import BadHouseValues, BadRecord, GroundfloorError
from groundfloor.presentation.options import game_facts
from groundfloor.table import NewTable, SeatRequest
from groundfloor.table.creation import create_guided_table
from groundfloor.table.rights import DELETE, Situation
from groundfloor.table.value import OWN_PACES

from ...http.handlers import NO_FIELDS, form_of, personal_page
from ...http.pages import get_locale, own_name, render
from ...http.request_context import get_context
from ...http.route import PER_RECORD, PER_TABLE, Route
from ...http.security import owner_of
from ..new_tables.bot_choices import WEAKEST_LEVEL, bot_names, computer_facts, fields_against_computer
from ..new_tables.creation import open_table, table_from_record
from ..new_tables.form import (
    FILE_LIMITS,
    FILE_TOO_LARGE,
    SeatField,
    faulty_options,
    form_facts,
    proposed_fields,
    read_house_values,
    read_options,
    set_values,
)
from ..new_tables.paces import chosen_pace, clock_paces, own_pace_fields
from ..new_tables.same_table import find_played_table, start_fields, start_seats
from ..person_marks import listed_marks
from ..results import finished_games_routes as finished_games
from ..storage import browsers
from ..tables.prepared_tables import PreparedTable, advised_table
from .start_picture import start_picture

if TYPE_CHECKING:
    from collections.abc import Mapping
    from gettext import NullTranslations

    from starlette.requests import Request
    from starlette.responses import Response

    from ...context import AppContext
    from ...http.request_body import FormFields

SHOWN_ENDED = 30
"""Finished games and records that the page lists at once; a link leads to all of them."""


async def show(request: Request, error: GroundfloorError | None = None, form: Mapping[str, str] = NO_FIELDS) -> Response:
    """``/``: the start page; after an error with the submitted form."""
    return await personal_page(partial(start_text, error=error))(request, error, form)


def start_text(request: Request, error_message: str, form: Mapping[str, str], error: GroundfloorError | None) -> str:
    context, locale, owner_id = get_context(request), get_locale(request), owner_of(request)
    name = own_name(request, locale.translations)
    fields = seat_fields(form, name)
    is_whole_list = request.query_params.get("games") == "all"
    known = browsers.games_of(context.store, owner_id, most_ended=None if is_whole_list else SHOWN_ENDED)
    chosen = form if fields or "house" in form else {}
    texts = {**proposed_fields(context.values), **chosen}
    other = find_played_table(context, request.query_params.get("from", "")) if not chosen else None
    if other is not None:
        fields = start_seats(other, browsers.held_seats(context.store, owner_id, other.game_id).seats)
        texts = start_fields(other)
        texts |= own_pace_fields(texts)
    facts = {
        **form_facts(locale.translations, known, listed_marks(context, known), fields, texts, faulty_options(error), name),
        **computer_facts(locale, chosen),
        "paces": clock_paces(locale),
        "own_paces": OWN_PACES,
        **context.club.start_facts(request, locale),
        "set_values": set_values(texts, locale.translations),
        "game_facts": game_facts(ruleset(NAMES[0]), locale.translations),
        "picture": start_picture(locale.language, locale.translations),
        "ended": browsers.count_ended(context.store, owner_id) if known else 0,
        "is_whole_list": is_whole_list,
        "same_as": other.value.name if other is not None else "",
        "values": context.values if proposed_fields(context.values).get("ruleset") == NAMES[0] else "",
        "is_form_open": bool(chosen) or other is not None,
        "error_message": error_message,
    }
    facts["is_more_open"] = facts["is_more_open"] or isinstance(error, BadHouseValues)
    return render(request, "start.html", **facts)


def seat_fields(form: Mapping[str, str], name: str) -> list[SeatField]:
    """Returns the seats of a submitted form, whose first player may be called ``name``; none if it has no seats."""
    if "level" in form:
        return fields_against_computer(form, name)
    return SeatField.read(form) if any(field.startswith("kind-") for field in form) else []


form_of_start = form_of(show, FILE_LIMITS, too_large=FILE_TOO_LARGE, is_made_again=True)


@form_of_start
async def create(request: Request, form: FormFields) -> str:
    """``POST /new``: creates a table."""
    translations = get_locale(request).translations
    name = own_name(request, translations)

    def prepare(context: AppContext) -> PreparedTable:
        fields = seat_fields(form, name)
        seats = [field for field in fields if field.kind]
        given = zip(seats, bot_names([field.kind for field in seats], translations), strict=True)
        requested = tuple(
            SeatRequest(field.name or bot or default_name(field, fields, name, translations), field.automa, field.colour)
            for field, bot in given
        )
        here = frozenset(number for number, field in enumerate(seats) if field.kind == "here")
        rules = form.get("ruleset", "second")
        new = NewTable(
            requested,
            ruleset=rules,
            options=read_options(form, rules),
            name=form.text("name"),
            house=read_house_values(form),
            is_practice=form.get("practice") == "on",
            pace=chosen_pace(form, ""),
            takeover=form.text("takeover")[:20],
            is_listed="may-be-listed" not in form or form.get("listed") == "on",
        )
        return context.table_service.prepare(new, here)

    return await open_table(request, prepare)


def default_name(field: SeatField, fields: list[SeatField], own: str, translations: NullTranslations) -> str:
    """Returns the name for a seat whose name was left empty: one's own or "Player N", or "" for an Automa, which has a name of its own."""
    number = next(number for number, each in enumerate(fields) if each is field)  # others may be alike
    if field.automa:
        return ""
    return own if number == 0 and field.kind == "here" else translations.gettext("Player %(n)s") % {"n": number + 1}


@form_of_start
async def learn(request: Request, form: FormFields) -> str:
    """``POST /learn``: creates a guided game."""
    translations = get_locale(request).translations
    name, title = own_name(request, translations), translations.gettext("Learn by playing")

    def prepare(context: AppContext) -> PreparedTable:
        return PreparedTable.of(*create_guided_table(name, title, context.table_service.new_bytes), frozenset({0}))

    return await open_table(request, prepare)


@form_of_start
async def play_on(request: Request, form: FormFields) -> str:
    """``POST /learned``: creates a practice table against the weakest bot, with advice at each decision."""
    translations = get_locale(request).translations
    seats = (SeatRequest(own_name(request, translations)), SeatRequest(bot_names([WEAKEST_LEVEL], translations)[0], WEAKEST_LEVEL))
    new = NewTable(seats, name=translations.gettext("Your first whole game"))
    return await open_table(request, lambda context: advised_table(new, context.table_service.now(), context.table_service.new_bytes))


@form_of(finished_games.show, FILE_LIMITS, too_large=FILE_TOO_LARGE, is_made_again=True)
async def upload(request: Request, form: FormFields) -> str:
    """``POST /upload``: creates a table that shows a record, or resumes from it."""
    text = form.text("text")
    if not text.strip():
        raise BadRecord("the file is empty.")
    return await open_table(request, lambda context: table_from_record(context, text, form.get("do") == "resume"))


@form_of(show)
async def forget(request: Request, form: FormFields) -> str:
    """``POST /forget``: removes a game from this browser's list; its host may delete it for everybody."""
    context = get_context(request)
    await context.work.write(forget_or_delete, context, owner_of(request), form.text("game"), form.get("do") == "delete")
    return "/"


def forget_or_delete(context: AppContext, owner_id: str, game_id: str, is_deleted: bool) -> None:
    """Deletes a game, or removes it from the browser's list. NotTheHost or GameStays if it can't be deleted (``browsers.is_kept``): nothing changes then."""
    if is_deleted:
        is_host = bool(owner_id) and browsers.held_seats(context.store, owner_id, game_id).is_host
        DELETE.check(Situation(is_host=is_host, is_kept=browsers.is_kept(context.store, game_id, owner_id)))
        context.table_service.delete(game_id)
    elif owner_id:
        browsers.forget_game(context.store, owner_id, game_id)


ROUTES = (
    *(
        Route(f"GET {path}", show, "The start page, to whose forms these addresses belong.", query=("from", "games"))
        for path in ("/", "/new", "/learn", "/forget")
    ),
    Route("POST /new", create, "Opens a table.", limits=(*PER_TABLE, "body_bytes")),
    Route("POST /learn", learn, "Opens the guided first game.", limits=PER_TABLE),
    Route("POST /learned", play_on, "Opens the game after the guided one.", limits=PER_TABLE),
    Route("POST /upload", upload, "Uploads a record.", limits=PER_RECORD),
    Route("POST /forget", forget, "Forgets a table in this browser, or deletes it."),
)
