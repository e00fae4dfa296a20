"""Games and open tables, private ones too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, TypedDict, get_args

from groundfloor.editions import NAMES
from groundfloor.table.value import GameStatus

from ...game.storage import games as stored_games
from ...http.errors import NotAppropriate
from ...http.json_types import ApiStruct, Time
from ...http.request_context import get_context
from ..lobby import storage as lobby_storage
from . import storage as administration_storage
from .rows import ListedGame
from .sections import PAGE, Done, Fields, page_number, unknown

if TYPE_CHECKING:
    from starlette.requests import Request

    from ...context import AppContext


class ListedGames(ApiStruct, frozen=True):
    games: list[ListedGame]
    q: str
    status: str
    ruleset: str
    page: int
    has_more: bool


class ListedOpenTable(ApiStruct, frozen=True):
    """An open table as administrators find it."""

    table: str
    name: str
    ruleset: str
    people: int
    created: Time
    is_private: bool
    is_rated: bool
    players: list[str]


class ListedOpenTables(ApiStruct, frozen=True):
    tables: list[ListedOpenTable]
    q: str
    page: int
    has_more: bool


class RemoveGame(TypedDict):
    do: Literal["remove-game"]
    game: str


class RemoveOpenTable(TypedDict):
    do: Literal["remove-table"]
    table: str


def games(context: AppContext, query: Mapping[str, str]) -> ListedGames:
    """Returns a page of games: those with ``q`` in the name of the table or of a seat, with a ``status`` and a ``ruleset``."""
    number, part = page_number(query), query.get("q", "").strip()[:60]
    status, ruleset = (
        value if (value := query.get(name, "")) in known else "" for name, known in (("status", get_args(GameStatus)), ("ruleset", NAMES))
    )
    listed = administration_storage.list_games(context.store, part, status, ruleset, (number - 1) * PAGE, PAGE + 1)
    return ListedGames(
        games=listed[:PAGE],
        q=part,
        status=status,
        ruleset=ruleset,
        page=number,
        has_more=len(listed) > PAGE,
    )


def tables(context: AppContext, query: Mapping[str, str]) -> ListedOpenTables:
    """Returns a page of open tables, private ones too: those with ``q`` in the name of the table or of a player."""
    number, part = page_number(query), query.get("q", "").strip()[:60]
    listed = administration_storage.list_open_tables(context.store, part, (number - 1) * PAGE, PAGE + 1)
    return ListedOpenTables(
        tables=[
            ListedOpenTable(
                table=table.game_id,
                name=table.name,
                ruleset=table.ruleset,
                people=table.people,
                created=table.created,
                is_private=table.is_private,
                is_rated=table.is_rated,
                players=[player.name for player in table.players],
            )
            for table in listed[:PAGE]
        ],
        q=part,
        page=number,
        has_more=len(listed) > PAGE,
    )


async def change_games(request: Request, fields: Fields) -> Done:
    """Removes a game."""
    context, id = get_context(request), fields.get("game", "")[:60]
    if fields.get("do") != "remove-game":
        raise unknown(("remove-game",))
    game = await context.work.read(stored_games.find, context.store, id)
    if game is None:
        raise NotAppropriate("There is no such game any more.")
    await context.work.write(context.table_service.delete, id)
    return Done(game.name)


async def change_tables(request: Request, fields: Fields) -> Done:
    """Closes an open table."""
    context, id = get_context(request), fields.get("table", "")[:60]
    if fields.get("do") != "remove-table":
        raise unknown(("remove-table",))
    table = await context.work.read(lobby_storage.find, context.store, id)
    if table is None or table.game:
        raise NotAppropriate("There is no such table any more.")
    await context.work.write(lobby_storage.change, context.store, id, lambda table: None)
    return Done(table.name or ", ".join(player.name for player in table.players))
