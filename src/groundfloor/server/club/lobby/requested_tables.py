"""A new open table as requests describe it: by the form, by the body of the API, and like the table of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, NotRequired, TypedDict

from msgspec import Meta

from groundfloor.editions import NAMES
from groundfloor.engine.fields import MOST_SEATS
from groundfloor.table import SeatRequest

from ...game.new_tables.bot_choices import bot_names
from ...game.new_tables.form import parse_options, read_house_values, read_options
from ...game.new_tables.paces import PaceId, chosen_pace
from ...game.new_tables.same_table import find_played_table, people_of, table_fields
from ...game.storage import browsers
from ...http.errors import BadBody
from ...http.json_types import Data, Name
from ..contacts import block_storage
from .open_tables import (
    LEAST_PEOPLE,
    OpenTableRequest,
)

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.table import Table

    from ...context import AppContext
    from ...http.request_body import FormFields, JsonFields


MAX_OTHERS = MOST_SEATS - LEAST_PEOPLE
"""How many Automas and bots an open table can have."""


def bot_requests(ids: list[str], translations: NullTranslations) -> tuple[SeatRequest, ...]:
    """Returns the seats of Automas and bots by their ids; bots have names in the language of the person who opens the table."""
    return tuple(SeatRequest(name, id) for id, name in zip(ids, bot_names(ids, translations), strict=True))


@dataclass(frozen=True)
class ClonedTable:
    """A game whose table is opened once more: what stands in the form, and the names of those who are invited."""

    name: str
    fields: dict[str, str]
    invited: tuple[str, ...]


def cloned_table(context: AppContext, game_id: str, owner_id: str) -> ClonedTable | None:
    """Returns how somebody with this key opens a table like that of a game ("": none); None if there is no such game."""
    table = find_played_table(context, game_id)
    if table is None:
        return None
    held = browsers.owners_of(context.store, game_id)
    own = held.pop(owner_id, set())
    blocked = block_storage.blocked_by(context.store, owner_id)
    known = {seat for owner_id, seats in held.items() if owner_id not in blocked for seat in seats} - own if own else set()
    people = people_of(table)
    you = next((seat_value for seat_value in people if seat_value.seat in own), None)
    count = max(len(people), LEAST_PEOPLE)
    others = [seat_value.automa for seat_value in table.value.seats if seat_value not in people][
        : table.game.ruleset.player_range[1] - count
    ]
    fields = {
        "from": game_id,
        **({"player": you.name, "colour": you.colour} if you is not None else {}),
        "people": str(count),
        **table_fields(table),
        **admission_fields(table),
        **({} if table.value.is_listed else {"listed": "off"}),
        **({"rated": "on"} if table.value.rating else {}),
        **{f"kind-{number}": kind for number, kind in enumerate(others)},
    }
    return ClonedTable(table.value.name, fields, tuple(seat_value.name for seat_value in people if seat_value.seat in known))


def admission_fields(table: Table) -> dict[str, str]:
    """Returns the fields of the form that say whom a table admits."""
    value = table.value
    ticked = {name: "on" for name in ("accounts_only", "no_bots") if getattr(value, name)}
    return ticked | {name: str(getattr(value, name)) for name in ("least_rating", "most_rating") if getattr(value, name)}


def read_request(texts: FormFields, translations: NullTranslations) -> OpenTableRequest:
    rules = texts.get("ruleset", NAMES[0])
    kinds = [kind for number in range(MAX_OTHERS) if (kind := texts.get(f"kind-{number}", "")[:60].strip())]
    return OpenTableRequest(
        player=texts.get("player", "")[:60],
        people=texts.number("people") or 0,
        colour=texts.get("colour", "")[:20],
        others=bot_requests(kinds, translations),
        pace=chosen_pace(texts, "live"),
        takeover="" if texts.get("rated") == "on" else texts.get("takeover", "")[:20],
        is_private=texts.get("private") == "on",
        is_rated=texts.get("rated") == "on",
        accounts_only=texts.get("accounts_only") == "on",
        no_bots=texts.get("no_bots") == "on",
        least_rating=texts.number("least_rating") or 0,
        most_rating=texts.number("most_rating") or 0,
        is_listed={"on": True, "off": False}.get(texts.get("listed", ""), texts.get("private") != "on"),
        ruleset=rules,
        options=read_options(texts, rules),
        name=texts.get("name", ""),
        house=read_house_values(texts),
    )


class NewOpenTable(TypedDict):
    player: Name
    people: Annotated[int, Meta(ge=2, le=6)]
    colour: NotRequired[str | None]
    others: NotRequired[Annotated[list[str], Meta(max_length=4)] | None]
    pace: NotRequired[PaceId]
    takeover: NotRequired[str | None]
    private: NotRequired[bool]
    rated: NotRequired[Annotated[bool, Meta(description="Only people with accounts join, and the result changes their ratings.")]]
    accounts_only: NotRequired[bool]
    no_bots: NotRequired[bool]
    least_rating: NotRequired[Annotated[int, Meta(ge=0, le=9999, description="0: any.")]]
    most_rating: NotRequired[Annotated[int, Meta(ge=0, le=9999, description="0: any.")]]
    listed: NotRequired[Annotated[bool | None, Meta(description="By default, unless it is private.")]]
    ruleset: NotRequired[str | None]
    options: NotRequired[Data | None]
    house: NotRequired[Data | None]
    name: NotRequired[str | None]
    invite_from: NotRequired[Annotated[str | None, Meta(description="The game whose people are invited; the asker holds a seat there.")]]


def requested_table(body: JsonFields, translations: NullTranslations) -> OpenTableRequest:
    others = body.get("others") or []
    if not isinstance(others, list) or not all(isinstance(name, str) and name for name in others) or len(others) > MAX_OTHERS:
        raise BadBody("others is a list of the ids of Automas and bots, at most %(most)s.", most=str(MAX_OTHERS))
    options, house = parse_options(body)
    return OpenTableRequest(
        player=body.text("player"),
        people=body.number("people"),
        colour=body.optional_text("colour"),
        others=bot_requests(others, translations),
        pace=body.optional_text("pace") or "live",
        takeover=body.optional_text("takeover"),
        is_private=body.get("private") is True,
        is_rated=body.get("rated") is True,
        accounts_only=body.get("accounts_only") is True,
        no_bots=body.get("no_bots") is True,
        least_rating=body.optional_number("least_rating") or 0,
        most_rating=body.optional_number("most_rating") or 0,
        is_listed=body["listed"] is True if body.get("listed") is not None else body.get("private") is not True,
        ruleset=body.optional_text("ruleset") or "second",
        options=options,
        name=body.optional_text("name"),
        house=house,
    )
