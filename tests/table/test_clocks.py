"""Clocks: the time a player has, how it is counted, what happens when it is over, and that of a decision and a timeout exactly one counts."""

from __future__ import annotations

import threading
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import event, update

from groundfloor.engine.errors import ImpossibleTable
from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database import schema
from groundfloor.server.database.database import writing
from groundfloor.server.database.errors import ChangedElsewhere
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import availability, browsers, downtimes
from groundfloor.server.game.tables.clock_runner import ClockRunner, seat_times
from groundfloor.server.game.tables.seat_tokens import SeatTokens, take_seat
from groundfloor.server.game.tables.table_service import TableService
from groundfloor.table import NewTable, SeatRequest
from groundfloor.table.clocks import MAX_WAIT, spent, time_after
from groundfloor.table.creation import create_branch, create_rematch, create_same_seed
from groundfloor.table.errors import (
    CannotGiveTime,
    CannotPropose,
    LostSeat,
    NoProposal,
    NotYourTurn,
    SeatOffered,
    StaleVersion,
    UnknownGame,
)
from groundfloor.table.hours import Availability, Holiday, Hours
from groundfloor.table.proposals import read_proposed
from groundfloor.table.value import DAY, PACES, Pace, TableClocks, find_pace
from tests.support.opened_tables import proposal_id, seat_asked
from tests.support.played_tables import PlayedTable, ServedTable, operation
from tests.support.stores import WAIT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

START = datetime.fromisoformat("2030-01-01T12:00:00+00:00")
TWO = (SeatRequest("Ann"), SeatRequest("Ben"))
THREE = (*TWO, SeatRequest("Cleo"))
LIVE = PACES["live-30"]
HOUR = 3600


def at(seconds: float) -> str:
    return (START + timedelta(seconds=seconds)).isoformat()


class Club:
    """A table service whose clock the test moves, and the alarms of its tables. Times are seconds since the start."""

    def __init__(self, where: Path | str, seed: int = 0, *, is_one_of_several: bool = False) -> None:
        self.seconds = 0.0
        self.store = Store(where, is_one_of_several=is_one_of_several)
        self.service = TableService(self.store, lambda: at(self.seconds), Random(seed).randbytes, club=WholeClub())
        self.alarms = ClockRunner(self.service, lambda work: work())

    def open(self, seats: tuple[SeatRequest, ...] = TWO, pace: str = "live-30", takeover: str = "") -> ServedTable:
        """Opens a table at which everybody has come."""
        new = NewTable(seats, options={"deck": "preset"}, pace=pace, takeover=takeover)
        people = frozenset(number for number, seat in enumerate(seats) if not seat.automa)
        return ServedTable(self.service, self.service.add(self.service.prepare(new, people), "browser"))

    def move(self, table: ServedTable, seat: int | None = None) -> int:
        """Has a seat, or whoever is asked, decide; returns the seat."""
        with operation(self.service, table.game_id) as playing:
            seat = seat_asked(playing) if seat is None else seat
            texts = [action.text for action in playing.game.legal_actions]
            playing.apply(seat, ("done" if "done" in texts else texts[0],), playing.version)
        return seat

    def propose(self, table: ServedTable, seat: int, what: str, token: str = "") -> None:
        with operation(self.service, table.game_id) as playing:
            playing.propose(seat, read_proposed(what), playing.version, self.service.now(), token)

    def agree(self, table: ServedTable, seat: int) -> None:
        with operation(self.service, table.game_id) as playing:
            playing.agree(seat, proposal_id(playing), self.service.now())

    def give_time(self, table: ServedTable, seat: int, to: int) -> None:
        with operation(self.service, table.game_id) as playing:
            playing.give_time(seat, to)

    def look(self, table: ServedTable) -> float:
        return self.alarms.look(table.game_id, table.version)

    def left(self, table: ServedTable) -> dict[int, float]:
        return self.service.times_left(table)


@pytest.fixture
def club(where: Path | str) -> Iterator[Club]:
    found = Club(where)
    with closing(found.store):
        yield found


