"""What the game asks of the club, which knows about people what the game does not: accounts, the lobby, notices, ratings and moderation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Protocol, TypedDict

from msgspec import Meta

from groundfloor.table.messages import chat_kind

from ..database.rows import SiteSettings
from ..http.errors import NotAppropriate
from ..http.json_fields import Seat
from ..http.json_types import ApiStruct

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from sqlalchemy import Connection
    from starlette.middleware import Middleware
    from starlette.requests import Request

    from groundfloor.table import Table
    from groundfloor.table.messages import ChatKind

    from ..club.notifications.message import Transport
    from ..context import AppContext
    from ..database.rows import AccountSettings, Change, KnownPerson, Notification, TransportName
    from ..database.store import Store
    from ..http.outgoing import OutgoingClient
    from ..http.rendering import RequestLocale
    from ..http.route import Route
    from ..http.settings import Settings
    from .viewer import Viewer


class RatingChange(ApiStruct, frozen=True):
    """The rating of a seat after the game, by how much it has changed, and after how many games of its pool; `weight` says how much the game counts for it."""

    seat: Seat
    pool: str
    rating: int
    margin: int
    change: int
    weight: Annotated[float, Meta(ge=0, le=1)]
    games: int


class StartFacts(TypedDict):
    """What the start page shows of other people: who invites, what somebody follows, and what waits for them."""

    followed: Sequence[Mapping[str, object]]
    invitations: Sequence[object]
    friend_requests: int
    open_reports: int
    open_tables: int


class TableFacts(TypedDict):
    """What the page of a table's links shows of the people there, by seat, and of where its notices are sent."""

    befriendable: Collection[int]
    blockable: Collection[int]
    blocked: Collection[int]
    address_rows: Sequence[Mapping[str, object]]
    can_report: bool


class FollowFacts(TypedDict):
    """Whether somebody can follow a table as a spectator, and whether they do."""

    can_follow: bool
    is_followed: bool


class Sender(Protocol):
    """Sends notices to people who are away. Both methods are for any thread."""

    def wake(self) -> None: ...

    def close(self) -> None: ...


class NoSender:
    """Where nobody is told anything."""

    def wake(self) -> None: ...

    def close(self) -> None: ...


class Club:
    """The answers of a server of links: it has no lobby and no accounts, sends no notices, and rates and bans nobody.

    ``WholeClub`` has those of a club. ``has_pages``: pages may lead to those of the club; ``has_messages``: there are chats and private notes. Everything but ``report`` and ``offered_rematch`` is for threads that may wait for the disk.
    """

    has_pages = has_messages = False
    routes: tuple[Route, ...] = ()

    def middlewares(self, routes: Iterable[Route]) -> list[Middleware]:
        """Returns the middleware that finds out who is logged in, and what they may do at all ``routes``."""
        return []

    def transports(
        self, store: Store, settings: Settings, client: OutgoingClient | None, clock: Callable[[], str]
    ) -> tuple[dict[TransportName, Transport], str]:
        """Returns the transports by which a server sends notices, and the public key that browsers need for web push."""
        return {}, ""

    def sender(self, context: AppContext) -> Sender:
        """Returns what sends notices by the context's transports."""
        return NoSender()

    def ban_sentence(self, request: Request, locale: RequestLocale) -> str:
        """Returns why the person who asks is banned, and until when; "" if they are not."""
        return ""

    def chat_kind(self, table: Table, *, is_seat: bool) -> ChatKind:
        """Returns what the board of a seat or a spectator offers to write; "" where there are no messages."""
        return chat_kind(table, is_seat=is_seat) if self.has_messages else ""

    # What is stored with a change of a game, in its transaction

    def tell(self, connection: Connection, game: int, notices: Iterable[Notification], at: str, without: str = "") -> None:
        """Writes notices for those who hold the seats of a game, but not for the holder ``without``."""

    def note_change(self, connection: Connection, game: int, change: Change) -> None:
        """Writes what people are told about an operation, and what it does to their ratings."""

    def forget_games(self, connection: Connection, games: Collection[int]) -> None:
        """Takes games that are to be deleted out of the ratings."""

    # Who people are

    def is_bot(self, store: Store, account: str) -> bool:
        """Returns whether an account is that of a program."""
        return False

    def known_people(self, store: Store, owner_ids: Collection[str]) -> Mapping[str, KnownPerson]:
        """Returns those owners of seats who have accounts; all others are guests."""
        return {}

    def rating_figure(self, store: Store, account: str, ruleset: str, people: int) -> int:
        """Returns the rating of an account for games of so many people with a ruleset; that of a newcomer if it has none yet."""
        return 0

    def owners_of_device(self, store: Store, device: str) -> Collection[str]:
        """Returns the accounts to which a browser is known, as owners of seats."""
        return ()

    def settings_of_owners(self, store: Store, owners: Collection[str]) -> Mapping[str, AccountSettings]:
        """Returns the settings of those owners of seats who have chosen something."""
        return {}

    def is_logged_in(self, store: Store, session: str) -> bool:
        """Returns whether a session goes on, by the hash of its token."""
        return True

    # What pages show

    def site_settings(self, store: Store) -> SiteSettings:
        """Returns what administrators have chosen for the server."""
        return SiteSettings()

    def start_facts(self, request: Request, locale: RequestLocale) -> StartFacts:
        return {"followed": (), "invitations": (), "friend_requests": 0, "open_reports": 0, "open_tables": 0}

    def unread(self, store: Store, owner_id: str) -> tuple[int, int]:
        """Returns how many notices somebody has not read, and how many reports wait for them."""
        return 0, 0

    def follow_facts(self, request: Request, viewer: Viewer) -> FollowFacts:
        return {"can_follow": False, "is_followed": False}

    def open_tables_among(self, store: Store, ids: Collection[str]) -> Collection[str]:
        """Returns which of these are ids of open tables."""
        return ()

    def table_facts(self, request: Request, viewer: Viewer, locale: RequestLocale) -> TableFacts:
        return {"befriendable": (), "blockable": (), "blocked": (), "address_rows": (), "can_report": False}

    def seat_changes(self, context: AppContext, game_id: str) -> Mapping[int, object]:
        """Returns what a finished game has changed, by seats."""
        return {}

    def rating_changes(self, context: AppContext, game_id: str) -> Sequence[RatingChange]:
        """Returns the same as the API tells it."""
        return ()

    def rematch_link(self, context: AppContext, viewer: Viewer, owner_id: str) -> str:
        """Returns where the rematch of a game of the lobby is offered to somebody; "" if nobody has opened it."""
        return ""

    def tell_of_rematch(self, context: AppContext, viewer: Viewer, owner_id: str) -> None:
        """Tells the other people of a game of a table of links that the person who asks has opened its rematch."""

    async def offered_rematch(self, request: Request, viewer: Viewer) -> str:
        """Offers the rematch of a game of the lobby, unless that was done; returns where the person who asks goes on."""
        return f"{viewer.base}/after"

    async def report(self, request: Request, seat: int | None, text: str) -> None:
        """Reports the person at a seat of the table of the address, or the whole table (None). NotYourSeat, NotAppropriate or TooManyAttempts."""
        raise NotAppropriate("This server has no administrator who could read it. Please tell its operator.")

    # Housekeeping

    def record_last_seen(self, store: Store, seen: Collection[tuple[str, str]]) -> None:
        """Stores who has looked at which open table: pairs of its id and the owner id of one of its players."""

    def clean_up(self, store: Store, now: str) -> None:
        """Deletes what nobody needs any more."""
