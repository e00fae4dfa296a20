"""Open tables in words: as the lists of the lobby and the page of each show them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal

from babel.dates import format_timedelta

from groundfloor.editions import ruleset
from groundfloor.presentation import names
from groundfloor.presentation.bidi import isolated
from groundfloor.presentation.house_values import value_sentences
from groundfloor.presentation.options import value_name
from groundfloor.table.hours import Availability
from groundfloor.table.value import find_pace

from ...game.new_tables.paces import PaceWords, pace_words
from ...game.person_marks import person_marks
from ...game.playing_times import PlayingTimesText, playing_times
from ...game.storage import availability
from . import invitation_storage
from . import storage as lobby_storage
from .open_tables import (
    player_of,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from gettext import NullTranslations

    from ...context import AppContext
    from ...http.json_types import PersonMark
    from ...http.rendering import RequestLocale
    from .rows import OpenTablePlayer, OpenTableRow


Place = Literal["here", "away", ""]
"""A page of the table is open now; none is; that is not known."""


MAX_LISTED = 60


def admission_words(table: OpenTableRow, translations: NullTranslations) -> list[str]:
    """Returns in words whom an open table admits, except for what follows from its being rated."""
    conditions = []
    if table.accounts_only and not table.is_rated:
        conditions.append(translations.gettext("only with an account"))
    if table.no_bots and not table.is_rated:
        conditions.append(translations.gettext("no bots"))
    if table.least_rating and table.most_rating:
        conditions.append(
            translations.gettext("ratings from %(least)s to %(most)s") % {"least": table.least_rating, "most": table.most_rating}
        )
    elif table.least_rating:
        conditions.append(translations.gettext("ratings from %(least)s") % {"least": table.least_rating})
    elif table.most_rating:
        conditions.append(translations.gettext("ratings up to %(most)s") % {"most": table.most_rating})
    return conditions


def place_of(context: AppContext, table: OpenTableRow, player: OpenTablePlayer) -> Place:
    here = context.presence.seats(table.game_id)
    return "" if here is None else "here" if player.number in here else "away"


def seat_path(context: AppContext, table: OpenTableRow, owner_id: str) -> str:
    """Returns where somebody goes when their table has begun: to their seat; "" if they have none, or the game has not begun."""
    token = lobby_storage.seat_token(context.store, table.game, owner_id) if table.game and owner_id else None
    return "" if token is None else f"/s/{token}"


def table_name(table: OpenTableRow, translations: NullTranslations) -> str:
    """Returns the name of an open table; one without a name is named after its host."""
    host = player_of(table, table.host)
    return table.name or translations.gettext("Table of %(name)s") % {"name": isolated(host.name) if host is not None else "–"}


def chosen_options(table: OpenTableRow, translations: NullTranslations) -> list[str]:
    """Returns what is unusual at a table, in words: its options."""
    return [f"{names.full('option', name, translations)}: {value_name(name, value, translations)}" for name, value in table.options.items()]


def house_sentences(table: OpenTableRow, translations: NullTranslations) -> list[str]:
    rules = ruleset(table.ruleset)
    return value_sentences(rules, table.house, translations) if table.house else []


def opened_ago(context: AppContext, table: OpenTableRow, locale: RequestLocale) -> str:
    """Returns how long ago a table was opened, such as "5 minutes ago"."""
    since = datetime.fromisoformat(table.created) - datetime.fromisoformat(context.table_service.now())
    if since > timedelta(minutes=-1):
        return locale.translations.gettext("just now")
    return format_timedelta(since, add_direction=True, locale=locale.language)


@dataclass(frozen=True)
class ListedTable:
    """An open table with what its line in the lobby says of it; ``marks`` are those of the players, by their owner ids, ``pace`` is that of its clocks, ``with_page`` the names of players who have a page."""

    table: OpenTableRow
    name: str
    ruleset: str
    pace: PaceWords | None
    free: int
    age: str
    options: list[str]
    admission: list[str]
    marks: Mapping[str, PersonMark]
    is_joined: bool
    is_host_away: bool
    with_page: frozenset[str]
    invited_by: str = ""


def player_marks(context: AppContext, tables: Iterable[OpenTableRow]) -> dict[tuple[str, str], PersonMark]:
    """Returns the marks of the players of open tables, by their owner ids and names."""
    return person_marks(context, [(player.owner_id, player.name) for table in tables for player in table.players])


def playing_times_at(context: AppContext, table: OpenTableRow, locale: RequestLocale) -> dict[str, PlayingTimesText]:
    """Returns in words when the players of an open table play, by their owner ids, if it has clocks that run over days."""
    return {owner_id: playing_times(said, context.table_service.now(), locale) for owner_id, said in availabilities(context, table).items()}


def availabilities(context: AppContext, table: OpenTableRow) -> dict[str, Availability]:
    """Returns when the players of an open table play, by their owner ids, if it has clocks that run over days."""
    if find_pace(table.pace) is None or table.is_live:
        return {}
    owner_ids = [player.owner_id for player in table.players if not player.is_bot]
    stored = availability.of_owners(context.store, owner_ids)
    return {owner_id: stored.get(owner_id, Availability()) for owner_id in owner_ids}


def listed_invitations(context: AppContext, owner_id: str, locale: RequestLocale) -> list[ListedTable]:
    found = invitation_storage.of_owner(context.store, owner_id) if owner_id else []
    marks = player_marks(context, [each.table for each in found])
    return [listed_table(context, each.table, owner_id, locale, marks, each.name) for each in found]


def listed_table(
    context: AppContext,
    table: OpenTableRow,
    owner_id: str,
    locale: RequestLocale,
    marks: Mapping[tuple[str, str], PersonMark],
    invited_by: str = "",
    pages: Collection[tuple[str, str]] = (),
) -> ListedTable:
    """Returns an open table as the list shows it to somebody; ``marks`` are those of its players (``player_marks``), ``pages`` those of them who have a page (``people_with_page``)."""
    host = player_of(table, table.host)
    return ListedTable(
        table=table,
        name=table_name(table, locale.translations),
        ruleset=names.full("ruleset", table.ruleset, locale.translations),
        pace=pace_words(pace, locale) if (pace := find_pace(table.pace)) is not None else None,
        free=table.people - len(table.players),
        age=opened_ago(context, table, locale),
        options=chosen_options(table, locale.translations),
        admission=admission_words(table, locale.translations),
        marks={player.owner_id: marks[player.owner_id, player.name] for player in table.players},
        is_joined=player_of(table, owner_id) is not None,
        invited_by=invited_by,
        with_page=frozenset(player.name for player in table.players if (player.owner_id, player.name) in pages),
        is_host_away=table.is_live and host is not None and place_of(context, table, host) == "away",
    )