def clocks(table: ServedTable) -> TableClocks:
    assert table.value.clocks is not None
    return table.value.clocks


def test_a_decision_costs_its_time_and_gives_the_increment(club: Club) -> None:
    table = club.open()
    assert club.left(table) == {0: 300, 1: 300}
    club.seconds = 50
    first = club.move(table)
    assert club.left(table) == {first: 280, 1 - first: 300} and clocks(table).running == seat_asked(table) == 1 - first
    club.seconds = 60
    assert club.left(table) == {first: 280, 1 - first: 290}


def test_nobody_has_more_than_the_cap(club: Club) -> None:
    table = club.open()
    left = [club.left(table)[club.move(table)] for _ in range(40)]
    assert max(left) == LIVE.cap


def test_a_table_without_pace_has_no_clocks(club: Club) -> None:
    table = club.open(pace="")
    club.move(table)
    assert table.value.clocks is None and club.left(table) == {} and club.store.jobs.find("clock", table.game_id, table.version) is None


def test_clocks_are_those_of_the_store(club: Club) -> None:
    table = club.open(takeover="manager")
    club.seconds = 20
    club.move(table)
    again = TableService(club.store, lambda: at(club.seconds), bytes).table(table.game_id)
    assert again.value.clocks == table.value.clocks and club.service.times_left(again) == club.left(table)


def test_a_player_is_reminded_once_and_then_their_time_is_over(club: Club) -> None:
    table = club.open()
    seat = seat_asked(table)
    assert club.look(table) == 240
    club.seconds = 240
    assert club.look(table) == 0 and clocks(table).seats[seat].is_reminded
    assert club.look(table) == 60 and club.left(table)[seat] == 60
    club.seconds = 301
    version = table.version
    club.look(table)
    assert table.value.is_out_of_time(seat) and table.version == version and table.asked == seat, "nothing happens by itself"
    assert club.store.jobs.find("clock", table.game_id, version) is None and club.look(table) == 0
    club.move(table)
    assert club.left(table)[seat] == LIVE.increment and not table.value.is_out_of_time(seat)


def test_a_bot_takes_over_when_the_table_says_so(club: Club) -> None:
    table = club.open(takeover="manager")
    seat = seat_asked(table)
    club.seconds = 400
    club.look(table)
    assert str(table.match.record.entries[-1]) == f"{seat + 1} bot manager" and table.bot_on_turn == (seat, "manager")
    assert club.store.jobs.find("bot", table.game_id, table.version) is not None and clocks(table).running is None
    with pytest.raises(NotYourTurn, match="A bot plays for this seat"):
        club.move(table, seat)
    with operation(club.service, table.game_id) as playing:
        playing.seat_bot(seat, "")
    assert club.left(table)[seat] == LIVE.increment and clocks(table).running == seat


