"""The lobby: open tables that people find and join, and the page of each, where they wait until its game begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import RedirectResponse, Response

from ...editions import NAMES, ruleset
from ...editions.overrides import parse_house_values
from ...engine.errors import BadHouseValues, GroundfloorError
from ...numbers import parse_int
from ...store.lobby import PACES
from ...tables.clocks import PACES as PACES_WITH_CLOCKS
from ...tables.errors import UnknownOpenTable
from ...tables.lobby import LEAST_PEOPLE, OpenTableRequest, is_full, least_people
from ..context import get_context
from ..error_messages import page_message_for, status_of
from ..errors import BodyTooLarge
from ..finished_games import people_with_page
from ..forms import proposed_fields, read_options, start_facts
from ..friends import invitable_friends, invite_friend
from ..idempotency import request_hash
from ..lobby import (
    MAX_LISTED,
    MAX_OTHERS,
    MOST_SEATS,
    begin_for_host,
    bot_requests,
    chosen_options,
    cloned_table,
    close,
    decline,
    found_table,
    house_sentences,
    invite_players,
    invited,
    join,
    leave,
    listed_invitations,
    listed_table,
    name_of_account,
    note_look,
    open_table,
    place_of,
    player_of,
    playing_times_at,
    seat_path,
    send_away,
    table_name,
)
from ..paces import clock_paces, pace_words
from ..pages import answer, get_locale, own_path, render
from ..reports import ALL, report_open_table
from ..request_body import read_fields, read_form
from ..security import browser_id, ensure_browser_id, foreign_form_notice, is_own_form, set_browser_cookie
from ..table_links import qr_code, reach_of
from .start import faulty_options, set_values

if TYPE_CHECKING:
    from collections.abc import Mapping
    from gettext import NullTranslations

    from starlette.datastructures import FormData
    from starlette.requests import Request

    from ...store import OpenTableRow
    from ..context import AppContext
    from ..rendering import RequestLocale

MAX_FIELD = 2_000


async def show(request: Request) -> Response:
    """``/lobby``: the open tables, and the form that opens one."""
    return await lobby_page(request)


async def lobby_page(
    request: Request, notice: str = "", status: int = 200, form: FormData | None = None, error: GroundfloorError | None = None
) -> Response:
    """Responds with the lobby; after an error with the submitted form and a notice."""
    context, locale = get_context(request), get_locale(request)
    ensure_browser_id(request)
    key = browser_id(request)
    chosen = {name: str(value) for name, value in form.items() if isinstance(value, str)} if form is not None else {}
    own = await context.read(context.store.open_tables_of, key)
    for table in own:
        note_look(context, table, key)

    def text() -> str:
        clone = cloned_table(context, chosen.get("from", request.query_params.get("from", "")), key)
        texts = {**(clone.fields if clone is not None else proposed_fields(context.values)), **chosen}
        filters = read_filters(request.query_params)
        found = context.store.listed_open_tables(filters["pace"], filters["ruleset"], parse_int(filters["players"]) or 0, MAX_LISTED, key)
        joined = {table.public for table in own}
        pages = people_with_page(context, [(each.key, each.name) for table in (*own, *found) for each in table.players])
        of_form = start_facts(locale.words, [], [], texts, faulty_options(error), "")
        facts: dict[str, object] = {
            **of_form,
            "possible": of_form["tables"],
            "paces": clock_paces(locale),
            "clone": clone,
            "invitations": listed_invitations(context, key, locale),
            "own": [listed_table(context, table, key, locale, pages=pages) for table in own],
            "tables": [listed_table(context, table, key, locale, pages=pages) for table in found if table.public not in joined],
            "filters": filters,
            "is_filtered": any(filters.values()),
            "counts": [str(number) for number in range(LEAST_PEOPLE, MOST_SEATS + 1)],
            "others": [(number, texts.get(f"kind-{number}", "")) for number in range(MAX_OTHERS)],
            "set_values": set_values(texts, locale.words),
            "notice": notice,
        }
        facts["is_more_open"] = (
            facts["is_more_open"]
            or clone is not None
            or isinstance(error, BadHouseValues)
            or any(chosen.get(f"kind-{n}") for n in range(MAX_OTHERS))
        )
        return render(context, request, locale, "lobby.html", facts)

    response = answer(request, locale, await context.read(text), status)
    set_browser_cookie(request, response)
    return response


def read_filters(query: Mapping[str, str]) -> dict[str, str]:
    """Returns what the list is to show; "" for anything."""
    possible = {"pace": PACES, "ruleset": NAMES, "players": [str(number) for number in range(LEAST_PEOPLE, MOST_SEATS + 1)]}
    return {name: query.get(name, "") if query.get(name) in values else "" for name, values in possible.items()}


async def create(request: Request) -> Response:
    """``POST /lobby``: opens a table, and leads to its page."""
    context, words = get_context(request), get_locale(request).words
    try:
        form = await read_form(request)
    except BodyTooLarge:
        return await lobby_page(request, words.gettext("That file is too large: records and house values are smaller."), 413)
    if not is_own_form(request, context.secret, str(form.get("csrf", ""))):
        return await lobby_page(request, foreign_form_notice(words), 403)
    ensure_browser_id(request)
    try:
        hash = request_hash(request, {name: str(value) for name, value in form.items()})
        table = await open_table(request, hash, lambda: read_request(form, words))
        if game := str(form.get("from", ""))[:40]:
            await invite_players(request, table.public, game)
    except GroundfloorError as error:
        return await lobby_page(request, page_message_for(error, words), status_of(error), form, error)
    return led_to(request, f"/lobby/{table.public}")


def read_request(form: FormData, words: NullTranslations) -> OpenTableRequest:
    """Returns the table that the form asks for."""
    texts = {name: str(value) for name, value in form.items()}
    rules = texts.get("ruleset", NAMES[0])
    kinds = [kind for number in range(MAX_OTHERS) if (kind := texts.get(f"kind-{number}", "")[:60].strip())]
    return OpenTableRequest(
        player=texts.get("player", "")[:60],
        people=parse_int(texts.get("people", "")) or 0,
        colour=texts.get("colour", "")[:20],
        others=bot_requests(kinds, words),
        pace=texts.get("pace", PACES[0])[:20],
        takeover="" if texts.get("rated") == "on" else texts.get("takeover", "")[:20],
        is_private=texts.get("private") == "on",
        is_rated=texts.get("rated") == "on",
        is_listed={"on": True, "off": False}.get(texts.get("listed", ""), texts.get("private") != "on"),
        ruleset=rules,
        options=read_options(form, rules),
        name=texts.get("name", ""),
        house=parse_house_values(texts.get("text", "") or texts.get("house", "")),
    )


async def show_table(request: Request) -> Response:
    """``/lobby/{table}``: the page of an open table; leads its players to their seats when the game has begun."""
    return await table_page(request)


async def table_page(request: Request, notice: str = "", status: int = 200, form: Mapping[str, str] | None = None) -> Response:
    """Responds with the page of an open table; after an error with a notice, in the lobby if there is no such table."""
    context, locale = get_context(request), get_locale(request)
    ensure_browser_id(request)
    key = browser_id(request)
    try:
        table = await context.read(found_table, context, request.path_params["table"], key)
    except UnknownOpenTable as error:
        return await lobby_page(request, notice or page_message_for(error, locale.words), 404)
    seat = await context.read(seat_path, context, table, key)
    if seat:
        return led_to(request, seat)
    note_look(context, table, key)
    response = answer(request, locale, await context.read(table_text, context, request, locale, table, notice, form or {}), status)
    set_browser_cookie(request, response)
    return response


def table_text(
    context: AppContext, request: Request, locale: RequestLocale, table: OpenTableRow, notice: str, form: Mapping[str, str]
) -> str:
    key, rules = browser_id(request), ruleset(table.ruleset)
    taken = [player.colour for player in table.players if player.key != key]
    origin = context.addresses.link_origin(request)
    least, asked = least_people(table), invited(context, table)
    times = playing_times_at(context, table, locale)
    facts: dict[str, object] = {
        "table": table,
        "title": table_name(table, locale.words),
        "with_page": {name for _, name in people_with_page(context, [(each.key, each.name) for each in table.players])},
        "players": [(player, place_of(context, table, player), times.get(player.key)) for player in table.players],
        "pace": pace_words(PACES_WITH_CLOCKS[table.pace], locale) if table.pace in PACES_WITH_CLOCKS else None,
        "you": player_of(table, key),
        "is_host": key == table.host,
        "may_join": may_join(context, request, table),
        "is_full": is_full(table),
        "free": table.people - len(table.players),
        "least": least,
        "can_begin": len(table.players) >= least,
        "options": chosen_options(table, locale.words),
        "house": house_sentences(table, locale.words),
        "colours": [colour for colour in rules.colours if colour not in taken],
        "form": form,
        "link": f"{origin}/lobby/{table.public}",
        "origin": origin,
        "reach": reach_of(origin),
        "qr_code": qr_code,
        "waits_for": sum(not is_declined for is_declined in asked.values()),
        "friends": invitable_friends(context, request, [player.key for player in table.players], asked),
        "notice": notice,
        "can_report": bool(context.store.administrators()),
        "is_reported": "reported" in request.query_params,
        "reported_people": [(player.number, player.name) for player in table.players if player.key != key],
    }
    return render(context, request, locale, "open_table.html", facts)


def may_join(context: AppContext, request: Request, table: OpenTableRow) -> bool:
    """Returns whether somebody who has no seat may have one: at a rated table only people with accounts."""
    return not table.is_rated or bool(name_of_account(context, request))


async def change(request: Request) -> Response:
    """``POST /lobby/{table}``: joins or leaves the table, begins its game, sends a player away, or closes it."""
    context, words = get_context(request), get_locale(request).words
    form = await read_fields(request, MAX_FIELD)
    if not is_own_form(request, context.secret, form.get("csrf", "")):
        return await table_page(request, foreign_form_notice(words), 403)
    ensure_browser_id(request)
    do = form.get("do", "")
    try:
        if do == "join":
            await join(request, form.get("player", ""), form.get("colour", ""))
        elif do == "leave":
            await leave(request)
        elif do == "begin":
            await begin_for_host(request)
        elif do == "remove":
            await send_away(request, parse_int(form.get("number", "")) or 0)
        elif do == "close":
            await close(request)
        elif do == "report":
            number = parse_int(form.get("number", ""))
            await report_open_table(request, ALL if number is None else number, form.get("text", ""))
            return led_to(request, f"{request.url.path}?reported=1")
        elif do == "decline":
            await decline(request)
        elif do == "invite":
            await invite_friend(request, form.get("friend", ""))
    except GroundfloorError as error:
        return await table_page(request, page_message_for(error, words), status_of(error), form)
    then = own_path(form["then"]) if form.get("then") else "/lobby"
    return led_to(request, then if do in ("leave", "close", "decline") else request.url.path)


def led_to(request: Request, path: str) -> Response:
    response = RedirectResponse(path, 303)
    set_browser_cookie(request, response)
    return response
