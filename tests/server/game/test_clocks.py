"""Clocks: chosen with the table, seen by all on boards and over the API; at their end the others decide."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect
from starlette.applications import Starlette

from groundfloor.server.app import create_app
from groundfloor.server.club.lobby.requested_tables import cloned_table
from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database.errors import StorageFull
from groundfloor.server.database.store import Store
from groundfloor.server.game.board.board_regions import BoardViewer
from groundfloor.server.game.board.boards import BoardRequest, Boards
from groundfloor.server.game.storage import availability, downtimes
from groundfloor.server.game.tables.table_service import TableService
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.settings import Settings
from groundfloor.table import NewTable, SeatRequest
from groundfloor.table.hours import Availability, Hours
from tests.server.conftest import with_settings
from tests.support import http
from tests.support.api_table import ApiTable
from tests.support.board_viewer import POINTED, TOUCHED, Viewer, check_board
from tests.support.html import has, one, text, texts, values
from tests.support.opened_tables import seat_asked
from tests.support.played_tables import ServedTable, operation
from tests.support.quick_server import running

NAMES = ("Ann", "Ben", "Cleo")
PEOPLE = [{"name": name} for name in NAMES]


class Club:
    """A server whose clock the test moves, and a client."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.at = datetime.fromisoformat("2030-01-01T12:00:00+00:00")
        self.client: httpx.Client

    def make_app(self, port: int) -> Starlette:
        draws = random.Random(3).randbytes
        app = create_app(self.store, lambda: self.at.isoformat(), draws, settings=self.settings, port=port)
        self.context = app.state.context
        return app

    def pass_time(self, seconds: float) -> None:
        self.at += timedelta(seconds=seconds)
        downtimes.note_alive(self.store, self.at.isoformat())

    def let_time_pass(self, game_id: str, seconds: float) -> None:
        """Lets time pass, during which the server is up, and the alarms ring that are due then."""
        while seconds > 0:
            self.pass_time(min(seconds, 25))
            seconds -= 25
        table = self.context.table_service.table(game_id)
        self.context.clocks.look(game_id, table.version)

    def open(self, **fields: object) -> ApiTable:
        return ApiTable(self.client, *NAMES, **{"options": {"deck": "preset"}, "pace": "live-30", **fields})


def come(table: ApiTable) -> dict[str, Any]:
    """Has all people come; returns what is seen then."""
    return [table.view(seat) for seat in range(len(table.tokens))][-1]


@pytest.fixture
def club(store: Store, settings: Settings) -> Iterator[Club]:
    found = Club(store, settings)
    with running(found.make_app) as address, http.Client(base_url=address, headers={"Origin": address}) as found.client:
        yield found


def test_clocks_are_seen_and_begin_when_everybody_has_come(club: Club) -> None:
    table = club.open(takeover="manager")
    view = table.view(0)
    assert view["clocks"] == {
        "pace": "live-30",
        "bank": 300,
        "increment": 30,
        "cap": 600,
        "takeover": "manager",
        "is_waiting": True,
        "seats": [{"seat": seat, "left": 300.0, "runs_since": None, "is_out": False} for seat in (1, 2, 3)],
    }
    since = club.at.isoformat()
    asked = come(table)["asked"] - 1
    club.pass_time(20)
    clocks = table.view(0)["clocks"]
    assert not clocks["is_waiting"] and clocks["seats"][asked] == {"seat": asked + 1, "left": 280.0, "runs_since": since, "is_out": False}
    spectator = club.client.get(f"/api/games/{table.game_id}").json()
    assert spectator["clocks"] == clocks
    view = table.act(asked, apply=["done"], version=view["version"]).json()
    assert view["clocks"]["seats"][asked]["left"] == 310.0


def test_when_time_is_over_one_other_person_gives_time_or_all_others_offer_the_seat(club: Club) -> None:
    table = club.open()
    asked = come(table)["asked"] - 1
    other = (asked + 1) % 3
    assert table.act(other, give_time=asked + 1).status_code == 409, "there is time left"
    club.let_time_pass(table.game_id, 301)
    view = table.view(other)
    assert view["clocks"]["seats"][asked]["is_out"] and view["asked"] == asked + 1
    for wrong in (other + 1, 7, "Ann", None):
        assert table.act(other, give_time=wrong).status_code == 409
    view = table.act(other, give_time=asked + 1).json()
    assert view["clocks"]["seats"][asked] == {"seat": asked + 1, "left": 300.0, "runs_since": club.at.isoformat(), "is_out": False}
    club.let_time_pass(table.game_id, 301)
    proposal = table.act(other, propose=f"person {asked + 1}").json()["proposal"]
    assert table.act((asked + 2) % 3, agree=proposal["id"]).json()["proposal"] is None
    assert club.client.get(table.api(asked)).status_code == 200, "nobody has taken the seat yet"
    offer = club.context.table_service.table(table.game_id).value.seats[asked].offer
    view = club.client.post(f"/api/seats/{offer}", json={"do": "take"}).json()
    assert view["clocks"]["seats"][asked]["left"] == 300.0
    assert club.client.get(table.api(asked)).status_code == 410, "the seat has a new link"


