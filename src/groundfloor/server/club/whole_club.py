"""The whole club: its addresses, and its answers to what the game asks."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from starlette.middleware import Middleware

from ..game.club import Club, RatingChange
from ..game.listed_games import known_game
from ..game.person_marks import listed_marks
from ..http.request_context import get_context
from ..http.route import Route, path_pattern
from ..http.security import account_of, is_administrator, is_guest_ban, own_ban_of, owner_of
from .accounts import routes as account
from .accounts import settings_routes as account_settings
from .accounts.sessions import Sessions
from .administration import routes as admin
from .chat import message_routes as message_actions
from .chat import routes as chat
from .clocks import routes as clock_routes
from .contacts import blocking, friend_storage
from .contacts import friend_routes as friends
from .housekeeping import clean_up
from .identity import known_devices, person_kinds, token_storage
from .identity import storage as account_storage
from .lobby import chat_routes as lobby_chat
from .lobby import followed_routes as followed
from .lobby import followed_storage, invitation_storage
from .lobby import rematch as lobby_rematch
from .lobby import routes as lobby_routes
from .lobby import storage as lobby_storage
from .lobby.listed_tables import listed_invitations
from .moderation import report_storage, reports, site_storage
from .moderation import storage as moderation_storage
from .moderation.bans import ban_sentence
from .moderation.rights import RightsCheck
from .notifications import address_routes as notification_addresses
from .notifications import routes as notices
from .notifications import storage as notice_storage
from .notifications.sender import NotificationSender
from .notifications.transports import transports_of
from .people import block_routes as blocks
from .people import routes as people
from .ratings import figures as ratings
from .ratings import routes as rating_routes
from .ratings import storage as rating_storage

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from sqlalchemy import Connection
    from starlette.requests import Request

    from ..context import AppContext
    from ..database.rows import AccountSettings, Change, KnownPerson, Notification, SiteSettings, TransportName
    from ..database.store import Store
    from ..game.club import FollowFacts, StartFacts, TableFacts
    from ..game.viewer import Viewer
    from ..http.outgoing import OutgoingClient
    from ..http.rendering import RequestLocale
    from ..http.settings import Settings
    from .notifications.message import Transport

SUBJECTS = (
    account,
    account_settings,
    admin,
    clock_routes,
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
    rating_routes,
    reports,
)
ROUTES: tuple[Route, ...] = tuple(route for subject in SUBJECTS for route in subject.ROUTES)
"""Everything that is at an address of the club."""


class WholeClub(Club):
    """A club with all its subjects."""

    has_pages = has_messages = True
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
            context.settings.limits.host_messages_per_hour,
        )

    def ban_sentence(self, request: Request, locale: RequestLocale) -> str:
        ban = own_ban_of(request)
        return "" if ban is None else ban_sentence(ban, locale.language, locale.translations, is_guest=is_guest_ban(request))

    def tell(self, connection: Connection, game: int, notices: Iterable[Notification], at: str, without: str = "") -> None:
        notice_storage.add(connection, game, notices, at, without)

    def note_change(self, connection: Connection, game: int, change: Change) -> None:
        if change.outcome:
            notice_storage.settle_proposal(connection, game, change.outcome)
        self.tell(connection, game, [notice for notice in change.notices if notice.kind != "lost_seat"], change.at)
        if change.rated is not None:
            rating_storage.add(connection, game, change.rated)

    def forget_games(self, connection: Connection, games: Collection[int]) -> None:
        rating_storage.remove(connection, games)

    def is_bot(self, store: Store, account: str) -> bool:
        return token_storage.is_bot(store, account)

    def known_people(self, store: Store, owner_ids: Collection[str]) -> Mapping[str, KnownPerson]:
        return person_kinds.known_people(store, owner_ids)

    def rating_figure(self, store: Store, account: str, ruleset: str, people: int) -> int:
        return ratings.rating_figure(store, account, ruleset, people)

    def owners_of_device(self, store: Store, device: str) -> Collection[str]:
        return known_devices.owners(store, device)

    def settings_of_owners(self, store: Store, owners: Collection[str]) -> Mapping[str, AccountSettings]:
        return account_storage.settings_of_owners(store, owners)

    def is_logged_in(self, store: Store, session: str) -> bool:
        return account_storage.session(store, session) is not None

    def site_settings(self, store: Store) -> SiteSettings:
        return site_storage.settings(store)

    def start_facts(self, request: Request, locale: RequestLocale) -> StartFacts:
        context, owner_id, own = get_context(request), owner_of(request), account_of(request)
        following = followed_storage.of_browser(context.store, owner_id)
        marks = listed_marks(context, following)
        return {
            "followed": [known_game(game, locale.translations, marks) for game in following],
            "invitations": listed_invitations(context, owner_id, locale),
            "friend_requests": friend_storage.count_received(context.store, own) if own is not None else 0,
            "open_reports": report_storage.count_open(context.store) if is_administrator(request) else 0,
            "open_tables": len(lobby_storage.of_owner(context.store, owner_id)),
        }

    def unread(self, store: Store, owner_id: str) -> tuple[int, int]:
        return notice_storage.count_unread(store, owner_id), report_storage.count_for(store, owner_id)

    def follow_facts(self, request: Request, viewer: Viewer) -> FollowFacts:
        can_follow = viewer.address_seat is None and not viewer.is_remembered
        store, owner_id = get_context(request).store, owner_of(request)
        return {
            "can_follow": can_follow,
            "is_followed": can_follow and owner_id != "" and followed_storage.is_followed(store, owner_id, viewer.table.game_id),
        }

    def open_tables_among(self, store: Store, ids: Collection[str]) -> Collection[str]:
        return lobby_storage.ids_among(store, ids)

    def record_last_seen(self, store: Store, seen: Collection[tuple[str, str]]) -> None:
        lobby_storage.record_last_seen(store, seen)

    def clean_up(self, store: Store, now: str) -> None:
        clean_up(store, now)

    def table_facts(self, request: Request, viewer: Viewer, locale: RequestLocale) -> TableFacts:
        context, owner_id = get_context(request), owner_of(request)
        return {
            "befriendable": friends.not_asked(context, request, viewer),
            "blockable": blocking.other_people(context, viewer),
            "blocked": blocking.blocked_seats(context, viewer, owner_id),
            "address_rows": notification_addresses.address_facts(
                notification_addresses.own_addresses_at(context, request, viewer), locale.translations
            ),
            "can_report": reports.may_report(viewer) and bool(moderation_storage.administrators(context.store)),
        }

    def seat_changes(self, context: AppContext, game_id: str) -> Mapping[int, ratings.SeatChange]:
        return ratings.seat_changes(context, game_id)

    def rating_changes(self, context: AppContext, game_id: str) -> Sequence[RatingChange]:
        return ratings.rating_changes(context, game_id)

    def rematch_link(self, context: AppContext, viewer: Viewer, owner_id: str) -> str:
        return lobby_rematch.rematch_link(context, viewer, owner_id)

    def tell_of_rematch(self, context: AppContext, viewer: Viewer, owner_id: str) -> None:
        game, name = viewer.table.game_id, viewer.seats[0].name
        for told in invitation_storage.offer_rematch(context.store, game, owner_id, name, context.table_service.now()):
            context.bell.note_owner(told)

    async def offered_rematch(self, request: Request, viewer: Viewer) -> str:
        return await lobby_rematch.offered_rematch(request, viewer)

    async def report(self, request: Request, seat: int | None, text: str) -> None:
        await reports.report_seat(request, reports.ALL if seat is None else seat, text)
