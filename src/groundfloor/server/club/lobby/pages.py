"""What requests do in the lobby, for its pages and for the API: open a table, join and leave it, begin its game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal

from babel.dates import format_timedelta
from msgspec import UNSET, Meta, UnsetType

from ....editions import NAMES, ruleset
from ....engine.errors import ImpossibleTable
from ....presentation import names
from ....presentation.bidi import isolated
from ....presentation.house_values import value_sentences
from ....presentation.options import value_name
from ....table import SeatRequest
from ....table.errors import CannotBegin, CannotJoin
from ....table.player_names import is_reserved, name_key
from ....table.rights import GONE, LOOK, SENT_AWAY, Situation
from ....table.value import Availability, find_pace
from ...database.places import Places, owner_of_most
from ...game.bot_choices import bot_names
from ...game.new_tables import preferences_of
from ...game.paces import PaceId, PaceWords, pace_words
from ...game.person_marks import person_marks
from ...game.playing_times import PlayingTimes, PlayingTimesText, playing_times, playing_times_of
from ...game.quotas import check_number_of_tables, check_quotas, check_room, is_person_beyond
from ...game.same_table import found_table, people_of, table_fields
from ...game.storage import availability, browsers
from ...http.answers import promise
from ...http.errors import ServerFull, TooManyAttempts, TooManyTables
from ...http.json_types import Answer, Data, PersonMark, Time
from ...http.request_checks import client_hash, limited_client
from ...http.request_context import get_context
from ...http.security import account_of, device_id, owner_of
from ..contacts import block_storage
from ..identity import known_devices, token_storage
from ..identity import storage as account_storage
from ..ratings.pages import rating_figure
from . import begun_games, invitation_storage
from . import message_storage as lobby_message_storage
from . import storage as lobby_storage
from .invitation_storage import MAX_INVITED
from .open_tables import (
    LEAST_PEOPLE,
    check_admission,
    check_begin,
    full_table,
    is_full,
    joined,
    least_people,
    new_table,
    opened_table,
    seated,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping
    from gettext import NullTranslations

    from starlette.requests import Request

    from ....table import Table
    from ...context import AppContext
    from ...game.tables.table_service import PreparedTable
    from ...http.rendering import RequestLocale
    from .open_tables import OpenTableRequest
    from .rows import OpenTablePlayer, OpenTableRow

Place = Literal["here", "away", ""]
"""A page of the table is open now; none is; that is not known."""

MOST_SEATS = max(ruleset(name).player_range[1] for name in NAMES)
MAX_OTHERS = MOST_SEATS - LEAST_PEOPLE
"""How many Automas and bots an open table can have."""
MAX_LISTED = 60
MAX_HOSTED, MAX_JOINED = 5, 10
"""Open tables that somebody has opened, and in all has joined, at the same time."""
OPEN_TABLES = Places(total=1_000, most=1_000, few=MAX_HOSTED)
"""Open tables on the server; each takes a few hundred bytes, or with house values up to 10 kB. How many of them a client opens in an hour is limited already."""
ID_LETTERS = 20
"""Letters of the id of an open table: nobody can guess that of a private one."""
MAX_TRIES = 5
"""How often the game of a table is prepared anew because somebody has joined or left meanwhile."""


async def open_table(request: Request, make: Callable[[], OpenTableRequest], game_id: str = "", rematch_of: str = "") -> OpenTableRow:
    """Opens the table that ``make`` reads, with this id ("": a new one), which is promised to a repeated request; ``rematch_of`` is as in ``OpenTableRow``.

    Raises TooManyTables, ServerFull, TooMuchStored or DataFull if a quota is reached, and the errors of ``make`` and ``opened_table``.
    """
    context, key = get_context(request), owner_of(request)
    game_id = game_id or context.table_service.new_id(ID_LETTERS)
    await check_quotas(context, request, key)
    account = await context.read(name_of_account, context, request)
    table = opened_table(make(), game_id, key, client_hash(context.secret, request), context.table_service.now(), account)
    table = replace(table, rematch_of=rematch_of)
    await context.read(check_person, context, request, table)
    await context.read(check_own_name, context, request, table.players[0].name)
    await context.heavy(context.table_service.prepare, full_table(table))
    promise(game_id)
    await context.write(add, context, request, table)
    return table


def add(context: AppContext, request: Request, table: OpenTableRow) -> None:
    """Stores a new open table; TooManyTables, ServerFull, TooMuchStored or DataFull if a quota is reached."""
    check_room(context, limited_client(request))
    own = lobby_storage.of_key(context.store, table.host)
    if sum(other.host == table.host for other in own) >= MAX_HOSTED:
        raise TooManyTables(
            "You have %(most)s open tables, the most that are possible. Close one, or begin its game, before you open another.",
            most=str(MAX_HOSTED),
        )
    check_number_joined(own)
    held = lobby_storage.count_by_client(context.store)
    if OPEN_TABLES.refusal(sum(held.values()), held.get(table.client, 0) if table.client else 0) and not make_room(
        context, held, table.client
    ):
        raise ServerFull("This server has no room for another open table at present. Please join one, or try again later.")
    lobby_storage.add(context.store, table)


def make_room(context: AppContext, held: Mapping[str, int], client: str) -> bool:
    """Closes an open table of another client for one that has few; returns False if there is none. ``held`` has the tables of each client.

    It is one of those that have two more at least, whoever has most first: a table at which nobody looks, or else the first one.
    """
    own = held.get(client, 0)
    if own >= OPEN_TABLES.few or owner_of_most(held, own) is None:
        return False
    owners = sorted((owner for owner in held if held[owner] > own + 1), key=lambda owner: -held[owner])
    tables = [game_id for owner in owners for game_id in lobby_storage.of_client(context.store, owner)]
    closed = next((game_id for game_id in tables if not context.presence.seats(game_id)), tables[0])
    lobby_storage.change(context.store, closed, lambda table: None)
    return True


def check_number_joined(own: list[OpenTableRow]) -> None:
    if len(own) >= MAX_JOINED:
        raise TooManyTables(
            "You wait at %(most)s open tables, the most that are possible. Leave one before you join another.", most=str(MAX_JOINED)
        )


def open_table_for(context: AppContext, game_id: str, key: str) -> OpenTableRow:
    """Returns an open table as somebody sees it; UnknownOpenTable if there is none, or they don't sit there and its host and they are apart (``contacts``)."""
    table = existing_table(lobby_storage.find(context.store, game_id))
    is_player = player_of(table, key) is not None
    LOOK.check(Situation(is_player=is_player, is_apart=not is_player and block_storage.is_blocked_pair(context.store, key, table.host)))
    return table


