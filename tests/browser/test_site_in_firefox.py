"""The way of a new user in Firefox: a game at the site, the browser ended in the middle of a move, the game played to its end, and taken to a server."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from random import Random
from typing import TYPE_CHECKING

import pytest

from groundfloor.guide import LESSONS
from groundfloor.server.database.store import Store
from groundfloor.server.http.settings import Settings
from tests.browser.test_site import serving
from tests.server.conftest import serving as serving_game
from tests.support import http
from tests.support.soak.other_browsers import COUNT_SWAPS, changed, decide
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
OPEN = "(path, fields) => fetch(path, { method: 'POST', body: new URLSearchParams(fields) }).then((answer) => answer.url.split('/s/')[1])"
IS_ASKED = "() => ['asked', 'second-step', 'draft', 'over'].includes(document.getElementById('panel')?.dataset.mode) && document.getElementById('table').ariaBusy === null"
STATE = "() => [Number(document.getElementById('table').dataset.version), document.getElementById('table').dataset.draft, document.getElementById('panel').dataset.mode]"
GUIDE = """() => { const { guide, move } = document.getElementById('guide')?.dataset ?? {};
const place = [...document.querySelectorAll('[data-guided]')].find((each) => each.checkVisibility() && each.ariaDisabled !== 'true');
return guide && (!move || place) ? [guide, move ?? '', place?.id ?? ''] : null; }"""
"""The step of the guide, the move that it proposes, and the place where that is made."""
IS_LOADED = "() => document.readyState === 'complete'"
"""Its scripts have run: without them a click would load another page."""
FAULT = "() => { const fault = document.getElementById('fault'); return !fault.hidden && fault.textContent; }"
BAR = "() => { const bar = document.getElementById('bar'); return !bar.hidden && bar.textContent; }"
START = 300
"""Seconds for the start of a site, whose files are loaded, on a busy machine."""
THINKING = 600
"""Seconds for which bots may move, one after the other, on a busy machine."""


def enter_game(tab: Firefox, address: str) -> None:
    """Opens a page of the site, and has all that follows be about the game's page in its frame."""
    tab.goto(address)
    tab.wait_for(
        "() => { const frame = document.getElementById('game'); return !frame.hidden && frame.contentDocument?.querySelector('main'); }",
        seconds=START,
    )
    tab.enter_frame("#game")
    tab.wait_for(IS_LOADED)


def enter_board(tab: Firefox, address: str) -> None:
    enter_game(tab, address)
    tab.wait_for(IS_ASKED)
    tab.wait_for(IS_LOADED)  # the frame may have come from the start page meanwhile
    tab.evaluate(COUNT_SWAPS)


def open_game(tab: Firefox, address: str, path: str, **fields: str) -> str:
    """Opens the site and a table, and has all that follows be about its board; returns the address."""
    enter_game(tab, address)
    seat = tab.evaluate(OPEN, path, {name.replace("_", "-"): value for name, value in fields.items()})
    tab.enter_frame("")
    enter_board(tab, f"{address}#/s/{seat}")
    return f"{address}#/s/{seat}"


def play_until(tab: Firefox, mode: str, dice: Random, least: int = 0) -> None:
    """Plays until the panel is in this mode, and the game has at least so many entries."""
    number = 0
    while True:
        tab.wait_for(IS_ASKED, seconds=THINKING)
        version, _, shown = tab.evaluate(STATE)
        if shown == mode and version >= least:
            return
        number += 1
        assert list(decide(tab, dice, 2 * number)) == []  # by clicks


@pytest.mark.nightly
def test_guided_game_is_played_to_its_end_in_firefox(site: Path) -> None:
    with serving(site) as address, firefox() as tab:
        tab.resize(1366, 768)
        open_game(tab, address, "learn")
        steps: list[str] = []
        while not steps or steps[-1] != LESSONS[-1].id:
            guide, move, place = tab.wait_for(GUIDE)
            steps.append(guide)
            if not move:
                changed(tab, lambda: tab.click("#guide-next"))
                continue
            changed(tab, partial(tab.click, f"[id='{place}']"))
            while tab.evaluate(STATE)[2] == "second-step":
                place = tab.wait_for(GUIDE)[2]
                changed(tab, partial(tab.click, f"[id='{place}']"))
            changed(tab, lambda: tab.click("#confirm"))
        assert steps == [lesson.id for lesson in LESSONS]


@pytest.mark.parametrize(
    ("preferences", "sentence"),
    [
        ({"dom.serviceWorkers.enabled": False}, "offers no service workers here"),
        pytest.param({"network.cookie.cookieBehavior": 2}, "as where cookies are blocked", marks=pytest.mark.nightly),
        pytest.param({"javascript.options.wasm": False}, "WebAssembly is not defined", marks=pytest.mark.nightly),
    ],
)
def test_page_says_what_firefox_lacks(site: Path, preferences: dict[str, object], sentence: str) -> None:
    with serving(site) as address, firefox(further=preferences) as tab:
        tab.goto(address)
        assert sentence in tab.wait_for(FAULT)


@pytest.mark.nightly
def test_page_says_in_a_private_window_that_nothing_is_kept(site: Path) -> None:
    """Also in a second tab, which the worker of the first one answers."""
    with serving(site) as address, firefox(further={"browser.privatebrowsing.autostart": True}) as tab:
        tab.resize(1366, 768)
        game = open_game(tab, address, "new", kind_0="here", name_0="Ann", kind_1="intern")
        play_until(tab, "draft", Random(3), least=4)
        tab.enter_frame("")
        assert "games last until this page is closed" in tab.wait_for(BAR)
        tab.open_tab()
        enter_board(tab, game)
        tab.enter_frame("")
        assert "games last until this page is closed" in tab.wait_for(BAR)


@pytest.mark.nightly
def test_game_survives_the_end_of_firefox_and_goes_to_a_server(site: Path, tmp_path: Path) -> None:
    profile, data, dice = tmp_path / "profile", tmp_path / "data", Random(3)
    for folder in (profile, data):
        folder.mkdir()
    with ExitStack() as opened:
        address = opened.enter_context(serving(site))
        with firefox(profile) as tab:
            tab.resize(1366, 768)
            game = open_game(tab, address, "new", kind_0="here", name_0="Ann", kind_1="gropius", kind_2="intern")
            play_until(tab, "draft", dice, least=8)
            before = tab.evaluate(STATE)
        with firefox(profile) as tab:
            tab.resize(1366, 768)
            enter_board(tab, game)
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
