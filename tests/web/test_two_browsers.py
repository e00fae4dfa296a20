"""Two people in two browsers at different processes; ``scripts/soak`` plays whole games."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.support import http
from tests.support.crowded_tables import crowded_record
from tests.support.postgresql import PostgreSQLServer
from tests.support.server_process import NO_FOLDER, Process
from tests.support.two_browsers import play_live

pytestmark = [pytest.mark.slow, pytest.mark.whole_game]


def test_last_round_is_played_live_at_two_processes(browser: Browser, postgresql: PostgreSQLServer) -> None:
    settings = f"database = '{postgresql.create()}'\nrequests_per_minute = 100_000\nchanges_per_minute = 100_000\n"
    with Process(NO_FOLDER, settings=settings) as one, Process(NO_FOLDER, settings=settings) as other:
        record = crowded_record(2, "last")
        made = http.post(f"{one.address}/api/records", json={"record": record, "resume": True}).raise_for_status().json()
        assert play_live(browser, (one.address, other.address), made, 1) > 5
