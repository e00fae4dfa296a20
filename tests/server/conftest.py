"""A server on a free port, and a browser that talks to it."""

from __future__ import annotations

import os
import random
import re
import time
from collections.abc import Callable
from contextlib import contextmanager
from inspect import signature
from typing import TYPE_CHECKING, Any, Protocol

import httpx
import pytest
from argon2 import PasswordHasher

from groundfloor.server.app import create_app
from groundfloor.server.club.accounts import passwords
from groundfloor.server.database.store import Store
from groundfloor.server.game.tables import day_par
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.settings import Settings
from tests.support import http
from tests.support.board_viewer import Viewer
from tests.support.browser import chromium, found
from tests.support.html import one, value
from tests.support.other_servers import OtherServer, other_server
from tests.support.quick_server import running
from tests.support.server_process import Process
from tests.support.stores import with_database

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser
    from starlette.applications import Starlette

    from tests.support.postgresql import PostgreSQLServer

NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil")
COLOURS = ("red", "blue", "green", "amber", "pink")
PASSWORD = "correct horse battery"
"""Of the accounts of ``person``."""
SEED = 1
"""Of the ids and draws of each test's server."""


class Page:
    """A game in a browser: its address, and what the last answer said."""

    def __init__(self, client: httpx.Client, address: str) -> None:
        self.client = client
        self.address = address
        self.text = client.get(address).text

    @property
    def version(self) -> int:
        return int(self.value("#table", "data-version"))

    @property
    def game_id(self) -> str:
        return self.value("[data-game]", "data-game")

    @property
    def seat(self) -> str:
        return self.value("input[name=seat]", "value")

    def value(self, selector: str, attribute: str) -> str:
        """Returns an attribute of the first element that a selector matches in what was said last."""
        return value(one(self.text, selector), attribute)

    def send(self, version: int | None = None, **fields: str) -> httpx.Response:
        body = {"version": str(self.version if version is None else version), **fields}
        answer = self.client.post(self.address, data=body, headers={"X-Partial": "true"})
        if 'id="table"' in answer.text:
            self.text = answer.text
        return answer

    def finish(self) -> None:
        """Plays the game to its end at random."""
        token, dice = self.address.removeprefix("/s/"), random.Random(SEED)
        view = self.client.get(f"/api/seats/{token}").json()
        while not view["is_over"]:
            action = dice.choice(view["legal"])["action"]
            view = self.client.post(f"/api/seats/{token}", json={"apply": [action], "version": view["version"]}).json()

    def wait_until_asked(self) -> None:
        """Waits until bots have moved and the page's seat is asked, or the game is over."""
        ends = time.monotonic() + 30
        while self.value("#panel", "data-mode") == "waiting":
            assert time.monotonic() < ends, "no bot moves"
            time.sleep(0.01)
            self.text = self.client.get(self.address).text


class NewGame(Protocol):
    """Opens a game with these kinds of seats: ``here``, ``link``, an Automa."""

    def __call__(self, *kinds: str) -> Page: ...


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path | str]:
    """Yields where the server's store is, with empty tables: a folder, with ``--postgresql`` the address of a database."""
    if not request.config.getoption("--postgresql"):
        yield with_database(tmp_path)
        return
    server: PostgreSQLServer = request.getfixturevalue("postgresql")
    with server.database() as address:
        yield address


@pytest.fixture
def store(place: Path | str) -> Iterator[Store]:
    found = Store(place)
    yield found
    found.close()


