"""The start page: a new game, the games of this browser, and the upload of records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import RedirectResponse, Response

from ...editions import NAMES, ruleset
from ...editions.overrides import parse_house_values
from ...engine.errors import BadHouseValues, BadRecord, GroundfloorError, ImpossibleTable
from ...presentation.house_values import value_sentences
from ...presentation.options import game_facts
from ...store import HOST
from ...tables import NewTable, SeatRequest
from ..bot_choices import bot_names, computer_facts, fields_against_computer
from ..context import get_context
from ..error_messages import page_message_for, status_of
from ..errors import BodyTooLarge
from ..forms import SeatField, known_game, proposed_fields, read_options, start_facts
from ..idempotency import request_hash
from ..lobby import listed_invitations
from ..new_tables import create_table, first_page_url
from ..paces import clock_paces
from ..pages import answer, get_locale, own_name, render
from ..request_body import read_form
from ..rights import is_administrator
from ..security import account_of, browser_id, ensure_browser_id, foreign_form_notice, is_own_form, set_browser_cookie
from ..start_picture import start_picture

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from gettext import NullTranslations

    from starlette.datastructures import FormData
    from starlette.requests import Request

    from ...tables import PreparedTable
    from ..context import AppContext

    Refuse = Callable[[str, int], Awaitable[Response]]


async def show(request: Request) -> Response:
    """``/``: the start page."""
    return await start_page(request, "", 200, [])


async def start_page(
    request: Request, notice: str, status: int, fields: list[SeatField], form: FormData | None = None, error: GroundfloorError | None = None
) -> Response:
    """Responds with the start page; after an error with the submitted form and a notice."""
    context, locale = get_context(request), get_locale(request)
    ensure_browser_id(request)
    chosen = (
        {name: str(value) for name, value in form.items() if isinstance(value, str)}
        if form is not None and (fields or "house" in form)
        else {}
    )

    def start_text() -> str:
        known = context.store.games_of_browser(browser_id(request))
        texts = {**proposed_fields(context.values), **chosen}
        facts = start_facts(locale.words, known, fields, texts, faulty_options(error), own_name(request, locale.words))
        facts["paces"] = clock_paces(locale)
        facts |= computer_facts(locale, chosen)
        facts["followed"] = [known_game(each, locale.words) for each in context.store.followed_games_of(browser_id(request))]
        facts["invitations"] = listed_invitations(context, browser_id(request), locale)
        facts["friend_requests"] = context.store.count_friend_requests(account) if (account := account_of(request)) is not None else 0
        facts["open_reports"] = context.store.count_open_reports() if is_administrator(request) else 0
        facts["open_tables"] = len(context.store.open_tables_of(browser_id(request)))
        facts["set_values"] = set_values(texts, locale.words)
        facts["game_facts"] = game_facts(ruleset(NAMES[0]), locale.words)
        facts["is_more_open"] = facts["is_more_open"] or isinstance(error, BadHouseValues)
        facts["picture"] = start_picture(locale.language, locale.words)
        facts["values"] = context.values if proposed_fields(context.values).get("ruleset") == NAMES[0] else ""
        return render(context, request, locale, "start.html", {**facts, "notice": notice})

    response = answer(request, locale, await context.read(start_text), status)
    set_browser_cookie(request, response)
    return response


def set_values(texts: Mapping[str, str], words: NullTranslations) -> list[str]:
    """Returns the house values in the form in words; none if they are not possible, which the form says when it is sent."""
    name = texts.get("ruleset", NAMES[0])
    try:
        rules = ruleset(name if name in NAMES else NAMES[0])
        return value_sentences(rules, rules.with_overrides(parse_house_values(texts.get("house", ""))).overrides, words)
    except BadHouseValues:
        return []


def faulty_options(error: GroundfloorError | None) -> frozenset[str]:
    facts = error.facts if isinstance(error, ImpossibleTable) else {}
    return frozenset(str(facts[key]) for key in ("option", "other") if key in facts)


async def create(request: Request) -> Response:
    """``POST /new``: creates a table."""
    fields: list[SeatField] = []
    words = get_locale(request).words
    name = own_name(request, words)

    def prepare(context: AppContext, form: FormData) -> PreparedTable:
        fields.extend(fields_against_computer(form, name) if "level" in form else SeatField.read(form))
        seats = [field for field in fields if field.kind]
        given = zip(seats, bot_names([field.kind for field in seats], words), strict=True)
        requested = tuple(
            SeatRequest(field.name or bot or default_name(field, fields, name, words), field.automa, field.colour) for field, bot in given
        )
        here = frozenset(number for number, field in enumerate(seats) if field.kind == "here")
        rules = str(form.get("ruleset", "second"))
        options = read_options(form, rules)
        values = parse_house_values(str(form.get("text", "")) or str(form.get("house", "")))
        new = NewTable(
            requested,
            ruleset=rules,
            options=options,
            name=str(form.get("name", "")),
            house=values,
            is_practice=form.get("practice") == "on",
            pace=str(form.get("pace", ""))[:20],
            takeover=str(form.get("takeover", ""))[:20],
            is_listed="may-be-listed" not in form or form.get("listed") == "on",
        )
        return context.host.prepare(new, here)

    return await open_table(request, prepare, fields)


def default_name(field: SeatField, fields: list[SeatField], own: str, words: NullTranslations) -> str:
    """Returns the name for a seat whose name was left empty: one's own or "Player N", or "" for an Automa, which has a name of its own."""
    number = next(number for number, each in enumerate(fields) if each is field)  # others may be alike
    if field.automa:
        return ""
    return own if number == 0 and field.kind == "here" else words.gettext("Player %(n)s") % {"n": number + 1}


