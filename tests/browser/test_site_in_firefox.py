"""The way of a new user in Firefox: a game at the site, the browser ended in the middle of a move, the game played to its end, and taken to a server."""

from __future__ import annotations

from contextlib import ExitStack
from random import Random
from typing import TYPE_CHECKING

import pytest

from groundfloor.server.database.store import Store
from groundfloor.server.http.settings import Settings
from tests.browser.test_site import serving
from tests.server.conftest import serving as serving_game
from tests.support import http
from tests.support.soak.other_browsers import COUNT_SWAPS, decide
from tests.support.stores import with_database
from tests.support.webdriver import Firefox, firefox, firefox_program

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.slow,
    pytest.mark.thorough,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(firefox_program() is None, reason="Firefox is missing"),
]
FORM = "fetch('new', { method: 'POST', body: new URLSearchParams({ 'kind-0': 'here', 'name-0': 'Ann', 'kind-1': 'gropius', 'kind-2': 'intern' }) })"
"""A table against an Automa and a bot."""
IS_ASKED = "() => ['asked', 'second-step', 'draft', 'over'].includes(document.getElementById('panel')?.dataset.mode) && document.getElementById('table').ariaBusy === null"
STATE = "() => [Number(document.getElementById('table').dataset.version), document.getElementById('table').dataset.draft, document.getElementById('panel').dataset.mode]"


def enter_game(tab: Firefox, address: str) -> None:
    """Opens a page of the site, and has all that follows be about the game's page in its frame."""
    tab.goto(address)
    tab.wait_for(
        "() => { const frame = document.getElementById('game'); return !frame.hidden && frame.contentDocument?.querySelector('main'); }"
    )
    tab.enter_frame("#game")
    tab.wait_for("() => document.readyState === 'complete'")


def enter_board(tab: Firefox, address: str) -> None:
    enter_game(tab, address)
    tab.wait_for(IS_ASKED)
    tab.evaluate(COUNT_SWAPS)


def play_until(tab: Firefox, mode: str, dice: Random, least: int = 0) -> None:
    """Plays until the panel is in this mode, and the game has at least so many entries."""
    number = 0
    while True:
        tab.wait_for(IS_ASKED)
        version, _, shown = tab.evaluate(STATE)
        if shown == mode and version >= least:
            return
        number += 1
        assert list(decide(tab, dice, 2 * number)) == []  # by clicks


def test_game_survives_the_end_of_firefox_and_goes_to_a_server(site: Path, tmp_path: Path) -> None:
    profile, data, dice = tmp_path / "profile", tmp_path / "data", Random(3)
    for folder in (profile, data):
        folder.mkdir()
    with ExitStack() as opened:
        address = opened.enter_context(serving(site))
        with firefox(profile) as tab:
            tab.resize(1366, 768)
            enter_game(tab, address)
            seat = tab.evaluate(f"() => {FORM}.then((answer) => new URL(answer.url).pathname.split('/s/')[1])")
            tab.enter_frame("")
            enter_board(tab, f"{address}#/s/{seat}")
            play_until(tab, "draft", dice, least=8)
            before = tab.evaluate(STATE)
        with firefox(profile) as tab:
            tab.resize(1366, 768)
            enter_board(tab, f"{address}#/s/{seat}")
            assert tab.evaluate(STATE) == before
            play_until(tab, "over", dice)
            file = tab.evaluate("() => fetch('../my-games/games.json').then((answer) => answer.text())")
            assert tab.messages() == []
        store = opened.enter_context(Store(with_database(data)))
        server = opened.enter_context(serving_game(store, "", Settings(bot_processes=0)))
        with http.Client(base_url=server) as client:
            imported = client.post("/api/my-games/import", json={"file": file}).json()
            assert imported == {"results": 1, "games": 1, "left": 0}
            [game] = [each["game"] for each in client.get("/my-games/games.json").json()["games"]]
            assert client.get(f"/g/{game}/at/0").status_code == 200
            assert client.get(f"/api/games/{game}").json()["is_over"]
