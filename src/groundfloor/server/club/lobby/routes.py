"""The lobby: open tables that people find and join, the page of each, where they wait until its game begins, and both over the API (docs/http.md).

The browser's cookie, or the account, says who asks.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta, structs

from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.errors import BadHouseValues
from groundfloor.engine.fields import MOST_SEATS
from groundfloor.numbers import parse_int
from groundfloor.table.errors import UnknownOpenTable
from groundfloor.table.value import OWN_PACES, PACES, find_pace

from ...game.listed_games import known_game
from ...game.new_tables.form import FILE_LIMITS, FILE_TOO_LARGE, faulty_options, form_facts, proposed_fields, set_values
from ...game.new_tables.paces import clock_paces, own_pace_fields, pace_words
from ...game.person_marks import listed_marks
from ...game.results.finished_games import people_with_page
from ...game.seats.table_links import qr_code, reach_of
from ...game.time_zone import own_zone, time_text
from ...http.error_messages import message_for
from ...http.errors import BadBody
from ...http.handlers import NO_FIELDS, form_of, json_answer, json_change, json_view, personal_page, redirect, store_of
from ...http.json_types import ApiStruct, Name, ReportText
from ...http.limits import FixedLimit
from ...http.pages import get_locale, own_path, render
from ...http.request_context import get_context
from ...http.route import PER_CHANGE, PER_TABLE, Route, on_server
from ...http.security import ensure_browser_id, owner_of
from ..moderation import storage as moderation_storage
from ..moderation.reports import ALL
from . import followed_storage, invitation_storage
from . import storage as lobby_storage
from .actions import (
    MAX_HOSTED,
    MAX_JOINED,
    OPEN_TABLES,
    begin_for_host,
    change_open_table,
    decline,
    invite_players,
    invited,
    is_sent_away,
    join,
    note_look,
    open_table,
    open_table_for,
    refusal_to_join,
)
from .chat import lobby_chat
from .described_tables import OpenTable, SeatOrder, described_table, described_tables
from .followed_routes import FollowedTable, followed_table
from .invited_friends import invitable_friends, invite_friend
from .listed_tables import (
    MAX_LISTED,
    admission_words,
    chosen_options,
    house_sentences,
    listed_invitations,
    listed_table,
    place_of,
    player_marks,
    playing_times_at,
    seat_path,
    table_name,
)
from .open_table_reports import report_open_table
from .open_tables import (
    LEAST_PEOPLE,
    RANDOM,
    WITHOUT_CLOCKS,
    closed,
    is_full,
    least_people,
    player_of,
    seated,
    with_order,
    without,
    without_number,
)
from .requested_tables import MAX_OTHERS, NewOpenTable, cloned_table, read_request, requested_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.responses import Response

    from groundfloor.engine.errors import GroundfloorError

    from ...http.request_body import Fields, FormFields, JsonFields
    from .rows import OpenTableRow

CHANGES = ("join", "leave", "begin", "remove", "order", "close", "decline", "invite", "report")
"""Allowed operations on an open table."""


async def show(request: Request, error: GroundfloorError | None = None, form: Mapping[str, str] = NO_FIELDS) -> Response:
    """``/lobby``: the open tables, and the form that opens one; after an error with the submitted form."""
    ensure_browser_id(request)
    context, owner_id = get_context(request), owner_of(request)
    own = await context.work.read(lobby_storage.of_owner, context.store, owner_id)
    for table in own:
        note_look(context, table, owner_id)
    return await personal_page(partial(lobby_text, own=own, error=error))(request, error, form)


def lobby_text(
    request: Request, error_message: str, form: Mapping[str, str], own: list[OpenTableRow], error: GroundfloorError | None
) -> str:
    context, locale, owner_id = get_context(request), get_locale(request), owner_of(request)
    clone = cloned_table(context, form.get("from", request.query_params.get("from", "")), owner_id)
    texts = {**(clone.fields if clone is not None else proposed_fields(context.values)), **form}
    texts |= own_pace_fields(texts)
    filters, filtered = read_filters(request.query_params), filtered_tables(request)
    joined = {table.game_id for table in own}
    pages = people_with_page(context, [(player.owner_id, player.name) for table in (*own, *filtered) for player in table.players])
    running = followed_storage.running(context.store, owner_id)
    marks, marks_of_open = listed_marks(context, running), player_marks(context, [*own, *filtered])
    facts: dict[str, object] = {
        **form_facts(locale.translations, [], {}, [], texts, faulty_options(error), ""),
        "paces": clock_paces(locale),
        "own_paces": OWN_PACES,
        "clone": clone,
        "invitations": listed_invitations(context, owner_id, locale),
        "own": [listed_table(context, table, owner_id, locale, marks_of_open, pages=pages) for table in own],
        "tables": [
            listed_table(context, table, owner_id, locale, marks_of_open, pages=pages) for table in filtered if table.game_id not in joined
        ],
        "running": [known_game(game, locale.translations, marks) for game in running],
        "filters": filters,
        "is_filtered": any(filters.values()),
        "chat": lobby_chat(context, request, None),
        "can_report": bool(moderation_storage.administrators(context.store)),
        "is_reported": "reported" in request.query_params,
        "time_text": time_text(own_zone(request), locale.language),
        "counts": [str(number) for number in range(LEAST_PEOPLE, MOST_SEATS + 1)],
        "others": [(number, texts.get(f"kind-{number}", "")) for number in range(MAX_OTHERS)],
        "set_values": set_values(texts, locale.translations),
        "error_message": error_message,
    }
    facts["is_more_open"] = (
        facts["is_more_open"]
        or clone is not None
        or isinstance(error, BadHouseValues)
        or any(form.get(f"kind-{n}") for n in range(MAX_OTHERS))
    )
    return render(request, "lobby.html", **facts)


def read_filters(query: Mapping[str, str]) -> dict[str, str]:
    """Returns what the list is to show; "" for anything."""
    possible = {
        "pace": (*WITHOUT_CLOCKS, *PACES),
        "ruleset": NAMES,
        "players": [str(number) for number in range(LEAST_PEOPLE, MOST_SEATS + 1)],
    }
    return {name: query.get(name, "") if query.get(name) in values else "" for name, values in possible.items()}


def filtered_tables(request: Request) -> list[OpenTableRow]:
    filters = read_filters(request.query_params)
    players = parse_int(filters["players"]) or 0
    return lobby_storage.listed(store_of(request), filters["pace"], filters["ruleset"], players, MAX_LISTED, owner_of(request))


async def create_again(request: Request, form: FormFields, game_id: str | None) -> str:
    """Leads to the table that a repeated form has opened."""
    return f"/lobby/{game_id}" if game_id else "/lobby"


@form_of(show, FILE_LIMITS, too_large=FILE_TOO_LARGE, again=create_again, needs_cookie=True)
async def create(request: Request, form: FormFields) -> str:
    """``POST /lobby``: opens a table, and leads to its page."""
    translations = get_locale(request).translations
    table = await open_table(request, lambda: read_request(form, translations))
    if game := form.text("from")[:40]:
        await invite_players(request, table.game_id, game)
    return f"/lobby/{table.game_id}"


async def show_table(request: Request, error: GroundfloorError | None = None, form: Mapping[str, str] = NO_FIELDS) -> Response:
    """``/lobby/{table}``: the page of an open table; leads its players to their seats when the game has begun, and others to the lobby if there is no such table."""
    ensure_browser_id(request)
    context, owner_id = get_context(request), owner_of(request)
    try:
        table = await context.work.read(open_table_for, context, request.path_params["table"], owner_id)
    except UnknownOpenTable as gone:
        return await show(request, error or gone)
    seat = await context.work.read(seat_path, context, table, owner_id)
    if seat:
        return redirect(request, seat)
    note_look(context, table, owner_id, is_away="away" in request.query_params)
    return await personal_page(partial(table_text, table=table))(request, error, form)


def table_text(request: Request, error_message: str, form: Mapping[str, str], table: OpenTableRow) -> str:
    context, locale = get_context(request), get_locale(request)
    owner_id, rules = owner_of(request), ruleset(table.ruleset)
    taken = [player.colour for player in table.players if player.owner_id != owner_id]
    origin = context.addresses.link_origin(request)
    least, asked, shown = least_people(table), invited(context, table), table if table.seat_order == RANDOM else seated(table, bytes)
    times = playing_times_at(context, table, locale)
    return render(
        request,
        "open_table.html",
        table=table,
        title=table_name(table, locale.translations),
        with_page={name for _, name in people_with_page(context, [(player.owner_id, player.name) for player in table.players])},
        players=[(player, place_of(context, table, player), times.get(player.owner_id)) for player in shown.players],
        moved_up=moved_up(shown),
        pace=pace_words(pace, locale) if (pace := find_pace(table.pace)) is not None else None,
        you=player_of(table, owner_id),
        is_host=owner_id == table.host,
        refusal=message_for(refusal, locale.translations) if (refusal := refusal_to_join(context, request, table)) is not None else "",
        is_sent_away=is_sent_away(context, request, table),
        admission=admission_words(table, locale.translations),
        marks={owner_id: mark for (owner_id, _), mark in player_marks(context, [table]).items()},
        is_full=is_full(table),
        free=table.people - len(table.players),
        least=least,
        can_begin=len(table.players) >= least,
        options=chosen_options(table, locale.translations),
        house=house_sentences(table, locale.translations),
        colours=[colour for colour in rules.colours if colour not in taken],
        form=form,
        link=f"{origin}/lobby/{table.game_id}",
        origin=origin,
        reach=reach_of(origin),
        qr_code=qr_code,
        waits_for=sum(not is_declined for is_declined in asked.values()),
        friends=invitable_friends(context, request, [player.owner_id for player in table.players], asked),
        error_message=error_message,
        chat=lobby_chat(context, request, table),
        time_text=time_text(own_zone(request), locale.language),
        can_report=bool(moderation_storage.administrators(context.store)),
        is_reported="reported" in request.query_params,
        reported_people=[(player.number, player.name) for player in table.players if player.owner_id != owner_id],
    )


def moved_up(table: OpenTableRow) -> dict[int, str]:
    """Returns for each player but the first one the order of seats in which they are one place further up, by their numbers."""
    numbers = [str(player.number) for player in table.players]
    return {
        int(numbers[at]): " ".join([*numbers[: at - 1], numbers[at], numbers[at - 1], *numbers[at + 1 :]]) for at in range(1, len(numbers))
    }


@form_of(show_table, needs_cookie=True)
async def change(request: Request, form: FormFields) -> str:
    """``POST /lobby/{table}``: joins or leaves the table, begins its game, sends a player away, or closes it."""
    do, path = form.get("do"), request.url.path
    if do in CHANGES:
        await change_table(request, form)
    if do == "report":
        return f"{path}?reported=1"
    then = own_path(form["then"]) if form.get("then") else "/lobby"
    return then if do in ("leave", "close", "decline") else path


async def change_table(request: Request, given: Fields) -> None:
    """Does one of ``CHANGES`` with the open table of the address."""
    match given.text("do"):
        case "join":
            await join(request, given.text("player"), given.optional_text("colour"))
        case "leave":
            await change_open_table(request, without)
        case "begin":
            await begin_for_host(request)
        case "remove":
            number = given.number("number") or 0
            await change_open_table(request, lambda table, owner_id: without_number(table, owner_id, number))
        case "order":
            order = given.optional_text("order")
            await change_open_table(request, lambda table, owner_id: with_order(table, owner_id, order))
        case "close":
            await change_open_table(request, closed)
        case "report":
            about = given.optional_number("number")
            await report_open_table(request, ALL if about is None else about, given.text("text"))
        case "decline":
            await decline(request)
        case "invite":
            await invite_friend(request, given.text("friend"))
        case _:
            raise BadBody("do is one of: %(known)s.", known=", ".join(CHANGES))


# As data


class LeftTable(ApiStruct, frozen=True):
    """The table that was left or closed."""

    table: str


class InvitedTable(OpenTable, frozen=True, kw_only=True):
    invited_by: Annotated[str, Meta(description="What the person who has invited the asker is called at the table.")]


class Lobby(ApiStruct, frozen=True):
    """The public open tables, those that the asker has joined, those to which the asker is invited, and public games that go on, those of friends first."""

    tables: list[OpenTable]
    own: list[OpenTable]
    invitations: list[InvitedTable]
    running: list[FollowedTable]


class JoinTable(TypedDict):
    """Joins, or changes name or colour."""

    do: Literal["join"]
    player: Name
    colour: NotRequired[str | None]


class RemovePlayer(TypedDict):
    """Sends a player away, for the host."""

    do: Literal["remove"]
    number: int


class OrderSeats(TypedDict):
    """Sets the order of the seats, for the host."""

    do: Literal["order"]
    order: SeatOrder


class InviteFriend(TypedDict):
    """Invites a friend, for a player of the table who is logged in."""

    do: Literal["invite"]
    friend: Name


class ReportTable(TypedDict):
    """Reports a player of the table, or without `number` the whole table, to the administrators."""

    do: Literal["report"]
    text: ReportText
    number: NotRequired[int]


class ChangeTable(TypedDict):
    """Leaves, or declines an invitation; for the host also begins the game or closes the table."""

    do: Literal["leave", "begin", "close", "decline"]


@json_view
def as_json(request: Request) -> Lobby:
    """Returns the open tables, by the filters of the page, those that the asker has joined, and games to watch."""
    context, translations, owner_id = get_context(request), get_locale(request).translations, owner_of(request)
    invitations = invitation_storage.of_owner(context.store, owner_id) if owner_id else []
    running = followed_storage.running(context.store, owner_id)
    marks = listed_marks(context, running)
    return Lobby(
        tables=described_tables(context, filtered_tables(request), owner_id, translations),
        own=described_tables(context, lobby_storage.of_owner(context.store, owner_id), owner_id, translations),
        invitations=[
            InvitedTable(invited_by=invitation.name, **structs.asdict(described_table(context, invitation.table, owner_id, translations)))
            for invitation in invitations
        ],
        running=[followed_table(game, marks) for game in running],
    )


async def current_table(request: Request) -> OpenTable:
    """Returns the open table of the address, with the seat of the asker when its game has begun."""
    context, owner_id = get_context(request), owner_of(request)
    table = await context.work.read(open_table_for, context, request.path_params["table"], owner_id)
    note_look(context, table, owner_id, is_away="away" in request.query_params)
    return await context.work.read(described_table, context, table, owner_id, get_locale(request).translations)


table_as_json = json_answer(current_table)


async def create_json_again(request: Request, game_id: str | None) -> OpenTable:
    """Returns the table that a repeated request has opened."""
    context, owner_id = get_context(request), owner_of(request)
    table = await context.work.read(open_table_for, context, game_id or "", owner_id)
    return await context.work.read(described_table, context, table, owner_id, get_locale(request).translations)


@json_change(201, again=create_json_again)
async def create_json(request: Request, body: JsonFields) -> OpenTable:
    """Opens a table for others to join."""
    context, translations = get_context(request), get_locale(request).translations
    table = await open_table(request, lambda: requested_table(body, translations))
    if game := body.optional_text("invite_from"):
        await invite_players(request, table.game_id, game)
    return await context.work.read(described_table, context, table, owner_of(request), translations)


async def json_again(request: Request, promised: object) -> OpenTable | LeftTable:
    """Returns the table as it is, after a change that was made before; only its id if it is gone."""
    try:
        return await current_table(request)
    except UnknownOpenTable:
        return LeftTable(table=request.path_params["table"])


@json_change(again=json_again)
async def change_json(request: Request, body: JsonFields) -> OpenTable | LeftTable:
    """Joins or leaves, begins the game, sends a player away, or closes the table."""
    await change_table(request, body)
    is_there = body["do"] in ("join", "begin", "remove", "order", "invite")
    return await current_table(request) if is_there else LeftTable(table=request.path_params["table"])


PER_OPEN_TABLE = (*PER_TABLE, FixedLimit(MAX_HOSTED, "open tables of a browser"), FixedLimit(OPEN_TABLES.total, "open tables"))
PER_JOINED = (*PER_CHANGE, FixedLimit(MAX_JOINED, "open tables at which a browser sits"))
ROUTES = on_server(
    Route("GET /lobby", show, "The open tables, and the form that opens one.", query=("from", "pace", "ruleset", "players")),
    Route("POST /lobby", create, "Opens a table for others to join.", limits=PER_OPEN_TABLE),
    Route("GET /lobby/{table}", show_table, "An open table; leads its players to their seats when the game has begun.", query=("reported",)),
    Route("POST /lobby/{table}", change, "Joins, leaves, begins, sends away or closes.", limits=PER_JOINED),
    Route("GET /api/lobby", as_json, "The open tables.", rights="browser", query=("pace", "ruleset", "players")),
    Route("POST /api/lobby", create_json, "Opens a table for others to join.", rights="browser", body=NewOpenTable, refusals=(422,), limits=PER_OPEN_TABLE),
    Route("GET /api/lobby/{table}", table_as_json, "An open table.", rights="browser"),
    Route("POST /api/lobby/{table}", change_json, "Joins, leaves, begins, sends away or closes.", rights="browser", body=JoinTable | RemovePlayer | OrderSeats | InviteFriend | ReportTable | ChangeTable, refusals=(409, 422), limits=PER_JOINED),
)  # fmt: skip
