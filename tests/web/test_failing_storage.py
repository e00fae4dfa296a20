"""A disk that is full, read-only or damaged, as players meet it: a sentence with its status, nothing half-written, and play goes on afterwards."""

from __future__ import annotations

import logging
import signal
import sqlite3
import sys
from contextlib import closing

import httpx
import pytest

from groundfloor.store import Store
from groundfloor.store.database import READING
from groundfloor.web.request_log import TextFormatter, without_secrets
from tests.support import http
from tests.support.long_records import large_record
from tests.support.server_process import Process

from .conftest import Page

FORM = {"kind-0": "here", "name-0": "Ann", "kind-1": "pei"}
FULL = ("max_page_count = 1", "max_page_count = 1000000000")
READ_ONLY = ("query_only = on", "query_only = off")


def set_pragma(store: Store, text: str) -> None:
    pool = [store._engine.connect().execution_options(**READING) for _ in range(4)]
    for connection in pool:
        connection.exec_driver_sql(f"PRAGMA {text}")
    for connection in pool:
        connection.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pragmas", "status", "said"), [(FULL, 507, "disk is full"), (READ_ONLY, 503, "can’t write")], ids=["full", "read-only"]
)
@pytest.mark.sqlite("sets pragmas")
def test_storage_that_cannot_be_written_says_so(
    client: httpx.Client, solo: Page, store: Store, pragmas: tuple[str, str], status: int, said: str
) -> None:
    long = large_record(1500)
    solo.send(pick="done")
    before, version = store.game(solo.public), solo.version
    set_pragma(store, pragmas[0])
    answers = [client.post("/upload", data={"text": long, "do": "show"}), client.post("/api/records", json={"record": long})]
    if pragmas is READ_ONLY:  # small changes may find room in pages that are there already
        answers += [client.post("/new", data=FORM), solo.send(version, do="confirm")]
    assert [answer.status_code for answer in answers] == [status] * len(answers)
    assert all(said in answer.text for answer in answers)
    assert store.game(solo.public) == before and store.count() == 1
    assert client.get(solo.address).status_code == 200
    set_pragma(store, pragmas[1])
    assert client.post("/new", data=FORM).status_code == 303
    assert solo.send(version, do="confirm").status_code == 200 and solo.version > version


@pytest.mark.slow
def test_server_starts_with_damaged_table(process: Process) -> None:
    body = {"seats": [{"name": "Ann"}, {"automa": "pei"}]}
    bad, good = (http.post(f"{process.address}/api/games", json=body).json() for _ in range(2))
    process.end(signal.SIGTERM)
    with closing(sqlite3.connect(process.folder / "groundfloor.db")) as raw:
        raw.execute("update games set header = 'nonsense', asked = -1 where public = ?", (bad["game"],))
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
