"""The page of hours and holidays, and the same over the API, for guests and accounts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser
from sqlalchemy import select

from groundfloor.server.database import schema as s
from groundfloor.server.database.database import reading
from groundfloor.server.database.store import Store
from tests.server.conftest import PASSWORD
from tests.support.html import form_data, has, one, text, texts, value

Browse = Callable[[], httpx.Client]
HOURS = {"do": "hours", "time_zone": "Europe/Berlin", "from": "09:00", "to": "22:30"}
YEAR = datetime.now(UTC).year


def test_guest_says_when_they_play(browse: Browse) -> None:
    guest = browse()
    page = guest.get("/hours").text
    assert value(one(page, "#time-zone option[selected]"), "value") == "UTC" and has(page, "script[src*=time-zone]")
    assert guest.post("/hours", data=HOURS).headers["location"] == "/hours?done=saved"
    page = guest.get("/hours?done=saved").text
    assert [value(one(page, f"#{name}"), "value") for name in ("from", "to")] == ["09:00", "22:30"]
    assert value(one(page, "#time-zone option[selected]"), "value") == "Europe/Berlin" and not has(page, "script[src*=time-zone]")
    assert not has(browse().get("/hours").text, "#time-zone option[value='Europe/Berlin'][selected]")


def test_old_page_undoes_no_hours_of_another_browser(browse: Browse) -> None:
    """What nobody has changed on it stays as it is; for the rest both are shown."""
    guest = browse()
    guest.post("/hours", data=HOURS)
    old = {**form_data(guest.get("/hours").text, "#hours-form"), "do": "hours"}
    guest.post("/hours", data={**HOURS, "from": "08:00"})
    assert guest.post("/hours", data={**old, "to": "23:00"}).status_code == 303
    found = guest.get("/api/hours").json()
    assert (found["from"], found["to"]) == ("08:00", "23:00")
    refused = guest.post("/hours", data={**old, "from": "10:00", "idempotency_key": "another key of it"})
    assert refused.status_code == 409 and "nothing is overwritten" in text(one(refused.text, ".alert"))
    assert value(one(refused.text, "#from"), "value") == "10:00" and "08:00 (saved meanwhile)" in text(one(refused.text, "#hours-form"))
    assert guest.post("/hours", data={**form_data(refused.text, "#hours-form"), "do": "hours"}).status_code == 303
    assert guest.get("/api/hours").json()["from"] == "10:00"


def test_holiday_is_taken_and_called_off(browse: Browse) -> None:
    guest = browse()
    guest.post("/hours", data={"do": "holiday", "first": f"{YEAR + 1}-01-02", "last": f"{YEAR + 1}-01-06"})
    page = guest.get("/hours").text
    assert text(one(page, "#days-left")) == f"28 of 28 days of holiday left in {YEAR}; 23 of 28 days of holiday left in {YEAR + 1}."
    assert len(texts(page, "#holidays b")) == 1
    guest.post("/hours", data={"do": "end", "first": f"{YEAR + 1}-01-02"})
    assert not has(guest.get("/hours").text, "#holidays")


def test_refused_form_keeps_what_was_typed(browse: Browse) -> None:
    answer = browse().post("/hours", data={**HOURS, "to": "16:59"})
    assert answer.status_code == 422 and "at least 8 hours" in text(one(answer.text, ".alert"))
    assert (
        value(one(answer.text, "#to"), "value") == "16:59"
        and value(one(answer.text, "#time-zone option[selected]"), "value") == "Europe/Berlin"
    )


def test_api_tells_and_changes_the_same(browse: Browse) -> None:
    guest = browse()
    assert guest.get("/api/hours").json() == {
        "time_zone": "UTC",
        "from": "00:00",
        "to": "00:00",
        "planned": None,
        "holidays": [],
        "days_left": {str(YEAR): 28, str(YEAR + 1): 28},
    }
    assert guest.post("/api/hours", json=HOURS).json()["to"] == "22:30"
    told = guest.post("/api/hours", json={"do": "holiday", "first": f"{YEAR + 1}-01-02", "last": f"{YEAR + 1}-01-06"}).json()
    assert told["holidays"] == [{"first": f"{YEAR + 1}-01-02", "last": f"{YEAR + 1}-01-06"}] and told["days_left"][str(YEAR + 1)] == 23
    assert guest.post("/api/hours", json={"do": "end", "first": f"{YEAR + 1}-01-02"}).json()["holidays"] == []
    for wrong in ({"do": "sing"}, {**HOURS, "from": "9 am"}, {**HOURS, "time_zone": "Moon/Crater"}, {"do": "end", "first": "2030-01-01"}):
        assert guest.post("/api/hours", json=wrong).status_code == 422


def test_account_has_the_hours_of_the_browser_that_created_it(browse: Browse) -> None:
    ann, elsewhere = browse(), browse()
    ann.post("/api/hours", json=HOURS)
    account = {"name": "Ann", "password": "correct horse battery"}
    assert (
        ann.post("/api/account", json={**account, "guest": "take"}).status_code == 201
        and elsewhere.post("/api/account/log-in", json=account).is_success
    )
    assert elsewhere.get("/api/hours").json()["time_zone"] == "Europe/Berlin"
    assert elsewhere.get("/api/account/data").json()["availability"]["hours"][0]["begins"] == 540


def open_over_days(host: httpx.Client, pace: str = "days-3", **more: str) -> str:
    form = {"player": "Ann", "people": "3", "ruleset": "second", "pace": pace, **more}
    return host.post("/lobby", data=form).headers["location"]


def test_open_table_over_days_says_before_joining_when_its_players_play(browse: Browse) -> None:
    ann, ben = browse(), browse()
    ann.post("/api/hours", json=HOURS)
    ann.post("/api/hours", json={"do": "holiday", "first": f"{YEAR + 1}-01-02", "last": f"{YEAR + 1}-01-06"})
    path = open_over_days(ann, takeover="manager")
    page = ben.get(path).text
    assert texts(page, ".playing-times") == [
        f"09:00 to 22:30, Europe/Berlin · next holiday: Jan 2 – 6, {YEAR + 1} · 28 of 28 days of holiday left in {YEAR}"
    ]
    said = text(one(page, "#pace"))
    assert "3 decisions a day" in said and "2 days at first, 8 hours more" in said and "a bot plays on: Manager" in said
    told = ben.get(f"/api{path}").json()
    assert told["players"][0]["hours"]["from"] == "09:00" and (told["pace"], told["takeover"]) == ("days-3", "manager")
    assert "Over days · 3 decisions a day" in text(one(ben.get("/lobby").text, "#open-tables .game-state"))


class RatedDays:
    """A rated game over days of Ann and Ben, of whom one is asked: the ``late`` one, whose clock runs."""

    def __init__(self, person: Callable[[str], httpx.Client]) -> None:
        self.people = [person("Ann"), person("Ben")]
        opened = self.people[0].post("/api/lobby", json={"player": "Ann", "people": 2, "rated": True, "pace": "days-1"}).json()["table"]
        self.people[1].post(f"/api/lobby/{opened}", json={"do": "join", "player": "Ben"})
        table = self.people[0].get(f"/api/lobby/{opened}").json()
        self.game: str = table["game"]
        self.asked: int = self.people[0].get(f"/api{table['seat'].replace('/s/', '/seats/')}").json()["asked"]
        self.late = self.people[self.asked - 1]

    def clock(self) -> Any:
        """Returns what everybody is told of the clock that runs."""
        told = self.people[2 - self.asked].get(f"/api/games/{self.game}").json()["clocks"]["seats"][self.asked - 1]
        assert told["runs_since"]
        return told


def test_who_takes_a_game_off_the_list_changes_hours_for_the_next_day_only(person: Callable[[str], httpx.Client]) -> None:
    """The seat belongs to the account whatever stands in its list, and its clock runs on."""
    table = RatedDays(person)
    assert table.late.post("/forget", data={"game": table.game, "do": "forget"}).status_code == 303
    told = table.late.post("/api/hours", json=HOURS).json()
    assert (told["from"], told["to"], told["planned"]["from"]) == ("00:00", "00:00", "09:00")
    assert table.clock()["hours"]["from"] == "00:00", "others still see whose seat it is, and when they play"


def test_account_whose_clock_runs_takes_no_hours_over_from_a_browser(person: Callable[[str], httpx.Client], browse: Browse) -> None:
    """They would count from when they were said, as a guest, for whom no clock ran."""
    table, elsewhere = RatedDays(person), browse()
    name = ("Ann", "Ben")[table.asked - 1]
    elsewhere.post("/api/hours", json=HOURS)
    log_in = {"name": name, "password": PASSWORD, "guest": "take"}
    assert elsewhere.post("/api/account/log-in", json=log_in).status_code == 200
    assert elsewhere.get("/api/account").json()["name"] == name
    told = elsewhere.get("/api/hours").json()
    assert (told["time_zone"], told["from"], told["to"], told["planned"]) == ("UTC", "00:00", "00:00", None)


def test_live_tables_and_those_without_clocks_say_nothing_of_hours(browse: Browse) -> None:
    ann = browse()
    for pace in ("live", "days", "live-30"):
        page = ann.get(open_over_days(ann, pace)).text
        assert not has(page, ".playing-times") and has(page, "#pace") == (pace == "live-30")


def begun_game(people: list[httpx.Client], pace: str) -> tuple[str, list[str]]:
    """Has people play a game of the lobby; returns its id and the paths of their seats."""
    table = people[0].post("/api/lobby", json={"player": "Ann", "people": len(people), "pace": pace}).json()["table"]
    game = ""
    for client, name in zip(people[1:], ("Ben", "Cleo"), strict=False):
        game = client.post(f"/api/lobby/{table}", json={"do": "join", "player": name}).json()["game"]
    return game, [client.get(f"/api/lobby/{table}").json()["seat"] for client in people]


def test_running_table_over_days_says_when_its_players_play(browse: Browse) -> None:
    """On the board, on the page of the table and over the API; of those who have said nothing, nothing."""
    people = [browse(), browse()]
    for client in people:
        client.get("/")
    today = datetime.now(UTC).date()
    people[0].post("/api/hours", json=HOURS | {"time_zone": "UTC"})
    game, paths = begun_game(people, "days-3")
    watched = browse()
    says = "plays 09:00 to 22:30, UTC"
    for client, path in ((people[1], paths[1]), (watched, f"/g/{game}")):
        assert texts(client.get(path).text, ".playing-times") == [says]
        assert texts(client.get(f"{path}/table").text, ".playing-times")[0].startswith(f"{says} · now ")
        clocks = client.get(f"/api{path.replace('/s/', '/seats/').replace('/g/', '/games/')}").json()["clocks"]
        assert [clock.get("hours", {}).get("to") for clock in clocks["seats"]] == ["22:30", None]
    assert not has(people[0].get(paths[0]).text, ".playing-times")
    days = {"first": f"{today + timedelta(days=1)}", "last": f"{today + timedelta(days=2)}"}
    people[1].post("/api/hours", json={"do": "holiday", "time_zone": "UTC", **days})
    assert "next holiday" in texts(people[0].get(f"{paths[0]}/table").text, ".playing-times")[1]


def test_board_says_until_when_somebody_is_on_holiday(browse: Browse) -> None:
    people = [browse(), browse()]
    for client in people:
        client.get("/")
    today = datetime.now(UTC).date()
    people[1].post("/api/hours", json={"do": "holiday", "time_zone": "UTC", "first": f"{today}", "last": f"{today}"})
    _, paths = begun_game(people, "days-3")
    board = people[0].get(paths[0]).text
    assert texts(board, ".playing-times")[0].startswith("on holiday until ")
    asked = people[0].get(f"/api{paths[0].replace('/s/', '/seats/')}").json()["asked"]
    assert len(texts(board, ".turn-plays")) == (asked == 2)
    assert "on holiday: " in texts(people[0].get(f"{paths[0]}/table").text, ".playing-times")[0]


def test_running_tables_without_hours_that_count_say_nothing_of_them(browse: Browse) -> None:
    for pace in ("live", "days", "live-30"):
        people = [browse(), browse()]
        for client in people:
            client.get("/")
            client.post("/api/hours", json=HOURS)
        _, paths = begun_game(people, pace)
        assert not has(people[1].get(paths[1]).text, ".playing-times")
        assert not has(people[1].get(f"{paths[1]}/table").text, ".playing-times")


def test_table_of_ones_own_can_have_clocks(browse: Browse) -> None:
    ann = browse()
    seats = {"kind-0": "here", "name-0": "Ann", "kind-1": "link", "name-1": "Ben"}
    path = ann.post("/new", data={**seats, "pace": "live-120", "takeover": "intern"}).headers["location"].removesuffix("/table")
    clocks = ann.get(f"/api{path.replace('/s/', '/seats/')}").json()["clocks"]
    assert (clocks["pace"], clocks["takeover"]) == ("live-120", "intern")
    refused = ann.post("/new", data={"kind-0": "here", "name-0": "Ann", "kind-1": "pei", "pace": "live-120"})
    assert refused.status_code == 422 and value(one(refused.text, "#pace option[selected]"), "value") == "live-120"
    assert has(refused.text, "details.more[open]")


@pytest.mark.thorough
def test_holiday_of_whoever_has_said_no_hours_is_in_the_time_zone_of_the_browser(
    browser: Browser, server: str, browse: Browse, store: Store
) -> None:
    tab = browser.new_context(timezone_id="America/Los_Angeles", locale="en").new_page()
    tab.goto(f"{server}/hours")
    for name, day in (("first", "07-01"), ("last", "07-14")):
        tab.fill(f"#{name}", f"{YEAR + 1}-{day}")
    tab.get_by_role("button", name="Take a holiday").click()
    tab.wait_for_url("**/hours?done=saved")
    assert tab.input_value("#time-zone") == "America/Los_Angeles"
    told = tab.evaluate("fetch('/api/hours').then((answer) => answer.json())")
    assert told["holidays"] == [{"first": f"{YEAR + 1}-07-01", "last": f"{YEAR + 1}-07-14"}] and told["time_zone"] == "America/Los_Angeles"
    with reading(store.engine) as connection:
        (said,) = connection.execute(select(s.availability.c.holidays)).scalars()
    assert f'"ends":"{YEAR + 1}-07-15T07:00:00+00:00"' in said


def test_time_zone_with_the_settings_of_notices_counts_until_another_is_chosen(browse: Browse) -> None:
    guest = browse()
    guest.post("/notices", data={"do": "settings", "delay_minutes": "5", "digest_hour": "8", "time_zone": "America/Los_Angeles"})
    page = guest.get("/notices").text
    assert "Times are those of America/Los Angeles" in page and not has(page, "[name=time_zone]")
    guest.post("/api/notices", json={"do": "settings", "digest_hour": 9, "time_zone": "Europe/Berlin"})
    assert guest.get("/api/hours").json()["time_zone"] == "America/Los_Angeles"
