"""The application as it runs in a page without a server, called by the interpreter of the tests: no thread, no lock, no package of the club."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

import pytest

from groundfloor.browser.local_server import LocalServer
from groundfloor.server.database.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path

BASE = "/groundfloor/"
LEFT_OUT = (
    "argon2",
    "cryptography",
    "webauthn",
    "py_vapid",
    "aiosmtplib",
    "psycopg",
    "prometheus_client",
    "uvicorn",
    "filelock",
    "pebble",
    "numpy",
    "platformdirs",
    "segno",
)
"""Packages that a site does not have."""


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    text: str


class Browser:
    """Asks a local server, and follows where forms lead."""

    def __init__(self, server: LocalServer) -> None:
        self.server = server

    async def ask(self, path: str, form: str | None = None, kind: str = "application/x-www-form-urlencoded") -> Answer:
        begun: list[tuple[int, list[tuple[str, str]]]] = []
        parts: list[bytes] = []
        method = "GET" if form is None else "POST"
        await self.server.handle(
            method,
            path,
            [("content-type", kind), ("accept-language", "en")],
            (form or "").encode(),
            lambda status, headers: begun.append((status, headers)),
            parts.append,
        )
        status, headers = begun[0]
        return Answer(status, dict(headers), b"".join(parts).decode())

    async def opened(self, path: str, form: str) -> str:
        """Sends a form that opens a table; returns the address of the seat."""
        return (await self.ask(path, form)).headers["location"]


def play(folder: Path, work: Callable[[Browser], Coroutine[None, None, None]]) -> None:
    async def run() -> None:
        server = LocalServer(folder, BASE)
        await server.start()
        try:
            await work(Browser(server))
        finally:
            await server.close()

    with ThreadPoolExecutor(1) as thread:  # browsers of other tests have an event loop in this one
        thread.submit(lambda: asyncio.run(run())).result()


def test_links_and_redirects_stay_in_the_folder_of_the_site(tmp_path: Path) -> None:
    async def work(browser: Browser) -> None:
        seat = await browser.opened(f"{BASE}learn", "")
        assert seat.startswith(f"{BASE}s/")
        for path in (BASE, seat):
            page = await browser.ask(path)
            assert page.status == 200
            links = re.findall(r'\s(?:href|action|formaction|src|data-worker)="(/[^"]*)"', page.text)
            assert links and all(link.startswith(BASE) for link in links)
        update = await browser.ask(f"{seat}/board")
        links = re.findall(r'\shref=\\?"(/[^"\\]*)', update.text)
        assert f"{BASE}how-to-play" in links and all(link.startswith(BASE) for link in links)

    play(tmp_path, work)


def test_bot_answers_in_the_event_loop_and_no_thread_is_started(tmp_path: Path) -> None:
    async def work(browser: Browser) -> None:
        before = threading.active_count()
        seat = await browser.opened(f"{BASE}new", "level=intern&opponents=1")
        api = f"{BASE}api/seats/{seat.rpartition('/')[2]}"
        for _ in range(200):  # Intern may be asked first
            asked = json.loads((await browser.ask(api)).text)
            answered = await browser.ask(api, json.dumps({"apply": ["done"], "version": asked["version"]}), "application/json")
            if answered.status == 200:
                break
            await asyncio.sleep(0.1)
        assert answered.status == 200
        version = json.loads(answered.text)["version"]
        for _ in range(200):
            if version >= asked["version"] + 2:  # the own answer, and Intern's
                break
            await asyncio.sleep(0.1)
            version = json.loads((await browser.ask(api)).text)["version"]
        assert version >= asked["version"] + 2 and threading.active_count() == before

    play(tmp_path, work)


def test_large_file_is_read_without_a_thread(tmp_path: Path) -> None:
    async def work(browser: Browser) -> None:
        before = threading.active_count()
        part = 'Content-Disposition: form-data; name="file"; filename="results.json"\r\nContent-Type: application/json'
        body = f"--x\r\n{part}\r\n\r\n{'{' * 1_100_000}\r\n--x--\r\n"
        answer = await browser.ask(f"{BASE}my-games/import", body, "multipart/form-data; boundary=x")
        assert answer.status == 422 and threading.active_count() == before

    play(tmp_path, work)


def test_damaged_cookies_cost_no_games(tmp_path: Path) -> None:
    async def begin(browser: Browser) -> None:
        await browser.opened(f"{BASE}learn", "")

    async def go_on(browser: Browser) -> None:
        assert "Learn by playing" in (await browser.ask(BASE)).text and "game-name" in (await browser.ask(BASE)).text

    play(tmp_path, begin)
    (tmp_path / "cookies").write_text("", "utf-8")
    play(tmp_path, go_on)


def test_games_and_cookies_are_there_after_the_next_start(tmp_path: Path) -> None:
    seats: list[str] = []

    async def begin(browser: Browser) -> None:
        seats.append(await browser.opened(f"{BASE}learn", ""))

    async def go_on(browser: Browser) -> None:
        assert seats[0] in (await browser.ask(BASE)).text and (await browser.ask(seats[0])).status == 200

    play(tmp_path, begin)
    play(tmp_path, go_on)


def test_what_needs_other_people_says_that_it_is_on_a_server(tmp_path: Path) -> None:
    async def work(browser: Browser) -> None:
        start = await browser.ask(BASE)
        assert 'href="/groundfloor/lobby"' not in start.text and 'href="/groundfloor/account"' not in start.text
        settings = await browser.ask(f"{BASE}settings")
        assert settings.status == 200 and not [path for path in ("account", "hours", "blocks") if f'href="{BASE}{path}"' in settings.text]
        for path in ("lobby", "account", "notices", "ratings", "api/openapi.json"):
            answer = await browser.ask(BASE + path)
            assert answer.status == 404 and "only there on a server" in answer.text

    play(tmp_path, work)


def test_settings_notes_and_the_way_to_the_next_table_are_there(tmp_path: Path) -> None:
    async def work(browser: Browser) -> None:
        seat = await browser.opened(f"{BASE}learn", "")
        api = f"{BASE}api/seats/{seat.rpartition('/')[2]}/note"
        note = json.dumps({"text": "Watch the forecast."})
        assert (await browser.ask(api, note, "application/json")).status == 200
        assert "Watch the forecast." in (await browser.ask(f"{seat}/chat")).text
        assert (await browser.ask(f"{BASE}settings")).status == 200
        assert (await browser.ask(f"{BASE}next")).headers["location"].startswith(seat)

    play(tmp_path, work)


def test_page_may_be_shown_in_the_frame_of_its_site_also_where_another_one_shows_that(tmp_path: Path) -> None:
    async def work(browser: Browser) -> None:
        headers = (await browser.ask(BASE)).headers
        assert "frame-ancestors *" in headers["content-security-policy"] and "x-frame-options" not in headers

    play(tmp_path, work)


@pytest.mark.thorough
def test_game_needs_none_of_the_packages_of_the_club(tmp_path: Path) -> None:
    play_without(LEFT_OUT, tmp_path)


def test_start_on_data_that_is_up_to_date_takes_no_migrations(tmp_path: Path) -> None:
    Store(tmp_path, is_alone=True).close()
    play_without(("alembic",), tmp_path)


def play_without(packages: tuple[str, ...], folder: Path) -> None:
    """Opens a game in a process in which these packages can't be imported."""
    code = f"""
import sys
sys.modules.update(dict.fromkeys({packages!r}))
import asyncio
from pathlib import Path
from groundfloor.browser.local_server import LocalServer

async def main():
    server = LocalServer(Path({str(folder)!r}))
    await server.start()
    answers = []
    for method, path in (("GET", "/"), ("POST", "/learn")):
        await server.handle(method, path, [], b"", lambda status, headers: answers.append((status, dict(headers))), lambda part: None)
    await server.handle("GET", answers[1][1]["location"], [], b"", lambda status, headers: answers.append((status, dict(headers))), lambda part: None)
    assert [status for status, _ in answers] == [200, 303, 200]
    await server.close()

asyncio.run(main())
"""
    subprocess.run([sys.executable, "-P", "-c", code], check=True)
