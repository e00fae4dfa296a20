"""How many tables a client, a browser and the whole server may have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..tables.errors import TranslatableError
from .request_checks import counted_client

if TYPE_CHECKING:
    from starlette.requests import Request

    from .house import House


class TooMany(TranslatableError):
    """A client or browser has had as many tables as it may."""


class NoRoom(TranslatableError):
    """The server has as many tables as it may."""


async def admit_table(house: House, request: Request, browser: str = "") -> None:
    """Counts a table that is about to be opened; TooMany or NoRoom if it can't be."""
    limits, client = house.settings.limits, counted_client(request)
    if client and house.rates.tables.take(client):
        raise TooMany("Too many tables were opened from your address. Please try again in a few minutes.")
    if await house.read(house.store.count) >= limits.tables:
        raise NoRoom("This server has no room for another table at present. Please try again later.")
    if browser and await house.read(house.store.count_hosted, browser) >= limits.tables_per_browser:
        raise TooMany(
            "You are host of as many unfinished tables as possible (%(most)s). Please delete one that is no longer needed.",
            most=str(limits.tables_per_browser),
        )