def test_a_bot_takes_over_and_moves(club: Club) -> None:
    table = club.open(takeover="random")
    asked = come(table)["asked"] - 1
    club.let_time_pass(table.game_id, 301)
    assert table.view(asked)["bots"] == {str(asked + 1): "random"}
    refused = table.act(asked, apply=["done"], version=table.view(asked)["version"])
    assert refused.status_code == 409
    view = table.act(asked, do="return").json()
    assert view["bots"] == {} and view["clocks"]["seats"][asked]["left"] == 30.0


def test_without_pace_there_are_no_clocks(club: Club) -> None:
    table = club.open(pace=None)
    assert come(table)["clocks"] is None and table.act(0, give_time=2).status_code == 409


@pytest.mark.parametrize("fields", [{"pace": "slow"}, {"takeover": "nobody"}, {"seats": [{"name": "Ann"}, {"automa": "pei"}]}])
def test_impossible_clocks_are_refused(club: Club, fields: dict[str, object]) -> None:
    answer = club.client.post("/api/games", json={"seats": PEOPLE, "pace": "live-30", **fields})
    assert answer.status_code == 422, answer.text


def test_a_server_whose_disk_is_full_starts(store: Store, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """It can't note that it is alive."""

    def refuse(_store: Store, _now: str) -> None:
        raise StorageFull

    monkeypatch.setattr(downtimes, "note_alive", refuse)
    found = Club(store, settings)
    with running(found.make_app) as address, http.Client() as client:
        assert client.get(f"{address}/rules").status_code == 200


def test_a_table_like_another_has_its_clocks(club: Club) -> None:
    for fields in ({}, {"pace": "days-3", "takeover": "manager"}):
        cloned = cloned_table(club.context, club.open(**{"pace": None, **fields}).game_id, "")
        assert cloned is not None and {name: cloned.fields.get(name) for name in ("pace", "takeover")} == {
            "pace": None,
            "takeover": None,
            **fields,
        }


def test_an_open_table_has_clocks_from_the_beginning_of_its_game(club: Club) -> None:
    with http.Client(base_url=club.client.base_url, headers=club.client.headers) as ben:
        asked = {"player": "Ann", "people": 2, "pace": "days-1", "takeover": "manager"}
        table = club.client.post("/api/lobby", json=asked).json()
        assert (table["pace"], table["takeover"]) == ("days-1", "manager")
        found = {pace: ben.get(f"/api/lobby?pace={pace}").json()["tables"] for pace in ("days", "days-1", "days-3", "live", "live-30")}
        assert [pace for pace, tables in found.items() if tables] == ["days", "days-1"]
        begun = ben.post(f"/api{table['link']}", json={"do": "join", "player": "Ben"}).json()
        clocks = ben.get(f"/api/games/{begun['game']}").json()["clocks"]
    assert (clocks["pace"], clocks["takeover"], clocks["is_waiting"]) == ("days-1", "manager", False)
    assert sorted(clock["left"] for clock in clocks["seats"]) == [172_800.0, 172_800.0]
    for wrong in ({"pace": "days-2"}, {"pace": "days-1", "takeover": "nobody"}):
        assert club.client.post("/api/lobby", json={"player": "Ann", "people": 2, **wrong}).status_code == 422
    plain = club.client.post("/api/lobby", json={"player": "Ann", "people": 2, "pace": "days", "takeover": "manager"}).json()
    assert plain["takeover"] is None


# On boards


START = datetime.fromisoformat("2030-01-01T12:00:00+00:00")


@dataclass
class ClockedTable:
    """A table with clocks, whose time the test moves, in seconds since the start."""

    store: Store
    pace: str = "live-30"
    seconds: float = 0.0
    service: TableService = field(init=False)
    table: ServedTable = field(init=False)

    def __post_init__(self) -> None:
        self.service = TableService(self.store, self.now, Random(5).randbytes, club=WholeClub())
        new = NewTable(tuple(map(SeatRequest, NAMES)), options={"deck": "preset"}, pace=self.pace)
        self.table = ServedTable(self.service, self.service.add(self.service.prepare(new, frozenset(range(len(NAMES)))), "browser"))

    def now(self) -> str:
        return (START + timedelta(seconds=self.seconds)).isoformat()

    @property
    def asked(self) -> int:
        return seat_asked(self.table)

    def board(self, seat: int | None, language: str = "en") -> str:
        boards = Boards(times=self.service.seat_times)
        own = () if seat is None else (seat,)
        return boards.whole(boards.board(self.table, BoardRequest(language, seat, BoardViewer("/s/x", own))))

    def run_out(self) -> None:
        self.seconds += 10_000
        with operation(self.service, self.table.game_id) as table:
            table.end_time(seat_asked(table))


@pytest.fixture
def clocked(store: Store) -> ClockedTable:
    return ClockedTable(store)


def faces(page: str, where: str = "") -> list[str]:
    return texts(page, f"{where} .clock-time")


def test_each_company_has_a_clock_and_the_head_that_of_whoever_is_on_turn(clocked: ClockedTable) -> None:
    page = clocked.board(0)
    running = values(page, ".clock.is-running", "data-ends")
    assert set(running) == {"2030-01-01T12:05:00+00:00"} and has(page, ".head .clock.is-running") and not has(page, ".head .turn-time")
    for place in (".company-tabs a", ".ledger", ".company-summary"):
        assert len(faces(page, place)) == 3 and faces(page, place).count("5:00") == 2, place
    assert values(page, ".head .clock", "data-low") == ["60"]


def test_board_of_a_table_without_clocks_has_none(store: Store) -> None:
    page = ClockedTable(store, pace="").board(0)
    assert not has(page, ".clock") and has(page, ".head .turn-time") and "clock" not in values(page, ".company-summary dl > div", "class")


def test_clock_over_days_says_when_it_stands_still(store: Store) -> None:
    clocked = ClockedTable(store, pace="days-3")
    hours = Availability((Hours("Europe/Berlin", 9 * 60, 22 * 60),))
    availability.change(store, "browser", clocked.now(), lambda *_: hours)
    page = clocked.board(0)
    off = values(page, ".head .clock", "data-off")[0].split()
    assert off[0] == "2030-01-01T21:00:00+00:00/2030-01-02T08:00:00+00:00" and values(page, ".head .clock", "data-low") == ["34560"]
    assert values(page, ".head .clock", "data-ends") == ["2030-01-04T21:00:00+00:00"] and "48 h" in faces(page, ".company-summary")


def test_when_a_time_is_over_one_other_person_decides(clocked: ClockedTable) -> None:
    clocked.run_out()
    late, other = clocked.asked, (clocked.asked + 1) % 3
    page = clocked.board(other)
    assert f"The time of {NAMES[late]} is over" in text(one(page, "#over-time-sentence"))
    assert values(page, "#over-time button", "name") == ["give_time", "propose"]
    assert values(page, "#over-time button", "value") == [str(late + 1), f"bot {late + 1} manager"]
    assert f"While {NAMES[late]} is not here, a bot can play on" in text(one(page, "#over-time-sentence"))
    assert has(page, ".company-summary .clock.is-out") and faces(page, ".head") == ["0:00"]
    assert "You can still decide" in text(one(clocked.board(late), "#over-time-sentence")) and not has(
        clocked.board(late), "#over-time button"
    )
    assert has(clocked.board(None), "#over-time-sentence") and not has(clocked.board(None), "#over-time button")
    assert "abgelaufen" in text(one(clocked.board(other, "de"), "#over-time-sentence"))


def test_time_that_is_given_stands_on_boards_that_were_made_before(clocked: ClockedTable) -> None:
    boards = Boards(times=clocked.service.seat_times)
    late = clocked.asked

    def shown() -> list[str]:
        return faces(boards.whole(boards.board(clocked.table, BoardRequest("en", None, BoardViewer("/g/x")))), f"#company-summary-{late}")

    clocked.run_out()
    assert shown() == ["0:00"]
    with operation(clocked.service, clocked.table.game_id) as table:
        table.give_time((late + 1) % 3, late)
    assert shown() == ["until 2030-01-01 14:51 UTC"] and not has(clocked.board(None), "#over-time")


# In a browser


SIZES = ((360, 800), (1366, 768))
LATER = """(seconds) => {
  const now = Date.now;
  Date.now = () => now() + seconds * 1000;
  document.dispatchEvent(new Event('groundfloor:swapped'));
  const clock = document.querySelector('.head .clock');
  return [clock.lastElementChild.textContent, clock.classList.contains('is-low'), JSON.stringify(clock.closest('.head').getBoundingClientRect())];
}"""
"""Sets the device's clock forward; says what the page's clock shows then, whether it is low and where the head stands, before an answer that is on its way can correct it."""
FACE = ".head .clock-time"


def opened(client: httpx.Client, pace: str) -> str:
    """Opens a table whose people have all come; returns the seat that is asked."""
    table = ApiTable(client, pace=pace)
    come(table)
    return table.url(table.asked)


@pytest.mark.parametrize("size", SIZES)
def test_clock_counts_down_and_says_when_little_time_is_left(browser: Browser, client: httpx.Client, size: tuple[int, int]) -> None:
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.goto(opened(client, "live-30"))
    page.wait_for_selector(".head .clock.is-counted")
    first = page.inner_text(FACE)
    assert first.startswith(("4:5", "5:00"))
    page.wait_for_function(f"text => document.querySelector('{FACE}').textContent !== text", arg=first)
    _, is_low, head = page.evaluate(LATER, 0)
    assert not is_low
    shown, is_low, _ = page.evaluate(LATER, 250)
    assert is_low and shown.startswith("0:4")
    assert page.evaluate(LATER, 500) == ["0:00", True, head]
    page.close()


@pytest.mark.thorough
def test_clock_over_days_is_said_in_hours(browser: Browser, client: httpx.Client) -> None:
    page = browser.new_page()
    page.goto(opened(client, "days-1"))
    page.wait_for_selector(".head .clock.is-counted")
    assert page.inner_text(FACE) in ("47 h", "48 h")
    assert page.evaluate(LATER, 47 * 3600)[0] in ("59 min", "60 min")
    page.close()


ASLEEP = "Object.defineProperty(performance, 'timeOrigin', {get: () => Date.now() - performance.now() - 3 * 3600000})"
"""Firefox counts none of the time for which the computer has slept since the browser was started."""


@pytest.mark.thorough
def test_clock_does_not_lag_in_a_browser_whose_computer_has_slept(browser: Browser, client: httpx.Client) -> None:
    page = browser.new_page()
    page.add_init_script(ASLEEP)
    page.goto(opened(client, "days-1"))
    page.wait_for_selector(".head .clock.is-counted")
    assert page.inner_text(FACE) in ("47 h", "48 h")
    page.close()


@pytest.mark.thorough
def test_clock_of_a_device_that_was_set_is_corrected_by_the_next_answer(browser: Browser, client: httpx.Client) -> None:
    page = browser.new_page()
    page.goto(url := opened(client, "days-1"))
    page.wait_for_selector(".head .clock.is-counted")
    assert page.evaluate(LATER, 3 * 3600)[0] in ("44 h", "45 h")
    page.evaluate(
        """async (url) => {
          const {fetchBoard} = await import(performance.getEntriesByType("resource").find(({name}) => name.includes("board-request")).name);
          const isNewest = (error) => error.name !== "AbortError"; // else the page has asked again by itself
          await fetchBoard(`${url}/board`, {isWhole: false, hasPlan: false}).catch((error) => { if (isNewest(error)) throw error; });
        }""",
        url,
    )
    expect(page.locator(FACE)).to_have_text(re.compile("4[78] h"))
    page.close()


@pytest.mark.thorough
@with_settings(Settings(bot_processes=0, limits=Limits(away_seconds=0.05)))
def test_bot_is_offered_for_a_late_player_only_while_that_one_is_not_here(club: Club, browser: Browser) -> None:
    table = club.open()
    asked = come(table)["asked"] - 1
    club.let_time_pass(table.game_id, 301)
    tab, late = browser.new_page(), browser.new_page()
    tab.goto(f"{club.client.base_url}{table.path((asked + 1) % 3)}")
    expect(tab.locator("#over-time-bot")).to_be_visible()
    late.goto(f"{club.client.base_url}{table.path(asked)}")
    expect(tab.locator("#over-time-bot")).to_be_hidden()
    expect(tab.locator("#give-time")).to_be_visible()
    for each in (tab, late):
        each.close()


@pytest.mark.thorough
def test_page_of_another_player_is_told_and_gives_time(club: Club, browser: Browser, is_thorough: bool) -> None:
    table = club.open()
    asked = come(table)["asked"] - 1
    other = (asked + 1) % 3
    viewer = Viewer(browser, str(club.client.base_url))
    path = table.path(other)
    tab = viewer.show(path, "en", "light", TOUCHED[0])
    assert tab.locator("#over-time").count() == 0
    club.let_time_pass(table.game_id, 301)
    tab.wait_for_selector("#over-time")
    found = []
    for number, size in enumerate((*TOUCHED, *POINTED) if is_thorough else (TOUCHED[0], POINTED[1])):
        tab = viewer.show(path, ("de", "en")[number % 2], ("light", "dark")[number // 2 % 2], size)
        found += [f"{finding} at {size.name}" for finding in check_board(tab, size)]
    assert not found, "\n".join(found)
    tab.click("#give-time")
    tab.wait_for_selector("#over-time", state="detached")
    assert not table.view(other)["clocks"]["seats"][asked]["is_out"]
    viewer.close()
