"""What requests do in the lobby, for its pages and for the API: open a table, join and leave it, begin its game."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from groundfloor.engine.errors import ImpossibleTable
from groundfloor.table.errors import CannotBegin, CannotJoin
from groundfloor.table.player_names import is_reserved, name_key
from groundfloor.table.rights import GONE, LOOK, SENT_AWAY, Situation

from ...database.shares import Shares, network_of_hash, owner_of_most
from ...game.new_tables.creation import preferences_of
from ...game.quotas import check_number_of_tables, check_quotas, check_room, is_person_beyond
from ...game.storage import browsers
from ...http.errors import ServerFull, TooManyAttempts, TooManyTables
from ...http.repeated_requests import promise
from ...http.request_checks import client_hash, limited_client, limited_user
from ...http.request_context import get_context
from ...http.security import account_of, device_id, owner_of
from ..contacts import block_storage
from ..identity import known_devices, token_storage
from ..identity import storage as account_storage
from ..ratings.figures import rating_figure
from . import begun_games, invitation_storage
from . import storage as lobby_storage
from .invitation_storage import MAX_INVITED
from .open_tables import (
    check_admission,
    check_begin,
    full_table,
    is_full,
    joined,
    new_table,
    opened_table,
    player_of,
    seated,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from starlette.requests import Request

    from ...context import AppContext
    from ...game.tables.prepared_tables import PreparedTable
    from .open_tables import OpenTableRequest
    from .rows import OpenTableRow


MAX_HOSTED, MAX_JOINED = 5, 10
"""Open tables that somebody can have opened, and can have joined in all, at the same time."""
OPEN_TABLES = Shares(total=1_000, most=1_000, few=MAX_HOSTED)
"""Open tables on the server; each takes a few hundred bytes, or with house values up to 10 kB. How many of them a client opens in an hour is limited already."""
ID_LETTERS = 20
"""Letters of the id of an open table: nobody can guess that of a private one."""
MAX_TRIES = 5
"""How often the game of a table is prepared again because somebody has joined or left meanwhile."""


async def open_table(request: Request, make: Callable[[], OpenTableRequest], game_id: str = "", rematch_of: str = "") -> OpenTableRow:
    """Opens the table that ``make`` reads, with this id ("": a new one), which is promised to a repeated request; ``rematch_of`` is as in ``OpenTableRow``.

    Raises TooManyTables, ServerFull, TooMuchStored or DataFull if a quota is reached, and the errors of ``make`` and ``opened_table``.
    """
    context, owner_id = get_context(request), owner_of(request)
    game_id = game_id or context.table_service.new_id(ID_LETTERS)
    await check_quotas(context, request, owner_id)
    account = await context.work.read(name_of_account, context, request)
    table = opened_table(make(), game_id, owner_id, client_hash(context.secret, request), context.table_service.now(), account)
    table = replace(table, rematch_of=rematch_of)
    await context.work.read(check_person, context, request, table)
    await context.work.read(check_own_name, context, request, table.players[0].name)
    await context.work.heavy(context.table_service.prepare, full_table(table))
    promise(game_id)
    await context.work.write(add, context, request, table)
    return table


def add(context: AppContext, request: Request, table: OpenTableRow) -> None:
    """Stores a new open table; TooManyTables, ServerFull, TooMuchStored or DataFull if a quota is reached."""
    check_room(context, limited_client(request))
    own = lobby_storage.of_owner(context.store, table.host)
    if sum(other.host == table.host for other in own) >= MAX_HOSTED:
        raise TooManyTables(
            "You have %(most)s open tables, the most that are possible. Close one, or begin its game, before you open another.",
            most=str(MAX_HOSTED),
        )
    check_number_joined(own)
    held, taken = lobby_storage.count_by_client(context.store), lobby_storage.count_by_network(context.store)
    total = sum(held.values())
    hosted = taken.get(network_of_hash(table.client), 0) if OPEN_TABLES.is_short(total) else held.get(table.client, 0)
    if OPEN_TABLES.refusal(total, hosted if table.client else 0) and not make_room(context, taken, network_of_hash(table.client)):
        raise ServerFull("This server has no room for another open table at present. Please join one, or try again later.")
    lobby_storage.add(context.store, table)


def make_room(context: AppContext, held: Mapping[str, int], network: str) -> bool:
    """Closes an open table of others for a network that has few; returns False if there is none. ``held`` has the tables of each network.

    It belongs to a network with at least two more, first the one with most: a table that nobody looks at, or else the first one.
    """
    own = held.get(network, 0)
    if own >= OPEN_TABLES.few or owner_of_most(held, own) is None:
        return False
    owners = sorted((owner for owner in held if held[owner] > own + 1), key=lambda owner: -held[owner])
    tables = [game_id for owner in owners for game_id in lobby_storage.of_network(context.store, owner)]
    closed = next((game_id for game_id in tables if not context.presence.seats(game_id)), tables[0])
    lobby_storage.change(context.store, closed, lambda table: None)
    return True


def check_number_joined(own: list[OpenTableRow]) -> None:
    if len(own) >= MAX_JOINED:
        raise TooManyTables(
            "You wait at %(most)s open tables, the most that are possible. Leave one before you join another.", most=str(MAX_JOINED)
        )


def open_table_for(context: AppContext, game_id: str, owner_id: str) -> OpenTableRow:
    """Returns an open table as somebody sees it.

    UnknownOpenTable if there is none, or if they don't sit there and they and its host are a blocked pair (``contacts``).
    """
    table = existing_table(lobby_storage.find(context.store, game_id))
    is_player = player_of(table, owner_id) is not None
    LOOK.check(
        Situation(is_player=is_player, is_blocked_pair=not is_player and block_storage.is_blocked_pair(context.store, owner_id, table.host))
    )
    return table


def existing_table(table: OpenTableRow | None) -> OpenTableRow:
    if table is None:
        raise GONE.error()
    return table


async def join(request: Request, name: str, colour: str) -> None:
    """Adds somebody to the table in the address; the game begins when all seats are taken. TooManyAttempts for too many tables lately."""
    context, owner_id, game_id = get_context(request), owner_of(request), request.path_params["table"]
    if await is_person_beyond(context, request, context.rates.joins):
        raise TooManyAttempts("You have joined too many tables lately, or others at your address have. Please try again in a few minutes.")
    user = limited_user(request)

    def work() -> OpenTableRow:
        table = open_table_for(context, game_id, owner_id)
        own = lobby_storage.of_owner(context.store, owner_id)
        if game_id not in [table.game_id for table in own]:
            check_number_joined(own)
        account = name_of_account(context, request)
        if not table.is_rated:
            check_own_name(context, request, name)
        is_new = player_of(table, owner_id) is None
        if is_new:
            check_person(context, request, table)
        guests = f"{game_id} {user.client}" if is_new and user.client and user.is_guest and not table.is_private else ""
        if guests and context.rates.guests_at_table.wait(guests):
            raise CannotJoin("Other guests from your address have joined this table lately. Whoever has an account can join it too.")
        device = device_id(request)
        known_as = known_devices.owners(context.store, device) if device else []
        if account_of(request) is None and any(block_storage.is_blocked_pair(context.store, other, table.host) for other in known_as):
            raise GONE.error()

        def decide(table: OpenTableRow) -> OpenTableRow:
            return joined(table, owner_id, name, colour, account, known_as)

        changed = existing_table(lobby_storage.change(context.store, game_id, decide, context.table_service.now()))
        if guests:
            context.rates.guests_at_table.take(guests)
        return changed

    table = await context.work.write(work)
    context.bell.note_owner(table.host)
    if is_full(table):
        await begin(request, lambda table: is_full(table))


def check_person(context: AppContext, request: Request, table: OpenTableRow) -> None:
    """Raises CannotJoin if a table does not admit the person who asks: a guest, a bot, or somebody with another rating."""
    account, own = name_of_account(context, request), account_of(request)
    figure = (
        rating_figure(context.store, own.id, table.ruleset, table.people)
        if own is not None and (table.least_rating or table.most_rating)
        else 0
    )
    check_admission(table, account, figure, is_bot=own is not None and not account)


def refusal_to_join(context: AppContext, request: Request, table: OpenTableRow) -> CannotJoin | None:
    """Returns why the person who asks can't join a table: its host has sent them away, or it does not admit them; None if they can."""
    if is_sent_away(context, request, table):
        return CannotJoin(SENT_AWAY.sentence)
    try:
        check_person(context, request, table)
    except CannotJoin as error:
        return error
    return None


