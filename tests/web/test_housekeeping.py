"""Housekeeping: what nobody opens is deleted after its time, what somebody uses never, and the clock of the day has no say in it."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from groundfloor.store import RetentionDays, Store
from groundfloor.tables import NewTable, SeatRequest
from groundfloor.web import housekeeping
from groundfloor.web.app import create_app
from groundfloor.web.house import House
from groundfloor.web.housekeeping import clean_up
from groundfloor.web.limits import Limits
from groundfloor.web.settings import Settings
from tests.web.test_events import apart

if TYPE_CHECKING:
    from collections.abc import Iterator


DAY = 24 * 60
LIMITS = Limits(unplayed_days=14, shown_days=30, abandoned_days=365)
SEATS = (SeatRequest("Ann"), SeatRequest("Ben"))


class Day:
    """A clock of the day that is set by hand."""

    def __init__(self) -> None:
        self.now = "2030-01-01T00:00:00+00:00"

    def __call__(self) -> str:
        return self.now


@pytest.fixture
def day() -> Day:
    return Day()


@pytest.fixture
def house(store: Store, day: Day) -> Iterator[House]:
    app = create_app(store, clock=day, settings=Settings(limits=LIMITS))
    found = app.state.house
    assert isinstance(found, House)
    yield found


def opened(house: House) -> str:
    """A table at which nobody has played."""
    return house.host.add(house.host.prepare(NewTable(SEATS))).public


def played(house: House, day: Day) -> str:
    """A table at which somebody has played, later than it was opened."""
    public = opened(house)
    day.now = "2030-01-01T00:10:00+00:00"
    with house.host.operation(public) as table:
        assert table.asked is not None
        table.apply(table.asked, (table.game.legal_actions[0].text,), table.version)
    return public


def shown(house: House, public: str) -> str:
    """The record of a game, brought to be looked at."""
    record = house.host.table(public).match.record.format()
    return house.host.add(house.host.prepare_shown(record)).public


def test_each_kind_is_deleted_after_its_time(house: House, day: Day) -> None:
    old = played(house, day)
    record = shown(house, old)
    fresh = opened(house)
    assert clean_up(house, 14 * DAY) == []
    assert clean_up(house, 1) == [fresh]
    assert clean_up(house, 16 * DAY) == [record]
    assert clean_up(house, 334 * DAY) == []
    assert clean_up(house, DAY) == [old]
    assert house.store.count() == 0 and house.store.game(old) is None


def test_what_somebody_opens_is_kept(house: House) -> None:
    public, other = opened(house), opened(house)
    clean_up(house, 14 * DAY)
    house.note_use(public)
    assert clean_up(house, 1) == [other]
    assert clean_up(house, 14 * DAY) == []
    assert clean_up(house, 1) == [public]


def test_what_somebody_has_open_is_kept(house: House) -> None:
    public = opened(house)
    with house.hub.watching([f"g:{public}"]):
        assert clean_up(house, 100 * DAY) == []
    assert clean_up(house, 14 * DAY + 1) == [public]


@pytest.mark.parametrize("now", ["1970-01-01T00:00:00+00:00", "2999-01-01T00:00:00+00:00"])
def test_clock_of_the_day_deletes_nothing(house: House, day: Day, now: str) -> None:
    public = opened(house)
    day.now = now
    assert clean_up(house, 13 * DAY) == [] and house.store.game(public) is not None
    other = opened(house)
    assert clean_up(house, DAY + 1) == [public] and house.store.game(other) is not None


def test_games_are_in_order_whatever_the_clock_says(house: House, day: Day) -> None:
    first = opened(house)
    played_one = played(house, day)
    day.now = "1999-01-01T00:00:00+00:00"
    last = opened(house)
    with house.host.operation(first) as table:
        assert table.asked is not None
        table.apply(table.asked, (table.game.legal_actions[0].text,), table.version)
    for public in (first, played_one, last):
        house.store.remember_seats("browser", public, [0])
    assert [known.game.public for known in house.store.games_of_browser("browser")] == [first, last, played_one]


def test_nothing_is_deleted_where_no_time_is_set(house: House, day: Day) -> None:
    house.settings = replace(house.settings, limits=Limits(unplayed_days=0, shown_days=0, abandoned_days=0))
    played(house, day)
    opened(house)
    assert clean_up(house, 10_000 * DAY) == []


def test_running_time_outlives_the_server(tmp_path: Path) -> None:
    store = Store(tmp_path / "data")
    house = create_app(store).state.house
    public = opened(house)
    clean_up(house, 10 * DAY)
    store.close()
    store = Store(tmp_path / "data")
    house = create_app(store).state.house
    assert store.expired(RetentionDays(10, 10, 10), 9) == []
    assert clean_up(house, 4 * DAY + 1) == [public]
    store.close()


def test_opening_a_page_counts_as_use(store: Store) -> None:
    app = create_app(store)
    house: House = app.state.house
    public = opened(house)
    secret = house.host.table(public).seat_holders[0].token

    async def ask(path: str) -> int:
        transport = httpx.ASGITransport(app, client=("127.0.0.1", 5000))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return (await client.get(path)).status_code

    for path in (f"/g/{public}", f"/s/{secret}", f"/g/{public}/board", f"/api/games/{public}", f"/api/seats/{secret}"):
        assert apart(ask(path)) == 200 and house.take_used() == {public}


def test_a_new_game_begins_with_the_running_time(house: House) -> None:
    clean_up(house, 100 * DAY)
    public = opened(house)
    assert clean_up(house, 14 * DAY) == []
    assert clean_up(house, 1) == [public]


@pytest.mark.parametrize(("language", "said"), [("en", "deleted after 14 days"), ("de", "nach 14 Tagen gelöscht")])
def test_about_page_says_how_long_games_are_kept(client: httpx.Client, language: str, said: str) -> None:
    assert said in client.get("/about", headers={"Accept-Language": language}).text


class TestRunning:
    """A server whose rounds come quickly, and of which the first one fails."""

    @pytest.fixture(autouse=True)
    def quick(self, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        rounds: list[int] = []

        def fail_once(house: House, minutes: int) -> list[str]:
            rounds.append(minutes)
            if len(rounds) == 1:
                raise OSError("no space left")
            return clean_up(house, 0)

        monkeypatch.setattr(housekeeping, "MINUTES", 0.002)
        monkeypatch.setattr(housekeeping, "clean_up", fail_once)
        return rounds

    def test_server_deletes_what_has_expired_also_after_a_failure(
        self, client: httpx.Client, store: Store, caplog: pytest.LogCaptureFixture, quick: list[int]
    ) -> None:
        made = client.post("/api/games", json={"seats": [{"name": "Ann"}, {"name": "Ben"}]}).json()["game"]
        deadline = time.monotonic() + 30
        after = len(quick) + 3  # by then a round has noted that the table was used now
        while len(quick) < after and time.monotonic() < deadline:
            time.sleep(0.05)
        store.record_usage(15 * DAY, [])
        while store.count() and time.monotonic() < deadline:
            time.sleep(0.05)
        assert store.count() == 0 and client.get(f"/g/{made}").status_code == 404
        told = [record.getMessage() for when in ("setup", "call") for record in caplog.get_records(when)]
        assert any("housekeeping failed: OSError: no space left" in message for message in told)