def test_bots_take_over_as_often_as_they_can(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """After that the others decide."""
    monkeypatch.setattr("groundfloor.table.seats.MAX_BOTS", 1)
    table = club.open(takeover="manager")
    seat = seat_asked(table)
    for _ in range(2):
        club.seconds += 400
        club.look(table)
        if table.bot_on_turn is not None:
            with operation(club.service, table.game_id) as playing:
                playing.seat_bot(seat, "")
    assert table.asked_human_seat == seat and table.value.is_out_of_time(seat)


def test_an_undone_decision_gives_no_second_increment(club: Club) -> None:
    table = club.open()
    seat = club.move(table)
    for _ in range(3):
        with operation(club.service, table.game_id) as playing:
            playing.undo(seat, playing.version)
        assert clocks(table).running == seat
        club.seconds += 10
        assert club.move(table) == seat
    assert club.left(table)[seat] == 330 - 3 * 10


def test_an_undo_of_others_decisions_starts_the_clock_of_who_is_asked_then(club: Club) -> None:
    table = club.open(THREE)
    first, second = club.move(table), club.move(table)
    club.seconds = 20
    club.propose(table, first, "undo")
    club.agree(table, second)
    third = ({0, 1, 2} - {first, second}).pop()
    assert clocks(table).running == seat_asked(table) == first
    assert club.left(table) == {first: 330, second: 330, third: 280}


def test_no_clock_runs_while_the_game_is_paused_or_over(club: Club) -> None:
    table = club.open()
    seat = seat_asked(table)
    club.seconds = 100
    agree(club, table, "pause")
    assert clocks(table).running is None and club.left(table)[seat] == 200
    assert club.store.jobs.find("clock", table.game_id, table.version) is None
    club.seconds = 5000
    agree(club, table, "resume")
    assert club.left(table)[seat] == 200 and clocks(table).running == seat
    assert club.store.jobs.find("clock", table.game_id, table.version) is not None
    club.seconds = 5050
    agree(club, table, "score")
    assert clocks(table).running is None and club.left(table)[seat] == 150
    assert club.store.jobs.find("clock", table.game_id, table.version) is None


def agree(club: Club, table: ServedTable, what: str) -> None:
    """Has all people at a table agree to something, as far as need be."""
    for seat in table.value.human_seats:
        if table.open_proposal is not None:
            club.agree(table, seat)
        elif seat == table.value.human_seats[0]:
            club.propose(table, seat, what)
    assert table.open_proposal is None


# When the time is over


def out_of_time(club: Club, seats: tuple[SeatRequest, ...]) -> tuple[ServedTable, int, list[int]]:
    """Returns a table at which the time of somebody is over, their seat, and those of the others."""
    table = club.open(seats)
    seat = seat_asked(table)
    club.seconds += 301
    club.look(table)
    assert table.value.is_out_of_time(seat)
    return table, seat, [each for each in table.value.human_seats if each != seat]


@pytest.mark.parametrize("seats", [TWO, THREE])
@pytest.mark.parametrize("what", ["bot", "person"])
def test_all_others_give_away_the_seat_of_somebody_whose_time_is_over(club: Club, seats: tuple[SeatRequest, ...], what: str) -> None:
    """A person gets it only when they take it; until then its player can come back."""
    table, seat, others = out_of_time(club, seats)
    token = table.value.seats[seat].token
    club.propose(table, others[0], f"{what} {seat + 1}{' manager' if what == 'bot' else ''}", "new-seat")
    for other in others[1:]:
        assert table.open_proposal is not None
        with operation(club.service, table.game_id) as playing:
            playing.agree(other, proposal_id(playing), club.service.now(), "new-seat")
    assert table.open_proposal is None
    if what == "bot":
        assert table.bot_on_turn == (seat, "manager")
        return
    offer = table.value.seats[seat].offer
    assert table.value.seats[seat].token == token and offer
    take_seat(club.service, offer, "somebody")
    assert table.value.seats[seat].token == offer and browsers.held_seats(club.service.store, "somebody", table.game_id).seats == {seat}
    assert club.left(table)[seat] == LIVE.bank and clocks(table).running == seat
    with pytest.raises(LostSeat, match="Somebody else has taken this seat"):
        SeatTokens(club.service).find(token)


def test_offer_of_a_seat_is_over_when_its_player_moves(club: Club) -> None:
    table, seat, others = out_of_time(club, TWO)
    club.propose(table, others[0], f"person {seat + 1}", "new-seat")
    offer = table.value.seats[seat].offer
    with pytest.raises(SeatOffered, match="is offered to you"):
        SeatTokens(club.service).find(offer)
    with operation(club.service, table.game_id) as playing:
        playing.apply(seat, (playing.game.legal_actions[-1].text,), playing.version)
    assert not table.value.seats[seat].offer and table.value.proposal is None
    with pytest.raises(UnknownGame):
        take_seat(club.service, offer, "somebody")


def test_seat_of_somebody_who_is_here_is_not_given_away(club: Club) -> None:
    """Whoever knows who is here says whose seat may be given away."""
    served, seat, (one, other) = out_of_time(club, THREE)
    table = PlayedTable.of(served.now)
    with pytest.raises(CannotPropose, match="never while they are here"):
        table.propose(one, read_proposed(f"person {seat + 1}"), table.version, club.service.now(), "new-seat", frozenset())
    table.propose(one, read_proposed(f"person {seat + 1}"), table.version, club.service.now(), "new-seat", {seat})
    assert table.open_proposal is not None
    with pytest.raises(NoProposal, match="here again"):
        table.agree(other, table.open_proposal.id, club.service.now(), "new-seat", frozenset())


@pytest.mark.parametrize("what", ["bot 1 manager", "person 1"])
def test_with_time_left_nobody_gives_away_a_seat_alone(club: Club, what: str) -> None:
    table = club.open()
    with pytest.raises(CannotPropose, match="two others at least"):
        club.propose(table, 1, what, "new-seat")
    table = club.open(THREE)
    club.propose(table, 1, what, "new-seat")
    assert table.open_proposal is not None


@pytest.mark.parametrize("what", ["score", "cancel"])
def test_who_is_out_of_time_is_not_asked_about_the_end(club: Club, what: str) -> None:
    table, seat, (other,) = out_of_time(club, TWO)
    club.propose(table, other, what)
    assert table.game.is_over and table.is_cancelled == (what == "cancel")
    table, seat, (one, other) = out_of_time(club, THREE)
    club.propose(table, one, what)
    assert not table.game.is_over and table.open_proposal is not None
    with pytest.raises(NoProposal, match="You are not asked"):
        club.agree(table, seat)
    club.agree(table, other)
    assert table.game.is_over


def test_who_is_out_of_time_still_needs_the_others_to_end_the_game(club: Club) -> None:
    table, seat, (other,) = out_of_time(club, TWO)
    club.propose(table, seat, "score")
    assert not table.game.is_over and table.open_proposal is not None
    club.agree(table, other)
    assert table.game.is_over


def test_a_proposal_that_waits_still_needs_all_when_the_time_is_over(club: Club) -> None:
    table = club.open(THREE)
    seat = seat_asked(table)
    others = [each for each in table.value.human_seats if each != seat]
    club.propose(table, others[0], f"person {seat + 1}", "unused")
    club.seconds = 301
    club.look(table)
    assert table.value.proposal is not None and table.value.proposal.kind == "person" and table.open_proposal is not None


def test_others_give_time_when_it_is_over(club: Club) -> None:
    table, seat, (one, other) = out_of_time(club, THREE)
    for giver, to in ((seat, seat), (one, other), (one, one), (one, 3), (one, -1)):
        with pytest.raises(CannotGiveTime):
            club.give_time(table, giver, to)
    club.seconds = 1000
    club.give_time(table, one, seat)
    assert club.left(table)[seat] == LIVE.bank and clocks(table).running == seat
    with pytest.raises(CannotGiveTime, match="still has time"):
        club.give_time(table, other, seat)
    club.seconds = 1240
    club.look(table)
    assert clocks(table).seats[seat].is_reminded, "the time that was given begins a new count"
    without = club.open(pace="")
    with pytest.raises(CannotGiveTime):
        club.give_time(without, 0, 1)


def test_nobody_gives_time_for_a_bot_or_after_the_end(club: Club) -> None:
    table, seat, (other,) = out_of_time(club, TWO)
    with operation(club.service, table.game_id) as playing:
        playing.seat_bot(other, "random")
    with pytest.raises(NotYourTurn):
        club.give_time(table, other, seat)
    with operation(club.service, table.game_id) as playing:
        playing.seat_bot(other, "")
        playing.propose(other, read_proposed("score"), playing.version, club.service.now())
    with pytest.raises(NotYourTurn):
        club.give_time(table, other, seat)


def test_clocks_begin_when_everybody_has_come(club: Club) -> None:
    table = ServedTable(club.service, club.service.add(club.service.prepare(NewTable(TWO, pace="live-30"), frozenset({0})), "browser"))
    club.seconds = 1000
    first = club.move(table)
    assert clocks(table).is_waiting and clocks(table).running is None and club.left(table) == {first: 330, 1 - first: 300}
    assert browsers.record_arrivals(club.store, [table.value.seats[1].token]) == [table.game_id]
    with club.service.operation(table.game_id):
        pass
    assert clocks(table).running == seat_asked(table) and browsers.record_arrivals(club.store, [table.value.seats[1].token]) == []


def test_hours_and_holidays_stop_clocks_over_days_only(club: Club) -> None:
    """Ann and Ben play from 12:00 to 20:00 UTC; the game begins at 12:00."""
    availability.change(club.store, "browser", at(-1), lambda _before, _runs: Availability((Hours("UTC", 12 * 60, 20 * 60),)))
    for pace, expected in (("days-1", 16 * 3600), ("live-120", 0)):
        club.seconds = 0
        table = club.open(pace=pace)
        seat = seat_asked(table)
        club.seconds = DAY
        assert clocks(table).pace.bank - club.left(table)[seat] == (DAY - expected if expected else clocks(table).pace.bank)
        club.seconds = 10 * 3600
        left, later = club.left(table)[seat], club.look(table)
        assert (left, later > MAX_WAIT) == ((2 * DAY - 8 * 3600, True) if expected else (0, False))


def plays_at_night(club: Club, owner_id: str, *, holiday: bool = False) -> None:
    """Has somebody play from 22 to 6 o'clock UTC, and take a holiday on the second day."""
    holidays = (Holiday("2030-01-02", "2030-01-02", "2030-01-02T00:00:00+00:00", "2030-01-03T00:00:00+00:00"),) if holiday else ()
    availability.change(club.store, owner_id, at(0), lambda *_: Availability((Hours("UTC", 22 * 60, 6 * 60),), holidays))


def test_clock_over_days_stands_still_outside_of_hours_and_on_holidays(club: Club) -> None:
    table = club.open(pace="days-1")
    seat, bank = seat_asked(table), 48 * HOUR
    plays_at_night(club, "browser", holiday=True)
    club.seconds = 10 * HOUR
    assert club.left(table)[seat] == bank, "it is 22 o'clock"
    club.seconds = 11 * HOUR
    assert club.left(table)[seat] == bank - HOUR
    (time,) = (each for each in seat_times(table, at(club.seconds), club.store) if each.seat == seat)
    assert time.ends == "2030-01-08T06:00:00+00:00" and spent(clocks(table).seats[seat].since, time.ends, time.off) == bank
    club.seconds = 36 * HOUR
    assert club.left(table)[seat] == bank - 2 * HOUR
    club.move(table)
    assert club.left(table)[seat] == bank + 22 * HOUR


def test_somebody_whose_clock_runs_can_change_hours_for_tomorrow_only(club: Club) -> None:
    live, table = club.open(), club.open(pace="days-1")
    assert availability.runs_clock(club.store, "browser")
    for each in (live, table):
        browsers.forget_game(club.store, "browser", each.game_id)
    browsers.remember_seats(club.store, "other", table.game_id, [1 - seat_asked(table)])
    browsers.remember_seats(club.store, "live", live.game_id, [seat_asked(live)])
    browsers.remember_seats(club.store, "asked", table.game_id, [seat_asked(table)])
    assert [availability.runs_clock(club.store, owner_id) for owner_id in ("browser", "other", "live", "asked")] == [
        False,
        False,
        False,
        True,
    ]


def test_player_on_holiday_is_neither_reminded_nor_out_of_time(club: Club) -> None:
    table = club.open(pace="days-1")
    seat = seat_asked(table)
    plays_at_night(club, "browser", holiday=True)
    club.seconds = 35 * HOUR
    assert club.look(table) > 0 and not clocks(table).seats[seat].is_reminded and not table.value.is_out_of_time(seat)


# Downtimes


def test_nobodys_clock_runs_while_the_server_is_down(club: Club) -> None:
    """Also before anybody has noted that it is back, and when several processes note it."""
    table = club.open()
    seat = seat_asked(table)
    downtimes.note_alive(club.store, at(0))
    downtimes.note_alive(club.store, at(20))
    assert club.left(table)[seat] == 300
    club.seconds = 1020
    assert club.left(table)[seat] == 280 and club.look(table) == 220
    for now in (1020, 1025, 1022):
        downtimes.note_alive(club.store, at(now))
    club.seconds = 1025
    assert club.left(table)[seat] == 275
    assert downtimes.between(club.store, at(30), at(1025)) == [(at(20), at(1020))] and not downtimes.between(club.store, at(1020), at(1025))
    club.move(table)
    assert club.left(table)[seat] == 305
    downtimes.delete_old(club.store)
    assert not downtimes.between(club.store, at(0), at(1025)), "no clock has run since then"


def test_short_gaps_and_a_clock_set_back_are_no_downtime(club: Club) -> None:
    for now in (0, 30, 10, 60, 20, 65):
        downtimes.note_alive(club.store, at(now))
    assert not downtimes.between(club.store, at(-1000), at(70))


def test_downtimes_that_a_running_clock_needs_are_kept(club: Club) -> None:
    table = club.open()
    for now in (0, 100):
        downtimes.note_alive(club.store, at(now))
    downtimes.delete_old(club.store)
    club.seconds = 110
    assert club.left(table)[seat_asked(table)] == 290


# Other tables, other processes


def test_rematch_and_same_city_keep_the_clocks_with_the_whole_bank(club: Club) -> None:
    table = club.open(pace="days-3", takeover="manager")
    club.seconds = 1000
    club.move(table)
    again = create_rematch(table, "again", "", club.service.new_bytes)[0]
    assert again.value.clocks == TableClocks.new(PACES["days-3"], (0, 1), "manager")
    agree(club, table, "score")
    assert create_same_seed(table, "", club.service.new_bytes)[0].value.clocks == again.value.clocks
    assert create_branch(table, 0, 1, "", club.service.new_bytes)[0].value.clocks is None
    with operation(club.service, club.open(pace="").game_id) as plain:
        assert create_rematch(plain, "more", "", club.service.new_bytes)[0].value.clocks is None


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (NewTable(TWO, pace="slow"), "There is no pace"),
        (NewTable(TWO, pace="days-1", takeover="nobody"), "There is no bot"),
        (NewTable((TWO[0], SeatRequest("", "pei")), pace="days-1"), "two or more people"),
    ],
)
def test_impossible_clocks_are_refused(club: Club, wrong: NewTable, said: str) -> None:
    with pytest.raises(ImpossibleTable, match=said):
        club.service.prepare(wrong)


