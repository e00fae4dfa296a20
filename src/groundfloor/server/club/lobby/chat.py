"""The chat of the lobby, which everybody can read and people with accounts can write in, and that of an open table, for those who sit there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from groundfloor.presentation.bidi import isolated
from groundfloor.table.messages import lobby_text
from groundfloor.table.rights import DELETE_MESSAGE, WRITE_IN_LOBBY, WRITE_WAITING, Situation
from groundfloor.table.value import ACCOUNT_PREFIX

from ...game.situations import person_of
from ...http.errors import NotAppropriate
from ...http.pages import get_locale
from ...http.request_checks import client_hash
from ...http.security import account_of, owner_of
from ..chat.errors import UnknownMessage
from ..chat.messages import check_rates, is_deletable
from ..chat.rows import LobbyMessage
from ..contacts import block_storage
from ..moderation.reports import ALL
from ..moderation.reports import add as add_report
from ..moderation.rows import ReportRow
from . import message_storage as lobby_message_storage
from .actions import open_table_for
from .listed_tables import table_name
from .open_tables import player_of

if TYPE_CHECKING:
    from starlette.requests import Request

    from ...context import AppContext
    from .rows import OpenTableRow

KEPT_DAYS = 7
"""For how long messages of the lobby are kept at most; those of a table go with it."""
MOST_SHOWN = 50


@dataclass(frozen=True)
class ShownLobbyMessage:
    """A message as a reader sees it, and what the reader can do about it."""

    row: LobbyMessage
    is_own: bool
    can_delete: bool


@dataclass(frozen=True)
class LobbyChat:
    """What a reader sees of the chat of the lobby, or of an open ``table``. ``writes``: they may write there."""

    table: str
    messages: list[ShownLobbyMessage]
    writes: bool

    @property
    def path(self) -> str:
        return f"/lobby/{self.table}/chat" if self.table else "/lobby/chat"


def lobby_situation(context: AppContext, request: Request, table: OpenTableRow | None) -> Situation:
    """Returns the situation of the person who asks, in the lobby or at an open table."""
    is_player = table is not None and player_of(table, owner_of(request)) is not None
    return Situation(person_of(context, request), is_player=is_player, stage="waiting")


def lobby_chat(context: AppContext, request: Request, table: OpenTableRow | None) -> LobbyChat:
    """Returns the chat of the lobby (None) or of a table as the person who asks may see it: that of a table is empty for everybody who does not sit there."""
    situation, own = lobby_situation(context, request, table), owner_of(request)
    writes = (WRITE_IN_LOBBY if table is None else WRITE_WAITING).allows(situation)
    id = None if table is None else table.game_id
    rows = lobby_message_storage.listed(context.store, id, MOST_SHOWN) if table is None or situation.is_player else []
    blocked = block_storage.blocked_by(context.store, own) if own else frozenset()
    rows = [row for row in rows if row.owner_id not in blocked]
    now = context.table_service.now()
    shown = []
    for row in rows:
        about = about_message(row, own, now)
        shown.append(ShownLobbyMessage(row, about.is_own, DELETE_MESSAGE.allows(about)))
    return LobbyChat(id or "", shown, writes)


def is_own(row: LobbyMessage, owner_id: str) -> bool:
    return bool(row.owner_id) and row.owner_id == owner_id


def about_message(row: LobbyMessage, owner_id: str, now: str) -> Situation:
    """Returns the situation of somebody about a message."""
    return Situation(is_own=is_own(row, owner_id), is_fresh=is_deletable(row, now))


def table_of(context: AppContext, request: Request) -> OpenTableRow | None:
    """Returns the table of the address, None for the lobby; UnknownOpenTable."""
    id = request.path_params.get("table")
    return None if id is None else open_table_for(context, id, owner_of(request))


def write(context: AppContext, request: Request, text: str) -> None:
    """Stores a message by the person who asks. For the thread that writes. CannotWrite, NotAPlayer, BadMessage, TooManyAttempts, DataFull, UnknownOpenTable."""
    table, own = table_of(context, request), owner_of(request)
    (WRITE_IN_LOBBY if table is None else WRITE_WAITING).check(lobby_situation(context, request, table))
    player, account = player_of(table, own) if table is not None else None, account_of(request)
    name = player.name if player is not None else account.name if account is not None else ""
    given = lobby_text(text)
    check_rates(context, request)
    now = context.table_service.now()
    since = (datetime.fromisoformat(now) - timedelta(days=KEPT_DAYS)).isoformat(timespec="seconds")
    id = None if table is None else table.game_id
    lobby_message_storage.add(context.store, LobbyMessage(0, id, own, name, given, now, "", client_hash(context.secret, request)), since)


def message_of(context: AppContext, request: Request, number: int) -> LobbyMessage:
    """Returns the message with this number in the chat in the address; UnknownMessage if the person who asks does not see it."""
    chat = lobby_chat(context, request, table_of(context, request))
    row = next((message.row for message in chat.messages if message.row.id == number and not message.row.removed), None)
    if row is None:
        raise UnknownMessage("There is no such message.")
    return row


def delete(context: AppContext, request: Request, number: int) -> None:
    """Deletes the author's own message while it is new. For the thread that writes."""
    row = message_of(context, request, number)
    DELETE_MESSAGE.check(about_message(row, owner_of(request), context.table_service.now()))
    lobby_message_storage.remove(context.store, row.id, "author")


def report(context: AppContext, request: Request, number: int, text: str) -> None:
    """Reports a message of somebody else to the administrators. For the thread that writes."""
    row, table = message_of(context, request, number), table_of(context, request)
    if is_own(row, owner_of(request)):
        raise NotAppropriate("Only messages of others can be reported, and only as long as they are there.")
    translations = get_locale(request).translations
    place = translations.gettext("Lobby") if table is None else isolated(table_name(table, translations))
    accused = row.owner_id.removeprefix(ACCOUNT_PREFIX) if row.owner_id.startswith(ACCOUNT_PREFIX) else None
    subject = f"{place}: {isolated(row.name)}"
    about = ReportRow("", owner_of(request), "", "", row.open_table or "", ALL, subject, accused, text or "–", "")
    add_report(request, about, lobby_message=row.id, quote=row.text, accused_client=row.client)
