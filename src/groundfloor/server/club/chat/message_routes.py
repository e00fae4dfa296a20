"""What somebody can do about a message, on its page and over the API: delete their own, report one of others, or block its author."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal, NotRequired, TypedDict

from babel.dates import format_datetime

from groundfloor.numbers import parse_int
from groundfloor.presentation.bidi import isolated

from ...game.time_zone import own_zone
from ...http.errors import BadBody, NotAppropriate
from ...http.handlers import form_of, json_change, page
from ...http.json_types import Empty, ReportText
from ...http.pages import get_locale, render
from ...http.request_context import get_context
from ...http.route import PER_CHANGE, of_table, of_table_api
from ...http.security import owner_of
from ..contacts.blocking import PER_BLOCK, block, nobody_there
from ..moderation import storage as moderation_storage
from ..moderation.reports import add as add_report
from ..moderation.rows import ReportRow
from . import storage as chat_storage
from .errors import UnknownMessage
from .messages import DELETABLE_MINUTES, access_of, can_delete, is_own, visible

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from ...context import AppContext
    from ...http.request_body import FormFields, JsonFields
    from .messages import ChatAccess
    from .rows import MessageRow

ACTIONS = ("delete", "report", "block")


@page
def show(request: Request, error_message: str, form: Mapping[str, str]) -> str:
    """``…/chat/{channel}/{number}``: a message, and what the person who asks can do about it."""
    message = message_access(get_context(request), request)
    return render(
        request,
        "message.html",
        message=message,
        row=message.row,
        viewer=message.access.viewer,
        at=format_datetime(datetime.fromisoformat(message.row.at), "medium", tzinfo=own_zone(request), locale=get_locale(request).language),
        minutes=DELETABLE_MINUTES,
        is_reported="reported" in request.query_params,
        text=form.get("text", ""),
        error_message=error_message,
    )


@form_of(show)
async def change(request: Request, form: FormFields) -> str:
    """``POST …/chat/{channel}/{number}``: deletes or reports the message, or blocks its author."""
    do, path = form.text("do"), request.url.path
    await act(request, do, form.text("text"))
    return {"report": f"{path}?reported=1", "block": "/blocks?done=block"}.get(do, path.rsplit("/", 2)[0])


class ReportMessage(TypedDict):
    """Reports the message to the administrators."""

    do: Literal["report"]
    text: NotRequired[ReportText]


class ActOnMessage(TypedDict):
    """Deletes one's own message, or blocks the author of another one."""

    do: Literal["delete", "block"]


@json_change()
async def change_json(request: Request, body: JsonFields) -> Empty:
    """Does something with the message of the address: ``{"do": "delete"}``, ``block``, or ``report`` with a ``text``."""
    await act(request, body.text("do"), body.optional_text("text"))
    return Empty()


@dataclass(frozen=True)
class MessageAccess:
    """A message that the asker may read, and what they can do about it."""

    row: MessageRow
    access: ChatAccess
    can_delete: bool = False
    can_report: bool = False
    can_block: bool = False


def message_access(context: AppContext, request: Request) -> MessageAccess:
    """Returns the message in the address; UnknownMessage if there is none that the person who asks may read, UnknownGame."""
    access, number = access_of(context, request), parse_int(request.path_params["number"])
    channel = next((channel_read for channel_read in access.reads if channel_read == request.path_params["channel"]), None)
    row = (
        chat_storage.numbered(context.store, access.table.game_id, channel, number) if channel is not None and number is not None else None
    )
    if row is None or not visible(context, [row], access.owner_id):
        raise UnknownMessage("There is no such message.")
    if row.removed:
        return MessageAccess(row, access)
    if is_own(access, row):
        return MessageAccess(row, access, can_delete=can_delete(access, row, context.table_service.now()))
    return MessageAccess(row, access, can_report=bool(moderation_storage.administrators(context.store)), can_block=bool(row.owner_id))


async def act(request: Request, do: str, text: str = "") -> None:
    """Does one of ``ACTIONS`` about the message of the address; ``text`` says what is wrong with a message that is reported.

    Raises UnknownMessage, UnknownGame, NotAppropriate, BadBlock, TooManyAttempts, and BadBody for another action.
    """
    context = get_context(request)
    if do not in ACTIONS:
        raise BadBody("do is one of: %(known)s.", known=", ".join(ACTIONS))
    if do == "block":
        message = await context.work.read(message_access, context, request)
        if not message.can_block:
            raise nobody_there()
        await block(request, [message.row.owner_id], message.row.name)
    elif do == "delete":
        await context.work.write(delete, context, request)
    else:
        await context.work.write(report, context, request, text)


def delete(context: AppContext, request: Request) -> None:
    """Deletes the author's own message for everybody, if it is not too old. For the thread that writes."""
    message = message_access(context, request)
    if not message.can_delete:
        raise NotAppropriate("You can delete a message of yours for %(minutes)s minutes.", minutes=DELETABLE_MINUTES)
    change = chat_storage.remove_message(context.store, message.row.id, "author")
    if change is not None:
        context.publisher.publish_message(change)


def report(context: AppContext, request: Request, text: str) -> None:
    """Reports a message of somebody else to the administrators, who can read it even if it is deleted afterwards. For the thread that writes."""
    message = message_access(context, request)
    row, table = message.row, message.access.table
    if row.removed or is_own(message.access, row):
        raise NotAppropriate("Only messages of others can be reported, and only as long as they are there.")
    subject, accused = f"{isolated(table.value.name)}: {isolated(row.name)}", row.account or None
    about = ReportRow("", owner_of(request), "", table.game_id, "", row.seat, subject, accused, text or "–", "")
    add_report(request, about, message=row.id, quote=row.text, accused_client=row.client)


LIMITS = (*PER_CHANGE, PER_BLOCK, "reports_per_day")
ROUTES = (
    *of_table("GET {base}/chat/{channel}/{number}", show, "Asks whether to delete or report a message, or to block its author.", query=("reported", "as")),
    *of_table("POST {base}/chat/{channel}/{number}", change, "Deletes or reports a message, or blocks its author.", limits=LIMITS),
    *of_table_api("POST {base}/chat/{channel}/{number}", change_json, "Deletes or reports a message, or blocks its author.", rights="browser", body=ReportMessage | ActOnMessage, refusals=(422,), limits=LIMITS),
)  # fmt: skip
