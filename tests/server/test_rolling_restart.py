"""Servers around one database are replaced one after the other while tables are played, and by a newer version."""

from __future__ import annotations

import json
import random
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser
from sqlalchemy import text

from groundfloor.request_id import on_behalf_of
from groundfloor.server.database.store import Store
from groundfloor.server.game.tables.table_service import TableService
from groundfloor.server.http.settings import Settings
from groundfloor.table import NewTable, SeatRequest
from tests.server.conftest import serving
from tests.support import board_page, http
from tests.support.acknowledging_client import Client
from tests.support.html import board_of
from tests.support.played_tables import operation
from tests.support.postgresql import PostgreSQLServer
from tests.support.proxy import Proxy
from tests.support.server_process import NO_FOLDER, PATIENCE, Process
from tests.support.two_browsers import follow, open_pages

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="needs signals")]
REPEATS = 300
"""How often a request is repeated that a server could not answer, as pages do it by themselves: each with the same idempotency key."""


class Repeating(Client):
    """A player who repeats requests that were cut off or refused with 503, as open pages do; any other failure fails the test."""

    count = moves = 0

    def json(self, method: str, path: str, body: object = None, status: int = 200) -> dict[str, Any]:
        self.count += 1
        key = {"Idempotency-Key": f"{id(self)}-{self.count}"}
        for _ in range(REPEATS):
            try:
                with http.Client(timeout=60) as opened:
                    answer = opened.request(method, f"{self.address}{path}", json=body, headers=key)
            except httpx.TransportError:
                time.sleep(0.1)
                continue
            if answer.status_code != 503:
                assert answer.status_code == status, (path, answer.status_code, answer.text)
                found: dict[str, Any] = answer.json()
                return found
            time.sleep(0.1)
        raise AssertionError(f"{path} was not answered")

    def play(self) -> None:
        view = self.read(f"/api/games/{self.game}")
        if view["is_over"]:
            self.open()
            return
        path = f"/api/seats/{self.tokens[view['asked'] - 1]}"
        view = self.read(path)
        action = self.random.choice(view["legal"])["action"]
        moved = self.json("POST", path, {"apply": [action], "version": view["version"]})
        entries = self.entries()
        assert entries[: len(self.noted)] == self.noted and entries[view["version"]].endswith(action)
        assert len(entries) == moved["version"]
        self.noted = entries
        self.moves += 1


@contextmanager
def three_servers(postgresql: PostgreSQLServer) -> Iterator[tuple[list[Process], str]]:
    """Yields three servers around one database, and the address of a balancer before them."""
    settings = f"database = '{postgresql.create()}'\nbot_processes = 0\nrequests_per_minute = 100_000\nchanges_per_minute = 100_000\n"
    with ExitStack() as opened:
        servers = [opened.enter_context(Process(NO_FOLDER, is_awaited=False, settings=settings)) for _ in range(3)]
        for server in servers:
            server.wait()
        yield servers, opened.enter_context(closing(Proxy(*(server.port for server in servers)))).address


def replace(server: Process) -> None:
    """Ends a server as a service manager does, and starts another one in its place."""
    server.end(signal.SIGTERM)
    assert server.process.returncode == 0
    server.start()


@pytest.mark.nightly
def test_rolling_restart_under_play_fails_no_request(postgresql: PostgreSQLServer) -> None:
    with three_servers(postgresql) as (servers, address):
        is_over, faults = threading.Event(), []
        players = [Repeating(address, random.Random(number), http.Client()) for number in range(3)]

        def play(player: Repeating) -> None:
            try:
                player.open()
                while not is_over.is_set():
                    player.play()
                until = max(player.moves + 3, 10)
                while player.moves < until:
                    player.play()
            except BaseException as error:
                faults.append(error)

        threads = [threading.Thread(target=play, args=[player]) for player in players]
        for thread in threads:
            thread.start()
        for server in servers:
            replace(server)
        is_over.set()
        for thread in threads:
            thread.join(PATIENCE)
        assert not faults and all(player.moves >= 10 for player in players)


CLICKS = 8
"""Clicks during each restart, and after the last one."""


@pytest.mark.nightly
def test_pages_stay_right_in_a_rolling_restart(browser: Browser, postgresql: PostgreSQLServer) -> None:
    """Each move that is confirmed by a click is made once; both pages follow it, and say nothing of what was lost on the way in the end."""
    with three_servers(postgresql) as (servers, address), ThreadPoolExecutor(1) as beside:
        table = Repeating(address, random.Random(1), http.Client())
        table.open()
        pages = open_pages(browser, [f"{address}/s/{token}" for token in table.tokens[:2]], 1)
        confirmed: list[str] = []

        def click() -> None:
            view = table.read(f"/api/games/{table.game}")
            asked = follow(pages, view)
            assert asked is not None
            draft = board_page.draft(asked.tab) if asked.mode == "draft" else ""
            asked.click()
            confirmed.extend(f"{view['asked']} {action}" for action in draft.split(",") if action not in ("", "end"))

        for server in servers:
            replaced = beside.submit(replace, server)
            for _ in range(CLICKS):
                click()
            replaced.result()
        for _ in range(CLICKS):
            click()
        follow(pages, table.read(f"/api/games/{table.game}"))
        made = [entry for entry in table.entries() if not entry.startswith("* ")]
        assert [entry for entry in made if not entry.endswith(" end")] == confirmed
        for page in pages:
            board = board_of(page.tab.request.get(f"{page.tab.url}/board").text())
            page.tab.locator(f"#table[data-board='{board}']").wait_for(state="attached")
            board_page.page_status(page.tab).wait_for(state="hidden")
            board_page.alert(page.tab).wait_for(state="hidden")


