"""The chat of the lobby and of open tables: its forms, and the same over the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypedDict

from msgspec import Meta

from ...http.errors import BadBody
from ...http.handlers import form_of, json_change, json_view
from ...http.idempotency import was_carried_out
from ...http.json_types import ApiStruct, Time
from ...http.request_context import get_context
from ...http.route import PER_CHANGE, Route, on_server
from ..chat.messages import MAX_TEXT
from ..contacts.blocking import block, nobody_there
from .chat import LobbyChat, delete, lobby_chat, message_of, report, table_of, write
from .routes import show, show_table

if TYPE_CHECKING:
    from starlette.requests import Request

    from ...http.request_body import Fields, FormFields, JsonFields

ACTIONS = ("write", "delete", "report", "block")
LIMITS = ("chat_messages_per_minute", "chat_messages_per_hour", *PER_CHANGE)


class LobbyMessageJson(ApiStruct, frozen=True):
    """A message of the lobby, or of a table that waits."""

    number: int
    name: str
    mark: Annotated[str, Meta(description="“guest”, “bot”, “administrator”, or empty.")]
    at: Time
    text: str
    removed: Annotated[str | None, Meta(description="Who has removed it: “author” or “administrator”.")]
    is_own: bool


class LobbyMessages(ApiStruct, frozen=True):
    """The newest messages, the newest last, and whether the asker may write there."""

    messages: list[LobbyMessageJson]
    writes: bool


class WriteInLobby(TypedDict):
    """Writes a message."""

    text: Annotated[str, Meta(min_length=1, max_length=MAX_TEXT)]


class ChangeLobbyMessage(TypedDict):
    """Deletes one's own message, or blocks the author of another one."""

    do: Literal["delete", "block"]
    number: int


class ReportLobbyMessage(TypedDict):
    """Reports a message to the administrators."""

    do: Literal["report"]
    number: int
    text: Annotated[str, Meta(max_length=1000)]


async def act(request: Request, given: Fields) -> None:
    """Does one of ``ACTIONS``."""
    context, do = get_context(request), given.optional_text("do") or "write"
    if was_carried_out():
        return
    number = 0 if do == "write" else given.number("number") or 0
    match do:
        case "write":
            await context.work.write(write, context, request, given.text("text"))
        case "delete":
            await context.work.write(delete, context, request, number)
        case "report":
            await context.work.write(report, context, request, number, given.optional_text("text"))
        case "block":
            row = await context.work.read(message_of, context, request, number)
            if not row.owner_id:
                raise nobody_there()
            await block(request, [row.owner_id], row.name)
        case _:
            raise BadBody("do is one of: %(known)s.", known=", ".join(ACTIONS))


@form_of(show, needs_cookie=True)
async def change(request: Request, form: FormFields) -> str:
    """``POST /lobby/chat``."""
    await act(request, form)
    return "/lobby?reported=1#lobby-chat" if form.get("do") == "report" else "/lobby#lobby-chat"


@form_of(show_table, needs_cookie=True)
async def change_at_table(request: Request, form: FormFields) -> str:
    """``POST /lobby/{table}/chat``."""
    await act(request, form)
    path = f"/lobby/{request.path_params['table']}"
    return f"{path}?reported=1" if form.get("do") == "report" else f"{path}#lobby-chat"


def messages_json(request: Request) -> LobbyMessages:
    """The messages of the lobby, or of an open table; the latter only for those who sit there."""
    context = get_context(request)
    chat: LobbyChat = lobby_chat(context, request, table_of(context, request))
    rows = [
        LobbyMessageJson(
            message.row.id,
            message.row.name,
            message.row.mark,
            message.row.at,
            message.row.text,
            message.row.removed or None,
            message.is_own,
        )
        for message in chat.messages
    ]
    return LobbyMessages(rows, chat.writes)


as_json = json_view(messages_json)


@json_change(is_made_again=True)
async def change_json(request: Request, body: JsonFields) -> LobbyMessages:
    """Writes, deletes or reports a message, or blocks its author."""
    await act(request, body)
    return await get_context(request).work.read(messages_json, request)


ROUTES = on_server(
    Route("GET /lobby/chat", show, "The lobby with its chat.", query=("reported",)),
    Route("GET /lobby/{table}/chat", show_table, "A table that waits, with its chat.", query=("reported",)),
    Route("POST /lobby/chat", change, "Writes in the lobby, or deletes or reports a message there.", rights="account", limits=LIMITS),
    Route("POST /lobby/{table}/chat", change_at_table, "Writes at a table that waits, or deletes or reports a message there.", limits=LIMITS),
    Route("GET /api/lobby/chat", as_json, "The messages of the lobby.", rights="browser"),
    Route("POST /api/lobby/chat", change_json, "Writes in the lobby, deletes or reports a message, or blocks its author.", rights="account", body=WriteInLobby | ChangeLobbyMessage | ReportLobbyMessage, refusals=(404, 422), limits=LIMITS),
    Route("GET /api/lobby/{table}/chat", as_json, "The messages of a table that waits, for those who sit there.", rights="browser"),
    Route("POST /api/lobby/{table}/chat", change_json, "Writes at a table that waits, deletes or reports a message, or blocks its author.", rights="browser", body=WriteInLobby | ChangeLobbyMessage | ReportLobbyMessage, refusals=(422,), limits=LIMITS),
)  # fmt: skip
