"""Tables that a spectator follows: the forms that begin and end it, and the same over the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypedDict

from msgspec import Meta

from groundfloor.numbers import seat_number_or_none
from groundfloor.table.value import GameStatus

from ...game.person_marks import listed_marks
from ...game.quotas import write_if_room
from ...game.start import routes as start
from ...http.errors import BadBody, TooManyTables
from ...http.handlers import form_of, json_change, json_view, store_of
from ...http.json_fields import Seat
from ...http.json_types import ApiStruct, PersonMark, Time
from ...http.limits import FixedLimit
from ...http.pages import own_path
from ...http.repeated_requests import promise
from ...http.request_context import get_context
from ...http.route import PER_CHANGE, STORED, Route
from ...http.security import owner_of
from . import followed_storage
from .followed_storage import MAX_FOLLOWED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from groundfloor.table.value import PersonMark as Mark

    from ...database.rows import KnownGame
    from ...http.request_body import FormFields, JsonFields


class FollowedTable(ApiStruct, frozen=True):
    game: str
    name: str
    link: str
    status: GameStatus
    round: int
    phase: int
    asked: Annotated[Seat | None, Meta(description="The seat on turn; null if none is.")]
    seats: Annotated[list[str], Meta(description="The names of the seats.")]
    marks: Annotated[list[PersonMark], Meta(description="Their marks; all are empty at a table of links.")]
    changed: Time


class FollowedTables(ApiStruct, frozen=True):
    """The tables that the asker follows as a spectator, the last changed first."""

    followed: list[FollowedTable]


class Following(ApiStruct, frozen=True):
    game: str
    follow: bool


class Follow(TypedDict):
    follow: bool


@form_of(start.show, shown=TooManyTables, needs_cookie=True)
async def change(request: Request, form: FormFields) -> str:
    """``POST /g/{game_id}/follow``: follows the table, or with ``do=unfollow`` stops following it; leads to ``then``, else to the table."""
    then = own_path(form.text("then") or f"/g/{request.path_params['game_id']}")
    promise(then)
    await set_followed(request, form.get("do") != "unfollow")
    return then


async def set_followed(request: Request, is_followed: bool) -> None:
    """Follows or unfollows the table in the address for the person who asks; UnknownGame if there is none, TooManyTables if they follow too many."""
    context, owner_id, game_id = get_context(request), owner_of(request), request.path_params["game_id"]
    await context.work.read(context.table_service.cached_table, game_id)
    if not is_followed:
        await context.work.write(followed_storage.unfollow, context.store, owner_id, game_id)
    elif not await write_if_room(context, request, followed_storage.follow, owner_id, game_id):
        raise TooManyTables(
            "You follow %(most)s tables, the most that are possible. Unfollow one before you follow another.", most=str(MAX_FOLLOWED)
        )


@json_view
def as_json(request: Request) -> FollowedTables:
    """Returns the tables that the person who asks follows, the last changed first."""
    followed = followed_storage.of_browser(store_of(request), owner_of(request))
    marks = listed_marks(get_context(request), followed)
    return FollowedTables(followed=[followed_table(each, marks) for each in followed])


def followed_table(known: KnownGame, marks: Mapping[str, Mapping[int, Mark]]) -> FollowedTable:
    """Returns a table that somebody looks at; ``marks`` are those of the people at its seats, by game."""
    game, summary = known.game, known.game.summary
    return FollowedTable(
        game=game.game_id,
        name=game.name,
        link=f"/g/{game.game_id}",
        status=summary.status,
        round=summary.round,
        phase=summary.phase,
        asked=seat_number_or_none(summary.asked),
        seats=[seat.name for seat in game.seats],
        marks=[marks.get(game.game_id, {}).get(seat.seat, "") for seat in game.seats],
        changed=game.changed,
    )


@json_change()
async def change_json(request: Request, body: JsonFields) -> Following:
    """Follows the table of the address, or no more."""
    wanted = body.get("follow")
    if not isinstance(wanted, bool):
        raise BadBody("follow is true or false.")
    now = Following(game=request.path_params["game_id"], follow=wanted)
    promise(now)
    await set_followed(request, wanted)
    return now


LIMITS = (*PER_CHANGE, *STORED, FixedLimit(MAX_FOLLOWED, "tables that a browser follows"))
ROUTES = (
    Route("POST /g/{game_id}/follow", change, "Follows a table, or no more.", limits=LIMITS),
    Route("GET /api/followed", as_json, "The tables that the asker follows.", rights="browser"),
    Route("POST /api/games/{game_id}/follow", change_json, "Follows a table, or no more.", rights="browser", body=Follow, limits=LIMITS),
)
