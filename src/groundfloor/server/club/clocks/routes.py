"""The page of somebody's hours and holidays, and the same over the API. The browser's cookie, or the account, says who asks."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Literal, NotRequired, TypedDict

from babel.dates import format_date

from groundfloor.presentation.playing_times import holiday_text, hours_text
from groundfloor.table.hours import coming_holidays, local_date, planned_hours, time_zones, today

from ...game.playing_times import PlayingTimes, left_text, playing_times_of
from ...game.storage import availability as stored_availability
from ...http.form_conflicts import conflicts, typed_fields
from ...http.handlers import form_of, json_change, json_view, personal_page
from ...http.json_types import Date, TimeOfDay
from ...http.pages import get_locale, render
from ...http.repeated_requests import promise
from ...http.request_context import get_context
from ...http.route import PER_CHANGE, STORED, Route, on_server
from ...http.security import owner_of
from .changes import change, hours_fields

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from ...http.request_body import FormFields, JsonFields

FIELDS = ("time_zone", "from", "to", "first", "last")


SetHours = TypedDict("SetHours", {"do": Literal["hours"], "time_zone": str, "from": TimeOfDay, "to": TimeOfDay})


class AddHoliday(TypedDict):
    """Adds a holiday; ``time_zone`` counts for those who have chosen no hours yet."""

    do: Literal["holiday"]
    first: Date
    last: Date
    time_zone: NotRequired[str]


class EndHoliday(TypedDict):
    """Calls a holiday off, or ends it."""

    do: Literal["end"]
    first: Date


@personal_page
def show(request: Request, error_message: str, form: Mapping[str, str]) -> str:
    """``/hours``: when the person who asks plays at tables over days."""
    context, locale, owner_id = get_context(request), get_locale(request), owner_of(request)
    at, availability, runs_clock = (
        context.table_service.now(),
        stored_availability.of_owner(context.store, owner_id),
        stored_availability.runs_clock(context.store, owner_id),
    )
    planned, day, coming = planned_hours(availability, at), today(availability, at), coming_holidays(availability, at)
    tomorrow = day + timedelta(days=1)  # on which changes count while a clock runs
    is_unset = not availability.hours and "time_zone" not in form  # the browser knows the time zone, where it may still be yesterday
    years = [day.year, *([day.year + 1] if any(holidays.last >= f"{day.year + 1}" for holidays in coming) else [])]
    now = hours_fields(planned or availability.hours_at(at))
    return render(
        request,
        "hours.html",
        chosen={**form, **now, **typed_fields(form, now)},
        now=now,
        conflicts=conflicts(form, now),
        is_unset=is_unset,
        planned=hours_text(availability.hours_at(at), locale.translations) if planned is not None else "",
        planned_since=format_date(local_date(availability, planned.since, at), "medium", locale=locale.language)
        if planned is not None
        else "",
        runs_clock=runs_clock,
        zones=[(zone, zone.replace("_", " ")) for zone in time_zones()],
        holidays=[(holidays, holiday_text(holidays, locale.language), holidays.begins <= at) for holidays in coming],
        left=[left_text(availability, year, locale) for year in years],
        earliest=day - timedelta(days=1) if is_unset else tomorrow if runs_clock else day,
        latest=date(day.year + 1, 12, 31),
        is_saved=request.query_params.get("done") == "saved",
        error_message=error_message,
    )


SAVED = "/hours?done=saved"


@form_of(show, needs_cookie=True)
async def change_by_form(request: Request, form: FormFields) -> str:
    """``POST /hours``: sets the hours, adds a holiday, or ends one."""
    promise(SAVED)
    await change(request, form.text("do"), form)
    return SAVED


def own_times(request: Request) -> PlayingTimes:
    """Returns when the person who asks plays."""
    context = get_context(request)
    return playing_times_of(stored_availability.of_owner(context.store, owner_of(request)), context.table_service.now())


as_json = json_view(own_times)


@json_change(view=own_times)
async def change_json(request: Request, body: JsonFields) -> None:
    """Does the same as the form, with ``do`` and its fields."""
    await change(request, body.text("do"), {name: body.optional_text(name) for name in FIELDS})


LIMITS = (*PER_CHANGE, *STORED)
ROUTES = on_server(
    Route("GET /hours", show, "When the person who asks plays at tables over days.", query=("done",)),
    Route("POST /hours", change_by_form, "Sets the hours, adds a holiday, or ends one.", limits=LIMITS),
    Route("GET /api/hours", as_json, "When the asker plays at tables over days.", rights="browser"),
    Route(
        "POST /api/hours",
        change_json,
        "Sets hours, adds or ends a holiday.",
        rights="browser",
        body=SetHours | AddHoliday | EndHoliday,
        refusals=(422,),
        limits=LIMITS,
    ),
)