def existing_table(table: OpenTableRow | None) -> OpenTableRow:
    if table is None:
        raise GONE.error()
    return table


async def join(request: Request, name: str, colour: str) -> None:
    """Has somebody join the table of the address; the game begins when all seats are taken."""
    context, key, game_id = get_context(request), owner_of(request), request.path_params["table"]

    def work() -> OpenTableRow:
        table = open_table_for(context, game_id, key)
        own = lobby_storage.of_key(context.store, key)
        if game_id not in [table.game_id for table in own]:
            check_number_joined(own)
        account = name_of_account(context, request)
        if not table.is_rated:
            check_own_name(context, request, name)
        if player_of(table, key) is None:
            check_person(context, request, table)
        device = device_id(request)
        known_as = known_devices.owners(context.store, device) if device else []
        if account_of(request) is None and any(block_storage.is_blocked_pair(context.store, other, table.host) for other in known_as):
            raise GONE.error()

        def decide(table: OpenTableRow) -> OpenTableRow:
            return joined(table, key, name, colour, account, known_as)

        return existing_table(lobby_storage.change(context.store, game_id, decide, context.table_service.now()))

    table = await context.write(work)
    context.bell.note_owner(table.host)
    if is_full(table):
        await begin(request, lambda table: is_full(table))


def check_person(context: AppContext, request: Request, table: OpenTableRow) -> None:
    """Raises CannotJoin if a table does not admit whoever asks: a guest, a bot, or somebody with another rating."""
    account, own = name_of_account(context, request), account_of(request)
    figure = (
        rating_figure(context.store, own.id, table.ruleset, table.people)
        if own is not None and (table.least_rating or table.most_rating)
        else 0
    )
    check_admission(table, account, figure, is_bot=own is not None and not account)