def test_clocks_of_an_unknown_pace_are_no_reason_to_lose_the_game(club: Club) -> None:
    table = club.open()
    with writing(club.store.engine) as connection:
        connection.execute(update(schema.clocks).values(pace="newer"))
    again = TableService(club.store, lambda: at(0), bytes)
    assert again.table(table.game_id).value.clocks is None and club.look(table) == 0


def test_a_move_of_a_process_that_knows_no_clocks_is_made_up_for(club: Club) -> None:
    """It leaves the clock of whoever has moved running, and a job for the version before."""
    table = club.open()
    first, version = seat_asked(table), table.version
    stale = clocks(table)
    club.move(table)
    with writing(club.store.engine) as connection:
        connection.execute(update(schema.seat_clocks).values(since=at(0)).where(schema.seat_clocks.c.seat == first))
        connection.execute(update(schema.seat_clocks).values(since="").where(schema.seat_clocks.c.seat != first))
    with club.service.cache.slot(table.game_id) as slot:
        assert slot.cached is not None
        before = table.now.with_value(replace(table.value, clocks=stale))
        slot.cached = replace(slot.cached, table=before)
    club.seconds = 10
    assert club.alarms.look(table.game_id, version) == 240 and clocks(table).running == 1 - first
    assert club.store.jobs.find("clock", table.game_id, table.version) is not None


