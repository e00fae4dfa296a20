"""Who plays at a table: bots that take seats, people who come back or take a seat that is offered, and those who lose a rated game before its end.

Each function returns the changed table, and leaves the old one as it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from .checks import check_running
from .moves import end, with_auto_answers
from .rights import NO_BOTS_RATED, RESIGN, seat_situation
from .seats import check_offered, check_player, has_had_all_bots, with_departure, with_new_person, with_player_changed

if TYPE_CHECKING:
    from .table import Table
    from .value import DepartureKind

BOT_FOR_DEPARTED = "manager"
"""The bot that plays on for a person who has lost a rated game before its end."""


def with_player(table: Table, seat: int, bot: str) -> Table:
    """Lets a bot play a seat of a table from here on, or a person (""); the record says so."""
    check_running(table)
    seat_value = table.value.seats[seat]
    check_player(seat_value, bot, table.match.record)
    if bot == seat_value.agent:
        return table
    table = table.with_match(lambda match: match.change_player(seat, bot))
    table = table.with_seat(with_player_changed(seat_value, bot, table.version))
    if table.value.clocks is not None and not bot:
        table = table.with_value(replace(table.value, clocks=table.value.clocks.with_player_back(seat)))
    return with_auto_answers(table)


def let_bot_play(table: Table, seat: int, bot: str) -> Table:
    """Lets a bot play a seat from here on, or a person again (""). NotYourSeat at a rated game."""
    if table.value.is_rated:
        raise NO_BOTS_RATED.error()
    return with_player(table, seat, bot)


def resign(table: Table, seat: int) -> Table:
    """Resigns a rated game for a seat, which loses at once to all who stay."""
    RESIGN.check(seat_situation(table, seat))
    return depart(table, seat, "left")


def depart(table: Table, seat: int, kind: DepartureKind) -> Table:
    """Makes a seat lose a rated game before its end, to all who stay; a bot plays on for it. If only one person stays, the game ends and that person wins."""
    table = with_player(table.with_value(with_departure(table.value, seat, kind, table.game._state.round)), seat, BOT_FOR_DEPARTED)
    stay = table.value.human_seats
    return end(table, stay[0], is_scored=True) if len(stay) == 1 else table


def end_time(table: Table, seat: int) -> Table:
    """Ends the time of the seat that is asked: it loses a rated game; else the table's bot takes it over, or the others decide."""
    assert table.value.clocks is not None
    clocks = table.value.clocks.run_out(seat)
    table = table.with_value(replace(table.value, clocks=clocks))
    if table.value.is_rated:
        return depart(table, seat, "time").with_lost_seat(seat)
    if clocks.takeover and not has_had_all_bots(table.match.record, seat):
        return with_player(table, seat, clocks.takeover).with_lost_seat(seat)
    return table


def take_offer(table: Table, seat: int, account: str) -> Table:
    """Gives an offered seat to another person, with an ``account`` ("": a guest); the one who had it loses it."""
    token = table.value.seats[seat].offer
    check_running(table)
    check_offered(table.value.seats[seat])
    table = with_player(table, seat, "")
    account = account if table.value.is_from_lobby else ""
    table = table.with_seat(with_new_person(table.value.seats[seat], token, account))
    value = table.value.without_offers()
    clocks = value.clocks.with_new_player(seat) if value.clocks is not None else None
    return table.with_value(replace(value, clocks=clocks)).with_lost_seat(seat)
