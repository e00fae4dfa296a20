"""Quotas: how many tables a client, a browser and the whole server may have, and how much data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from groundfloor.engine.errors import BadRecord

from ..database.shares import LITTLE, RESERVED, Shares
from ..http.errors import DataFull, ServerFull, TooManyTables, TooMuchStored
from ..http.limits import MEGABYTE
from ..http.request_checks import client_hash, limited_client, limited_user
from .storage import browsers, finished_games, games

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from ..context import AppContext
    from ..database.store import Store
    from ..http.limits import Limits
    from ..http.rates import ClientLimit, PersonLimit, StoredRateLimit


P = ParamSpec("P")
T = TypeVar("T")
NEARLY_FULL = 0.8
"""The share of its limit from which on the data folder takes no imports, and unneeded data is deleted early."""
RESERVED_BYTES = 50_000_000
"""Bytes of the disk that are left to the games that are running."""


async def check_quotas(context: AppContext, request: Request, owner_id: str) -> None:
    """Counts one new table; raises TooManyTables or ServerFull if a quota is reached. ``owner_id`` "": an API client."""
    limits = context.settings.limits
    if await is_person_beyond(context, request, context.rates.tables):
        raise TooManyTables("Too many tables were opened lately, by you or from your address. Please try again in a few minutes.")
    await context.work.read(check_number_of_tables, context, client_hash(context.secret, request))
    if owner_id and await context.work.read(browsers.count_hosted, context.store, owner_id) >= limits.tables_per_browser:
        raise TooManyTables(
            "You already host %(most)s unfinished tables, the most that are possible. Please delete one that is no longer needed.",
            most=str(limits.tables_per_browser),
        )


def check_number_of_tables(context: AppContext, client: str) -> None:
    """Raises ServerFull if the server has no room for another table of a client (its hash; "": one without limits). Finished games that are public don't count.

    The last quarter is for networks (/48 of IPv6) with fewer tables than a single browser may have.
    """
    shares, taken = table_shares(context.settings.limits), finished_games.count_unlisted(context.store)
    if shares.refusal(taken, games.count_of_network(context.store, client) if client and shares.is_short(taken) else 0):
        raise ServerFull("This server has no room for another table at present. Please try again later.")


def table_shares(limits: Limits) -> Shares:
    return Shares(limits.tables, limits.tables, limits.tables_per_browser)


async def is_beyond(context: AppContext, limit: StoredRateLimit | ClientLimit, client: str) -> bool:
    """Counts one use by a client ("": one without limits); returns whether it has had too many."""
    return client != "" and await context.work.write(limit.take, client) > 0


async def is_person_beyond(context: AppContext, request: Request, limit: PersonLimit) -> bool:
    """Counts one use by the person who asks; returns whether they, or all people at their address, have had too many."""
    return await context.work.write(limit.take, limited_user(request)) > 0


async def check_import(context: AppContext, request: Request) -> None:
    """Counts one import, like a new table, before its file is received.

    Raises TooMuchStored if the client has made too many lately, BadResults if no more of its results are kept.
    """
    if await is_person_beyond(context, request, context.rates.tables):
        raise TooMuchStored("Too many files were imported lately, by you or from your address. Please try again in a few minutes.")
    await context.work.read(
        context.table_service.results.check_imports, client_hash(context.secret, request), context.settings.limits.imports_per_client
    )


def check_record_length(context: AppContext, text: str) -> None:
    """Raises BadRecord for a record that is longer than any game can be: storing it would keep everybody who changes something waiting."""
    limits = context.settings.limits
    most = {"bytes": limits.record_bytes, "entries": limits.record_entries}
    for what, count in (("bytes", len(text.encode())), ("entries", text.count("\n"))):
        if count > most[what]:
            raise BadRecord(f"a record that is brought here has at most {most[what]:,} {what}, not {count:,}.")


def check_room(context: AppContext, client: str, share: float = 1.0) -> None:
    """Raises DataFull if the data folder has reached this share of its limit, TooMuchStored if the client ("": one without limits) has reached its own.

    The last quarter is for clients that have stored little lately, at most ``LITTLE`` of what they may store at once and in a day. For the thread that writes, before it stores anything but a move.
    """
    taken, limits = fullness(context), (context.rates.stored, context.rates.stored_by_day) if client else ()
    is_reserved = taken >= share * (1 - RESERVED) and any(limit.used(client) > LITTLE for limit in limits)
    if taken >= share or is_reserved or context.store.room_bytes() < RESERVED_BYTES:
        raise DataFull(
            "This server has no room for new tables and imports at present. Games that are there can be played on. Please try again later."
        )
    if any(limit.wait(client) for limit in limits):
        raise TooMuchStored("Too much was stored from your address. Please try again in a few minutes.")


async def write_if_room(
    context: AppContext, request: Request, work: Callable[Concatenate[Store, P], T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Runs work on the store that adds a row, as anybody may with each new cookie; raises what ``check_room`` raises."""

    def checked() -> T:
        check_room(context, limited_client(request))
        return work(context.store, *args, **kwargs)

    return await context.work.write(checked)


def fullness(context: AppContext) -> float:
    """Returns which share of its limit the data folder has reached."""
    return context.store.all_bytes() / (context.settings.limits.data_megabytes * MEGABYTE)