def admission_words(table: OpenTableRow, words: NullTranslations) -> list[str]:
    """Returns in words whom an open table admits, but for what follows from its being rated."""
    conditions = []
    if table.accounts_only and not table.is_rated:
        conditions.append(words.gettext("only with an account"))
    if table.no_bots and not table.is_rated:
        conditions.append(words.gettext("no bots"))
    if table.least_rating and table.most_rating:
        conditions.append(words.gettext("ratings from %(least)s to %(most)s") % {"least": table.least_rating, "most": table.most_rating})
    elif table.least_rating:
        conditions.append(words.gettext("ratings from %(least)s") % {"least": table.least_rating})
    elif table.most_rating:
        conditions.append(words.gettext("ratings up to %(most)s") % {"most": table.most_rating})
    return conditions


def refusal_to_join(context: AppContext, request: Request, table: OpenTableRow) -> CannotJoin | None:
    """Returns why whoever asks can't join a table: its host has sent them away, or it does not admit them; None if they can."""
    if is_sent_away(context, request, table):
        return CannotJoin(SENT_AWAY.sentence)
    try:
        check_person(context, request, table)
    except CannotJoin as error:
        return error
    return None


def is_sent_away(context: AppContext, request: Request, table: OpenTableRow) -> bool:
    """Returns whether the host of a table has sent whoever asks away, with an account of this browser or as a guest."""
    device = device_id(request)
    keys = {owner_of(request), *(known_devices.owners(context.store, device) if device else ())}
    return lobby_storage.is_sent_away(context.store, table.game_id, keys)


def check_own_name(context: AppContext, request: Request, name: str) -> None:
    """Raises ImpossibleTable for a name by which somebody at a table of the lobby would pass for an account of others, a role, or an Automa."""
    holder, own = account_storage.find(context.store, name_key(name)), account_of(request)
    is_own = holder is not None and own is not None and holder.id == own.id
    if not is_own and (is_reserved(name) or holder is not None):
        raise ImpossibleTable(
            "“%(name)s” is the name of somebody else here. Please choose another one, or log in if it is yours.", name=name
        )


def name_of_account(context: AppContext, request: Request) -> str:
    """Returns the name of the account of the person who asks; "" for guests and bots."""
    account = account_of(request)
    return "" if account is None or token_storage.is_bot(context.store, account.id) else account.name


async def invite(request: Request, game_id: str, keys: Collection[str]) -> None:
    """Invites people, known by the keys of their seats, to an open table, for one of its players.

    Raises TooManyTables if they are too many, TooManyAttempts for too many invitations lately.
    """
    context = get_context(request)
    if keys and await is_person_beyond(context, request, context.rates.invitations):
        raise TooManyAttempts("You have sent too many invitations lately. Please try again in a few minutes.")
    if not await context.write(invitation_storage.invite, context.store, game_id, owner_of(request), keys, context.table_service.now()):
        raise TooManyTables("%(most)s people are invited to this table, the most that are possible.", most=str(MAX_INVITED))
    for invited_key in keys:
        context.bell.note_owner(invited_key)


async def invite_players(request: Request, game_id: str, game: str) -> None:
    """Invites the people of a game to an open table, if whoever opens it holds a seat there as well; but those whom they have blocked."""
    context, own = get_context(request), owner_of(request)
    held = await context.read(browsers.owners_of, context.store, game)
    blocked = await context.read(block_storage.keys, context.store, own)
    if held.pop(own, None) is not None:
        await invite(request, game_id, set(held) - blocked)


async def decline(request: Request) -> None:
    """Declines the invitation to the table of the address."""
    await get_context(request).write(
        invitation_storage.decline, get_context(request).store, request.path_params["table"], owner_of(request)
    )


async def change_open_table(request: Request, decide: Callable[[OpenTableRow, str], OpenTableRow | None]) -> None:
    """Makes the table of the address what ``decide`` makes of it and of the key of who asks; closes it for None."""
    context, key, game_id = get_context(request), owner_of(request), request.path_params["table"]

    def work() -> None:
        open_table_for(context, game_id, key)
        lobby_storage.change(context.store, game_id, lambda table: decide(table, key))

    await context.write(work)


async def begin_for_host(request: Request) -> None:
    """Begins the game of the table of the address with those who have come, for its host."""
    key = owner_of(request)

    def check(table: OpenTableRow) -> bool:
        check_begin(table, key)
        return True

    await begin(request, check)