def is_sent_away(context: AppContext, request: Request, table: OpenTableRow) -> bool:
    """Returns whether the host of a table has sent away the person who asks, with an account of this browser or as a guest."""
    device = device_id(request)
    owner_ids = {owner_of(request), *(known_devices.owners(context.store, device) if device else ())}
    return lobby_storage.is_sent_away(context.store, table.game_id, owner_ids)


def check_own_name(context: AppContext, request: Request, name: str) -> None:
    """Raises ImpossibleTable for a name by which somebody at a table of the lobby would pass for an account of others, a role, or an Automa."""
    namesake, own = account_storage.find(context.store, name_key(name)), account_of(request)
    is_own = namesake is not None and own is not None and namesake.id == own.id
    if not is_own and (is_reserved(name) or namesake is not None):
        raise ImpossibleTable(
            "“%(name)s” is the name of somebody else here. Please choose another one, or log in if it is yours.", name=name
        )


def name_of_account(context: AppContext, request: Request) -> str:
    """Returns the name of the account of the person who asks; "" for guests and bots."""
    account = account_of(request)
    return "" if account is None or token_storage.is_bot(context.store, account.id) else account.name


async def invite(request: Request, game_id: str, owner_ids: Collection[str]) -> None:
    """Invites people, known by their owner ids, to an open table, for one of its players.

    Raises TooManyTables if they are too many, TooManyAttempts for too many invitations lately.
    """
    context = get_context(request)
    if owner_ids and await is_person_beyond(context, request, context.rates.invitations):
        raise TooManyAttempts("You have sent too many invitations lately. Please try again in a few minutes.")
    if not await context.work.write(
        invitation_storage.invite, context.store, game_id, owner_of(request), owner_ids, context.table_service.now()
    ):
        raise TooManyTables("%(most)s people are invited to this table, the most that are possible.", most=str(MAX_INVITED))
    for invited_owner in owner_ids:
        context.bell.note_owner(invited_owner)


