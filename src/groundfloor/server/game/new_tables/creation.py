"""How a request creates a table, and where its creator goes next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.daily import CityOfTheDay, is_day_of, parse_day
from groundfloor.engine.errors import ImpossibleTable
from groundfloor.table.player_names import has_role
from groundfloor.table.value import PREFERENCES, Preferences

from ...http.idempotency import was_carried_out
from ...http.request_checks import client_hash, limited_client
from ...http.request_context import get_context
from ...http.security import owner_of
from ..quotas import check_quotas, check_record_length, check_room
from ..storage import browsers, results
from ..tables.day_par import PLAYERS
from ..tables.prepared_tables import resumed_record, shown_record

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from starlette.requests import Request

    from groundfloor.table import Table

    from ...context import AppContext
    from ..tables.prepared_tables import PreparedTable


async def open_table(request: Request, prepare: Callable[[AppContext], PreparedTable]) -> str:
    """Creates a table; returns where its first page is. A repeated request creates no second one."""
    context, owner_id = get_context(request), owner_of(request)
    table = await create_table(request, owner_id, lambda: prepare(context))
    return await context.work.read(first_page_url, context, table, owner_id)


async def create_table(request: Request, owner_id: str, prepare: Callable[[], PreparedTable]) -> Table:
    """Prepares a table in a thread and stores it; ``owner_id`` "": for an API client.

    A repeated request gets the table that it created the first time, and counts for no quota. Raises TooManyTables,
    ServerFull, TooMuchStored or DataFull if a quota is reached, and the errors of ``prepare``.
    """
    context = get_context(request)
    if not was_carried_out():
        await check_quotas(context, request, owner_id)
    new = await context.work.heavy(with_own_preferences, context, prepare, owner_id)
    table = await context.work.write(add_table, context, request, new, owner_id)
    if is_day_of(table.match.record) and not table.is_record_only:
        await context.work.read(ask_for_par, context, table, limited_client(request))
    return table


def table_from_record(context: AppContext, text: str, is_resumed: bool) -> PreparedTable:
    """Returns the table for an uploaded record; BadRecord if it is longer than any game can be."""
    check_record_length(context, text)
    return (resumed_record if is_resumed else shown_record)(text, context.table_service.new_bytes)


def ask_for_par(context: AppContext, table: Table, client: str) -> None:
    """Asks for the par of a table's city of the day against its opponent, unless it is known."""
    record = table.match.record
    city = CityOfTheDay(parse_day(record.day), record.ruleset.revision)
    opponent = next(seat.automa for seat in record.seats if seat.automa)
    known = [row for row in results.day_pars(context.store, record.day, city.revision) if row.opponent == opponent]
    if len(known) < len(PLAYERS):
        context.advice.compute_par(city, opponent, client)


def with_own_preferences(context: AppContext, prepare: Callable[[], PreparedTable], owner_id: str) -> PreparedTable:
    """Prepares a table at which the seats of its host begin with what their account has chosen."""
    new = prepare()
    check_roles(context, new.table)
    service = context.table_service
    return new.with_preferences(preferences_of(context, dict.fromkeys(new.own_seats, owner_id)), service.now(), service.new_bytes)


def add_table(
    context: AppContext,
    request: Request,
    new: PreparedTable,
    owner_id: str,
) -> Table:
    """Stores a new table; for a repeated request returns the table that it created. DataFull or TooMuchStored if there is no room."""
    if not was_carried_out():
        check_room(context, limited_client(request))
    return context.table_service.add(new, owner_id, client_hash(context.secret, request))


def first_page_url(context: AppContext, table: Table, owner_id: str) -> str:
    """Returns the path of the first page after creating a table: its links if other players need them, else the board."""
    held = browsers.held_seats(context.store, owner_id, table.game_id).seats
    base = next((f"/s/{seat_value.token}" for seat_value in table.value.seats if seat_value.seat in held), f"/g/{table.game_id}")
    if table.is_record_only:
        return f"{base}/at/0"
    return f"{base}/table" if has_links(table, held) else base


def has_links(table: Table, own: Collection[int]) -> bool:
    return not table.value.is_from_lobby and any(seat not in own for seat in table.value.human_seats)


def check_roles(context: AppContext, table: Table) -> None:
    """Raises ImpossibleTable if somebody at a table has a name by which others would take them for somebody who runs the club; a branch may have the names of a game that is here. Blocks."""
    names = [seat_value.name for seat_value in table.value.seats if not seat_value.is_automa and has_role(seat_value.name)]
    if not names or not context.has_club:
        return
    parent = context.table_service.find(table.match.record.parent)
    known = set() if parent is None else {seat_value.name for seat_value in parent.value.seats}
    for name in names:
        if name not in known:
            raise ImpossibleTable("Nobody can be called “%(name)s” here. Please choose another name.", name=name)


def preferences_of(context: AppContext, owner_ids: Mapping[int, str]) -> dict[int, Preferences]:
    """Returns the preferences with which new seats begin; ``owner_ids`` are the people at these seats. Those of guests begin with none. Blocks."""
    settings = context.club.settings_of_owners(context.store, set(owner_ids.values()))
    chosen = {
        seat: Preferences(**{name: getattr(settings[owner_id], name) for name in PREFERENCES})
        for seat, owner_id in owner_ids.items()
        if owner_id in settings
    }
    return {seat: preferences for seat, preferences in chosen.items() if preferences != Preferences()}