async def begin(request: Request, check: Callable[[OpenTableRow], bool]) -> None:
    """Begins the game of the table of the address, unless it has begun, or ``check`` says no.

    The game is prepared first, and stored only if nobody has joined, left or begun it meanwhile: so it begins once, whoever asks for it at the same time.
    """
    context, game_id = get_context(request), request.path_params["table"]

    def prepared(table: OpenTableRow) -> PreparedTable:
        holders = {seat: player.key for seat, player in enumerate(table.players)}
        return context.table_service.with_preferences(context.table_service.prepare(new_table(table)), preferences_of(context, holders))

    def store(table: OpenTableRow) -> bool:
        check_number_of_tables(context, client_hash(context.secret, request))
        check_room(context, limited_client(request))
        return begun_games.begin(context.table_service, table, new) is not None

    for _ in range(MAX_TRIES):
        table = await context.read(open_table_for, context, game_id, owner_of(request))
        if table.game or not check(table):
            return
        table = seated(table, partial(context.table_service.new_bytes, 16))
        new = await context.heavy(prepared, table)
        if await context.write(store, table):
            return
    raise CannotBegin("Somebody joined or left at this moment. Look who is there now, and begin again.")


def bot_requests(ids: list[str], words: NullTranslations) -> tuple[SeatRequest, ...]:
    """Returns the seats of Automas and bots by their ids; bots are called in the language of who opens the table."""
    return tuple(SeatRequest(name, id) for id, name in zip(ids, bot_names(ids, words), strict=True))


def note_look(context: AppContext, table: OpenTableRow, key: str, *, is_away: bool = False) -> None:
    """Notes that a page of somebody follows an open table: the table and their place don't expire, and they are here for a moment, unless the page says that nobody uses it. For the event loop."""
    player = player_of(table, key)
    if player is not None:
        context.last_seen.add((table.game_id, key))
        if not is_away:
            context.presence.look(table.game_id, player.number)


def player_of(table: OpenTableRow, key: str) -> OpenTablePlayer | None:
    return next((each for each in table.players if each.key == key), None)


def place_of(context: AppContext, table: OpenTableRow, player: OpenTablePlayer) -> Place:
    here = context.presence.seats(table.game_id)
    return "" if here is None else "here" if player.number in here else "away"


def seat_path(context: AppContext, table: OpenTableRow, key: str) -> str:
    """Returns where somebody goes whose table has begun: to their seat; "" if they have none, or the game has not begun."""
    token = lobby_storage.seat_token(context.store, table.game, key) if table.game and key else None
    return "" if token is None else f"/s/{token}"


def table_name(table: OpenTableRow, words: NullTranslations) -> str:
    """Returns the name of an open table; one that has none is called after its host."""
    host = player_of(table, table.host)
    return table.name or words.gettext("Table of %(name)s") % {"name": isolated(host.name) if host is not None else "–"}


def chosen_options(table: OpenTableRow, words: NullTranslations) -> list[str]:
    """Returns what is not as usual at a table, in words: its options."""
    return [f"{names.full('option', name, words)}: {value_name(name, value, words)}" for name, value in table.options.items()]


def house_sentences(table: OpenTableRow, words: NullTranslations) -> list[str]:
    rules = ruleset(table.ruleset)
    return value_sentences(rules, table.house, words) if table.house else []


def opened_ago(context: AppContext, table: OpenTableRow, locale: RequestLocale) -> str:
    """Returns how long ago a table was opened, such as "5 minutes ago"."""
    since = datetime.fromisoformat(table.created) - datetime.fromisoformat(context.table_service.now())
    if since > timedelta(minutes=-1):
        return locale.words.gettext("just now")
    return format_timedelta(since, add_direction=True, locale=locale.language)


@dataclass(frozen=True)
class ClonedTable:
    """A game whose table is opened once more: what stands in the form, and the names of those who are invited."""

    name: str
    fields: dict[str, str]
    invited: tuple[str, ...]


def cloned_table(context: AppContext, game_id: str, key: str) -> ClonedTable | None:
    """Returns how a table like that of a game is opened ("": none), by whoever has this key; None if there is no such game."""
    table = found_table(context, game_id)
    if table is None:
        return None
    held = browsers.owners_of(context.store, game_id)
    own = held.pop(key, set())
    blocked = block_storage.keys(context.store, key)
    known = {seat for holder, seats in held.items() if holder not in blocked for seat in seats} - own if own else set()
    people = people_of(table)
    you = next((holder for holder in people if holder.seat in own), None)
    count = max(len(people), LEAST_PEOPLE)
    others = [holder.automa for holder in table.value.seats if holder not in people][: table.game.ruleset.player_range[1] - count]
    fields = {
        "from": game_id,
        **({"player": you.name, "colour": you.colour} if you is not None else {}),
        "people": str(count),
        **table_fields(table),
        **admission_fields(table),
        **({} if table.value.is_listed else {"listed": "off"}),
        **({"rated": "on"} if table.value.rating else {}),
        **{f"kind-{number}": kind for number, kind in enumerate(others)},
    }
    return ClonedTable(table.value.name, fields, tuple(holder.name for holder in people if holder.seat in known))


