"""How a request creates a table, and where the one who created it goes then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...daily import CityOfTheDay, is_day_of, parse_day
from ...table.value import PREFERENCES, Preferences
from ..http.idempotency import was_carried_out
from ..http.request_checks import client_hash, limited_client
from ..http.request_context import get_context
from .quotas import check_quotas, check_room
from .storage import browsers, results
from .tables.day_par import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from starlette.requests import Request

    from ...table import Table
    from ..context import AppContext
    from .tables.table_service import PreparedTable


async def create_table(request: Request, browser: str, prepare: Callable[[], PreparedTable]) -> Table:
    """Prepares a table in a thread and stores it; ``browser`` "": for an API client.

    A repeated request gets the table that it created the first time, and counts for no quota. Raises TooManyTables,
    ServerFull, TooMuchStored or DataFull if a quota is reached, and the errors of ``prepare``.
    """
    context = get_context(request)
    if not was_carried_out():
        await check_quotas(context, request, browser)
    new = await context.heavy(with_own_preferences, context, prepare, browser)
    table = await context.write(add_table, context, request, new, browser)
    if is_day_of(table.match.record) and not table.is_record_only:
        await context.read(ask_for_par, context, table, limited_client(request))
    return table


def ask_for_par(context: AppContext, table: Table, client: str) -> None:
    """Has the par of the city of the day that a table plays computed, against its opponent, unless it is known."""
    record = table.match.record
    city = CityOfTheDay(parse_day(record.day), record.ruleset.revision)
    opponent = next(seat.automa for seat in record.seats if seat.automa)
    known = [row for row in results.day_pars(context.store, record.day, city.revision) if row.opponent == opponent]
    if len(known) < len(PLAYERS):
        context.advice.compute_par(city, opponent, client)


def with_own_preferences(context: AppContext, prepare: Callable[[], PreparedTable], browser: str) -> PreparedTable:
    """Prepares a table at which the seats of its host begin with what their account has chosen."""
    new = prepare()
    return context.table_service.with_preferences(new, preferences_of(context, dict.fromkeys(new.own_seats, browser)))


def add_table(
    context: AppContext,
    request: Request,
    new: PreparedTable,
    browser: str,
) -> Table:
    """Stores a new table; for a repeated request returns the table that it created. DataFull or TooMuchStored if there is no room."""
    if not was_carried_out():
        check_room(context, limited_client(request))
    return context.table_service.add(new, browser, client_hash(context.secret, request))


def first_page_url(context: AppContext, table: Table, browser: str) -> str:
    """Returns the path of the first page after creating a table: its links if other players need them, else the board."""
    held = browsers.held_seats(context.store, browser, table.game_id).seats
    base = next((f"/s/{holder.token}" for holder in table.value.seats if holder.seat in held), f"/g/{table.game_id}")
    if table.is_record_only:
        return f"{base}/at/0"
    return f"{base}/table" if has_links(table, held) else base


def has_links(table: Table, own: Collection[int]) -> bool:
    return not table.value.is_from_lobby and any(seat not in own for seat in table.value.human_seats)


def preferences_of(context: AppContext, holders: Mapping[int, str]) -> dict[int, Preferences]:
    """Returns what new seats begin with, by their numbers and who holds them; those of guests begin with nothing. Blocks."""
    settings = context.club.settings_of_owners(context.store, set(holders.values()))
    chosen = {
        seat: Preferences(**{name: getattr(settings[key], name) for name in PREFERENCES})
        for seat, key in holders.items()
        if key in settings
    }
    return {seat: preferences for seat, preferences in chosen.items() if preferences != Preferences()}
