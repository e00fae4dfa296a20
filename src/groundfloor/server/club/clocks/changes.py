"""Changes of when somebody plays at tables over days: hours of the day and holidays."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

from groundfloor.presentation.playing_times import time_of
from groundfloor.table.errors import BadAvailability
from groundfloor.table.hours import (
    Hours,
    planned_hours,
    with_holiday,
    with_hours,
    with_zone,
    without_holiday,
)

from ...game.quotas import write_if_room
from ...game.storage import availability
from ...http.errors import DataFull, TooMuchStored
from ...http.form_conflicts import changed_fields
from ...http.request_context import get_context
from ...http.security import owner_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from groundfloor.table.hours import Availability

TIME = re.compile(r"(\d{1,2}):([0-5]\d)", re.ASCII)
CHANGES = ("hours", "holiday", "end")
"""What can be done: set hours, add a holiday, call one off or end it."""


async def change(request: Request, do: str, given: Mapping[str, str]) -> None:
    """Changes when the person who asks plays. BadAvailability if it is not possible, ChangedMeanwhile if a form that began with other hours changes the same."""
    context = get_context(request)
    at = context.table_service.now()

    def changed(before: Availability, runs_clock: bool) -> Availability:
        if do == "hours":
            now = hours_fields(planned_hours(before, at) or before.hours_at(at))
            chosen = {**now, **changed_fields(given, now)}
            hours = Hours(chosen["time_zone"], minute_of(chosen["from"]), minute_of(chosen["to"]))
            return with_hours(before, hours, at, is_clock_running=runs_clock)
        if do == "holiday":
            before = with_zone(before, given.get("time_zone", ""), at)
            return with_holiday(before, given.get("first", ""), given.get("last", ""), at, is_clock_running=runs_clock)
        if do == "end":
            return without_holiday(before, given.get("first", ""), at)
        raise BadAvailability("do is one of: %(known)s.", known=", ".join(CHANGES))

    # Nobody whose clock runs is kept from going on holiday.
    is_playing = await context.work.read(availability.runs_clock, context.store, owner_of(request))
    if is_playing:
        await context.work.write(availability.change, context.store, owner_of(request), at, changed)
    else:
        await write_if_room(context, request, availability.change, owner_of(request), at, changed)


async def note_zone(request: Request, time_zone: str) -> None:
    """Stores the time zone of the browser of the person who asks, if they have chosen none yet and it is a known one."""
    context = get_context(request)
    at = context.table_service.now()
    if time_zone and not (await context.work.read(availability.of_owner, context.store, owner_of(request))).hours:
        with suppress(DataFull, TooMuchStored):  # they are asked for it again
            await write_if_room(
                context, request, availability.change, owner_of(request), at, lambda before, _runs: with_zone(before, time_zone, at)
            )


def minute_of(text: str) -> int:
    """Returns which minute of the day a time such as "09:30" is; BadAvailability if it is not a time."""
    match = TIME.fullmatch(text.strip())
    if match is None:
        raise BadAvailability("A time of the day looks like 09:30.")
    return int(match[1]) * 60 + int(match[2])


def hours_fields(hours: Hours) -> dict[str, str]:
    """Returns hours of the day as a form sends them."""
    return {"time_zone": hours.time_zone, "from": time_of(hours.begins), "to": time_of(hours.ends)}
