"""What the game asks of the club, which knows of people what the game does not: of accounts, the lobby, notices, ratings and moderation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Protocol

from msgspec import Meta

from ..http.errors import NotAppropriate
from ..http.json_fields import Seat
from ..http.json_types import Answer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from starlette.middleware import Middleware
    from starlette.requests import Request

    from ..club.notifications.message import Transport
    from ..context import AppContext
    from ..database.rows import TransportName
    from ..http.outgoing import OutgoingClient
    from ..http.rendering import RequestLocale
    from ..http.route import Route
    from ..http.settings import Settings
    from ..store import Store
    from .viewer import Viewer


class RatingChange(Answer, frozen=True):
    """The rating of a seat after the game, by how much it has changed, and after how many games of its pool; `weight` says how much the game counts for it."""

    seat: Seat
    pool: str
    rating: int
    margin: int
    change: int
    weight: Annotated[float, Meta(ge=0, le=1)]
    games: int


class Sender(Protocol):
    """Sends notices to people who are away. Both methods are for any thread."""

    def wake(self) -> None: ...

    def close(self) -> None: ...


class NoSender:
    """Where nobody is told anything."""

    def wake(self) -> None: ...

    def close(self) -> None: ...


class Club:
    """The answers of a server of links: it has no lobby and no accounts, tells nobody who is away, and rates and bans nobody.

    ``WholeClub`` has those of a club. ``has_pages``: pages may lead to those of the club. Everything but ``report`` and ``offered_rematch`` is for threads.
    """

    has_pages = False
    routes: tuple[Route, ...] = ()

    def middlewares(self, routes: Iterable[Route]) -> list[Middleware]:
        """Returns what finds out for a request who is logged in, and what they may do at all ``routes``."""
        return []

    def transports(
        self, store: Store, settings: Settings, client: OutgoingClient | None, clock: Callable[[], str]
    ) -> tuple[dict[TransportName, Transport], str]:
        """Returns the ways by which a server sends notices, and the public key that browsers need for web push."""
        return {}, ""

    def sender(self, context: AppContext) -> Sender:
        """Returns what sends notices by the context's transports."""
        return NoSender()

    def ban_sentence(self, request: Request, locale: RequestLocale) -> str:
        """Returns why whoever asks is banned, and until when; "" if they are not."""
        return ""

    def invitations(self, context: AppContext, key: str, locale: RequestLocale) -> Sequence[object]:
        """Returns the open tables to which somebody is invited, as the start page shows them."""
        return ()

    def table_facts(self, request: Request, viewer: Viewer, locale: RequestLocale) -> dict[str, object]:
        """Returns what the page of a table's links shows of the people there, and of where its notices are sent."""
        return {
            "befriendable": (),
            "blockable": (),
            "blocked": (),
            "can_follow": False,
            "is_followed": False,
            "target_rows": (),
            "can_report": False,
        }

    def seat_changes(self, context: AppContext, game_id: str) -> Mapping[int, object]:
        """Returns what a finished game has changed, by seats."""
        return {}

    def rating_changes(self, context: AppContext, game_id: str) -> Sequence[RatingChange]:
        """Returns the same as the API tells it."""
        return ()

    def rematch_link(self, context: AppContext, viewer: Viewer, key: str) -> str:
        """Returns where the rematch of a game of the lobby is offered to somebody; "" if nobody has opened it."""
        return ""

    async def offered_rematch(self, request: Request, viewer: Viewer) -> str:
        """Offers the rematch of a game of the lobby, unless that was done; returns where whoever asks goes on."""
        return f"{viewer.base}/after"

    async def report(self, request: Request, seat: int | None, text: str) -> None:
        """Reports the person at a seat of the table of the address, or the whole table (None). NotYourSeat, NotAppropriate or TooManyAttempts."""
        raise NotAppropriate("This server has no administrator who could read it. Please tell its operator.")
