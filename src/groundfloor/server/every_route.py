"""The routes of the game and of the whole club."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import app
from .club import whole_club

if TYPE_CHECKING:
    from .http.route import Route

ROUTES: tuple[Route, ...] = (*app.ROUTES, *whole_club.ROUTES)
"""Everything that is at an address, but the static files."""