@pytest.fixture(autouse=True)
def brief_pars(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves those levels out of pars of days that search."""
    for level in [level for level, player in day_par.PLAYERS.items() if player.startswith("search")]:
        monkeypatch.delitem(day_par.PLAYERS, level)


@pytest.fixture
def values() -> str:
    """Returns the house values that the server proposes: none, if a test does not name others."""
    return ""


@pytest.fixture
def settings(request: pytest.FixtureRequest) -> Settings:
    """Returns the settings of the server: bots think in a thread and without pauses, if a test does not name others."""
    return given_settings(request, Settings(bot_processes=0, limits=Limits(bot_pause_seconds=0)))


def given_settings(request: pytest.FixtureRequest, usual: Settings) -> Settings:
    """Returns the settings that a test has by ``with_settings``, the usual ones if it has none."""
    found = getattr(request, "param", usual)
    assert isinstance(found, Settings)
    return found


def with_settings(settings: Settings) -> pytest.MarkDecorator:
    """Gives a test a server with these settings."""
    return pytest.mark.parametrize("settings", [settings], indirect=True, ids=[""])


@pytest.fixture
def seconds() -> Callable[[], float]:
    """Returns the clock of the server's rate limits and deadlines: the real one, if a test does not name another one."""
    return time.monotonic


@contextmanager
def serving(store: Store, values: str, settings: Settings, seconds: Callable[[], float] = time.monotonic) -> Iterator[str]:
    """Yields the address of a server that runs meanwhile; the same requests get the same ids and draws from each server."""

    def make_app(port: int) -> Starlette:
        draws = random.Random(SEED).randbytes
        return create_app(store, randomness=draws, values=values, settings=settings, port=port, seconds=seconds)

    with running(make_app) as address:
        yield address


@pytest.fixture
def server(store: Store, values: str, settings: Settings, seconds: Callable[[], float]) -> Iterator[str]:
    with serving(store, values, settings, seconds) as address:
        yield address


@pytest.fixture
def browse(server: str) -> Iterator[Callable[[], httpx.Client]]:
    opened: list[httpx.Client] = []

    def browser() -> httpx.Client:
        opened.append(http.Client(base_url=server, headers={"Accept-Language": "en", "Origin": server}, timeout=30))
        return opened[-1]

    yield browser
    for client in opened:
        client.close()


@pytest.fixture(autouse=True)
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has passwords hashed with little work, as nobody guesses them here."""
    monkeypatch.setattr(passwords, "hasher", lambda: PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


@pytest.fixture
def person(browse: Callable[[], httpx.Client]) -> Callable[[str], httpx.Client]:
    """Returns a function that creates an account of a name, and returns a browser that is logged in to it."""

    def made(name: str) -> httpx.Client:
        client = browse()
        assert client.post("/api/account", json={"name": name, "password": PASSWORD}).status_code == 201
        return client

    return made


@pytest.fixture
def client(browse: Callable[[], httpx.Client]) -> httpx.Client:
    return browse()


@pytest.fixture
def new_game(client: httpx.Client) -> NewGame:
    def opened(*kinds: str) -> Page:
        body: dict[str, str] = {}
        for number, kind in enumerate(kinds):
            name = NAMES[number] if kind in ("here", "link") else ""
            body |= {f"kind-{number}": kind, f"name-{number}": name, f"colour-{number}": COLOURS[number]}
        answer = client.post("/new", data=body)
        assert answer.status_code == 303, answer.text
        return Page(client, answer.headers["location"].removesuffix("/table"))

    return opened


@pytest.fixture
def open_page() -> Callable[[httpx.Client, str], Page]:
    return Page


@pytest.fixture
def solo(new_game: NewGame) -> Page:
    """Starts a game against Pei by one click, and returns its page."""
    return new_game("here", "pei")


@pytest.fixture(scope="session")
def console() -> list[str]:
    """Returns what the pages of the browser have written to the console since the test began, and the errors of their scripts."""
    return []


@pytest.fixture(scope="session")
def browser(console: list[str]) -> Iterator[Browser]:
    pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    if found() is None:
        assert not os.environ.get("CI"), "no Chromium here, and CI must have one"
        pytest.skip("no Chromium here (apt install chromium-headless-shell): nothing is tried in a real browser")
    with chromium(console.append) as opened:
        yield opened


@pytest.fixture(autouse=True)
def nothing_on_the_console(request: pytest.FixtureRequest, console: list[str]) -> Iterator[None]:
    """Fails a test whose pages write anything to the console, but for what its marks ``console`` name."""
    console.clear()
    yield
    expected = [re.compile(mark.args[0]) for mark in request.node.iter_markers("console")]
    assert [each for each in console if not any(pattern.search(each) for pattern in expected)] == []


@pytest.fixture(scope="module")
def viewer(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Viewer]:
    """Yields a browser with a server of its own for all boards, so that styles, scripts and fonts are loaded once."""
    store = Store(with_database(tmp_path_factory.mktemp("boards")))
    limits = Limits(requests_per_minute=100_000, changes_per_minute=100_000, tables_per_hour=10_000)
    try:
        with serving(store, "", Settings(bot_processes=0, limits=limits)) as address:
            found = Viewer(browser, address)
            yield found
            found.close()
    finally:
        store.close()


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    with Process(tmp_path) as found:
        yield found


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: pytest.Function) -> Iterator[None]:
    """Closes what a test that itself has the fixture ``browser`` has opened there, before its server ends."""
    browser: Any = item.funcargs["browser"] if "browser" in signature(item.function).parameters else None
    before = [] if browser is None else browser.contexts
    yield
    for context in [] if browser is None else browser.contexts:
        if context not in before:
            context.close()


@pytest.fixture
def other() -> Iterator[OtherServer]:
    """Yields a server of others, to which notices are sent."""
    with other_server() as server:
        yield server
