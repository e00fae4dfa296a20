"""The clocks of players, what the others can decide when somebody's time is over, and since when somebody is on turn."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from groundfloor.agents.levels import FIRST_LEVEL
from groundfloor.table.hours import is_whole_day
from groundfloor.table.proposals import is_transferable

from .. import names
from ..bidi import isolated
from ..playing_times import away_text, plays_text
from ..view import TableView

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.table.clocks import ClockFacts
    from groundfloor.table.table import Table

LOW_SHARE = 0.2
"""Little time is left when it is this share of what the clock had when it began to run."""
MINUTES_FROM, HOURS_FROM = 600, 7200
"""Seconds from which on a time is said in minutes, and in hours; ``static/clocks.js`` says them alike."""


@dataclass(frozen=True)
class Clock:
    """A clock on the board: the seconds ``left``, or when it ``ends``, for scripts; ``text`` for pages without them. ``low`` are the seconds from which on little time is
    left, ``off`` the intervals in which it stands still. ``plays`` says when its player plays, if they have said so ("": they have not).
    """

    left: int
    text: str
    ends: str = ""
    off: str = ""
    low: int = 0
    plays: str = ""

    @property
    def is_out(self) -> bool:
        """Whether the time is over."""
        return self.left <= 0


@dataclass(frozen=True)
class OverTimePanel:
    """What the board says when the player on turn has no time left. ``can_decide``: the viewer can give time; ``transfer`` is what gives the seat to a bot, in the words of a proposal, "" where that is not possible."""

    sentence: str
    seat: int
    can_decide: bool
    transfer: str
    transfer_label: str


def clock_of(view: TableView, seat: int) -> Clock | None:
    """Returns the clock of a seat; None at tables without clocks, for bots, and in the past."""
    clock = next((facts for facts in view.public.clocks if facts.seat == seat), None)
    if clock is None:
        return None
    plays = plays_on_board(clock, view)
    if not clock.ends:
        return Clock(int(clock.left), time_text(int(clock.left)), plays=plays)
    until = view._("until %(time)s", time=f"{datetime.fromisoformat(clock.ends):%Y-%m-%d %H:%M} UTC")
    off = " ".join(f"{begins}/{ends}" for begins, ends in clock.off)
    return Clock(int(clock.left), until, clock.ends, off, int(clock.left * LOW_SHARE), plays)


def plays_on_board(clock: ClockFacts, view: TableView) -> str:
    """Returns in words until when somebody is on holiday, or else in which hours of the day they play; "" if that is at any time."""
    if clock.away is not None:
        return away_text(clock.away, view.translations, view.language)
    return "" if clock.hours is None or is_whole_day(clock.hours) else plays_text(clock.hours, view.translations)


def over_time_panel(table: Table, own: Collection[int], translations: NullTranslations) -> OverTimePanel | None:
    """Returns what a page with these seats says when the time of the player on turn is over; None if it is not."""
    _ = translations.gettext
    seat = table.asked_human_seat
    if seat is None or not table.value.is_out_of_time(seat):
        return None
    can_decide = seat not in own and any(table.value.seats[own_seat].is_human for own_seat in own)
    if seat in own:
        sentence = _("Your time is over. You can still decide, until the others let somebody else play.")
    elif can_decide:
        sentence = _("The time of %(name)s is over. You can wait or give more time. While %(name)s is not here, a bot can play on.")
    else:
        sentence = _("The time of %(name)s is over.")
    sentence %= {"name": isolated(table.game.seats[seat].name)}
    if not (can_decide and is_transferable(table, seat, "bot")):
        return OverTimePanel(sentence, seat, can_decide, "", "")
    label = _("A bot plays on: %(bot)s") % {"bot": names.full("bot", FIRST_LEVEL, translations)}
    return OverTimePanel(sentence, seat, can_decide, f"bot {seat + 1} {FIRST_LEVEL}", label)


def time_text(seconds: int) -> str:
    """Returns a time in short.

    >>> [time_text(seconds) for seconds in (0, 65, 599, 600, 7199, 172_800)]
    ['0:00', '1:05', '9:59', '10 min', '119 min', '48 h']
    """
    if seconds >= HOURS_FROM:
        return f"{seconds // 3600} h"
    return f"{seconds // 60} min" if seconds >= MINUTES_FROM else f"{seconds // 60}:{seconds % 60:02}"


@dataclass(frozen=True)
class TurnTime:
    """When the open question was put: ``at`` for scripts, ``text`` for pages without them."""

    at: str
    text: str


def turn_time(view: TableView) -> TurnTime | None:
    """Returns when the last entry was made, which put the question to the player on turn; None in the past, if nobody is on turn, and if it is not known."""
    if view.moment.entry is not None or view.moment.game.current_player is None:
        return None
    try:
        at = datetime.fromisoformat(view.public.moved_at)
    except ValueError:
        return None
    return None if at.tzinfo is None else TurnTime(at.isoformat(), f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC")
