"""Bots at tables of the server: their moves come by themselves, and who may say whether a bot or a person plays a seat."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser

from groundfloor.agents import agent_classes
from groundfloor.server.database.store import Store
from groundfloor.server.game.tables.bot_runner import BotRunner
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.settings import Settings
from tests.server.conftest import NewGame, Page, serving, with_settings
from tests.support import board_page
from tests.support.accessibility import axe_violations
from tests.support.api_table import ApiTable
from tests.support.board_page import either
from tests.support.html import all_of, has, one, text, value
from tests.support.page_structure import objections
from tests.support.samples import sampled

EXAMPLES = Path(__file__).parents[4] / "examples"
ABSENT = Settings(bot_processes=0, limits=Limits(bot_pause_seconds=0, absence_hours=0))
"""Settings by which players may replace others at once."""


def seat_of(client: httpx.Client, page: Page, seat: int, bot: str) -> httpx.Response:
    return client.post(f"{page.address}/table", data={"seat": str(seat + 1), "bot": bot})


def test_game_against_a_level_begins_with_two_choices(client: httpx.Client) -> None:
    start = client.get("/").text
    names = [text(each) for each in all_of(start, ".level b")]
    assert names == ["Intern", "Associate", "Manager", "Director", "Tycoon", "Champion"]
    assert "Has learned from games against itself" in text(one(start, "#level-words-manager"))
    page = Page(client, client.post("/new", data={"level": "intern", "opponents": "2"}).headers["location"])
    assert text(one(page.text, ".head h1")).startswith("Player 1, Intern 1, Intern 2, ")
    page.wait_until_asked()
    record = client.get(f"/g/{page.game_id}/record").text
    assert record.startswith("groundfloor record 1\n") and "\n\n2 bot intern\n3 bot intern\n" in record and "\ntable practice" not in record


@pytest.mark.parametrize(("level", "said"), [("tycoon", ["Tycoon is thinking"]), ("intern", [])])
def test_bot_that_thinks_is_shown_unless_it_answers_at_once(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch, level: str, said: list[str]
) -> None:
    monkeypatch.setattr(BotRunner, "wake", lambda self: None)
    page = Page(client, client.post("/new", data={"level": level, "opponents": "1"}).headers["location"])
    while page.value("#panel", "data-mode") != "waiting":
        page.send(pick="done")
        page.send(do="confirm")
    assert [text(each) for each in all_of(page.text, ".bot-thinks")] == said
    assert ("is thinking" in text(one(page.text, ".company-summary .bot-mark"))) == bool(said)


@pytest.fixture
def installed_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Installs the bot of the examples as docs/bots.md says."""
    info = tmp_path / "eager_bot-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: eager-bot\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[{agent_classes.GROUP}]\neager = eager_bot:EagerBot\n")
    for folder in (tmp_path, EXAMPLES):
        monkeypatch.syspath_prepend(str(folder))
    agent_classes.installed_agents.cache_clear()
    yield
    agent_classes.installed_agents.cache_clear()


@pytest.mark.usefixtures("installed_example")
def test_bot_of_ones_own_can_be_chosen_and_plays(client: httpx.Client, caplog: pytest.LogCaptureFixture) -> None:
    """The example of docs/bots.md in a short form: 20 lines, installed, at a table of the web game."""
    assert '<option value="eager"' in client.get("/").text
    table, moves = ApiTable(client, "Ann", "automa:eager"), ""
    for _ in range(4):
        seen = view_when_asked(table)
        moves = table.record.partition("\n2 bot eager\n")[2]
        played = table.act(0, apply=[seen["legal"][-1]["action"]], version=seen["version"])
        assert played.status_code == 200, played.text
    assert "\n2 " in moves and not [each for each in caplog.records if each.name.startswith("groundfloor.")]


def view_when_asked(table: ApiTable) -> dict[str, Any]:
    """Returns the view of the first seat once it is asked."""
    ends = time.monotonic() + 30
    while True:
        seen = table.view(0)
        if seen["asked"] == seen["seat"]:
            return seen
        assert time.monotonic() < ends, "no bot moves"
        time.sleep(0.01)


def test_player_leaves_to_a_bot_and_comes_back(new_game: NewGame, client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BotRunner, "wake", lambda self: None)
    page = new_game("here", "pei")
    assert seat_of(client, page, 0, "random").status_code == 303
    page = Page(client, page.address)
    assert "A bot plays for you: Random." in page.text and one(page.text, "#return") is not None
    refused = page.send(pick="done")
    assert refused.status_code == 409 and "take the seat again" in refused.text
    assert page.send(do="return").status_code == 200
    assert page.value("#panel", "data-mode") == "asked"
    lines = client.get(f"/g/{page.game_id}/record").text.splitlines()
    assert lines[-2:] == ["1 bot random", "1 person"]


def test_host_replaces_only_players_who_are_not_here(new_game: NewGame, client: httpx.Client, browse: Callable[[], httpx.Client]) -> None:
    page = new_game("here", "link", "link")
    links = [value(each, "value") for each in all_of(client.get(f"{page.address}/table").text, ".link-field input")]
    other = browse()
    guest = Page(other, "/s/" + links[1].rpartition("/s/")[2])
    refused = seat_of(other, guest, 2, "intern")
    assert refused.status_code == 403 and "handed to a bot by its player" in refused.text
    assert seat_of(client, page, 1, "intern").status_code == 303
    assert client.get(f"/api/games/{page.game_id}").json()["bots"] == {"2": "intern"}
    assert seat_of(other, guest, 1, "").status_code == 303
    assert seat_of(client, page, 7, "intern").status_code == 403
    assert seat_of(client, page, 2, "deep_thought").status_code == 422


