"""Notices on pages: the bell and one button tell each what waits for them and nobody else, and people choose when they are sent notices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser

from groundfloor.server.club.notifications import address_storage
from groundfloor.server.club.notifications import storage as notice_storage
from groundfloor.server.club.notifications.rows import NotificationAddress
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import browsers
from groundfloor.server.game.storage import games as stored_games
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.security import COOKIE, hash_of
from tests.server.conftest import NewGame, Page
from tests.server.game.streams.test_events import events
from tests.support import board_page
from tests.support.api_table import ApiTable
from tests.support.browser_player import open_first_game
from tests.support.html import form_data, has, one, text, texts, values
from tests.support.page_states import PASSWORD
from tests.support.stores import game_row

AT = "2030-01-01T00:00:00+00:00"


def other_seat(store: Store, game: Page) -> str:
    """Returns the token of the seat of a table of two that its host does not hold."""
    row = game_row(store, game.game_id)
    return next(seat.token for seat in row.seats if seat.token not in game.address)


def sit(store: Store, cookie: str | None, game_id: str, token: str) -> None:
    """Has a browser hold a seat, as after its first move there."""
    found = stored_games.seat_of_token(store, token)
    assert cookie and found is not None
    browsers.remember_seats(store, hash_of(cookie), game_id, [found[1]])


def move(client: httpx.Client, token: str) -> bool:
    """Has a seat decide if it is asked; returns whether it was."""
    view = client.get(f"/api/seats/{token}").json()
    if view["asked"] != view["seat"]:
        return False
    client.post(f"/api/seats/{token}", json={"apply": ["done"], "version": view["version"]}).raise_for_status()
    return True


def bell(stream: Any, wanted: int = 1) -> list[dict[str, Any]]:
    """Returns what a stream says next of what waits."""
    return [data for _id, name, data in events(stream, wanted) if name == "bell"]


def games(facts: dict[str, Any]) -> list[str]:
    return [each["game"] for each in facts["waiting"]]


def test_stream_tells_each_what_waits_for_them_and_nobody_else(
    browse: Callable[[], httpx.Client], client: httpx.Client, new_game: NewGame, store: Store
) -> None:
    game = new_game("here", "link")
    own, other = game.address.removeprefix("/s/"), other_seat(store, game)
    ben, stranger = browse(), browse()
    for each in (ben, stranger):
        each.get("/")
    sit(store, ben.cookies.get(COOKIE), game.game_id, other)
    asked, waits = (client, ben) if move(client, own) is False else (client, ben)
    while client.get(f"/api/seats/{own}").json()["asked"] != client.get(f"/api/seats/{own}").json()["seat"]:
        move(ben, other)
    with (
        asked.stream("GET", "/events?p=1") as one,
        waits.stream("GET", "/events?p=1") as two,
        stranger.stream("GET", "/events?p=1") as three,
    ):
        lines, others, nobody = one.iter_lines(), two.iter_lines(), three.iter_lines()
        assert games(bell(lines)[0]) == [game.game_id] and games(bell(others)[0]) == [] == games(bell(nobody)[0])
        move(client, own)
        for stream, waiting in ((lines, []), (others, [game.game_id])):
            while games(bell(stream)[0]) != waiting:
                pass  # what was so before may be told once more
        found = ben.get("/api/next").json()
        assert found["waiting"][0]["link"] == f"/s/{other}" and found["unread"] == 0
        client.post(f"/api/seats/{own}", json={"propose": "pause", "version": client.get(f"/api/seats/{own}").json()["version"]})
        assert bell(others)[0]["unread"] == 1
    assert stranger.get("/api/next").json() == {"waiting": [], "unread": 0, "reports": 0}


def test_nobody_without_a_cookie_has_a_stream_of_their_own(browse: Callable[[], httpx.Client]) -> None:
    assert browse().get("/events?p=1").status_code == 404


def test_page_and_api_show_the_same(browse: Callable[[], httpx.Client], client: httpx.Client, new_game: NewGame, store: Store) -> None:
    game = new_game("here", "link")
    ben, other = browse(), other_seat(store, game)
    ben.get("/")
    sit(store, ben.cookies.get(COOKIE), game.game_id, other)
    own = game.address.removeprefix("/s/")
    version = client.get(f"/api/seats/{own}").json()["version"]
    client.post(f"/api/seats/{own}", json={"propose": "pause", "version": version}).raise_for_status()
    (notice,) = ben.get("/api/notices").json()["notices"]
    assert notice["kind"] == "proposal" and notice["link"] == f"/g/{game.game_id}/play" and not notice["is_read"]
    shown = "proposes to pause the game: nobody can move"
    assert shown in ben.get("/notices").text and shown not in client.get("/notices").text
    found = ben.post("/api/notices", json={"do": "read"}).json()
    assert found["unread"] == 0 and found["notices"][0]["is_read"]
    assert client.get("/api/notices").json()["notices"] == []


def test_notice_leads_to_the_seat_of_whoever_holds_it(
    browse: Callable[[], httpx.Client], client: httpx.Client, new_game: NewGame, store: Store
) -> None:
    game = new_game("here", "link")
    ben, stranger, other = browse(), browse(), other_seat(store, game)
    ben.get("/")
    sit(store, ben.cookies.get(COOKIE), game.game_id, other)
    place = f"/g/{game.game_id}/play"
    assert ben.get(place).headers["location"] == f"/s/{other}" and client.get(place).headers["location"] == game.address
    assert stranger.get(place).headers["location"] == f"/g/{game.game_id}?log-in=1" and stranger.get("/g/nothing/play").status_code == 404
    board = ben.get(f"/g/{game.game_id}").text
    assert "You sit here" in text(one(board, "#you-sit-here")) and values(board, "#you-sit-here a", "href") == [f"/s/{other}"]
    assert not has(stranger.get(f"/g/{game.game_id}").text, "#you-sit-here") and not has(ben.get(f"/s/{other}").text, "#you-sit-here")
    film = ben.get(f"/g/{game.game_id}/at/0").text
    assert has(film, "#replay") and not has(film, "#you-sit-here"), "its controls stand in that place on a phone"


def test_whoever_holds_several_seats_is_led_to_the_one_that_is_asked(client: httpx.Client, new_game: NewGame, store: Store) -> None:
    game = new_game("here", "here")
    asked = client.get(f"/api/games/{game.game_id}").json()["asked"]
    token = game_row(store, game.game_id).seats[asked - 1].token
    assert client.get(f"/g/{game.game_id}/play").headers["location"] == f"/s/{token}"


def test_invitations_and_joins_are_told(browse: Callable[[], httpx.Client], client: httpx.Client, new_game: NewGame, store: Store) -> None:
    game = new_game("here", "link")
    ben = browse()
    ben.get("/")
    sit(store, ben.cookies.get(COOKIE), game.game_id, other_seat(store, game))
    body = {"player": "Ann", "people": 3, "invite_from": game.game_id}
    table = client.post("/api/lobby", json=body).json()["table"]
    with ben.stream("GET", "/events?p=1") as stream:
        assert bell(stream.iter_lines())[0]["unread"] == 1
    (invitation,) = ben.get("/api/notices").json()["notices"]
    assert (invitation["kind"], invitation["person"], invitation["link"]) == ("invitation", "Ann", f"/lobby/{table}")
    assert "“Ann” (Guest) invites you to a table." in texts(ben.get("/notices").text, "#news a")
    ben.post(f"/api/lobby/{table}", json={"do": "join", "player": "Ben"}).raise_for_status()
    assert ben.get("/api/notices").json()["notices"] == []
    (told,) = client.get("/api/notices").json()["notices"]
    assert (told["kind"], told["person"], told["mark"], told["about"]) == ("joined", "Ben", "guest", table)
    assert texts(client.get("/notices").text, "#news a") == ["“Ben” (Guest) has joined your table."]


def test_kinds_and_quiet_hours_are_chosen(client: httpx.Client) -> None:
    body = {"do": "settings", "quiet_from": 22, "quiet_until": 7, "muted": ["joined", "over"]}
    found = client.post("/api/notices", json=body).json()["settings"]
    assert (found["quiet_from"], found["quiet_until"], found["muted"]) == (22, 7, ["over", "joined"])
    page = client.get("/notices").text
    fields = form_data(page, "form[action='/notices']:has(#delay)")
    assert fields["quiet_from"] == "22" and "sent-over" not in fields and fields["sent-turn"] == "on"
    del fields["sent-turn"]
    answer = client.post("/notices", data={**fields, "sent-over": "on", "quiet_until": "8"})
    assert answer.headers["location"] == "/notices?done=saved"
    found = client.get("/api/notices").json()["settings"]
    assert (found["quiet_until"], found["muted"], found["delay_minutes"]) == (8, ["turn", "joined"], 5)
    client.post("/notices", data={"delay_minutes": "15"})
    assert client.get("/api/notices").json()["settings"]["muted"] == ["turn", "joined"], "a form without boxes changes no kind"


def test_impossible_kinds_and_hours_are_refused(client: httpx.Client) -> None:
    impossible: list[dict[str, object]] = [
        {"muted": ["turn", "everything"]},
        {"muted": "turn"},
        {"muted": [[]]},
        {"quiet_from": 8},
        {"quiet_from": 24},
        {"quiet_from": 8, "quiet_until": 8},
    ]
    for given in impossible:
        answer = client.post("/api/notices", json={"do": "settings", **given})
        assert answer.status_code == 422 and answer.json()["kind"] == "BadNotices"
        assert client.get("/api/notices").json()["settings"]["muted"] == []


def test_settings_are_kept_and_checked(client: httpx.Client) -> None:
    assert client.get("/api/notices").json()["settings"]["delay_minutes"] == 5
    found = client.post("/api/notices", json={"do": "settings", "delay_minutes": 15, "digest_hour": 8}).json()["settings"]
    assert (found["delay_minutes"], found["digest_hour"]) == (15, 8)
    assert client.post("/notices", data={"delay_minutes": "60"}).headers["location"] == "/notices?done=saved"
    found = client.get("/api/notices").json()["settings"]
    assert (found["delay_minutes"], found["digest_hour"]) == (60, 8)
    for wrong in ({"delay_minutes": 7}, {"digest_hour": 24}, {"delay_minutes": "5"}, {"delay_minutes": True}):
        assert client.post("/api/notices", json={"do": "settings", **wrong}).status_code == 422
    assert client.post("/notices", data={"digest_hour": "x"}).status_code == 422
    assert client.post("/api/notices", json={"do": "nothing"}).status_code == 422


def test_old_page_undoes_no_setting_of_another_browser(client: httpx.Client) -> None:
    page = client.get("/notices").text
    old = form_data(page, "form:has(#delay)")
    client.post("/api/notices", json={"do": "settings", "delay_minutes": 15})
    assert client.post("/notices", data={**old, "digest_hour": "8"}).status_code == 303
    found = client.get("/api/notices").json()["settings"]
    assert (found["delay_minutes"], found["digest_hour"]) == (15, 8)
    refused = client.post("/notices", data={**old, "delay_minutes": "60", "idempotency_key": "another key of it"})
    assert refused.status_code == 409 and "a notice after 15 minutes (saved meanwhile)" in texts(refused.text, "#delay option")
    assert client.post("/notices", data=form_data(refused.text, "form:has(#delay)")).status_code == 303
    assert client.get("/api/notices").json()["settings"]["delay_minutes"] == 60


def test_what_did_not_arrive_is_told(client: httpx.Client, new_game: NewGame, store: Store) -> None:
    game = new_game("here", "link")
    client.post("/account/create", data={"name": "Ann", "password": PASSWORD, "guest": "take"}).raise_for_status()
    owner_id = next(iter(browsers.owners_at(store, [game.game_id])))
    address_storage.add(store, NotificationAddress("address", owner_id, "json", "https://example.com", "key", "", "en", AT, AT))
    other = other_seat(store, game)
    own = game.address.removeprefix("/s/")
    while not move(client, other):
        move(client, own)
    batch = notice_storage.take(store, "address", frozenset(), AT, Limits().host_messages_per_hour)
    assert batch is not None and batch.seconds is not None and batch.seconds > 200
    (sent,) = client.get("/api/notices").json()["sent"]
    assert (sent["state"], sent["address"], sent["about"]) == ("waiting", "address", game.game_id)
    data = client.get("/api/account/data").json()["notices"]
    assert data["addresses"][0]["address"] == "https://example.com" and data["sent"][0]["about"] == game.game_id
    address_storage.switch(store, "address", is_off=True)
    assert client.get("/api/notices").json()["sent"] == []


def test_bell_in_a_browser_hears_of_a_table_that_waits(browser: Browser, server: str, client: httpx.Client, store: Store) -> None:
    tab = browser.new_context(locale="en").new_page()
    table = ApiTable(client)
    asked = table.asked
    tab.goto(f"{server}/notices")
    sit(store, tab.context.cookies()[0].get("value"), table.game_id, table.tokens[1 - asked])
    tab.reload()
    count = tab.locator(".head-bell .bell-count")
    assert count.is_hidden()
    table.move("done")
    assert table.asked == 1 - asked
    count.wait_for()
    assert count.inner_text() == "1" and tab.locator("#next-table").get_attribute("href") == table.path(1 - asked)
    tab.goto(table.url(1 - asked))
    board_page.panel(tab).wait_for()
    assert tab.locator("#next-table").is_hidden()


@pytest.mark.parametrize("path", ["/notices", "/rules", "board"])
def test_each_page_leads_to_notices(client: httpx.Client, new_game: NewGame, path: str) -> None:
    address = new_game("here", "link").address if path == "board" else path
    assert 'href="/notices"' in client.get(address).text


def test_next_leads_to_the_table_that_has_waited_longest(client: httpx.Client, new_game: NewGame) -> None:
    first, second = (new_game("here", "here") for _ in range(2))
    waiting = client.get("/api/next").json()["waiting"]
    assert [each["game"] for each in waiting] == [first.game_id, second.game_id]
    assert client.get("/next").headers["location"] == waiting[0]["link"]
    assert first.game_id in client.get(waiting[0]["link"]).text


def test_next_leads_home_when_nothing_waits(client: httpx.Client) -> None:
    assert client.get("/next").headers["location"] == "/"
    assert client.get("/api/next").json() == {"waiting": [], "unread": 0, "reports": 0}


@pytest.mark.thorough
@pytest.mark.parametrize("page", ["board", "/rules"])
def test_button_and_key_lead_to_the_next_table(browser: Browser, server: str, page: str) -> None:
    """The table of the page itself does not count."""
    tab = browser.new_context(locale="en").new_page()
    addresses = []
    for _ in range(2):
        open_first_game(tab, server)
        addresses.append(tab.url)
    if page != "board":
        tab.goto(f"{server}{page}")
    button = tab.locator("#next-table")
    button.wait_for()
    assert button.locator(".next-count").inner_text().endswith("(1)" if page == "board" else "(2)")
    tab.keyboard.press("j")
    tab.wait_for_url(addresses[0])


@pytest.mark.thorough
def test_no_button_where_no_other_table_waits(browser: Browser, server: str) -> None:
    tab = browser.new_context(locale="en").new_page()
    tab.add_init_script("delete window.SharedWorker")  # which may tell the page before it asks
    with tab.expect_response(lambda response: response.url.endswith("/api/next") and "/s/" in tab.url):
        open_first_game(tab, server)
    assert tab.locator("#next-table").is_hidden()
