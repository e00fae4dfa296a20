"""Whole games in a real browser: by clicks, by keys alone, by two people at two browsers with a restart in between."""

from __future__ import annotations

import random
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser

from groundfloor.editions import ruleset
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.settings import Settings
from tests.support import board_page, http
from tests.support.api_table import ApiTable
from tests.support.browser_player import Player, open_first_game
from tests.support.server_process import Process

pytestmark = pytest.mark.whole_game

STEPS = 1500
FOLLOWED = 25
"""Entries of a game that its pages follow; the next ones, up to the last round, are played for them while the pages are away."""
RESTART = 20
"""The click before which the server is killed and started again, while the pages follow the game."""
ELSEWHERE = "/about"
"""A page that does not follow the game."""
MANY = 100_000
"""Requests a minute that are allowed here: on a quick machine a played game comes to more than people send."""


@pytest.fixture
def settings() -> Settings:
    return Settings(limits=Limits(requests_per_minute=MANY, changes_per_minute=MANY))


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    with Process(tmp_path, settings=f"requests_per_minute = {MANY}\nchanges_per_minute = {MANY}\n") as found:
        yield found


@pytest.mark.thorough
def test_a_whole_game_against_pei_by_clicks(browser: Browser, server: str) -> None:
    context = browser.new_context(viewport={"width": 1600, "height": 1000}, reduced_motion="reduce", service_workers="allow")
    player = Player(context.new_page(), random.Random(4))
    open_first_game(player.tab, server)
    steps = 0
    while player.mode != "over" and steps < STEPS:
        player.click()
        steps += 1
    assert player.mode == "over"
    assert {"hire", "schedule"} <= player.kinds
    score = board_page.score_sheet(player.tab)
    score.wait_for()  # the final scoring opens
    totals = http.get(f"{server}/api/games/{board_page.game_id_of(player.tab)}/record").json()["record"]
    assert "\nkey " in totals, "the key of the draws is told at the end"


SIX = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Finn")
OPTIONS = {"era": "random", "event": "random", "great_depression": "on", "windfall": "on"}


def answer_by_dice(client: httpx.Client, token: str, dice: random.Random) -> None:
    """Gives one answer of somebody who plays by the interface for programs."""
    seat = client.get(f"/api/seats/{token}").json()
    legal = [each["action"] for each in seat["legal"]]
    lively = [text for text in legal if text not in ("done", "none", "end")]
    text = dice.choice(lively if lively and dice.random() < 0.8 else legal)
    answer = client.post(f"/api/seats/{token}", json={"apply": [text], "version": seat["version"]})
    assert answer.status_code == 200, answer.text


def look_away(players: list[Player], pages: list[str], view: dict[str, Any]) -> bool:
    """Sends pages away after so many entries, and back in the last round; returns True while they are away.

    Each page would be rendered again with every move, which takes most of the time and shows nothing that the clicks before have not shown.
    """
    is_away = players[0].tab.url.endswith(ELSEWHERE)
    position = view["view"]["position"]
    is_last_round = position["state"]["round"] == len(ruleset(position["ruleset"]).stage_by_round)
    if is_away and is_last_round:
        for player, page in zip(players, pages, strict=True):
            player.tab.goto(page)
    elif not is_away and view["version"] >= FOLLOWED and not is_last_round and all(player.mode != "draft" for player in players):
        for player, page in zip(players, pages, strict=True):
            player.tab.goto(page.partition("/s/")[0] + ELSEWHERE)
    else:
        return is_away
    return not is_away


def play(
    server: str,
    game: str,
    tokens: list[str],
    players: list[Player],
    answer: Callable[[Player], None] = Player.click,
    before: Callable[[int], None] = lambda step: None,
) -> None:
    """Plays a game to its end, the first seats by their pages at its beginning and in its last round, and all else by the interface for programs."""
    pages = [player.tab.url for player in players]
    with http.Client(base_url=server, timeout=60) as client:
        for step in range(STEPS):
            before(step)
            view = client.get(f"/api/games/{game}").json()
            if view["is_over"]:
                break
            is_away, asked = look_away(players, pages, view), view["asked"] - 1
            if is_away or asked >= len(players):
                answer_by_dice(client, tokens[asked], players[0].dice)
                continue
            board_page.table(players[asked].tab, version=view["version"]).wait_for(state="attached", timeout=60_000)
            board_page.panel(players[asked].tab, "asked", "second-step", "draft", "over").wait_for(timeout=60_000)
            answer(players[asked])
    assert view["is_over"]
    for player, page in zip(players, pages, strict=True):
        if player.tab.url.endswith(ELSEWHERE):
            player.tab.goto(page)
        board_page.panel(player.tab, "over").wait_for(timeout=60_000)


@pytest.mark.nightly
@pytest.mark.parametrize(("rules", "people", "options"), [("online", ("Ann", "automa:pei"), OPTIONS), ("first", SIX, {"deck": "preset"})])
def test_a_whole_game_of_other_rulesets_by_clicks(
    browser: Browser, server: str, client: httpx.Client, rules: str, people: tuple[str, ...], options: dict[str, str]
) -> None:
    table = ApiTable(client, *people, ruleset=rules, options=options)
    player = Player(browser.new_page(viewport={"width": 1600, "height": 1000}, reduced_motion="reduce"), random.Random(6))
    player.tab.goto(table.url(0))
    play(server, table.game_id, table.tokens, [player])


@pytest.mark.thorough
def test_a_whole_game_by_keyboard_alone(browser: Browser, server: str) -> None:
    """Its beginning and its last round; test_input_ways.py answers each kind of question by keys."""
    player = Player(browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce"), random.Random(5))
    player.tab.goto(server)
    for _ in range(80):
        if player.tab.evaluate("document.activeElement.matches('.own-table:not([open]) > summary')"):
            player.tab.keyboard.press("Enter")
        if player.tab.evaluate("document.activeElement.textContent === 'Open the table'"):
            break
        player.tab.keyboard.press("Tab")
    player.tab.keyboard.press("Enter")
    player.tab.wait_for_url("**/s/*")
    board_page.panel(player.tab).wait_for()
    play(server, board_page.game_id_of(player.tab), [player.tab.url.rpartition("/")[2]], [player], Player.type)
    board_page.score_sheet(player.tab).wait_for()
    player.tab.keyboard.press("Escape")
    assert not board_page.score_sheet(player.tab).is_visible()


@pytest.mark.nightly
def test_two_browsers_play_one_game_and_the_server_restarts_in_between(browser: Browser, process: Process) -> None:
    """The pages follow its beginning, its last round and its end."""
    made = http.post(f"{process.address}/api/games", json={"seats": [{"name": "Ann"}, {"name": "Ben"}]}).json()
    players = [
        Player(browser.new_page(viewport={"width": 900, "height": 1200}, reduced_motion="reduce"), random.Random(seat)) for seat in range(2)
    ]
    tokens = [seat["token"] for seat in made["seats"]]
    for player, token in zip(players, tokens, strict=True):
        player.tab.goto(f"{process.address}/s/{token}")

    def restart(step: int) -> None:
        if step == RESTART:
            process.end(signal.SIGKILL)
            process.start()

    play(process.address, made["game"], tokens, players, before=restart)
    texts = [board_page.panel(player.tab).locator("li > b:last-child").all_inner_texts() for player in players]
    assert texts[0] == texts[1] and len(texts[0]) == 2
