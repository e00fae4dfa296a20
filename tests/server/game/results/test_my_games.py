"""One's own games and the city of the day: counted, listed, shown around, taken along, and deleted."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Locator
from playwright.sync_api import Page as Tab
from starlette.applications import Starlette
from starlette.requests import Request

from groundfloor.agents.levels import LEVELS
from groundfloor.presentation.translations import translations_of
from groundfloor.results import LADDER, MAX_RESULTS, format_games_file
from groundfloor.server.app import create_app
from groundfloor.server.database.store import Store
from groundfloor.server.game.results import my_games_routes
from groundfloor.server.game.results.my_games_routes import MAX_FILE_BYTES, PNG_SCALE
from groundfloor.server.game.results.result_picture import WIDTH
from groundfloor.server.game.storage import games
from groundfloor.server.work import Work
from tests.server.conftest import NewGame, Page
from tests.support import http
from tests.support.board_page import either
from tests.support.html import all_of, one, text, texts, values
from tests.support.open_pages import passing
from tests.support.opened_tables import seat_asked
from tests.support.page_structure import objections
from tests.support.played_tables import operation
from tests.support.quick_server import running
from tests.support.results import result
from tests.support.samples import sampled
from tests.support.several_servers import wait_until

FILE = "games.json"


def import_results(client: httpx.Client, told: str) -> httpx.Response:
    return client.post("/my-games/import", files={"file": (FILE, told, "application/json")})


def test_finished_game_is_counted_and_linked(client: httpx.Client, solo: Page) -> None:
    solo.finish()
    page = client.get("/my-games").text
    assert texts(page, ".numbers dd")[0] == "1" and "Opening day" in texts(page, ".is-earned h3")
    assert values(page, ".last-games a", "href")[0] == f"/g/{solo.game_id}"
    assert "/my-games" in values(client.get(solo.address).text, "#score a", "href")
    client.post("/forget", data={"game": solo.game_id, "do": "delete"})
    again = client.get("/my-games").text
    assert texts(again, ".numbers dd")[0] == "1" and f"/g/{solo.game_id}" not in values(again, ".last-games a", "href")


@pytest.mark.parametrize("path", ["/my-games", "/day"])
def test_page_of_results_does_not_wait_for_the_thread_that_writes(
    client: httpx.Client, solo: Page, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    solo.finish()
    import_results(client, format_games_file([result(1)]))
    writes: list[object] = []

    async def write(_self: Work, work: object, *_given: object) -> None:
        writes.append(work)

    monkeypatch.setattr(Work, "write", write)
    assert client.get(path).status_code == 200 and writes == []


def test_hot_seats_are_not_counted(client: httpx.Client, new_game: NewGame) -> None:
    page = new_game("here", "here")
    view = client.get(f"/api/games/{page.game_id}").json()
    assert not view["is_over"] and texts(client.get("/my-games").text, ".numbers dd") == []


def test_games_that_do_not_count_are_listed_apart_with_the_reason(
    client: httpx.Client, store: Store, solo: Page, new_game: NewGame
) -> None:
    games.mark_hints(store, solo.game_id)
    guided, hot_seats = Page(client, client.post("/learn").headers["location"]), new_game("here", "here")
    for each in (solo, guided):
        each.finish()
    page = client.get("/my-games").text
    assert "None of your finished games counts yet" in page and texts(page, ".numbers dd") == []
    addresses, said = values(page, "#uncounted ~ ol a", "href"), texts(page, "#uncounted ~ ol li")
    assert addresses == [f"{guided.address}/after", f"{solo.address}/after"] and hot_seats.address not in addresses
    assert said[0].endswith("Guided game") and said[1].endswith("With hints")
    assert client.get(addresses[0]).status_code == 200


def test_ladder_suggests_and_locks_nothing(client: httpx.Client) -> None:
    import_results(client, format_games_file([result(1), result(2, automas=("hadid",))]))
    page = client.get("/my-games").text
    automas, bots = all_of(page, ".ladder")
    assert len(texts(automas, ".rung button")) == len(LADDER) and len(texts(bots, ".rung button")) == len(LEVELS)
    assert texts(page, ".rung.is-next b") == ["Gropius", "Intern"] and texts(page, ".rung.is-won b") == ["Pei", "Hadid"]
    for ladder, seats in ((automas, ["gropius", "hadid"]), (bots, ["champion"])):
        last = dict(zip(values(ladder, ".rung:last-child input", "name"), values(ladder, ".rung:last-child input", "value")))
        assert [value for name, value in last.items() if name in ("kind-1", "kind-2")] == seats
        assert client.post("/new", data=last).status_code == 303


def test_german_table_of_opponents_names_people_in_the_nominative(client: httpx.Client) -> None:
    import_results(client, format_games_file([result(1, people=1, automas=())]))
    page = client.get("/my-games", headers={"Accept-Language": "de"}).text
    assert "andere Leute" in texts(page, ".result-table th") and "Gegen andere Leute" in page


def test_results_travel_to_another_browser_and_back(browse: Callable[[], httpx.Client]) -> None:
    old, new = browse(), browse()
    import_results(old, format_games_file([result(1), result(2, 20, specialty="publishing"), result(3, day="2026-01-03", attempt=1)]))
    told = old.get("/my-games/games.json")
    assert FILE in told.headers["content-disposition"]
    answer = import_results(new, told.text)
    assert answer.status_code == 303 and "added=3" in answer.headers["location"]
    assert "3 results were imported." in new.get(answer.headers["location"]).text
    assert new.get("/my-games/games.json").text == told.text
    assert "added=0" in import_results(new, told.text).headers["location"]
    assert new.get(f"/my-games?added={'9' * 500}").status_code == 200
    assert new.get("/my-games").text.count("<tbody>") == 3


def test_bad_files_change_nothing_and_say_why(client: httpx.Client) -> None:
    wrong = json.loads(format_games_file([result(1), result(2)]))
    wrong["results"][1]["total"] = 99
    for told in ("a poem", json.dumps(wrong), "", '{"kind": "groundfloor games", "format": 9}'):
        answer = import_results(client, told)
        assert answer.status_code == 422 and text(one(answer.text, "[role=alert]"))
    assert texts(client.get("/my-games").text, ".numbers dd") == []


def test_all_results_of_a_player_can_be_brought() -> None:
    long = result(31, 199, name="Maximiliane Sophie von der Höhe " * 1, day="2026-01-31", attempt=100, specialty="emerging_technology")
    assert len(format_games_file([long] * MAX_RESULTS)) < MAX_FILE_BYTES


def test_data_can_be_deleted(client: httpx.Client, solo: Page) -> None:
    solo.finish()
    assert texts(client.get("/my-games").text, ".numbers dd")[0] == "1"
    assert client.post("/my-games/delete").status_code == 303
    page = client.get("/my-games").text
    assert texts(page, ".numbers dd") == [] and "No finished game yet" in page
    assert json.loads(client.get("/my-games/games.json").text)["results"] == []


# In a browser


LOOKS = (("en", "light", 360, True), ("de", "dark", 1366, False))


def region(tab: Tab, name: str) -> Locator:
    return tab.get_by_role("region", name=either(name, ending="$"))


def finish(tab: Tab, address: str) -> None:
    seat, dice = f"{address}/api/seats/{tab.url.partition('/s/')[2]}", random.Random(1)
    view = tab.request.get(seat).json()
    while not view["is_over"]:
        move = {"apply": [dice.choice(view["legal"])["action"]], "version": view["version"]}
        view = tab.request.post(seat, data=move).json()


@pytest.mark.thorough
@pytest.mark.parametrize(("language", "theme", "width", "is_touch"), sampled(LOOKS, LOOKS[0].__eq__))
def test_way_from_start_page_to_my_games(
    browser: Browser, server: str, tmp_path: Path, language: str, theme: str, width: int, is_touch: bool
) -> None:
    context = browser.new_context(
        locale=language,
        color_scheme="dark" if theme == "dark" else "light",
        has_touch=is_touch,
        reduced_motion="reduce",
        viewport={"width": width, "height": 800},
    )
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server)
    tab = context.new_page()
    tab.goto(server)
    tab.click("main a[href='/day']")
    tab.wait_for_url("**/day")
    assert objections(tab, is_touch) == []
    tab.get_by_label(either("Your name in the table of the day")).fill("Ann")
    tab.click("button[name=opponent][value=gropius]")
    tab.wait_for_url("**/s/*")
    finish(tab, server)
    tab.goto(f"{server}/my-games")
    file = tmp_path / "results.json"
    file.write_text(format_games_file([result(number, 20 + number) for number in range(1, 9)]), "utf-8")
    tab.get_by_label(either("Games from another browser or device (.json)")).set_input_files(file)
    tab.click("form[action='/my-games/import'] button")
    tab.wait_for_url("**/my-games?added=8*")
    distinctions = region(tab, "Distinctions")
    earned = distinctions.get_by_role("listitem").count() - distinctions.get_by_text(either("not earned yet")).count()
    assert region(tab, "Last games").get_by_role("listitem").count() == 9 and earned >= 2
    assert objections(tab, is_touch) == []
    region(tab, "Last games").get_by_role("link", name=either("That day")).click()
    tab.wait_for_url("**/day/*")
    assert tab.get_by_role("row").filter(has_text=f"({translations_of(language).gettext('you')})").count() == 1
    shown = region(tab, "Show your result")
    picture = shown.get_by_role("img")
    picture.scroll_into_view_if_needed()
    tab.wait_for_function("picture => picture.naturalWidth > 0", arg=picture.element_handle())
    with passing(tab, "document.querySelector('[data-copy]').textContent === document.querySelector('[data-copy]').dataset.done"):
        tab.locator("[data-copy]").click()
    assert tab.evaluate("navigator.clipboard.readText()") == shown.get_by_label(either("The same as text")).input_value()
    assert objections(tab, is_touch) == []


# The city of the day


TODAY = "2026-11-22"
Browse = Callable[[], "httpx.Client"]


@contextmanager
def server_of_today(store: Store) -> Iterator[tuple[str, Starlette]]:
    """Yields the address and the application of a server whose clock says TODAY."""
    made: list[Starlette] = []

    def create(port: int) -> Starlette:
        made.append(create_app(store, clock=lambda: f"{TODAY}T23:30:00+00:00", randomness=random.Random(1).randbytes, port=port))
        return made[-1]

    with running(create) as address:
        yield address, made[0]


@pytest.fixture
def today(store: Store) -> Iterator[tuple[Browse, Starlette]]:
    opened: list[httpx.Client] = []
    with server_of_today(store) as (address, app):

        def browse() -> httpx.Client:
            opened.append(http.Client(base_url=address, headers={"Accept-Language": "en", "Origin": address}))
            return opened[-1]

        yield browse, app
        for client in opened:
            client.close()


def begin(client: httpx.Client, opponent: str = "pei", name: str = "Ann", day: str = TODAY) -> str:
    """Begins a game of a day; returns the secret token of its seat."""
    answer = client.post(f"/day/{day}", data={"name": name, "opponent": opponent})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).removeprefix("/s/")


def game_of(app: Starlette, token: str) -> str:
    """Returns the id of the game whose seat this token opens."""
    address = games.seat_of_token(app.state.context.store, token)
    assert address is not None
    return address.game_id


def finish_game(app: Starlette, token: str, seed: int = 1) -> str:
    """Plays a game to its end; returns its game id."""
    service, dice = app.state.context.table_service, random.Random(seed)
    game_id = game_of(app, token)
    while not service.table(game_id).game.is_over:
        with operation(service, game_id) as table:
            table.apply(seat_asked(table), (dice.choice(table.game.legal_actions).text,), table.version)
    return str(game_id)


def test_everybody_begins_alike_and_the_table_has_first_attempts(today: tuple[Browse, Starlette]) -> None:
    browse, app = today
    ann, ben = browse(), browse()
    tokens = [begin(ann), begin(ben, name="Ben"), begin(ann, name="Ann again")]
    game_ids = [ann.get(f"/api/seats/{token}").json()["game"] for token in tokens]
    records = [ann.get(f"/g/{game_id}/record").text.partition("\n\n")[2] for game_id in game_ids]
    assert len(set(records)) == 1 and "* specialty 1 " in records[0]
    assert "Continue the game" in ann.get("/day").text
    for seed, token in enumerate(tokens):
        finish_game(app, token, seed)
    page = ann.get("/day").text
    assert sorted(texts(page, ".result-table tr:not(.is-par) th[scope=row]")) == ["Ann (you)", "Ben Guest"]
    assert "Best of 2 games" in page and "First attempt" in page and "Continue the game" not in page
    assert texts(browse().get("/day").text, ".result-table .is-own") == []


def test_start_page_and_calendar_lead_there(today: tuple[Browse, Starlette]) -> None:
    browse, app = today
    client = browse()
    assert {"/day", "/my-games"} <= set(values(client.get("/").text, "main a", "href"))
    finish_game(app, begin(client, day="2026-11-02"))
    page = client.get("/day").text
    days = values(page, ".calendar td a", "href")
    assert days[0] == "/day/2026-11-01" and days[-1] == f"/day/{TODAY}" and len(days) == 22
    assert values(page, ".calendar .is-played", "href") == ["/day/2026-11-02"]
    assert values(page, ".calendar-head a", "href") == ["/day/2026-10-31"]
    assert values(client.get("/day/2026-10-31").text, ".calendar-head a", "href") == ["/day/2026-09-30", "/day/2026-11-01"]
    assert client.get("/day/2025-01-01").status_code == 200


@pytest.mark.parametrize("day", ["2026-11-23", "2024-12-31", "yesterday", "20261122"])
def test_other_days_are_refused_with_a_sentence(today: tuple[Browse, Starlette], day: str) -> None:
    client = today[0]()
    answer = client.get(f"/day/{day}")
    assert answer.status_code == 404 and text(one(answer.text, "main p")).endswith((".", "again."))
    assert client.post(f"/day/{day}", data={"opponent": "pei"}).status_code == 404
    assert client.post("/api/games", json={"day": day, "opponent": "pei"}).status_code == 404


def test_impossible_games_are_refused_on_the_page_of_the_day(today: tuple[Browse, Starlette]) -> None:
    client = today[0]()
    for fields in ({"opponent": "mies"}, {"opponent": "pei", "name": "Pei"}, {"opponent": "pei", "name": "\u200b"}):
        answer = client.post(f"/day/{TODAY}", data=fields)
        assert answer.status_code == 422 and one(answer.text, "[role=alert]") and one(answer.text, ".calendar")
    foreign = client.post(f"/day/{TODAY}", data={"opponent": "pei"}, headers={"Origin": "https://elsewhere.example"})
    assert foreign.status_code == 403
    assert client.get("/").text.count('class="game"') == 0


def test_result_is_shown_around_without_spoilers(today: tuple[Browse, Starlette]) -> None:
    browse, app = today
    client = browse()
    game_id = finish_game(app, begin(client, "hadid"))
    page = client.get("/day").text
    (told,) = texts(page, ".shared textarea")
    assert told.startswith("Ground Floor · City of the day, November 22, 2026, against Hadid") and told.endswith(f"/day/{TODAY}")
    picture = client.get(f"/my-games/{game_id}/picture.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml") and "<script" not in picture.text
    for secret in ("Industrial", "industrial", game_id):
        assert secret not in told and secret not in picture.text
    total = client.get("/api/day/today").json()["results"][0]["total"]
    assert picture.text.count('fill="#ffec80"') == total and f"{total} prestige" in told
    _, _, _, bottom = map(int, values(picture.text, "svg", "viewBox")[0].split())
    assert f"M8 8H592V{bottom - 8}H8Z" in picture.text, "the frame is not closed"
    assert all(browse().get(f"/my-games/{game_id}/picture.{kind}").status_code == 404 for kind in ("svg", "png"))


@pytest.mark.thorough
def test_page_after_the_game_of_a_day_compares_with_bots(today: tuple[Browse, Starlette]) -> None:
    browse, app = today
    client, token = browse(), ""
    for other in ("hadid", "pei"):
        finish_game(app, token := begin(client, other))
    wait_until(lambda: len(client.get("/api/day/today").json()["pars"]) == 6)
    page = client.get(f"/s/{token}/after").text
    assert texts(page, ".result-table caption") == ["Against Pei"]
    assert {"Ann (you)", "Intern (bot)", "Manager (bot)"} <= set(texts(page, ".result-table tbody th"))
    totals = [int(each) for each in texts(page, ".result-table tbody td:last-child")]
    assert totals == sorted(totals, reverse=True)
    (told,) = texts(page, ".shared textarea")
    total = client.get("/api/day/today").json()["results"][0]["total"]
    ahead = sum(par["total"] < total for par in client.get("/api/day/today").json()["pars"] if par["opponent"] == "pei")
    assert f"Ahead of {ahead} of 3 bots" in told and told.endswith(f"/day/{TODAY}")
    assert "is-par" in client.get("/day").text and f"/day/{TODAY}" in values(page, "main a", "href")
    spectator = browse().get(f"/g/{game_of(app, token)}/after").text
    assert texts(spectator, ".shared textarea") == [] and "Intern (bot)" in texts(spectator, ".result-table tbody th")


def test_result_is_a_picture_in_pixels_too(today: tuple[Browse, Starlette]) -> None:
    browse, app = today
    client = browse()
    game_id = finish_game(app, begin(client))
    assert f"/my-games/{game_id}/picture.png" in values(client.get("/day").text, ".shared a", "href")
    answer = client.get(f"/my-games/{game_id}/picture.png")
    assert answer.headers["content-type"] == "image/png" and answer.content.startswith(b"\x89PNG")
    assert int.from_bytes(answer.content[16:20], "big") == WIDTH * PNG_SCALE


def test_programs_play_the_day_but_stand_in_no_table(today: tuple[Browse, Starlette]) -> None:
    browse, app = today
    client = browse()
    made = client.post("/api/games", json={"day": "today", "opponent": "gropius", "name": "Bot"})
    assert made.status_code == 201
    told = client.get("/api/day/2026-11-22").json()
    assert (told["day"], told["ruleset"], told["opponents"]) == (TODAY, "second", ["pei", "gropius", "hadid"])
    record = client.get(f"/api/games/{made.json()['game']}/record").json()["record"]
    assert f"\ntable day {TODAY}\n" in record and told["key_hash"] in record
    wait_until(lambda: {par["opponent"] for par in client.get("/api/day/today").json()["pars"]} == {"gropius"})
    finish_game(app, made.json()["seats"][0]["token"])
    assert client.get("/api/day/today").json()["results"] == []
    assert client.post("/api/games", json={"day": "today"}).status_code == 422
    assert client.get("/api/day/2026-11-23").status_code == 404


def test_page_is_german_too(today: tuple[Browse, Starlette]) -> None:
    page = today[0]().get("/day?lang=de").text
    assert text(one(page, "h1")) == "Stadt des Tages" and "22. November 2026" in text(one(page, ".day-date"))
    assert texts(page, ".calendar th")[0] == "Mo"


def test_files_that_a_program_brings_are_received_in_turns(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    under_way, most = [], []

    async def received(_request: Request, reading: Awaitable[bytes]) -> bytes:
        under_way.append(1)
        most.append(len(under_way))
        await asyncio.sleep(0.1)
        under_way.pop()
        return await reading

    monkeypatch.setattr(my_games_routes, "received", received)
    with ThreadPoolExecutor(3) as threads:
        answers = [threads.submit(client.post, "/api/my-games/import", json={"file": "none"}) for _ in range(3)]
    assert [answer.result().status_code for answer in answers] == [422] * 3 and most == [1] * 3