ENDS = {1: "Start the newer one in its place", 2: "Start the server again, with that version"}
"""What a server of so many processes says in the end."""
OVERTAKEN = """
import sys
from groundfloor.engine.errors import GroundfloorError
from groundfloor.server.serve import serve, work
from groundfloor.server.http.settings import Settings
from tests.server.test_rolling_restart import migrate_further
def migrate(line):
    if "Ctrl-C" in line:
        migrate_further(sys.argv[1])
settings = Settings(database=sys.argv[1], workers=int(sys.argv[3]))
try:
    serve(port=0, print_line=migrate, settings=settings) if sys.argv[2] == "serve" else work(migrate, settings)
except GroundfloorError as error:
    sys.exit(str(error))
"""
"""A server or worker whose database is migrated after it has opened it, and before it has written anything."""


def migrate_further(database: str) -> None:
    """Does what a newer version does with which this one can't work."""
    with closing(Store(database)) as store, store.engine.begin() as connection:
        connection.execute(text("update alembic_version set version_num = '9999'"))
        connection.execute(text("update compatibility set oldest = '9999'"))


@pytest.mark.thorough
@pytest.mark.parametrize("workers", [1, 2])
def test_server_of_an_older_version_ends_with_a_sentence(postgresql: PostgreSQLServer, tmp_path: Path, workers: int) -> None:
    database, log = postgresql.create(), tmp_path / "log"
    with Process(NO_FOLDER, settings=f"database = '{database}'\nworkers = {workers}\n", log=log) as server:
        made = http.post(f"{server.address}/api/games", json={"seats": [{"name": "Ann"}, {"name": "Ben"}]})
        assert made.status_code == 201
        migrate_further(database)
        assert server.process.wait(PATIENCE) == 1
    said = log.read_text()
    assert ENDS[workers] in said and "Traceback" not in said and "takes its place" not in said


@pytest.mark.thorough
def test_outdated_server_refuses_to_write(postgresql: PostgreSQLServer) -> None:
    database = postgresql.create()
    with Store(database) as store, serving(store, "", Settings(bot_processes=0)) as address:
        migrate_further(database)
        refused = http.post(f"{address}/api/games", json={"seats": [{"name": "Ann"}, {"name": "Ben"}]})
    assert refused.status_code == 503 and "is being updated" in refused.text


@pytest.mark.thorough
def test_worker_of_an_older_version_ends_with_a_sentence(postgresql: PostgreSQLServer) -> None:
    database = postgresql.create()
    command = [sys.executable, "-m", "groundfloor", "worker", "--database", database]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline().startswith("Working for")
        migrate_further(database)
        said = worker.communicate(timeout=PATIENCE)[1]
    assert worker.returncode == 1 and "Start the newer one in its place" in said and "Traceback" not in said


@pytest.mark.thorough
@pytest.mark.parametrize(("command", "workers"), [("serve", 1), ("serve", 2), ("worker", 1)])
def test_process_that_is_overtaken_while_it_starts_ends_with_a_sentence(postgresql: PostgreSQLServer, command: str, workers: int) -> None:
    arguments = [sys.executable, "-c", OVERTAKEN, postgresql.create(), command, str(workers)]
    ended = subprocess.run(arguments, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ended.returncode == 1 and ENDS[workers] in ended.stderr, ended.stderr
    assert "Traceback" not in ended.stderr and "takes its place" not in ended.stderr


@pytest.mark.thorough
def test_line_of_a_worker_names_the_request_that_led_to_it(postgresql: PostgreSQLServer, tmp_path: Path) -> None:
    database, log = postgresql.create(), tmp_path / "log"
    settings = tmp_path / "worker.toml"
    settings.write_text(f"database = '{database}'\nlog_requests = true\nlog_format = 'json'\nbot_processes = 0\nbot_pause_seconds = 0\n")
    with Store(database) as store, on_behalf_of("asked-here"):
        service = TableService(store, lambda: "2030-01-01T00:00:00+00:00", secrets.token_bytes)
        table = service.add(service.prepare(NewTable((SeatRequest("Ann"), SeatRequest("Ben")))))
        with operation(service, table.game_id) as found:
            for seat in (0, 1):
                found.seat_bot(seat, "random")
    with log.open("w") as output:
        command = [sys.executable, "-m", "groundfloor", "worker", "--settings", str(settings)]
        worker = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=output)
    try:
        ends = time.monotonic() + PATIENCE
        while log.read_text().count('"job": "bot"') < 3:
            assert time.monotonic() < ends and worker.poll() is None
            time.sleep(0.05)
    finally:
        worker.kill()
        worker.wait()
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.endswith("}")]
    assert {line["request"] for line in lines if line.get("job") == "bot"} == {"asked-here"}
