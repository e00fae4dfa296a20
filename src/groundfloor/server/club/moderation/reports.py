"""Reports to administrators about tables and those who sit there, on pages and over the API."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NotRequired, TypedDict

from groundfloor.presentation.bidi import isolated
from groundfloor.table.rights import REPORT

from ...game.situations import viewer_situation
from ...game.viewer import get_viewer
from ...http.errors import NotAppropriate, TooManyAttempts
from ...http.handlers import json_change
from ...http.json_fields import Seat
from ...http.json_types import Empty, ReportText
from ...http.request_checks import client_hash
from ...http.request_context import get_context
from ...http.route import Route
from ...http.security import owner_of
from . import report_storage
from . import storage as moderation_storage
from .report_storage import TooManyReports
from .rows import ReportRow

if TYPE_CHECKING:
    from starlette.requests import Request

    from groundfloor.table.rights import Situation

    from ...context import AppContext
    from ...game.viewer import Viewer
    from ...http.request_body import JsonFields

MAX_TEXT = 1_000
ALL = -1
"""In place of a seat: the whole table."""


def may_report(viewer: Viewer) -> bool:
    """Returns whether somebody may report a table: they have a seat there, or have opened it."""
    return REPORT.allows(report_situation(viewer))


def report_situation(viewer: Viewer) -> Situation:
    return replace(viewer_situation(viewer), is_player=viewer.is_player or viewer.is_remembered)


async def report_seat(request: Request, seat: int, text: str) -> None:
    """Reports the person at a seat of the table of the address, or the whole table (``ALL``).

    Raises NotYourSeat for spectators, NotAppropriate for an empty or long text, TooManyAttempts.
    """
    context, owner_id = get_context(request), owner_of(request)

    def work() -> None:
        viewer = get_viewer(context, request, owner_id)
        REPORT.check(report_situation(viewer))
        table = viewer.table
        people = {seat_value.seat: seat_value.name for seat_value in table.value.seats if not seat_value.is_automa}
        accused = report_storage.account_at_seat(context.store, table.game_id, seat) if seat in people else None
        subject = f"{isolated(table.value.name)}: {isolated(people[seat])}" if seat in people else table.value.name
        add(request, ReportRow("", owner_id, "", table.game_id, "", seat if seat in people else ALL, subject, accused, text, ""))

    await context.work.write(work)


def add(request: Request, about: ReportRow, **of_message: object) -> None:
    """Stores a report, which lacks its id, client and time; further values say which message it is about. For the thread that writes."""
    context, text = get_context(request), about.text.strip()
    if not 1 <= len(text) <= MAX_TEXT:
        raise NotAppropriate("Say in 1 to %(most)s characters what happened.", most=f"{MAX_TEXT:,}")
    if not moderation_storage.administrators(context.store):
        raise NotAppropriate("This server has no administrator who could read it. Please tell its operator.")
    now = context.table_service.now()
    yesterday = (datetime.fromisoformat(now) - timedelta(days=1)).isoformat(timespec="seconds")
    values = {
        **vars(about),
        **of_message,
        "id": secrets.token_hex(8),
        "client": client_hash(context.secret, request),
        "text": text,
        "created": now,
    }
    try:
        limits = context.settings.limits
        report_storage.add(context.store, ReportRow(**values), yesterday, limits.reports_per_day, limits.people_per_address)
    except TooManyReports:
        raise TooManyAttempts("Too much was reported. Please try again tomorrow.") from None
    context.notices.wake()
    tell_administrators(context)


def tell_administrators(context: AppContext) -> None:
    """Tells the open pages of administrators how many reports wait. Can be called from any thread."""
    for owner_id in report_storage.administrators(context.store):
        context.bell.note_owner(owner_id)


class NewReport(TypedDict):
    """Reports the person at a seat, or without `seat` the whole table, to the administrators."""

    text: ReportText
    seat: NotRequired[Seat]


@json_change(sets_cookie=False)
async def report(request: Request, body: JsonFields) -> Empty:
    """Reports the person at a seat of the table, or the whole table, to the administrators."""
    about = body.optional_seat("seat")
    await report_seat(request, ALL if about is None else about, body.text("text"))
    return Empty()


ROUTES = (
    Route("POST /api/seats/{token}/report", report, "Reports a player or the table to the administrators.", rights="browser", body=NewReport, refusals=(422,)),
)  # fmt: skip