def admission_fields(table: Table) -> dict[str, str]:
    """Returns the fields of the form that say whom a table admits."""
    value = table.value
    ticked = {name: "on" for name in ("accounts_only", "no_bots") if getattr(value, name)}
    return ticked | {name: str(getattr(value, name)) for name in ("least_rating", "most_rating") if getattr(value, name)}


def invited(context: AppContext, table: OpenTableRow) -> dict[str, bool]:
    """Returns the keys of those who are invited to a table and don't sit there, and whether they have declined."""
    found = invitation_storage.invited(context.store, table.game_id)
    return {key: is_declined for key, is_declined in found.items() if player_of(table, key) is None}


@dataclass(frozen=True)
class ListedTable:
    """An open table as the list of the lobby shows it; ``marks`` are those of the players, by their keys, ``pace`` is that of its clocks, ``with_page`` the names of players who have a page."""

    game_id: str
    name: str
    ruleset: str
    is_live: bool
    pace: PaceWords | None
    is_private: bool
    players: tuple[OpenTablePlayer, ...]
    others: tuple[tuple[str, str], ...]
    free: int
    age: str
    options: list[str]
    has_house_values: bool
    is_rated: bool
    admission: list[str]
    marks: Mapping[str, PersonMark]
    is_joined: bool
    is_host_away: bool
    with_page: frozenset[str]
    invited_by: str = ""


def player_marks(context: AppContext, tables: Iterable[OpenTableRow]) -> dict[tuple[str, str], PersonMark]:
    """Returns the marks of the players of open tables, by their keys and names."""
    return person_marks(context, [(player.key, player.name) for table in tables for player in table.players])


def playing_times_at(context: AppContext, table: OpenTableRow, locale: RequestLocale) -> dict[str, PlayingTimesText]:
    """Returns in words when the players of an open table play, by their keys, if it has clocks that run over days."""
    return {key: playing_times(said, context.table_service.now(), locale) for key, said in availabilities(context, table).items()}


def availabilities(context: AppContext, table: OpenTableRow) -> dict[str, Availability]:
    """Returns when the players of an open table play, by their keys, if it has clocks that run over days."""
    if find_pace(table.pace) is None or table.is_live:
        return {}
    keys = [player.key for player in table.players if not player.is_bot]
    stored = availability.of_owners(context.store, keys)
    return {key: stored.get(key, Availability()) for key in keys}


def listed_invitations(context: AppContext, key: str, locale: RequestLocale) -> list[ListedTable]:
    found = invitation_storage.of_key(context.store, key) if key else []
    marks = player_marks(context, [each.table for each in found])
    return [listed_table(context, each.table, key, locale, marks, each.name) for each in found]


def listed_table(
    context: AppContext,
    table: OpenTableRow,
    key: str,
    locale: RequestLocale,
    marks: Mapping[tuple[str, str], PersonMark],
    invited_by: str = "",
    pages: Collection[tuple[str, str]] = (),
) -> ListedTable:
    """Returns an open table as the list shows it to somebody; ``marks`` are those of its players (``player_marks``), ``pages`` those of them who have a page (``people_with_page``)."""
    host = player_of(table, table.host)
    return ListedTable(
        game_id=table.game_id,
        name=table_name(table, locale.words),
        ruleset=names.full("ruleset", table.ruleset, locale.words),
        is_live=table.is_live,
        pace=pace_words(pace, locale) if (pace := find_pace(table.pace)) is not None else None,
        is_private=table.is_private,
        players=table.players,
        others=table.others,
        free=table.people - len(table.players),
        age=opened_ago(context, table, locale),
        options=chosen_options(table, locale.words),
        has_house_values=bool(table.house),
        is_rated=table.is_rated,
        admission=admission_words(table, locale.words),
        marks={player.key: marks[player.key, player.name] for player in table.players},
        is_joined=player_of(table, key) is not None,
        invited_by=invited_by,
        with_page=frozenset(player.name for player in table.players if (player.key, player.name) in pages),
        is_host_away=table.is_live and host is not None and place_of(context, table, host) == "away",
    )


