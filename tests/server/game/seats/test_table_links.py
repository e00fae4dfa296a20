"""The page with a table's links: who has come, QR codes, and whether others can follow the links."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import nullcontext

import httpx
import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from groundfloor.server.database.store import Store
from groundfloor.server.game.seats.table_links import qr_code, reach_of
from groundfloor.server.http import addresses
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.settings import Settings
from tests.server.conftest import NewGame, Page, with_settings
from tests.support.accessibility import axe_violations
from tests.support.api_table import ApiTable
from tests.support.html import all_of, has, one, text, value, values
from tests.support.open_pages import passing
from tests.support.stores import game_row


def tokens_of(store: Store, game_id: str) -> list[str]:
    row = game_row(store, game_id)
    return [seat.token for seat in row.seats]


def follow(client: httpx.Client, game_id: str, token: str) -> None:
    """Opens the stream of a seat as its page does, reads its beginning and leaves."""
    with client.stream("GET", f"/events?g={game_id}&s={token}&h={token}") as stream:
        next(stream.iter_lines())


def arrivals(page: str) -> list[str]:
    return [text(each) for each in all_of(page, ".arrival")]


@pytest.mark.parametrize(
    ("origin", "reach"),
    [
        ("http://127.0.0.1:8765", "computer"),
        ("http://localhost:8765", "computer"),
        ("http://[::1]:8765", "computer"),
        ("http://127.0.0.7", "computer"),
        ("http://192.168.1.5:8765", "network"),
        ("http://10.0.0.2", "network"),
        ("https://club.example", ""),
        ("http://8.8.8.8", ""),
    ],
)
def test_reach_of_links(origin: str, reach: str) -> None:
    assert reach_of(origin) == reach


def test_qr_code_has_no_inline_style() -> None:
    drawing = qr_code("http://192.168.1.5:8765/s/abc")
    assert drawing.startswith("<svg") and "style" not in drawing and 'viewBox="0 0' in drawing
    assert qr_code("http://192.168.1.5:8765/s/abd") != drawing


def test_seats_say_who_has_come(client: httpx.Client, browse: Callable[[], httpx.Client], new_game: NewGame, store: Store) -> None:
    game = new_game("here", "link", "link", "pei")
    tokens = tokens_of(store, game.game_id)
    page = client.get(f"{game.address}/table").text
    assert arrivals(page) == ["at this screen", "has not been here yet", "has not been here yet", "Automa"]
    assert text(one(page, "#missing")) == "Still missing: Ben, Cleo"
    follow(browse(), game.game_id, tokens[1])
    page = client.get(f"{game.address}/table").text
    assert arrivals(page)[1] in ("has been here", "here now") and arrivals(page)[2] == "has not been here yet"
    assert text(one(page, "#missing")) == "Still missing: Cleo"
    follow(browse(), game.game_id, tokens[2])
    page = client.get(f"{game.address}/table").text
    assert text(one(page, "#missing")) == "Everybody has been here."


def test_preview_of_link_in_chat_is_no_arrival(
    client: httpx.Client, browse: Callable[[], httpx.Client], new_game: NewGame, store: Store
) -> None:
    """Robots read the page of a link that is sent in a chat; they don't follow the game."""
    game = new_game("here", "link")
    assert browse().get(f"/s/{tokens_of(store, game.game_id)[1]}").status_code == 200
    assert arrivals(client.get(f"{game.address}/table").text)[1] == "has not been here yet"


def test_decision_without_scripts_is_arrival(
    client: httpx.Client, browse: Callable[[], httpx.Client], new_game: NewGame, store: Store
) -> None:
    game = new_game("here", "link")
    guest, address = browse(), f"/s/{tokens_of(store, game.game_id)[1]}"
    csrf = value(one(guest.get(address).text, "input[name=csrf]"), "value")
    assert guest.post(address, data={"set": "skips_hiring:on", "csrf": csrf}).status_code == 303
    assert arrivals(client.get(f"{game.address}/table").text)[1] == "has been here"


def test_each_link_and_code_stands_once(client: httpx.Client, new_game: NewGame, store: Store) -> None:
    game = new_game("link", "link", "link")
    page = client.get(f"{game.address}/table").text
    for token in tokens_of(store, game.game_id):
        assert len(re.findall(rf'value="[^"]*/s/{token}"', page)) == 1
    assert len(all_of(page, "svg.qr")) == 4, "three seats and the spectators"