def test_of_a_timeout_and_a_move_at_the_same_moment_one_counts(club: Club) -> None:
    """In two threads: either the bot has the seat and the move is refused, or the move is made and the bot gets nothing."""
    for _ in range(10):
        race(club.open(takeover="random"), club, club)


def test_of_a_timeout_and_a_move_at_two_processes_one_counts(where: Path | str) -> None:
    one, other = (Club(where, number, is_one_of_several=True) for number in (0, 1))
    with closing(one.store), closing(other.store):
        for _ in range(5):
            race(one.open(takeover="random"), one, other)


def race(table: ServedTable, mover: Club, ender: Club) -> None:
    """Has the seat that is asked move while its time ends, both at the same moment, and checks that exactly one counts."""
    seat, version = seat_asked(table), table.version
    mover.seconds = ender.seconds = mover.seconds + 400
    barrier, refused = threading.Barrier(2), []

    def move() -> None:
        try:
            with operation(mover.service, table.game_id) as here:
                here.apply(seat, ("done",), version)
        except (NotYourTurn, StaleVersion) as error:
            refused.append(error)

    def end() -> None:
        ender.alarms.look(table.game_id, version)

    threads = [threading.Thread(target=retried, args=(work, barrier)) for work in (move, end)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(WAIT)
    lines = [str(entry) for entry in ender.service.table(table.game_id).match.record.entries[version:]]
    assert lines == [str(entry) for entry in mover.service.table(table.game_id).match.record.entries[version:]]
    taken, made = f"{seat + 1} bot random" in lines, f"{seat + 1} done" in lines
    assert taken != made and taken == bool(refused), (lines, refused)


def retried(work: Callable[[], None], barrier: threading.Barrier) -> None:
    """Does work as the server does it: again if another process has changed the table meanwhile."""
    barrier.wait(WAIT)
    while True:
        try:
            return work()
        except ChangedElsewhere:
            continue


@pytest.mark.parametrize("is_move_first", [True, False])
def test_of_a_timeout_and_a_move_the_first_one_counts(club: Club, is_move_first: bool) -> None:
    table = club.open(takeover="random")
    seat, version = seat_asked(table), table.version
    club.seconds = 400
    if is_move_first:
        club.move(table)
        club.look(table)
        assert not table.value.seats[seat].agent and club.left(table)[seat] == LIVE.increment
    else:
        club.look(table)
        with pytest.raises(StaleVersion), operation(club.service, table.game_id) as playing:
            playing.apply(seat, ("done",), version)
        assert table.value.seats[seat].agent == "random"


def test_the_alarms_of_jobs_ring_by_themselves(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the clock of the wall and a pace of half a second."""
    monkeypatch.setitem(PACES, "live-30", Pace("live-30", 0.5, 0.1, 1))
    monkeypatch.setattr(club.service, "_clock", lambda: datetime.now(UTC).isoformat())
    rung: list[tuple[bool, str]] = []
    done = threading.Event()

    def write(work: Callable[[], None]) -> None:
        work()
        seat = seat_asked(table)
        rung.append((clocks(table).seats[seat].is_reminded, table.value.seats[seat].agent))
        if rung[-1][1]:
            done.set()

    table = club.open(takeover="random")
    alarms = ClockRunner(club.service, write)
    alarms.wake()
    assert done.wait(WAIT)
    alarms.close()
    assert rung[-1] == (False, "random") and rung[:-1] in ([], [(True, "")]), "a slow machine may be too late to remind"


def test_a_table_without_clocks_costs_no_statement_more(club: Club) -> None:
    """Neither a move nor reading the table has anything to do with the tables of clocks, but for the one that says that it has none."""
    statements: list[str] = []
    event.listen(club.store.engine, "before_cursor_execute", lambda *args: statements.append(args[2]))
    table = club.open(pace="")
    club.move(table)
    TableService(club.store, lambda: at(0), bytes).table(table.game_id)
    assert not [each for each in statements if "seat_clocks" in each or "downtimes" in each or "availability" in each]
    assert all("FROM games LEFT OUTER JOIN clocks" in each for each in statements if "clocks" in each)
    statements.clear()
    table = club.open()
    club.move(table)
    assert any("seat_clocks" in each for each in statements)


# The model


TIMES = st.integers(0, 50)
INTERVALS = st.lists(st.tuples(TIMES, TIMES).map(sorted).map(tuple), max_size=5)


@given(TIMES, TIMES, INTERVALS)
def test_spent_counts_each_second_outside_of_all_intervals_once(since: int, until: int, off: list[tuple[int, int]]) -> None:
    counted = sum(not any(begins <= second < ends for begins, ends in off) for second in range(since, until))
    assert spent(at(since), at(until), [(at(begins), at(ends)) for begins, ends in off]) == counted


@given(TIMES, st.integers(0, 60), INTERVALS)
def test_time_after_is_the_first_moment_at_which_so_much_is_spent(since: int, seconds: int, off: list[tuple[int, int]]) -> None:
    intervals = [(at(begins), at(ends)) for begins, ends in off]
    found = time_after(at(since), seconds, intervals)
    assert spent(at(since), found.isoformat(), intervals) == seconds
    if seconds:
        assert spent(at(since), (found - timedelta(seconds=0.5)).isoformat(), intervals) < seconds


@given(
    st.sampled_from(sorted(PACES)),
    st.lists(st.tuples(st.sampled_from(["decide", "undo", "give", "wait"]), st.integers(0, 400)), max_size=30),
)
def test_no_clock_leaves_its_bounds(pace: str, steps: list[tuple[str, int]]) -> None:
    """Nobody has less than nothing or more than the cap, one clock runs at most, and one that is out stands still."""
    seconds, entries, asked = 0, 0, 0
    table = replace(TableClocks.new(PACES[pace], (0, 1)), is_waiting=False).started(0, at(0))
    for step, wait in steps:
        seconds += wait * int(PACES[pace].increment) // 30
        before = table.seats[asked]
        gone = spent(before.since, at(seconds)) if before.since else 0.0
        if step == "decide":
            entries += 1
            table = table.stopped(gone).decided(asked, entries)
            assert table.seats[asked].left <= max(before.left - gone, 0) + table.pace.increment
            asked = 1 - asked
            table = table.started(asked, at(seconds))
        elif step == "undo" and entries:
            entries -= 1
            asked = 1 - asked
            table = table.stopped(gone).started(asked, at(seconds))
        elif step == "give" and table.is_out(asked):
            table = table.with_new_player(asked).started(asked, at(seconds))
        elif gone >= before.left:
            table = table.run_out(asked)
        assert all(0 <= clock.left <= table.pace.cap and not (clock.is_out and clock.since) for clock in table.seats.values())
        assert table.running == (None if table.is_out(asked) else asked) and sum(bool(clock.since) for clock in table.seats.values()) <= 1


@pytest.mark.parametrize(
    ("id", "bank", "increment", "is_over_days"),
    [
        ("live-1m+5", 60, 5, False),
        ("live-60m+300", 3600, 300, False),
        ("live-5m+300", 300, 300, False),
        ("days-1d+2h", DAY, 7200, True),
        ("days-14d+72h", 14 * DAY, 3 * DAY, True),
    ],
)
def test_own_pace_has_the_numbers_of_its_id(id: str, bank: int, increment: int, is_over_days: bool) -> None:
    pace = find_pace(id)
    assert pace == Pace(id, bank, increment, 2 * bank) and pace.is_over_days is is_over_days
    assert len(id) <= 12, "what a column of the database takes"


@pytest.mark.parametrize(
    "id",
    ["live-0m+30", "live-61m+30", "live-15m+4", "live-60m+301", "live-4m+300", "live-015m+45", "live-15m+", "live-15", "live-५m+30"]
    + ["days-0d+8h", "days-15d+8h", "days-5d+1h", "days-5d+73h", "days-2d+72h", "live-5d+12h", "days-5m+45", "live", "days", ""],
)
def test_own_pace_outside_its_bounds_is_none(id: str) -> None:
    """A decision brings no more than there is at first."""
    assert find_pace(id) is None


@pytest.mark.parametrize("pace", PACES.values())
def test_paces_make_sense(pace: Pace) -> None:
    assert 0 < pace.increment <= pace.bank < pace.cap and pace.is_over_days == pace.id.startswith("days")
