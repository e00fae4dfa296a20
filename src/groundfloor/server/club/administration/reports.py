"""What people have reported, and what is done about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from groundfloor.numbers import seat_number_or_none

from ...http.errors import NotAppropriate
from ...http.json_fields import Seat
from ...http.json_types import ApiStruct, PersonMark, Time
from ...http.request_context import get_context
from ..chat import storage as chat_storage
from ..identity.checks import logged_in
from ..lobby import message_storage as lobby_message_storage
from ..lobby import storage as lobby_storage
from ..moderation import report_storage
from ..moderation.reports import tell_administrators
from . import storage as administration_storage
from .bans import ban_detail, new_ban
from .people import change_person, remove_messages
from .sections import PAGE, Done, Fields, page_number, unknown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.requests import Request

    from ...context import AppContext
    from ..chat.rows import LobbyMessage, MessageRow
    from ..moderation.rows import ReportRow


MAX_NOTE = 1_000


class ReportedLine(ApiStruct, frozen=True):
    """A message in the conversation of the one that was reported."""

    name: str
    mark: PersonMark
    text: str
    at: Time
    removed: Literal["", "author", "administrator"]
    is_reported: bool


class ReportedMessage(ApiStruct, frozen=True):
    """A message as it was when it was reported, and up to five before and after it as they are now."""

    quote: str
    channel: str
    is_there: bool
    conversation: list[ReportedLine]


class Report(ApiStruct, frozen=True):
    """What somebody has reported about a game or an open table, or about the player of a seat there (null: about all of it)."""

    report: str
    game: str
    open_table: str
    seat: Seat | None
    subject: str
    author: Annotated[str, Meta(description="The name of the account that reports; empty for a guest.")]
    accused: str | None
    accused_name: str
    text: str
    created: Time
    closed: str
    closed_by: str
    note: str
    message: Annotated[ReportedMessage | None, Meta(description="If it is about a message.")]
    can_ban: Annotated[bool, Meta(description="Whether the account, or for a message the address, is known.")]


class Reports(ApiStruct, frozen=True):
    reports: list[Report]
    state: Literal["open", "closed"]
    open: int
    page: int
    has_more: bool


class RemoveMessage(TypedDict):
    """Removes the text of the message that a report is about, or those of all messages of its author, for everybody."""

    do: Literal["remove-message", "remove-messages"]
    report: str


class BanAccused(TypedDict):
    """Bans the account that a report is about; for a guest's message, the address from which it came."""

    do: Literal["ban"]
    report: str
    reason: str
    until: NotRequired[str]


class CloseReport(TypedDict):
    do: Literal["close"]
    report: str
    note: NotRequired[str]


class RemoveTable(TypedDict):
    """Removes the table that a report is about."""

    do: Literal["remove-table"]
    report: str


def reports(context: AppContext, query: Mapping[str, str]) -> Reports:
    """Returns a page of the open reports, or with ``state`` = ``closed`` of the others."""
    number, is_open = page_number(query), query.get("state") != "closed"
    reports = report_storage.listed(context.store, is_open, (number - 1) * PAGE, PAGE + 1)
    return Reports(
        reports=[described_report(context, report) for report in reports[:PAGE]],
        state="open" if is_open else "closed",
        open=report_storage.count_open(context.store),
        page=number,
        has_more=len(reports) > PAGE,
    )


def described_report(context: AppContext, report: ReportRow) -> Report:
    return Report(
        report=report.id,
        game=report.game,
        open_table=report.open_table,
        seat=seat_number_or_none(report.seat),
        subject=report.subject,
        author=report.author_name,
        accused=report.accused,
        accused_name=report.accused_name,
        text=report.text,
        created=report.created,
        closed=report.closed,
        closed_by=report.closed_by_name,
        note=report.note,
        message=reported_message(context, report),
        can_ban=bool(report.accused or report.accused_client),
    )


def reported_message(context: AppContext, report: ReportRow) -> ReportedMessage | None:
    """Returns the message that a report is about, with those around it; None if it is about none."""
    if not (report.message or report.lobby_message):
        return None
    lines: Sequence[MessageRow | LobbyMessage]
    if report.lobby_message:
        lines, channel = lobby_message_storage.around(context.store, report.lobby_message), "lobby"
    else:
        lines = messages = chat_storage.around(context.store, report.message)
        channel = messages[0].channel if messages else ""
    reported = report.lobby_message or report.message
    return ReportedMessage(
        quote=report.quote,
        channel=channel,
        is_there=any(line.id == reported and not line.removed for line in lines),
        conversation=[
            ReportedLine(name=line.name, mark=line.mark, text=line.text, at=line.at, removed=line.removed, is_reported=line.id == reported)
            for line in lines
        ],
    )


async def change_reports(request: Request, fields: Fields) -> Done:
    """Closes a report with a note, removes the message or the table that it is about, or all messages by the author of that message, or bans the person whom it is about."""
    context, own, do = get_context(request), logged_in(request), fields.get("do", "")
    report = await context.work.read(report_storage.find, context.store, fields.get("report", ""))
    if report is None:
        raise NotAppropriate("There is no such report any more.")
    note = fields.get("note", "").strip()[:MAX_NOTE]
    match do:
        case "close":
            await context.work.write(report_storage.close, context.store, report.id, own.id, note, context.table_service.now())
            await context.work.read(tell_administrators, context)
            return Done(report.subject, note)
        case "remove-message" if report.lobby_message:
            if not await context.work.write(lobby_message_storage.remove, context.store, report.lobby_message, "administrator"):
                raise NotAppropriate("This message is gone.")
        case "remove-message":
            change = await context.work.write(chat_storage.remove_message, context.store, report.message, "administrator")
            if change is None:
                raise NotAppropriate("This message is gone.")
            await context.work.read(context.publisher.publish_message, change)
        case "remove-messages":
            owner_id = await context.work.read(author_of, context, report)
            if not owner_id:
                raise NotAppropriate("This message is gone.")
            await remove_messages(context, owner_id)
        case "ban":
            return await ban_accused(request, fields, report)
        case "remove-table":
            if report.game:
                await context.work.write(context.table_service.delete, report.game)
            else:
                await context.work.write(lobby_storage.change, context.store, report.open_table, lambda table: None)
        case _:
            raise unknown(("close", "remove-message", "remove-messages", "ban", "remove-table"))
    return Done(report.subject)


def author_of(context: AppContext, report: ReportRow) -> str:
    """Returns the author of the message that a report is about, "" if they no longer exist."""
    if report.lobby_message:
        row = lobby_message_storage.find(context.store, report.lobby_message)
        return row.owner_id if row is not None else ""
    message = chat_storage.find(context.store, report.message)
    return message[1].owner_id if message is not None else ""


async def ban_accused(request: Request, fields: Fields, about: ReportRow) -> Done:
    """Bans the account that a report is about; for a guest's message, the clients with the address from which it came."""
    context = get_context(request)
    if about.accused is not None:
        return await change_person(request, {**fields, "do": "ban"}, about.accused)
    if not about.accused_client:
        raise NotAppropriate("Neither an account nor an address is known.")
    new = new_ban(request, fields, client=about.accused_client)
    await context.work.write(administration_storage.ban, context.store, new)
    return Done(about.subject, ban_detail(new))
