"""Open tables as the API tells of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import UNSET, Meta, UnsetType

from ...game.new_tables.paces import PaceId
from ...game.playing_times import PlayingTimes, playing_times_of
from ...http.json_types import ApiStruct, Data, PersonMark, Time
from . import message_storage as lobby_message_storage
from .listed_tables import availabilities, place_of, player_marks, seat_path, table_name
from .open_tables import (
    least_people,
    player_of,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from gettext import NullTranslations

    from ...context import AppContext
    from .rows import OpenTableRow


class OtherSeat(ApiStruct, frozen=True):
    name: str
    automa: str


class PlayerAtTable(ApiStruct, frozen=True):
    """A player of an open table; one with clocks that run over days also says when they play."""

    number: int
    name: str
    colour: str
    is_host: bool
    is_here: bool | None
    is_bot: bool
    mark: PersonMark
    hours: PlayingTimes | UnsetType = UNSET


SeatOrder = Annotated[
    str, Meta(description="The numbers of players in the order of their seats, such as `2 0 1`, `random`, or empty: as they have come.")
]


class OpenTable(ApiStruct, frozen=True, kw_only=True):
    """A table at which people come together before its game begins."""

    table: str
    link: str
    name: str
    ruleset: str
    options: Data
    house: Data
    people: int
    others: list[OtherSeat]
    pace: PaceId
    takeover: Annotated[str | None, Meta(description="The bot that takes a seat whose time is over.")]
    private: bool
    rated: bool
    accounts_only: Annotated[bool, Meta(description="Whether guests can't join.")]
    no_bots: Annotated[bool, Meta(description="Whether bots with accounts can't join.")]
    least_rating: Annotated[int | None, Meta(description="The lowest rating for such a game with which people join; null: any.")]
    most_rating: int | None
    listed: Annotated[bool, Meta(description="Whether its game will be among the finished games.")]
    seat_order: SeatOrder
    created: Time
    players: list[PlayerAtTable]
    you: int | None
    least: int
    can_begin: bool
    has_begun: bool
    last_message: Annotated[int, Meta(description="The number of the newest message of its chat, for those who sit there; 0: none.")]
    game: str | UnsetType = UNSET
    seat: Annotated[str, Meta(description="The path of your seat's page.")] | UnsetType = UNSET


def last_message(context: AppContext, table: OpenTableRow) -> int:
    """Returns the number of the newest message at a table, 0 for none."""
    newest = lobby_message_storage.listed(context.store, table.game_id, 1)
    return newest[0].id if newest else 0


def described_table(context: AppContext, table: OpenTableRow, owner_id: str, translations: NullTranslations) -> OpenTable:
    """Returns an open table as the API tells it to somebody."""
    return described_tables(context, [table], owner_id, translations)[0]


def described_tables(
    context: AppContext, tables: Collection[OpenTableRow], owner_id: str, translations: NullTranslations
) -> list[OpenTable]:
    marks = player_marks(context, tables)
    return [_described(context, table, owner_id, translations, marks) for table in tables]


def _described(
    context: AppContext, table: OpenTableRow, owner_id: str, translations: NullTranslations, marks: Mapping[tuple[str, str], PersonMark]
) -> OpenTable:
    you, seat = player_of(table, owner_id), seat_path(context, table, owner_id)
    is_host = owner_id == table.host
    is_here_by_presence = {"here": True, "away": False, "": None}
    hours, now = availabilities(context, table), context.table_service.now()
    return OpenTable(
        table=table.game_id,
        link=f"/lobby/{table.game_id}",
        name=table_name(table, translations),
        ruleset=table.ruleset,
        options=table.options,
        house=table.house,
        people=table.people,
        others=[OtherSeat(name=name, automa=automa) for name, automa in table.others],
        pace=table.pace,
        takeover=table.takeover or None,
        private=table.is_private,
        rated=table.is_rated,
        accounts_only=table.accounts_only,
        no_bots=table.no_bots,
        least_rating=table.least_rating or None,
        most_rating=table.most_rating or None,
        listed=table.is_listed,
        seat_order=table.seat_order,
        created=table.created,
        players=[
            PlayerAtTable(
                number=player.number,
                name=player.name,
                colour=player.colour,
                is_host=player.owner_id == table.host,
                is_here=is_here_by_presence[place_of(context, table, player)],
                is_bot=player.is_bot,
                mark=marks[player.owner_id, player.name],
                hours=playing_times_of(hours[player.owner_id], now) if player.owner_id in hours else UNSET,
            )
            for player in table.players
        ],
        you=you.number if you is not None else None,
        least=least_people(table),
        can_begin=is_host and not table.game and len(table.players) >= least_people(table),
        has_begun=bool(table.game),
        last_message=last_message(context, table) if you is not None else 0,
        game=table.game if table.game and (seat or not table.is_private) else UNSET,
        seat=seat or UNSET,
    )
