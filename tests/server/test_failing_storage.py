"""A disk that is slow, full, read-only or damaged, as players meet it: a sentence with its status, nothing half-written, and play goes on."""

from __future__ import annotations

import logging
import signal
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from groundfloor.server.context import AppContext
from groundfloor.server.database.database import READING
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import games
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.request_log import TextFormatter, without_secrets
from groundfloor.server.http.settings import Settings
from tests.server.conftest import NewGame, Page, with_settings
from tests.support import http
from tests.support.long_records import large_record
from tests.support.server_process import Process
from tests.support.stores import PausedStore, tell_paused_stores

FORM = {"kind-0": "here", "name-0": "Ann", "kind-1": "pei"}
FULL = ("max_page_count = 1", "max_page_count = 1000000000")
READ_ONLY = ("query_only = on", "query_only = off")


def set_pragma(store: Store, text: str) -> None:
    pool = [store.engine.connect().execution_options(**READING) for _ in range(4)]
    for connection in pool:
        connection.exec_driver_sql(f"PRAGMA {text}")
    for connection in pool:
        connection.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pragmas", "status", "said"), [(FULL, 507, "No space is left"), (READ_ONLY, 503, "can’t write")], ids=["full", "read-only"]
)
@pytest.mark.sqlite("sets pragmas")
def test_storage_that_cannot_be_written_says_so(
    client: httpx.Client, solo: Page, store: Store, pragmas: tuple[str, str], status: int, said: str
) -> None:
    long = large_record(1500)
    solo.send(pick="done")
    before, version = games.find(store, solo.game_id), solo.version
    set_pragma(store, pragmas[0])
    answers = [client.post("/upload", data={"text": long, "do": "show"}), client.post("/api/records", json={"record": long})]
    if pragmas is READ_ONLY:  # small changes may find room in pages that are there already
        answers += [client.post("/new", data=FORM), solo.send(version, do="confirm")]
    assert [answer.status_code for answer in answers] == [status] * len(answers)
    assert all(said in answer.text for answer in answers)
    assert games.find(store, solo.game_id) == before and games.count(store) == 1
    assert client.get(solo.address).status_code == 200
    set_pragma(store, pragmas[1])
    assert client.post("/new", data=FORM).status_code == 303
    assert solo.send(version, do="confirm").status_code == 200 and solo.version > version


@pytest.mark.thorough
@pytest.mark.slow
def test_server_starts_with_damaged_table(process: Process) -> None:
    body = {"seats": [{"name": "Ann"}, {"automa": "pei"}]}
    bad, good = (http.post(f"{process.address}/api/games", json=body).json() for _ in range(2))
    process.end(signal.SIGTERM)
    with closing(sqlite3.connect(process.folder / "groundfloor.db")) as raw:
        raw.execute("update games set header = 'nonsense', asked = -1 where game_id = ?", (bad["game"],))
        raw.commit()
    process.start()
    for address in (f"/g/{bad['game']}", f"/api/games/{bad['game']}", f"/api/seats/{bad['seats'][0]['token']}"):
        answer = http.get(f"{process.address}{address}", timeout=30)
        assert answer.status_code == 503 and "damaged" in answer.text
    assert http.get(f"{process.address}/g/{good['game']}", timeout=30).status_code == 200


def test_log_of_a_fault_names_no_token() -> None:
    token = "Zk3-_9aBcDeFgHiJkLmNoPq4"
    try:
        raise KeyError(token)
    except KeyError:
        record = logging.LogRecord("x", logging.ERROR, "x", 1, "request %d failed", (1,), sys.exc_info())
    said = TextFormatter().format(record)
    assert token not in said and "KeyError" in said and "test_failing_storage.py" in said
    assert without_secrets("ValueError: no such seat") == "ValueError: no such seat"


WAIT = 60.0


class SlowStore(PausedStore):
    """A store whose commits, or reads of games, wait until they may go on."""

    def __init__(self, where: Path | str) -> None:
        super().__init__(where)
        self.may_commit, self.may_read, self.has_begun = threading.Event(), threading.Event(), threading.Event()
        self.may_commit.set()
        self.may_read.set()

    def before_save(self) -> None:
        self.has_begun.set()
        assert self.may_commit.wait(WAIT)

    def before_read(self, game_id: str) -> None:
        if not self.may_read.is_set():
            self.has_begun.set()
        assert self.may_read.wait(WAIT)


@pytest.mark.slow
class TestSlowDisk:
    """A server whose disk is slow at times."""

    @pytest.fixture
    def store(self, place: Path | str, monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowStore]:
        tell_paused_stores(monkeypatch)
        found = SlowStore(place)
        yield found
        found.may_commit.set()
        found.may_read.set()
        found.close()

    @pytest.mark.thorough
    @with_settings(Settings(limits=Limits(work_seconds=WAIT)))  # on a slow machine its readers have used much, and pause
    def test_other_tables_are_shown_while_one_is_written(
        self, browse: Callable[[], httpx.Client], new_game: NewGame, store: SlowStore
    ) -> None:
        """Reading another table waited 9.8 s for a commit, and more readers than there are threads stopped the whole site."""
        one, other = new_game("here", "pei"), new_game("here", "pei")
        one.send(pick="done")
        store.has_begun.clear()
        store.may_commit.clear()
        threads = [threading.Thread(target=lambda: browse().get(f"/g/{one.game_id}")) for _ in range(20)]
        confirm = threading.Thread(target=lambda: one.send(do="confirm"))
        confirm.start()
        assert store.has_begun.wait(WAIT)
        for thread in threads:
            thread.start()
        try:
            for address in (other.address, f"/g/{other.game_id}", f"/g/{other.game_id}/at/0", "/", "/rules"):
                assert browse().get(address).status_code == 200
            assert confirm.is_alive()
        finally:
            store.may_commit.set()
            for thread in (confirm, *threads):
                thread.join(WAIT)

    def test_tables_in_memory_are_shown_and_played_while_others_are_read(
        self, browse: Callable[[], httpx.Client], new_game: NewGame, store: SlowStore, server: str
    ) -> None:
        awake = new_game("here", "pei")
        sleeping = [new_game("here", "pei").game_id for _ in range(4)]
        store.may_read.clear()
        context = self.context
        for game_id in sleeping:
            context.table_service.cache.remove(game_id)
        threads = [threading.Thread(target=lambda game_id=game_id: browse().get(f"/g/{game_id}")) for game_id in sleeping for _ in range(5)]
        for thread in threads:
            thread.start()
        assert store.has_begun.wait(WAIT)
        try:
            assert awake.send(pick="done").status_code == 200
            assert awake.send(do="confirm").status_code == 200
            assert browse().get(f"/g/{awake.game_id}").status_code == 200
        finally:
            store.may_read.set()
            for thread in threads:
                thread.join(WAIT)

    context: AppContext

    @pytest.fixture(autouse=True)
    def kept_house(self, monkeypatch: pytest.MonkeyPatch) -> None:
        made = AppContext.__post_init__

        def keep(context: AppContext) -> None:
            type(self).context = context
            made(context)

        monkeypatch.setattr(AppContext, "__post_init__", keep)
