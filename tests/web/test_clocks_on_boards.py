"""Clocks on the board and over the API: for whom they run, what is shown of them, and what the others can do when a time is over."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

import pytest

from groundfloor.store import Availability, Hours, Store
from groundfloor.tables import Host, NewTable, SeatRequest, Table
from groundfloor.web.board.page import BoardViewer
from groundfloor.web.boards import BoardRequest, Boards
from tests.support.html import has, one, text, texts, values
from tests.support.opened_tables import seat_asked

START = datetime.fromisoformat("2030-01-01T12:00:00+00:00")
PEOPLE = ("Ann", "Ben", "Cleo")


@dataclass
class Club:
    """A table with clocks, whose time the test moves, in seconds since the start."""

    store: Store
    pace: str = "live-30"
    seconds: float = 0.0
    host: Host = field(init=False)
    table: Table = field(init=False)

    def __post_init__(self) -> None:
        self.host = Host(self.store, self.now, Random(5).randbytes)
        new = NewTable(tuple(map(SeatRequest, PEOPLE)), options={"deck": "preset"}, pace=self.pace)
        self.table = self.host.add(self.host.prepare(new, frozenset(range(len(PEOPLE)))), "browser")

    def now(self) -> str:
        return (START + timedelta(seconds=self.seconds)).isoformat()

    @property
    def asked(self) -> int:
        return seat_asked(self.table)

    def board(self, seat: int | None, language: str = "en") -> str:
        boards = Boards(times=self.host.seat_times)
        own = () if seat is None else (seat,)
        return boards.whole(boards.board(self.table, BoardRequest(language, seat, BoardViewer("/s/x", own))))

    def run_out(self) -> None:
        self.seconds += 10_000
        with self.host.operation(self.table.public) as table:
            table.end_time(seat_asked(table))


@pytest.fixture
def club(store: Store) -> Club:
    return Club(store)


def faces(page: str, where: str = "") -> list[str]:
    return texts(page, f"{where} .clock-time")


def test_each_company_has_a_clock_and_the_head_that_of_whoever_is_on_turn(club: Club) -> None:
    page = club.board(0)
    running = values(page, ".clock.is-running", "data-ends")
    assert set(running) == {"2030-01-01T12:05:00+00:00"} and has(page, ".head .clock.is-running") and not has(page, ".head .turn-time")
    for place in (".company-tabs a", ".ledger", ".mini"):
        assert len(faces(page, place)) == 3 and faces(page, place).count("5:00") == 2, place
    assert values(page, ".head .clock", "data-low") == ["60"]


def test_board_of_a_table_without_clocks_has_none(store: Store) -> None:
    page = Club(store, pace="").board(0)
    assert not has(page, ".clock") and has(page, ".head .turn-time") and "clock" not in values(page, ".mini dl > div", "class")


def test_clock_over_days_says_when_it_stands_still(store: Store) -> None:
    club = Club(store, pace="days-3")
    hours = Availability((Hours("Europe/Berlin", 9 * 60, 22 * 60),))
    store.change_availability("browser", club.now(), lambda *_: hours)
    page = club.board(0)
    off = values(page, ".head .clock", "data-off")[0].split()
    assert off[0] == "2030-01-01T21:00:00+00:00/2030-01-02T08:00:00+00:00" and values(page, ".head .clock", "data-low") == ["34560"]
    assert values(page, ".head .clock", "data-ends") == ["2030-01-04T21:00:00+00:00"] and "48 h" in faces(page, ".mini")


def test_when_a_time_is_over_one_other_person_decides(club: Club) -> None:
    club.run_out()
    late, other = club.asked, (club.asked + 1) % 3
    page = club.board(other)
    assert f"The time of {PEOPLE[late]} is over" in text(one(page, "#over-time-sentence"))
    assert values(page, "#over-time button", "name") == ["give_time", "propose"]
    assert values(page, "#over-time button", "value") == [str(late), f"bot {late + 1} manager"]
    assert has(page, ".mini .clock.is-out") and faces(page, ".head") == ["0:00"]
    assert "You can still decide" in text(one(club.board(late), "#over-time-sentence")) and not has(club.board(late), "#over-time button")
    assert has(club.board(None), "#over-time-sentence") and not has(club.board(None), "#over-time button")
    assert "abgelaufen" in text(one(club.board(other, "de"), "#over-time-sentence"))


def test_others_are_told_before_that_a_bot_ends_the_rating(club: Club) -> None:
    club.run_out()
    other, sentence = (club.asked + 1) % 3, "#over-time-sentence"
    assert "not rated" not in text(one(club.board(other), sentence))
    club.table.rating = "rated"
    assert "With a bot the game is not rated." in text(one(club.board(other), sentence))
    assert "not rated" not in text(one(club.board(club.asked), sentence))


def test_time_that_is_given_stands_on_boards_that_were_made_before(club: Club) -> None:
    boards = Boards(times=club.host.seat_times)
    late = club.asked

    def shown() -> list[str]:
        return faces(boards.whole(boards.board(club.table, BoardRequest("en", None, BoardViewer("/g/x")))), f"#small-{late}")

    club.run_out()
    assert shown() == ["0:00"]
    with club.host.operation(club.table.public) as table:
        table.give_time((late + 1) % 3, late)
    assert shown() == ["until 2030-01-01 14:51 UTC"] and not has(club.board(None), "#over-time")