def test_guest_sees_who_has_come_but_no_links_of_others(browse: Callable[[], httpx.Client], new_game: NewGame, store: Store) -> None:
    game = new_game("here", "link", "link")
    own, other = tokens_of(store, game.game_id)[1:]
    page = browse().get(f"/s/{own}/table").text
    assert own in page and other not in page
    assert arrivals(page) == ["has been here", "at this screen", "has not been here yet"]


def test_links_of_one_computer_say_so(client: httpx.Client, new_game: NewGame) -> None:
    page = client.get(f"{new_game('here', 'link').address}/table").text
    assert "Only this computer can open these links" in text(one(page, "#reach")) and "--host 0.0.0.0" in page


def test_table_without_links_to_pass_on_warns_of_nothing(client: httpx.Client, new_game: NewGame) -> None:
    assert not has(client.get(f"{new_game('here', 'pei').address}/table").text, "#reach")


@with_settings(Settings(host="0.0.0.0"))
def test_page_says_who_can_open_the_links(client: httpx.Client, new_game: NewGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that listens at all addresses, seen from its own machine."""
    address = f"{new_game('here', 'link').address}/table"
    monkeypatch.setattr(addresses, "network_address", lambda: "192.168.1.5")
    assert "same network" in text(one(client.get(address).text, "#reach"))
    monkeypatch.setattr(addresses, "network_address", lambda: "")
    assert "in no network now" in text(one(client.get(address).text, "#reach"))


def test_programs_learn_who_has_come(client: httpx.Client) -> None:
    table = ApiTable(client, "Ann", "Ben", "automa:pei")
    path = f"/api/games/{table.game_id}/seats"
    assert [seat["has_come"] for seat in client.get(path).json()["seats"]] == [False, False, False]
    table.view(1)
    seats = client.get(path).json()["seats"]
    assert [seat["has_come"] for seat in seats] == [False, True, False] and not any("link" in seat for seat in seats)
    own = client.get(f"{table.api(1)}/seats").json()["seats"]
    assert [seat.get("link", "").rpartition("/")[2] for seat in own] == ["", table.tokens[1], ""]


SHARED = "navigator.share = async (given) => { window.shared = given.url; };"


def host_page(browser: Browser, server: str, game: Page, client: httpx.Client) -> Tab:
    context = browser.new_context(viewport={"width": 360, "height": 760}, locale="en")
    context.add_cookies([{"name": "groundfloor", "value": client.cookies["groundfloor"], "url": server}])
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server)
    tab = context.new_page()
    tab.add_init_script(SHARED)
    tab.goto(f"{server}{game.address}/table")
    return tab


COPIED = "document.querySelector('[data-copy=link-1]').textContent === 'Copied'"
"""It says so for a moment only."""


@pytest.mark.thorough
@pytest.mark.parametrize(("error", "is_copied"), [("AbortError", False), ("NotAllowedError", True)])
def test_link_that_could_not_be_shared_is_copied(
    browser: Browser, server: str, client: httpx.Client, new_game: NewGame, error: str, is_copied: bool
) -> None:
    """Unless the player has closed the choice of where to share."""
    tab = host_page(browser, server, new_game("here", "link"), client)
    tab.evaluate("name => { navigator.share = async () => { throw new DOMException('', name); }; }", error)
    tab.evaluate("navigator.clipboard.writeText('before')")
    with passing(tab, COPIED) if is_copied else nullcontext():
        tab.locator("[data-share=link-1]").click()
    shown = tab.get_by_label("Secret link of").last.input_value()
    assert tab.evaluate("navigator.clipboard.readText()") == (shown if is_copied else "before")


@pytest.mark.thorough
def test_copying_is_said_to_screen_readers(browser: Browser, server: str, client: httpx.Client, new_game: NewGame) -> None:
    tab = host_page(browser, server, new_game("here", "link"), client)
    button = tab.locator("[data-copy=link-1]")
    name = str(button.get_attribute("aria-label"))
    tab.evaluate("() => { window.held = []; window.setTimeout = (call) => { window.held.push(call); }; }")
    tab.get_by_role("button", name=name).click()
    tab.get_by_role("button", name="Copied", exact=True).wait_for()
    tab.evaluate("() => { for (const call of window.held) call(); }")  # other scripts may have set a timer too
    tab.get_by_role("button", name=name).wait_for()


@pytest.mark.thorough
@with_settings(Settings(bot_processes=0, limits=Limits(away_seconds=1.0)))
def test_host_copies_shares_and_sees_guest_come_and_go(
    browser: Browser, server: str, client: httpx.Client, new_game: NewGame, store: Store
) -> None:
    game = new_game("here", "link")
    token = tokens_of(store, game.game_id)[1]
    tab = host_page(browser, server, game, client)
    assert axe_violations(tab) == []
    tab.locator("[data-copy=link-1]").click()
    assert tab.evaluate("navigator.clipboard.readText()").endswith(f"/s/{token}")
    tab.locator("[data-share=link-1]").click()
    assert str(tab.evaluate("window.shared")).endswith(f"/s/{token}")
    seat = tab.get_by_role("list", name="Seats").get_by_role("listitem").nth(1)
    summary = seat.get_by_text("QR code Ben")
    summary.focus()
    tab.keyboard.press("Enter")
    box = seat.locator("details svg").bounding_box()
    assert box is not None and box["width"] == box["height"] >= 200
    guest = browser.new_context()
    page = guest.new_page()
    page.goto(f"{server}/s/{token}")
    seat.get_by_text("here now").wait_for()
    assert tab.get_by_role("status").inner_text() == "Everybody has been here."
    assert summary.evaluate("(e) => e === document.activeElement"), "nothing else of the page is replaced"
    guest.close()
    seat.get_by_text("has been here").wait_for()
    assert values(tab.content(), "#link-1", "value")[0].endswith(token)


def test_host_renews_a_link(client: httpx.Client, browse: Callable[[], httpx.Client], new_game: NewGame, store: Store) -> None:
    page = new_game("here", "link")
    old = tokens_of(store, page.game_id)[1]
    stranger = browse()
    assert stranger.get(f"/s/{old}").status_code == 200
    answer = client.post(f"{page.address}/table", data={"do": "renew", "seat": "2"})
    assert (answer.status_code, answer.headers["location"]) == (303, f"{page.address}/table#seat-link-1")
    new = tokens_of(store, page.game_id)[1]
    assert new != old and f"/s/{new}" in client.get(f"{page.address}/table").text
    lost = stranger.get(f"/s/{old}")
    assert lost.status_code == 410 and "was renewed" in lost.text
    assert stranger.get(f"/s/{old}/board").status_code == 410


@pytest.mark.thorough
@pytest.mark.console("410")
def test_open_page_of_a_renewed_link_says_so(browser: Browser, client: httpx.Client, new_game: NewGame, store: Store, server: str) -> None:
    """At the next move, which it is not sent any more."""
    page = new_game("here", "link")
    old = tokens_of(store, page.game_id)[1]
    tab = browser.new_context(locale="en").new_page()
    tab.goto(f"{server}/s/{old}")
    tab.locator("#table").wait_for(state="attached")
    client.post(f"{page.address}/table", data={"do": "renew", "seat": "2"})
    asked = client.get(f"/api/games/{page.game_id}").json()["asked"] - 1
    token = tokens_of(store, page.game_id)[asked]
    view = client.get(f"/api/seats/{token}").json()
    client.post(f"/api/seats/{token}", json={"apply": [view["legal"][0]["action"]], "version": view["version"]})
    tab.get_by_text("was renewed").wait_for(timeout=60_000)


def test_host_stays_at_a_seat_whose_link_is_renewed(client: httpx.Client, new_game: NewGame, store: Store) -> None:
    page = new_game("here", "link")
    answer = client.post(f"{page.address}/table", data={"do": "renew", "seat": "1"})
    assert answer.headers["location"] == f"/s/{tokens_of(store, page.game_id)[0]}/table#seat-link-0"
    assert 'name="seat" value="1"' in client.get(f"/s/{tokens_of(store, page.game_id)[0]}").text
    assert client.get(answer.headers["location"]).text.count("at this screen") == 1


def test_only_the_host_renews_links(browse: Callable[[], httpx.Client], new_game: NewGame, store: Store) -> None:
    page = new_game("here", "link")
    before = tokens_of(store, page.game_id)
    other = browse()
    for seat in ["1", "2", "7", "x", ""]:
        answer = other.post(f"/s/{before[1]}/table", data={"do": "renew", "seat": seat})
        assert answer.status_code == 403 and "only the host" in answer.text
        assert tokens_of(store, page.game_id) == before
