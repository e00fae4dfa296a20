"""Quotas: how many tables a client, a browser and the whole server may have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..translatable import TranslatableError
from .request_checks import limited_client

if TYPE_CHECKING:
    from starlette.requests import Request

    from .context import AppContext


class TooManyTables(TranslatableError):
    """A client or a browser has reached its quota of tables."""


class ServerFull(TranslatableError):
    """The server has reached its quota of tables."""


async def check_quotas(context: AppContext, request: Request, browser: str = "") -> None:
    """Counts one new table; raises TooManyTables or ServerFull if a quota is reached. ``browser`` "": an API client."""
    limits, client = context.settings.limits, limited_client(request)
    if client and context.rates.tables.take(client):
        raise TooManyTables("Too many tables were opened from your address. Please try again in a few minutes.")
    if await context.read(context.store.count) >= limits.tables:
        raise ServerFull("This server has no room for another table at present. Please try again later.")
    if browser and await context.read(context.store.count_hosted, browser) >= limits.tables_per_browser:
        raise TooManyTables(
            "You already host %(most)s unfinished tables, the most that are possible. Please delete one that is no longer needed.",
            most=str(limits.tables_per_browser),
        )