async def learn(request: Request) -> Response:
    """``POST /learn``: creates a guided game."""
    words = get_locale(request).words

    def prepare(context: AppContext, form: FormData) -> PreparedTable:
        return context.host.prepare_guided(own_name(request, words), words.gettext("Learn by playing"), frozenset({0}))

    return await open_table(request, prepare, [])


async def upload(request: Request) -> Response:
    """``POST /upload``: creates a table that shows a record, or resumes from it."""

    def prepare(context: AppContext, form: FormData) -> PreparedTable:
        text = str(form.get("text", ""))
        if not text.strip():
            raise BadRecord("the file is empty.")
        return table_from_record(context, text, form.get("do") == "resume")

    return await open_table(request, prepare, [])


def table_from_record(context: AppContext, text: str, is_resumed: bool) -> PreparedTable:
    """Returns the table for an uploaded record; BadRecord if it is longer than any game can be."""
    limits = context.settings.limits
    most = {"bytes": limits.record_bytes, "entries": limits.record_entries}
    for what, count in (("bytes", len(text.encode())), ("entries", text.count("\n"))):
        if count > most[what]:
            raise BadRecord(f"a record that is brought here has at most {most[what]:,} {what}, not {count:,}.")
    return context.host.prepare_resumed(text) if is_resumed else context.host.prepare_record_view(text)


async def open_table(
    request: Request, prepare: Callable[[AppContext, FormData], PreparedTable], fields: list[SeatField], refuse: Refuse | None = None
) -> Response:
    """Creates a table and redirects to it. A repeated request creates no second table.

    On an error responds with the start page, or with the page that ``refuse`` makes of a notice and a status.
    """
    context, words = get_context(request), get_locale(request).words
    try:
        form = await read_form(request)
    except BodyTooLarge:
        return await start_page(request, words.gettext("That file is too large: records and house values are smaller."), 413, [])
    if not is_own_form(request, context.secret, str(form.get("csrf", ""))):
        notice = foreign_form_notice(words)
        return await (refuse(notice, 403) if refuse is not None else start_page(request, notice, 403, []))
    ensure_browser_id(request)
    browser = browser_id(request)
    try:
        hash = request_hash(request, {name: str(value) for name, value in form.items()})
        table = await create_table(request, browser, hash, lambda: prepare(context, form))
    except GroundfloorError as error:
        notice, status = page_message_for(error, words), status_of(error)
        return await (refuse(notice, status) if refuse is not None else start_page(request, notice, status, fields, form, error))
    response = RedirectResponse(await context.read(first_page_url, context, table, browser), 303)
    set_browser_cookie(request, response)
    return response


async def forget(request: Request) -> Response:
    """``POST /forget``: removes a game from this browser's list; its host may delete it for everybody."""
    context, words = get_context(request), get_locale(request).words
    form = await read_form(request)
    if not is_own_form(request, context.secret, str(form.get("csrf", ""))):
        return await start_page(request, foreign_form_notice(words), 403, [])
    await context.write(forget_or_delete, context, browser_id(request), str(form.get("game", "")), form.get("do") == "delete")
    return RedirectResponse("/", 303)


def forget_or_delete(context: AppContext, browser: str, public: str, is_deleted: bool) -> None:
    """Deletes a game if this browser is its host, else removes it from the browser's list. A rated game, and a public record of several people, stays for the others."""
    held = context.store.seats_of_browser(browser, public) if browser else frozenset()
    if is_deleted and HOST in held and not context.store.is_kept(public):
        context.host.delete(public)
    elif browser:
        context.store.forget_game(browser, public)
