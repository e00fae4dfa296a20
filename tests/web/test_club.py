"""Six people in six browsers at two processes; ``scripts/soak`` plays their table to the natural end of its game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.support.club import Club
from tests.support.postgresql import PostgreSQLServer
from tests.support.server_process import NO_FOLDER, Process

pytestmark = pytest.mark.slow


def test_six_people_meet_and_play(browser: Browser, postgresql: PostgreSQLServer) -> None:
    settings = f"database = '{postgresql.create()}'\nrequests_per_minute = 100_000\nchanges_per_minute = 100_000\n"
    with Process(NO_FOLDER, settings=settings) as one, Process(NO_FOLDER, settings=settings) as other:
        club = Club(browser, (one.address, other.address), 1)
        club.meet()
        club.undo_by_consent()
        club.lose_phone()
        club.pause_and_resume()
        club.renew_link()
        club.play(3)
        club.vote("Finn", "End the game here")
        club.see_end()
