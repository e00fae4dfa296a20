"""The whole club: its addresses, and its answers to what the game asks."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from starlette.middleware import Middleware

from ..game.club import Club, RatingChange
from ..http.request_context import get_context
from ..http.route import Route, path_pattern
from ..http.security import browser_id, is_guest_ban, own_ban_of
from .accounts import routes as account
from .accounts import settings_routes as account_settings
from .accounts.sessions import Sessions
from .chat import message_routes as message_actions
from .chat import routes as chat
from .clocks import routes as availability
from .lobby import chat_routes as lobby_chat
from .lobby import pages as lobby
from .lobby import rematch as lobby_rematch
from .lobby import routes as lobby_routes
from .moderation import reports
from .moderation import routes as admin
from .moderation.bans import ban_sentence
from .moderation.rights import RightsCheck
from .notifications import address_routes as notification_addresses
from .notifications import routes as notices
from .notifications.sender import NotificationSender
from .notifications.transports import transports_of
from .people import block_routes as blocks
from .people import followed_routes as followed
from .people import friend_routes as friends
from .people import routes as people
from .ratings import pages as ratings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from starlette.requests import Request

    from ..context import AppContext
    from ..database.rows import TransportName
    from ..game.viewer import Viewer
    from ..http.outgoing import OutgoingClient
    from ..http.rendering import RequestLocale
    from ..http.settings import Settings
    from ..store import Store
    from .notifications.message import Transport

SUBJECTS = (
    account,
    account_settings,
    admin,
    availability,
    blocks,
    chat,
    followed,
    friends,
    lobby_chat,  # before the tables, as its address would be one of them
    lobby_routes,
    message_actions,
    notices,
    notification_addresses,
    people,
    reports,
)
ROUTES: tuple[Route, ...] = tuple(route for subject in SUBJECTS for route in subject.ROUTES)
"""Everything that is at an address of the club."""


class WholeClub(Club):
    """A club with all its subjects."""

    has_pages = True
    routes = ROUTES

    def middlewares(self, routes: Iterable[Route]) -> list[Middleware]:
        return [Middleware(Sessions), Middleware(RightsCheck, self_service=path_pattern(route for route in routes if route.for_banned))]

    def transports(
        self, store: Store, settings: Settings, client: OutgoingClient | None, clock: Callable[[], str]
    ) -> tuple[dict[TransportName, Transport], str]:
        from ..http.outgoing import OutgoingClient
        from .notifications.web_push import new_key, public_key

        key = store.get_or_create_setting("push_key", new_key())
        return transports_of(settings, key, client or OutgoingClient(), lambda: datetime.fromisoformat(clock()).timestamp()), public_key(
            key
        )

    def sender(self, context: AppContext) -> NotificationSender:
        return NotificationSender(
            context.store,
            context.transports,
            context.presence.own_seats,
            context.table_service.now,
            context.addresses.public_origin,
            context.secret,
            context.metrics.count_notice,
            context.executor.runner,
        )

    def ban_sentence(self, request: Request, locale: RequestLocale) -> str:
        ban = own_ban_of(request)
        return "" if ban is None else ban_sentence(ban, locale.language, locale.words, is_guest=is_guest_ban(request))

    def invitations(self, context: AppContext, key: str, locale: RequestLocale) -> Sequence[lobby.ListedTable]:
        return lobby.listed_invitations(context, key, locale)

    def table_facts(self, request: Request, viewer: Viewer, locale: RequestLocale) -> dict[str, object]:
        context, key = get_context(request), browser_id(request)
        return {
            "befriendable": friends.not_asked(context, request, viewer),
            "blockable": friends.befriendable(viewer),
            "blocked": blocks.blocked_seats(context, viewer, key),
            "can_follow": viewer.address_seat is None and not viewer.is_remembered,
            "is_followed": context.store.is_followed(key, viewer.table.game_id),
            "target_rows": notification_addresses.target_facts(
                notification_addresses.own_targets_at(context, request, viewer), locale.words
            ),
            "can_report": reports.may_report(viewer) and bool(context.store.administrators()),
        }

    def seat_changes(self, context: AppContext, game_id: str) -> Mapping[int, ratings.SeatChange]:
        return ratings.seat_changes(context, game_id)

    def rating_changes(self, context: AppContext, game_id: str) -> Sequence[RatingChange]:
        return ratings.rating_changes(context, game_id)

    def rematch_link(self, context: AppContext, viewer: Viewer, key: str) -> str:
        return lobby_rematch.rematch_link(context, viewer, key)

    async def offered_rematch(self, request: Request, viewer: Viewer) -> str:
        return await lobby_rematch.offered_rematch(request, viewer)

    async def report(self, request: Request, seat: int | None, text: str) -> None:
        await reports.report_seat(request, reports.ALL if seat is None else seat, text)