async def invite_players(request: Request, game_id: str, game: str) -> None:
    """Invites the people of a game to an open table, if the person who opens it holds a seat there as well; except those whom they have blocked."""
    context, own = get_context(request), owner_of(request)
    held = await context.work.read(browsers.owners_of, context.store, game)
    blocked = await context.work.read(block_storage.blocked_by, context.store, own)
    if held.pop(own, None) is not None:
        await invite(request, game_id, set(held) - blocked)


async def decline(request: Request) -> None:
    """Declines the invitation to the table of the address."""
    await get_context(request).work.write(
        invitation_storage.decline, get_context(request).store, request.path_params["table"], owner_of(request)
    )


async def change_open_table(request: Request, decide: Callable[[OpenTableRow, str], OpenTableRow | None]) -> None:
    """Replaces the table in the address by what ``decide`` makes of it and of the owner id of the person who asks; closes it for None."""
    context, owner_id, game_id = get_context(request), owner_of(request), request.path_params["table"]

    def work() -> None:
        open_table_for(context, game_id, owner_id)
        lobby_storage.change(context.store, game_id, lambda table: decide(table, owner_id))

    await context.work.write(work)


async def begin_for_host(request: Request) -> None:
    """Begins the game of the table in the address with those who have come, for its host."""
    owner_id = owner_of(request)

    def check(table: OpenTableRow) -> bool:
        check_begin(table, owner_id)
        return True

    await begin(request, check)


async def begin(request: Request, check: Callable[[OpenTableRow], bool]) -> None:
    """Begins the game of the table in the address, unless it has begun, or ``check`` says no.

    The game is prepared first, and stored only if nobody has joined, left or begun it meanwhile: so it begins only once, even if several people ask for it at the same time.
    """
    context, game_id = get_context(request), request.path_params["table"]

    def prepared(table: OpenTableRow) -> PreparedTable:
        owner_ids = {seat: player.owner_id for seat, player in enumerate(table.players)}
        service = context.table_service
        return service.prepare(new_table(table)).with_preferences(preferences_of(context, owner_ids), service.now(), service.new_bytes)

    def store(table: OpenTableRow) -> bool:
        check_number_of_tables(context, client_hash(context.secret, request))
        check_room(context, limited_client(request))
        return begun_games.begin(context.table_service, table, new) is not None

    for _ in range(MAX_TRIES):
        table = await context.work.read(open_table_for, context, game_id, owner_of(request))
        if table.game or not check(table):
            return
        table = seated(table, partial(context.table_service.new_bytes, 16))
        new = await context.work.heavy(prepared, table)
        if await context.work.write(store, table):
            return
    raise CannotBegin("Somebody joined or left at this moment. Look who is there now, and begin again.")


def note_look(context: AppContext, table: OpenTableRow, owner_id: str, *, is_away: bool = False) -> None:
    """Notes that somebody's page follows an open table: the table and their place don't expire, and they are here for a moment, unless the page says that nobody uses it. For the event loop."""
    player = player_of(table, owner_id)
    if player is not None:
        context.last_seen.add((table.game_id, owner_id))
        if not is_away:
            context.presence.look(table.game_id, player.number)


def invited(context: AppContext, table: OpenTableRow) -> dict[str, bool]:
    """Returns the owner ids of those who are invited to a table and don't sit there, and whether they have declined."""
    found = invitation_storage.invited(context.store, table.game_id)
    return {owner_id: is_declined for owner_id, is_declined in found.items() if player_of(table, owner_id) is None}
