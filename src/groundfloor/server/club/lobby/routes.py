"""The lobby: open tables that people find and join, the page of each, where they wait until its game begins, and both over the API (docs/http.md).

The browser's cookie, or the account, says who asks.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta, structs

from ....editions import NAMES, ruleset
from ....engine.errors import BadHouseValues
from ....numbers import parse_int
from ....table.errors import UnknownOpenTable
from ....table.value import OWN_PACES, PACES, find_pace
from ...game.finished_games import people_with_page
from ...game.listed_games import known_game
from ...game.new_table_form import parse_options, proposed_fields, read_house_values, read_options, start_facts
from ...game.paces import PaceId, chosen_pace, clock_paces, own_pace_fields, pace_words
from ...game.person_marks import listed_marks
from ...game.routes.start import FILE_LIMITS, FILE_TOO_LARGE, faulty_options, set_values
from ...game.table_links import qr_code, reach_of
from ...game.time_zone import own_zone, time_text
from ...http.error_messages import message_for
from ...http.errors import BadBody
from ...http.handlers import NO_FIELDS, form_of, json_answer, json_change, json_view, personal_page, redirect, store_of
from ...http.json_types import Answer, Data, Name, ReportText
from ...http.pages import get_locale, own_path, render
from ...http.request_context import get_context
from ...http.route import PER_CHANGE, PER_TABLE, Route, on_server
from ...http.security import ensure_browser_id, owner_of
from ..moderation import storage as moderation_storage
from ..moderation.reports import ALL
from . import followed_storage, invitation_storage
from . import storage as lobby_storage
from .chat import lobby_chat
from .followed_routes import FollowedTable, followed_table
from .invited_friends import invitable_friends, invite_friend
from .open_table_reports import report_open_table
from .open_tables import (
    LEAST_PEOPLE,
    RANDOM,
    WITHOUT_CLOCKS,
    OpenTableRequest,
    closed,
    is_full,
    least_people,
    seated,
    with_order,
    without,
    without_number,
)
from .pages import (
    MAX_LISTED,
    MAX_OTHERS,
    MOST_SEATS,
    OpenTable,
    SeatOrder,
    admission_words,
    begin_for_host,
    bot_requests,
    change_open_table,
    chosen_options,
    cloned_table,
    decline,
    described_table,
    described_tables,
    house_sentences,
    invite_players,
    invited,
    is_sent_away,
    join,
    listed_invitations,
    listed_table,
    note_look,
    open_table,
    open_table_for,
    place_of,
    player_marks,
    player_of,
    playing_times_at,
    refusal_to_join,
    seat_path,
    table_name,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from gettext import NullTranslations

    from starlette.requests import Request
    from starlette.responses import Response

    from ....engine.errors import GroundfloorError
    from ...http.request_body import Fields, FormFields, JsonFields
    from .rows import OpenTableRow

CHANGES = ("join", "leave", "begin", "remove", "order", "close", "decline", "invite", "report")
"""Allowed operations on an open table."""


async def show(request: Request, error: GroundfloorError | None = None, form: Mapping[str, str] = NO_FIELDS) -> Response:
    """``/lobby``: the open tables, and the form that opens one; after an error with the submitted form."""
    ensure_browser_id(request)
    context, key = get_context(request), owner_of(request)
    own = await context.read(lobby_storage.of_key, context.store, key)
    for table in own:
        note_look(context, table, key)
    return await personal_page(partial(lobby_text, own=own, error=error))(request, error, form)


def lobby_text(request: Request, notice: str, form: Mapping[str, str], own: list[OpenTableRow], error: GroundfloorError | None) -> str:
    context, locale, key = get_context(request), get_locale(request), owner_of(request)
    clone = cloned_table(context, form.get("from", request.query_params.get("from", "")), key)
    texts = {**(clone.fields if clone is not None else proposed_fields(context.values)), **form}
    texts |= own_pace_fields(texts)
    filters, filtered = read_filters(request.query_params), filtered_tables(request)
    joined = {table.game_id for table in own}
    pages = people_with_page(context, [(player.key, player.name) for table in (*own, *filtered) for player in table.players])
    of_form = start_facts(locale.words, [], {}, [], texts, faulty_options(error), "")
    running = followed_storage.running(context.store, key)
    marks, marks_of_open = listed_marks(context, running), player_marks(context, [*own, *filtered])
    facts: dict[str, object] = {
        **of_form,
        "possible": of_form["tables"],
        "paces": clock_paces(locale),
        "own_paces": OWN_PACES,
        "clone": clone,
        "invitations": listed_invitations(context, key, locale),
        "own": [listed_table(context, table, key, locale, marks_of_open, pages=pages) for table in own],
        "tables": [
            listed_table(context, table, key, locale, marks_of_open, pages=pages) for table in filtered if table.game_id not in joined
        ],
        "running": [known_game(game, locale.words, marks) for game in running],
        "filters": filters,
        "is_filtered": any(filters.values()),
        "chat": lobby_chat(context, request, None),
        "can_report": bool(moderation_storage.administrators(context.store)),
        "is_reported": "reported" in request.query_params,
        "time_text": time_text(own_zone(request), locale.language),
        "counts": [str(number) for number in range(LEAST_PEOPLE, MOST_SEATS + 1)],
        "others": [(number, texts.get(f"kind-{number}", "")) for number in range(MAX_OTHERS)],
        "set_values": set_values(texts, locale.words),
        "notice": notice,
    }
    facts["is_more_open"] = (
        facts["is_more_open"]
        or clone is not None
        or isinstance(error, BadHouseValues)
        or any(form.get(f"kind-{n}") for n in range(MAX_OTHERS))
    )
    return render(request, "lobby.html", facts)


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
    words = get_locale(request).words
    table = await open_table(request, lambda: read_request(form, words))
    if game := form.text("from")[:40]:
        await invite_players(request, table.game_id, game)
    return f"/lobby/{table.game_id}"


def read_request(texts: FormFields, words: NullTranslations) -> OpenTableRequest:
    rules = texts.get("ruleset", NAMES[0])
    kinds = [kind for number in range(MAX_OTHERS) if (kind := texts.get(f"kind-{number}", "")[:60].strip())]
    return OpenTableRequest(
        player=texts.get("player", "")[:60],
        people=texts.number("people") or 0,
        colour=texts.get("colour", "")[:20],
        others=bot_requests(kinds, words),
        pace=chosen_pace(texts, "live"),
        takeover="" if texts.get("rated") == "on" else texts.get("takeover", "")[:20],
        is_private=texts.get("private") == "on",
        is_rated=texts.get("rated") == "on",
        accounts_only=texts.get("accounts_only") == "on",
        no_bots=texts.get("no_bots") == "on",
        least_rating=texts.number("least_rating") or 0,
        most_rating=texts.number("most_rating") or 0,
        is_listed={"on": True, "off": False}.get(texts.get("listed", ""), texts.get("private") != "on"),
        ruleset=rules,
        options=read_options(texts, rules),
        name=texts.get("name", ""),
        house=read_house_values(texts),
    )


async def show_table(request: Request, error: GroundfloorError | None = None, form: Mapping[str, str] = NO_FIELDS) -> Response:
    """``/lobby/{table}``: the page of an open table; leads its players to their seats when the game has begun, and others to the lobby if there is no such table."""
    ensure_browser_id(request)
    context, key = get_context(request), owner_of(request)
    try:
        table = await context.read(open_table_for, context, request.path_params["table"], key)
    except UnknownOpenTable as gone:
        return await show(request, error or gone)
    seat = await context.read(seat_path, context, table, key)
    if seat:
        return redirect(request, seat)
    note_look(context, table, key, is_away="away" in request.query_params)
    return await personal_page(partial(table_text, table=table))(request, error, form)


def table_text(request: Request, notice: str, form: Mapping[str, str], table: OpenTableRow) -> str:
    context, locale = get_context(request), get_locale(request)
    key, rules = owner_of(request), ruleset(table.ruleset)
    taken = [player.colour for player in table.players if player.key != key]
    origin = context.addresses.link_origin(request)
    least, asked, shown = least_people(table), invited(context, table), table if table.seat_order == RANDOM else seated(table, bytes)
    times = playing_times_at(context, table, locale)
    facts: dict[str, object] = {
        "table": table,
        "title": table_name(table, locale.words),
        "with_page": {name for _, name in people_with_page(context, [(player.key, player.name) for player in table.players])},
        "players": [(player, place_of(context, table, player), times.get(player.key)) for player in shown.players],
        "moved_up": moved_up(shown),
        "pace": pace_words(pace, locale) if (pace := find_pace(table.pace)) is not None else None,
        "you": player_of(table, key),
        "is_host": key == table.host,
        "refusal": message_for(refusal, locale.words) if (refusal := refusal_to_join(context, request, table)) is not None else "",
        "is_sent_away": is_sent_away(context, request, table),
        "admission": admission_words(table, locale.words),
        "marks": {key: mark for (key, _), mark in player_marks(context, [table]).items()},
        "is_full": is_full(table),
        "free": table.people - len(table.players),
        "least": least,
        "can_begin": len(table.players) >= least,
        "options": chosen_options(table, locale.words),
        "house": house_sentences(table, locale.words),
        "colours": [colour for colour in rules.colours if colour not in taken],
        "form": form,
        "link": f"{origin}/lobby/{table.game_id}",
        "origin": origin,
        "reach": reach_of(origin),
        "qr_code": qr_code,
        "waits_for": sum(not is_declined for is_declined in asked.values()),
        "friends": invitable_friends(context, request, [player.key for player in table.players], asked),
        "notice": notice,
        "chat": lobby_chat(context, request, table),
        "time_text": time_text(own_zone(request), locale.language),
        "can_report": bool(moderation_storage.administrators(context.store)),
        "is_reported": "reported" in request.query_params,
        "reported_people": [(player.number, player.name) for player in table.players if player.key != key],
    }
    return render(request, "open_table.html", facts)


def moved_up(table: OpenTableRow) -> dict[int, str]:
    """Returns for each player but the first one the order of the seats in which they have moved up by one, by their numbers."""
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
            await change_open_table(request, lambda table, key: without_number(table, key, number))
        case "order":
            order = given.optional_text("order")
            await change_open_table(request, lambda table, key: with_order(table, key, order))
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


class LeftTable(Answer, frozen=True):
    """The table that was left or closed."""

    table: str


class InvitedTable(OpenTable, frozen=True, kw_only=True):
    invited_by: Annotated[str, Meta(description="What whoever has invited the asker is called at the table.")]


class Lobby(Answer, frozen=True):
    """The public open tables, those that the asker has joined, those to which the asker is invited, and public games that go on, those of friends first."""

    tables: list[OpenTable]
    own: list[OpenTable]
    invitations: list[InvitedTable]
    running: list[FollowedTable]


class NewOpenTable(TypedDict):
    player: Name
    people: Annotated[int, Meta(ge=2, le=6)]
    colour: NotRequired[str | None]
    others: NotRequired[Annotated[list[str], Meta(max_length=4)] | None]
    pace: NotRequired[PaceId]
    takeover: NotRequired[str | None]
    private: NotRequired[bool]
    rated: NotRequired[Annotated[bool, Meta(description="Only people with accounts join, and the result changes their ratings.")]]
    accounts_only: NotRequired[bool]
    no_bots: NotRequired[bool]
    least_rating: NotRequired[Annotated[int, Meta(ge=0, le=9999, description="0: any.")]]
    most_rating: NotRequired[Annotated[int, Meta(ge=0, le=9999, description="0: any.")]]
    listed: NotRequired[Annotated[bool | None, Meta(description="By default, unless it is private.")]]
    ruleset: NotRequired[str | None]
    options: NotRequired[Data | None]
    house: NotRequired[Data | None]
    name: NotRequired[str | None]
    invite_from: NotRequired[Annotated[str | None, Meta(description="The game whose people are invited; the asker holds a seat there.")]]


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
    context, words, key = get_context(request), get_locale(request).words, owner_of(request)
    invitations = invitation_storage.of_key(context.store, key) if key else []
    running = followed_storage.running(context.store, key)
    marks = listed_marks(context, running)
    return Lobby(
        tables=described_tables(context, filtered_tables(request), key, words),
        own=described_tables(context, lobby_storage.of_key(context.store, key), key, words),
        invitations=[
            InvitedTable(invited_by=invitation.name, **structs.asdict(described_table(context, invitation.table, key, words)))
            for invitation in invitations
        ],
        running=[followed_table(game, marks) for game in running],
    )


async def current_table(request: Request) -> OpenTable:
    """Returns the open table of the address, with the seat of the asker when its game has begun."""
    context, key = get_context(request), owner_of(request)
    table = await context.read(open_table_for, context, request.path_params["table"], key)
    note_look(context, table, key, is_away="away" in request.query_params)
    return await context.read(described_table, context, table, key, get_locale(request).words)


table_as_json = json_answer(current_table)


async def create_json_again(request: Request, game_id: str | None) -> OpenTable:
    """Returns the table that a repeated request has opened."""
    context, key = get_context(request), owner_of(request)
    table = await context.read(open_table_for, context, game_id or "", key)
    return await context.read(described_table, context, table, key, get_locale(request).words)


@json_change(201, again=create_json_again)
async def create_json(request: Request, body: JsonFields) -> OpenTable:
    """Opens a table for others to join."""
    context, words = get_context(request), get_locale(request).words
    table = await open_table(request, lambda: requested_table(body, words))
    if game := body.optional_text("invite_from"):
        await invite_players(request, table.game_id, game)
    return await context.read(described_table, context, table, owner_of(request), words)


def requested_table(body: JsonFields, words: NullTranslations) -> OpenTableRequest:
    others = body.get("others") or []
    if not isinstance(others, list) or not all(isinstance(name, str) and name for name in others) or len(others) > MAX_OTHERS:
        raise BadBody("others is a list of the ids of Automas and bots, at most %(most)s.", most=str(MAX_OTHERS))
    options, house = parse_options(body)
    return OpenTableRequest(
        player=body.text("player"),
        people=body.number("people"),
        colour=body.optional_text("colour"),
        others=bot_requests(others, words),
        pace=body.optional_text("pace") or "live",
        takeover=body.optional_text("takeover"),
        is_private=body.get("private") is True,
        is_rated=body.get("rated") is True,
        accounts_only=body.get("accounts_only") is True,
        no_bots=body.get("no_bots") is True,
        least_rating=body.optional_number("least_rating") or 0,
        most_rating=body.optional_number("most_rating") or 0,
        is_listed=body["listed"] is True if body.get("listed") is not None else body.get("private") is not True,
        ruleset=body.optional_text("ruleset") or "second",
        options=options,
        name=body.optional_text("name"),
        house=house,
    )


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


ROUTES = on_server(
    Route("GET /lobby", show, "The open tables, and the form that opens one."),
    Route("POST /lobby", create, "Opens a table for others to join.", limits=f"{PER_TABLE}; 5 of a browser, 1,000 in all"),
    Route("GET /lobby/{table}", show_table, "An open table; leads its players to their seats when the game has begun."),
    Route("POST /lobby/{table}", change, "Joins, leaves, begins, sends away or closes.", limits=f"{PER_CHANGE}; 10 open tables of a browser"),
    Route("GET /api/lobby", as_json, "The open tables.", rights="browser", query=("pace", "ruleset", "players")),
    Route("POST /api/lobby", create_json, "Opens a table for others to join.", rights="browser", body=NewOpenTable, refusals=(422,), limits=f"{PER_TABLE}; 5 of a browser, 1,000 in all"),
    Route("GET /api/lobby/{table}", table_as_json, "An open table.", rights="browser"),
    Route("POST /api/lobby/{table}", change_json, "Joins, leaves, begins, sends away or closes.", rights="browser", body=JoinTable | RemovePlayer | OrderSeats | InviteFriend | ReportTable | ChangeTable, refusals=(409, 422), limits=f"{PER_CHANGE}; 10 open tables of a browser"),
)  # fmt: skip
