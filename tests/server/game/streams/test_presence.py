"""Who is here: a seat of which a page is open, and for a moment after it was closed; all pages of the table are told, and nobody learns more than that."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from groundfloor.server.game.streams import routes as events
from groundfloor.server.game.streams.presence import Presence
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.settings import Settings
from groundfloor.server.http.sse import Hub, Message
from tests.server.conftest import with_settings
from tests.support import board_page
from tests.support.api_table import ApiTable
from tests.support.several_servers import wait_until

AWAY_SECONDS = 20.0
LATE = Settings(bot_processes=0, limits=Limits(away_seconds=3600))
SOON = Settings(bot_processes=0, limits=Limits(bot_pause_seconds=0, away_seconds=0.05))


class Timer:
    """A timer of the clock below."""

    def __init__(self, at: float, work: Callable[[], None]) -> None:
        self.at = at
        self.work = work
        self.is_over = False

    def cancel(self) -> None:
        self.is_over = True


class StillHub(Hub):
    """A hub with a clock that goes on when a test says so, which keeps what is published."""

    def __init__(self, watched: set[str]) -> None:
        super().__init__()
        self.now = 0.0
        self.timers: list[Timer] = []
        self.told: list[dict[str, object]] = []
        self._watched = watched

    def call_later(self, seconds: float, work: Callable[[], None]) -> Timer:  # type: ignore[override]  # of the clock above
        self.timers.append(Timer(self.now + seconds, work))
        return self.timers[-1]

    def publish(self, message: Message, is_for: Callable[..., bool] = bool) -> None:
        self.told.append(dict(message.data))

    def watched(self) -> set[str]:
        return self._watched

    def wait(self, seconds: float) -> None:
        self.now += seconds
        for timer in self.timers:
            if not timer.is_over and timer.at <= self.now:
                timer.is_over = True
                timer.work()


@pytest.fixture
def hub() -> StillHub:
    return StillHub({"game"})


@pytest.fixture
def presence(hub: StillHub) -> Presence:
    """Returns the presence of a server that was started a while ago."""
    found = Presence(hub, AWAY_SECONDS)
    found.start()
    hub.wait(AWAY_SECONDS)
    hub.told.clear()
    return found


def test_seat_with_open_stream_is_here(presence: Presence, hub: StillHub) -> None:
    presence.enter([("game", 1)])
    assert presence.seats("game") == [1] and presence.is_here("game", 1) and not presence.is_here("game", 0)
    presence.enter([("game", 0), ("game", 1)])
    assert presence.seats("game") == [0, 1] and presence.seats("other") == []
    assert hub.told == [{"game": "game", "here": [2]}, {"game": "game", "here": [1, 2]}]


def test_seat_is_away_a_while_after_its_last_stream_ended(presence: Presence, hub: StillHub) -> None:
    for _ in range(2):
        presence.enter([("game", 1)])
    presence.leave([("game", 1)])
    hub.wait(2 * AWAY_SECONDS)
    assert presence.seats("game") == [1], "another page of it is open"
    presence.leave([("game", 1)])
    hub.wait(AWAY_SECONDS - 1)
    assert presence.seats("game") == [1]
    hub.wait(1)
    assert presence.seats("game") == [] and hub.told[-1] == {"game": "game", "here": []} and len(hub.told) == 2


def test_page_that_is_loaded_anew_changes_nothing(presence: Presence, hub: StillHub) -> None:
    presence.enter([("game", 1)])
    for _ in range(3):
        presence.leave([("game", 1)])
        hub.wait(1)
        presence.enter([("game", 1)])
        hub.wait(2 * AWAY_SECONDS)
    assert presence.seats("game") == [1] and len(hub.told) == 1


def test_nobody_is_said_to_be_away_soon_after_start(hub: StillHub) -> None:
    """Pages open their streams again only then."""
    presence = Presence(hub, AWAY_SECONDS)
    presence.start()
    presence.enter([("game", 1)])
    hub.wait(AWAY_SECONDS - 1)
    assert presence.seats("game") is None and presence.is_here("game", 1)
    assert hub.told == [{"game": "game"}]
    hub.wait(1)
    assert presence.seats("game") == [1] and hub.told[1:] == [{"game": "game", "here": [2]}]


NAMES = ("Ann", "Ben", "Cleo")


def marks(tab: Tab, name: str) -> list[str]:
    """Returns what the marks beside a name say that can be seen now."""
    seen = tab.locator(".presence").evaluate_all("(marks) => marks.filter((mark) => mark.checkVisibility()).map((mark) => mark.title)")
    return [title for title in seen if title.startswith(name)]


def wait_for_mark(tab: Tab, title: str) -> None:
    tab.wait_for_function(
        "(title) => [...document.querySelectorAll(`.presence[title='${title}']`)].some((e) => e.checkVisibility())", arg=title
    )


@pytest.mark.thorough
@with_settings(SOON)
@pytest.mark.parametrize(("width", "height"), [(360, 760), (1366, 768)])
def test_page_shows_who_comes_and_goes(browser: Browser, client: httpx.Client, width: int, height: int) -> None:
    table = ApiTable(client, *NAMES)
    asked = table.asked
    other = (asked + 1) % 3
    name = NAMES[asked]
    tabs = [browser.new_context(viewport={"width": width, "height": height}, locale="en").new_page() for _ in range(2)]
    tabs[0].goto(table.url(other))
    wait_for_mark(tabs[0], f"{name} is away")
    board_page.panel(tabs[0]).locator(".presence-word").wait_for()
    tabs[1].goto(table.url(asked))
    wait_for_mark(tabs[0], f"{name} is here")
    assert set(marks(tabs[0], name)) == {f"{name} is here"} and not board_page.panel(tabs[0]).locator(".presence-word").is_visible()
    board = tabs[0].locator("#table").get_attribute("data-board")
    tabs[1].close()
    wait_for_mark(tabs[0], f"{name} is away")
    assert tabs[0].locator("#table").get_attribute("data-board") == board, "no board was made for that"
    back = browser.new_context(viewport={"width": width, "height": height}, locale="en").new_page()
    back.goto(table.url(asked))
    wait_for_mark(tabs[0], f"{name} is here")


HIDE = "(is) => { Object.defineProperty(document, 'hidden', {get: () => is, configurable: true}); document.dispatchEvent(new Event('visibilitychange')); }"
"""The tab is behind another one, or in front again."""


@pytest.mark.thorough
@with_settings(SOON)
@pytest.mark.parametrize("has_worker", [True, False])
def test_tab_behind_another_one_is_nobody(browser: Browser, client: httpx.Client, has_worker: bool) -> None:
    table = ApiTable(client, *NAMES)
    asked = table.asked
    tabs = [browser.new_context(locale="en").new_page() for _ in range(2)]
    if not has_worker:
        tabs[1].add_init_script("delete window.SharedWorker")
    tabs[0].goto(table.url((asked + 1) % 3))
    tabs[1].goto(table.url(asked))
    wait_for_mark(tabs[0], f"{NAMES[asked]} is here")
    tabs[1].evaluate(HIDE, True)
    wait_for_mark(tabs[0], f"{NAMES[asked]} is away")
    tabs[1].evaluate(HIDE, False)
    wait_for_mark(tabs[0], f"{NAMES[asked]} is here")


@pytest.mark.thorough
@with_settings(SOON)
def test_page_that_nobody_has_touched_for_minutes_is_nobody_and_still_follows_the_table(browser: Browser, client: httpx.Client) -> None:
    table = ApiTable(client, *NAMES)
    asked = table.asked
    tabs = [browser.new_context(locale="en").new_page() for _ in range(2)]
    for tab in tabs:
        tab.clock.install()
    tabs[0].goto(table.url((asked + 1) % 3))
    tabs[1].goto(table.url(asked))
    wait_for_mark(tabs[0], f"{NAMES[asked]} is here")
    tabs[1].clock.run_for(6 * 60_000)
    wait_for_mark(tabs[0], f"{NAMES[asked]} is away")
    table.move("done")
    tabs[1].wait_for_function("asked => document.querySelector('#table').dataset.version !== asked", arg="0")
    tabs[1].mouse.move(100, 100)
    tabs[1].mouse.move(120, 120)
    wait_for_mark(tabs[0], f"{NAMES[asked]} is here")


@with_settings(SOON)
def test_stream_says_for_a_while_that_somebody_is_here_if_it_says_so_at_all(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table = ApiTable(client, *NAMES)
    token = table.tokens[0]

    def here() -> list[int]:
        found: list[int] = table.public_view["here"]
        return found

    wait_until(lambda: table.public_view["here"] is not None)
    with client.stream("GET", f"/events?g={table.game_id}&s={token}"):
        assert here() == []
        with client.stream("GET", f"/events?g={table.game_id}&s={token}&h={token}"):
            wait_until(lambda: here() == [1])
        wait_until(lambda: here() == [])
    monkeypatch.setattr(events, "HERE_SECONDS", 0.5)
    with client.stream("GET", f"/events?g={table.game_id}&s={token}&h={token}"):
        wait_until(lambda: here() == [1])
        wait_until(lambda: here() == [])


@pytest.mark.thorough
@with_settings(SOON)
def test_board_of_the_past_shows_nobody_here_or_away(browser: Browser, client: httpx.Client) -> None:
    table = ApiTable(client, *NAMES)
    asked = table.asked
    name = NAMES[asked]
    tab = browser.new_page(locale="en")
    tab.goto(table.url(asked - 1))
    wait_for_mark(tab, f"{name} is away")
    tab.goto(f"{table.url(asked - 1)}/at/0")
    board_page.table(tab, is_past=True).wait_for()
    assert marks(tab, name) == [] and not tab.locator("#turn .turn-time").is_visible()


@pytest.mark.thorough
@with_settings(SOON)
def test_spectators_and_programs_are_told_the_same(client: httpx.Client, browser: Browser) -> None:
    table = ApiTable(client, *NAMES)
    asked = table.asked
    tab = browser.new_page()
    board_page.open_connected(tab, table.url(asked))
    pages = [client.get(f"/g/{table.game_id}").text, client.get(table.path(asked - 1)).text]
    assert all(f'data-here="{asked + 1}"' in page for page in pages)
    views = [table.public_view, table.view(asked)]
    assert [view["here"] for view in views] == [[asked + 1], [asked + 1]]
    assert [seat["is_here"] for seat in client.get(f"/api/games/{table.game_id}/seats").json()["seats"]] == [
        seat == asked for seat in range(3)
    ]
    assert not any(token in pages[0] or token in str(views[0]) for token in table.tokens)


@with_settings(LATE)
def test_view_says_since_when_a_seat_is_asked(client: httpx.Client) -> None:
    table = ApiTable(client, *NAMES)
    before = table.public_view
    assert before["asked_since"] and before["here"] is None, "the server was started a moment ago"
    moved = table.move("done")
    assert moved["asked_since"] >= before["asked_since"]


CLOCK = "(ago) => { const now = Date.now; Date.now = () => now() + ago * 60000; document.dispatchEvent(new CustomEvent('groundfloor:swapped')); }"


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "height"), [(360, 760), (760, 360), (900, 1200), (1366, 768)])
def test_page_says_whose_turn_it_is_and_since_when(browser: Browser, server: str, client: httpx.Client, width: int, height: int) -> None:
    table = ApiTable(client, *NAMES)
    asked = table.asked
    name = NAMES[asked]
    for path in (table.path(asked), table.path(asked - 1), f"/g/{table.game_id}"):
        tab = browser.new_page(viewport={"width": width, "height": height}, locale="en")
        tab.goto(server + path)
        tab.locator("#turn .is-relative").wait_for()
        tab.evaluate(CLOCK, 3)
        is_asked = path.endswith(table.tokens[asked])
        assert tab.locator("#turn").inner_text().split("\n")[-2:] == ["Your turn" if is_asked else name, "3 min"]
        if not is_asked:
            assert board_page.panel(tab, "waiting").get_by_text(f"{name} is deciding").is_visible()
            assert board_page.panel(tab).get_by_text("for 3 min").is_visible()
            assert not board_page.panel(tab).get_by_text("Hire an employee?").count()
        tab.close()


@pytest.mark.thorough
def test_page_without_scripts_says_since_when(browser: Browser, server: str, client: httpx.Client) -> None:
    table = ApiTable(client, *NAMES)
    tab = browser.new_page(java_script_enabled=False, locale="en")
    tab.goto(f"{server}/g/{table.game_id}")
    at = table.public_view["asked_since"]
    assert f"{at[:10]} {at[11:16]} UTC" in board_page.panel(tab).inner_text()
