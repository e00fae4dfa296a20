"""What a page without a server has of the club: settings, private notes, and the way to the next table that waits."""

from __future__ import annotations

from groundfloor.server.club.accounts import settings_routes
from groundfloor.server.club.chat import message_routes
from groundfloor.server.club.chat import routes as chat
from groundfloor.server.club.notifications import routes as notices
from groundfloor.server.game.club import Club


class LocalClub(Club):
    """The answers of a server of links, as nobody else is there."""

    has_messages = True
    routes = (*settings_routes.ROUTES, *chat.ROUTES, *message_routes.ROUTES, *notices.ROUTES)