class OtherSeat(Answer, frozen=True):
    name: str
    automa: str


class PlayerAtTable(Answer, frozen=True):
    """A player of an open table; one with clocks that run over days also says when they play."""

    number: int
    name: str
    colour: str
    is_host: bool
    is_here: bool | None
    is_bot: bool
    mark: PersonMark
    hours: PlayingTimes | UnsetType = UNSET


SeatOrder = Annotated[
    str, Meta(description="The numbers of players in the order of their seats, such as `2 0 1`, `random`, or empty: as they have come.")
]


class OpenTable(Answer, frozen=True, kw_only=True):
    """A table at which people come together before its game begins."""

    table: str
    link: str
    name: str
    ruleset: str
    options: Data
    house: Data
    people: int
    others: list[OtherSeat]
    pace: PaceId
    takeover: Annotated[str | None, Meta(description="The bot that takes a seat whose time is over.")]
    private: bool
    rated: bool
    accounts_only: Annotated[bool, Meta(description="Whether guests can't join.")]
    no_bots: Annotated[bool, Meta(description="Whether bots with accounts can't join.")]
    least_rating: Annotated[int | None, Meta(description="The lowest rating for such a game with which people join; null: any.")]
    most_rating: int | None
    listed: Annotated[bool, Meta(description="Whether its game will be among the finished games.")]
    seat_order: SeatOrder
    created: Time
    players: list[PlayerAtTable]
    you: int | None
    least: int
    can_begin: bool
    has_begun: bool
    last_message: Annotated[int, Meta(description="The number of the newest message of its chat, for who sits there; 0: none.")]
    game: str | UnsetType = UNSET
    seat: Annotated[str, Meta(description="The path of the own seat's page.")] | UnsetType = UNSET


def last_message(context: AppContext, table: OpenTableRow) -> int:
    """Returns the number of the newest message at a table, 0 for none."""
    newest = lobby_message_storage.listed(context.store, table.game_id, 1)
    return newest[0].id if newest else 0


def described_table(context: AppContext, table: OpenTableRow, key: str, words: NullTranslations) -> OpenTable:
    """Returns an open table as the API tells it to somebody."""
    return described_tables(context, [table], key, words)[0]


def described_tables(context: AppContext, tables: Collection[OpenTableRow], key: str, words: NullTranslations) -> list[OpenTable]:
    marks = player_marks(context, tables)
    return [_described(context, table, key, words, marks) for table in tables]


def _described(
    context: AppContext, table: OpenTableRow, key: str, words: NullTranslations, marks: Mapping[tuple[str, str], PersonMark]
) -> OpenTable:
    you, seat = player_of(table, key), seat_path(context, table, key)
    is_host = key == table.host
    places = {"here": True, "away": False, "": None}
    hours, now = availabilities(context, table), context.table_service.now()
    return OpenTable(
        table=table.game_id,
        link=f"/lobby/{table.game_id}",
        name=table_name(table, words),
        ruleset=table.ruleset,
        options=table.options,
        house=table.house,
        people=table.people,
        others=[OtherSeat(name=name, automa=automa) for name, automa in table.others],
        pace=table.pace,
        takeover=table.takeover or None,
        private=table.is_private,
        rated=table.is_rated,
        accounts_only=table.accounts_only,
        no_bots=table.no_bots,
        least_rating=table.least_rating or None,
        most_rating=table.most_rating or None,
        listed=table.is_listed,
        seat_order=table.seat_order,
        created=table.created,
        players=[
            PlayerAtTable(
                number=player.number,
                name=player.name,
                colour=player.colour,
                is_host=player.key == table.host,
                is_here=places[place_of(context, table, player)],
                is_bot=player.is_bot,
                mark=marks[player.key, player.name],
                hours=playing_times_of(hours[player.key], now) if player.key in hours else UNSET,
            )
            for player in table.players
        ],
        you=you.number if you is not None else None,
        least=least_people(table),
        can_begin=is_host and not table.game and len(table.players) >= least_people(table),
        has_begun=bool(table.game),
        last_message=last_message(context, table) if you is not None else 0,
        game=table.game if table.game and (seat or not table.is_private) else UNSET,
        seat=seat or UNSET,
    )