def test_level_of_a_bot_is_changed_in_one_step(client: httpx.Client, browse: Callable[[], httpx.Client]) -> None:
    """On the page and by programs; the game goes on, and nobody but the host changes it."""
    page = Page(client, client.post("/new", data={"level": "intern", "opponents": "2"}).headers["location"])
    links = client.get(f"{page.address}/table").text
    assert value(one(links, "#bot-1 option[selected]"), "value") == "intern"
    assert text(one(links, "#change-1")) == "Change the bot Intern 1"
    assert seat_of(client, page, 1, "tycoon").status_code == 303
    assert value(one(client.get(f"{page.address}/table").text, "#bot-1 option[selected]"), "value") == "tycoon"
    changed = client.post(f"/api{page.address.replace('/s/', '/seats/')}", json={"bot": "director", "of": 3})
    assert changed.json()["bots"] == {"2": "tycoon", "3": "director"}
    game_id = f"/g/{page.game_id}/table"
    assert browse().post(game_id, data={"seat": "2", "bot": "random"}).status_code == 403
    assert not has(browse().get(game_id).text, "#bot-1")


def test_program_that_plays_with_another_person_changes_no_bot(client: httpx.Client) -> None:
    """Alone it may, as it can't be the host of a table."""
    for others, status in (((), 200), (("Ben",), 403)):
        table = ApiTable(client, "Ann", "automa:intern", *others)
        assert table.act(0, bot="manager", of=2).status_code == status


def test_others_replace_a_player_who_is_on_turn_and_away_for_long(store: Store) -> None:
    from tests.support import http

    with serving(store, "", ABSENT) as server, http.Client(base_url=server, headers={"Origin": server}) as client:
        table = ApiTable(client, "Ann", "Ben", "Cleo")
        asked = table.asked
        own = (asked - 1) % 3
        assert table.act(own, bot="intern", of=(asked + 1) % 3 + 1).status_code == 403
        found = table.act(own, bot="intern", of=asked + 1)
        assert found.status_code == 200 and found.json()["bots"] == {str(asked + 1): "intern"}
        assert table.act(asked, bot="").json()["bots"] == {}


def test_bots_do_not_play_in_the_city_of_the_day(client: httpx.Client) -> None:
    made = client.post("/api/games", json={"day": time.strftime("%Y-%m-%d", time.gmtime()), "opponent": "pei"}).json()
    refused = client.post(f"/api/seats/{made['seats'][0]['token']}", json={"bot": "intern"})
    assert refused.status_code == 403


@pytest.mark.thorough
@pytest.mark.slow
def test_processes_of_bots_end_with_the_server(store: Store) -> None:
    import multiprocessing

    from groundfloor.process_pool import Worker
    from tests.support import http

    settings = Settings(bot_processes=1, limits=Limits(bot_pause_seconds=0))
    with serving(store, "", settings) as server, http.Client(base_url=server, headers={"Origin": server}) as client:
        page = Page(client, client.post("/new", data={"level": "intern", "opponents": "1"}).headers["location"])
        if page.value("#panel", "data-mode") == "asked":
            page.send(pick="done")
            page.send(do="confirm")
        page.wait_until_asked()  # the bot may have moved before the answer was rendered
        assert any(isinstance(process, Worker) for process in multiprocessing.active_children())
    assert not any(isinstance(process, Worker) for process in multiprocessing.active_children())


# In a browser


LOOKS = (("en", "light", 360, True), ("de", "dark", 1366, False))


@pytest.mark.thorough
@with_settings(Settings(bot_processes=0, limits=Limits(bot_pause_seconds=3)))  # so that bots don't finish the game while the person is away
@pytest.mark.parametrize(("language", "theme", "width", "is_touch"), sampled(LOOKS, LOOKS[1].__eq__))
def test_person_plays_a_level_leaves_and_comes_back(
    browser: Browser, server: str, language: str, theme: str, width: int, is_touch: bool
) -> None:
    tab = browser.new_page(
        locale=language,
        color_scheme="dark" if theme == "dark" else "light",
        has_touch=is_touch,
        reduced_motion="reduce",  # the picture of the start page cross-fades rooms
        viewport={"width": width, "height": 800},
    )
    tab.goto(server)
    assert objections(tab, is_touch, "#computer") == []
    computer = tab.get_by_role("region", name=either("Play against the computer"))
    computer.locator("input[value=manager]").focus()
    tab.keyboard.press("ArrowRight")
    assert computer.locator("input[value=director]").is_checked()
    computer.get_by_role("button", name=either("Begin")).click()
    tab.wait_for_url("**/s/*")
    address = tab.url
    board_page.panel(tab, "asked", kind="hire").wait_for()
    tab.goto(f"{address}/table")
    tab.locator("summary").filter(has_text=either("Let a bot play")).first.click()
    assert objections(tab, is_touch) == []
    tab.get_by_role("button", name=either("Let it play from here on")).click()
    take_again = tab.get_by_role("button", name=either("Take the seat again"))
    take_again.wait_for()
    tab.goto(address)
    take_again.click()
    take_again.wait_for(state="hidden")
    board_page.panel(tab, "asked").wait_for()
    assert axe_violations(tab, "#company-summaries, .ledger") == []
