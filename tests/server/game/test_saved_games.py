"""Games in a file: from the game in a web page to a server and back, with what was played and what comes next."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import event

from groundfloor import Match, Record, city_of_the_day, ruleset
from groundfloor.browser.local_server import LocalServer
from groundfloor.server.database.store import Store
from groundfloor.server.game.results import my_games_routes as my_games
from groundfloor.server.game.storage import games as stored_games
from groundfloor.server.game.tables import saved_games
from tests.server.conftest import NewGame, Page
from tests.support.html import one, text, texts
from tests.support.long_records import large_record

DICE = 1


class Site:
    """The game in a web page, asked as its pages ask."""

    def __init__(self, server: LocalServer) -> None:
        self._server = server

    async def ask(
        self, method: str, path: str, body: str | bytes = "", kind: str = "application/x-www-form-urlencoded"
    ) -> tuple[int, dict[str, str], str]:
        begun: list[tuple[int, dict[str, str]]] = []
        parts: list[bytes] = []
        given = body.encode() if isinstance(body, str) else body
        await self._server.handle(
            method, path, [("content-type", kind)], given, lambda status, headers: begun.append((status, dict(headers))), parts.append
        )
        return *begun[0], b"".join(parts).decode()

    async def json(self, path: str, body: object = None) -> Any:
        if body is None:
            return json.loads((await self.ask("GET", path))[2])
        return json.loads((await self.ask("POST", path, json.dumps(body), "application/json"))[2])

    async def played(self, form: str, answers: int = 10_000, path: str = "/new") -> str:
        """Opens a table and gives so many answers at random; returns the token of its seat."""
        token = (await self.ask("POST", path, form))[1]["location"].rpartition("/")[2]
        dice, view = random.Random(DICE), await self.json(f"/api/seats/{token}")
        while answers and not view["is_over"]:
            answers -= 1
            view = await self.json(f"/api/seats/{token}", {"apply": [dice.choice(view["legal"])["action"]], "version": view["version"]})
        return token

    async def imports(self, file: str) -> tuple[int, dict[str, str], str]:
        part = 'Content-Disposition: form-data; name="file"; filename="games.json"\r\nContent-Type: application/json'
        body = f"--x\r\n{part}\r\n\r\n{file}\r\n--x--\r\n"
        return await self.ask("POST", "/my-games/import", body, "multipart/form-data; boundary=x")

    async def file(self) -> str:
        return (await self.ask("GET", "/my-games/games.json"))[2]


def at_site(folder: Path, work: Callable[[Site], Any]) -> Any:
    """Runs work at a site, in a thread: browsers of other tests have an event loop in this one."""

    async def run() -> Any:
        server = LocalServer(folder)
        await server.start()
        try:
            return await work(Site(server))
        finally:
            await server.close()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(run())).result()


def import_file(client: httpx.Client, file: str) -> httpx.Response:
    return client.post("/my-games/import", files={"file": ("games.json", file, "application/json")})


ALONE = "name-0=Ann&kind-0=here&colour-0=red&kind-1=pei&name-1=&colour-1=blue"


def test_finished_game_of_a_site_is_looked_at_on_a_server_and_counted_once(tmp_path: Path, client: httpx.Client) -> None:
    async def play(site: Site) -> str:
        await site.played(ALONE)
        await site.ask("GET", "/my-games")
        return await site.file()

    file = at_site(tmp_path / "site", play)
    game = json.loads(file)["games"][0]
    answer = import_file(client, file)
    assert answer.status_code == 303, answer.text
    page = client.get(answer.headers["location"]).text
    assert "1 result was imported. 1 game was imported." in text(one(page, "[role=status]")) and texts(page, ".numbers dd")[0] == "1"
    record = client.get(f"/api/games/{game['game']}/record").json()["record"]
    assert record == game["record"] and "\nkey " in record
    assert client.get(f"/g/{game['game']}/after").status_code == 200
    assert client.get("/api/games").json()["games"] == []  # nobody else can know that it was played
    assert "games=0" in import_file(client, file).headers["location"]
    assert texts(client.get("/my-games").text, ".numbers dd")[0] == "1"


def test_running_game_goes_on_with_the_same_draws_on_a_server_and_then_in_the_site(tmp_path: Path, client: httpx.Client) -> None:
    tokens: list[str] = []

    async def begin(site: Site) -> str:
        tokens.append(await site.played(ALONE, 5))
        tokens.append(await site.played("", 3, "/learn"))
        return await site.file()

    file = at_site(tmp_path / "site", begin)
    before = {each["name"]: each for each in json.loads(file)["games"]}
    assert all(each["key"] for each in before.values())
    assert import_file(client, file).headers["location"].endswith("games=2&left=0#data")
    for each in before.values():
        assert client.get(f"/api/games/{each['game']}/record").json()["record"] == each["record"]
        Page(client, client.get(f"/g/{each['game']}/play").headers["location"]).finish()
    after = client.get("/my-games/games.json").text
    ended = {each["name"]: each["record"] for each in json.loads(after)["games"]}
    assert all(ended[name].startswith(each["record"]) and f"\nkey {each['key']}" in ended[name] for name, each in before.items())

    async def go_on(site: Site) -> None:
        assert "games=2" in (await site.imports(after))[1]["location"]
        for token in tokens:
            view = await site.json(f"/api/seats/{token}")
            assert view["is_over"]

    at_site(tmp_path / "site", go_on)


def test_key_of_a_running_game_that_counts_stays_on_the_server(client: httpx.Client, solo: Page) -> None:
    guided = Page(client, client.post("/learn").headers["location"])
    games = {each["game"]: each for each in client.get("/my-games/games.json").json()["games"]}
    assert "key" not in games[solo.game_id] and games[guided.game_id]["key"]


def test_running_game_of_others_is_not_taken_along_and_a_record_is(client: httpx.Client, new_game: NewGame, solo: Page) -> None:
    page = new_game("here", "link")
    record = client.get(f"/api/games/{solo.game_id}/record").json()["record"]
    client.post("/upload", files={"file": ("game.txt", record)})
    games = client.get("/my-games/games.json").json()["games"]
    assert page.game_id not in [each["game"] for each in games] and [each.get("is_shown", False) for each in games] == [False, True]


def test_game_of_which_others_have_the_id_stays_as_it_is(browse: Callable[[], httpx.Client]) -> None:
    mine, other = browse(), browse()
    page = Page(mine, mine.post("/new", data={"level": "intern", "opponents": "1"}).headers["location"])
    file = mine.get("/my-games/games.json").text
    assert "games=0" in import_file(other, file).headers["location"]
    assert json.loads(other.get("/my-games/games.json").text)["games"] == [] and page.game_id in file


def played_on(record: str, key: bytes = b"") -> str:
    """Returns the record of a game that somebody has played to its end elsewhere, for all seats, with the draws of another key, or with this one."""
    known = Record.parse(record, ruleset)
    key_hash, first = known.key_hash, known.first_committed_draw
    match, dice = Match.resume(known, key or bytes(32)), random.Random(DICE)
    while not match.game.is_over:
        match.apply(dice.choice(match.game.legal_actions))
    known.key_hash, known.first_committed_draw, known.key = key_hash, first, ""
    return known.format()


def file_with(page: Page, record: str) -> str:
    file = page.client.get("/my-games/games.json").json()
    games = [{"game": page.game_id, "name": "Ours", "record": record, "seats": [1]}]
    return json.dumps({**file, "results": [], "games": games})


def test_host_plays_for_nobody_else_by_a_file(browse: Callable[[], httpx.Client], client: httpx.Client, new_game: NewGame) -> None:
    page = new_game("here", "link")
    link = next(link for link in re.findall(r"/s/[\w-]+", client.get(f"{page.address}/table").text) if link != page.address)
    Page(browse(), link)
    before = client.get(f"/api/games/{page.game_id}/record").json()["record"]
    assert "games=0" in import_file(client, file_with(page, played_on(before))).headers["location"]
    assert client.get(f"/api/games/{page.game_id}/record").json()["record"] == before


def test_nobody_chooses_the_draws_of_a_running_game_by_a_file(client: httpx.Client, solo: Page) -> None:
    before = client.get(f"/api/games/{solo.game_id}/record").json()["record"]
    assert "games=0" in import_file(client, file_with(solo, played_on(before))).headers["location"]
    assert client.get(f"/api/games/{solo.game_id}/record").json()["record"] == before


def test_game_that_a_file_ends_stands_in_no_table_of_a_day(client: httpx.Client) -> None:
    """Its draws are known, and who can tell whether anybody has played it?"""
    page = Page(client, client.post("/day/today", data={"name": "Ann", "opponent": "pei"}).headers["location"])
    before = client.get(f"/api/games/{page.game_id}/record").json()["record"]
    city = city_of_the_day(date.fromisoformat(Record.parse(before, ruleset).day))
    assert "games=1" in import_file(client, file_with(page, played_on(before, city.key))).headers["location"]
    client.get("/my-games")
    assert client.get(f"/api/games/{page.game_id}").json()["is_over"] and client.get("/api/day/today").json()["results"] == []
    assert texts(client.get("/my-games").text, ".numbers dd")[0] == "1"


def test_game_of_a_file_is_no_longer_than_a_record_that_is_brought(client: httpx.Client, store: Store) -> None:
    """Storing it would keep everybody waiting who wants to move."""
    client.post("/learn")
    file = client.get("/my-games/games.json").json()
    file["games"][0] |= {"game": "abcdefghjk", "record": large_record(2_100)}
    before = stored_games.count(store)
    answer = import_file(client, json.dumps(file))
    assert (
        answer.status_code == 422
        and "at most 2,000 entries" in text(one(answer.text, "[role=alert]"))
        and stored_games.count(store) == before
    )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"record": "a poem"}, "can’t be read, so nothing was imported"),
        ({"record": "groundfloor record 1\n"}, "can’t be read, so nothing was imported"),
        ({"game": "../etc"}, "no table has such an id"),
        ({"seats": ["one"]}, "This is not a file of games, or it is damaged"),
    ],
)
def test_damaged_game_is_named_and_nothing_is_imported(
    browse: Callable[[], httpx.Client], store: Store, change: dict[str, object], said: str
) -> None:
    mine, other = browse(), browse()
    for _ in range(2):
        mine.post("/new", data={"level": "intern", "opponents": "1"})
    file = mine.get("/my-games/games.json").json()
    for number, each in enumerate(file["games"]):
        each["game"] = "abcdefghj" + "km"[number]
    file["games"][1] |= change
    before = stored_games.count(store)
    answer = import_file(other, json.dumps(file))
    assert answer.status_code == 422 and said in text(one(answer.text, "[role=alert]")) and stored_games.count(store) == before
    file["games"][1] = file["games"][0]
    assert "twice" in text(one(import_file(other, json.dumps(file)).text, "[role=alert]")) and stored_games.count(store) == before


def test_game_that_two_bring_at_the_same_time_is_that_of_the_first(
    browse: Callable[[], httpx.Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, other = browse(), browse()
    mine.post("/learn")
    file = mine.get("/my-games/games.json").json()
    file["games"][0]["game"] = "abcdefghjk"
    assert import_file(mine, json.dumps(file)).status_code == 303
    monkeypatch.setattr(
        "groundfloor.server.game.results.my_games_routes.unknown_games", lambda _store, _club, games: list(games)
    )  # as it was a moment before
    assert import_file(other, json.dumps(file)).status_code == 303
    assert other.get("/my-games/games.json").json()["games"] == []


def test_file_of_many_games_takes_few_statements(client: httpx.Client, store: Store) -> None:
    """A file has room for 60,000 of them, which would keep the threads busy that answer moves."""
    statements: list[str] = []
    event.listen(store.engine, "before_cursor_execute", lambda _connection, _cursor, statement, *_: statements.append(statement))
    games = [{"game": f"game{number}", "name": "", "record": ""} for number in range(1_001)]
    file = {"kind": "groundfloor games", "format": 1, "results": []}
    answer = import_file(client, json.dumps({**file, "games": games[:1_000]}))
    assert answer.status_code == 422 and "no table has such an id" in answer.text and len(statements) < 100
    assert "at most 1000 games" in import_file(client, json.dumps({**file, "games": games})).text


def test_many_games_come_in_several_goes(browse: Callable[[], httpx.Client], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("groundfloor.server.game.results.my_games_routes.MAX_GAMES", 2)
    mine, other = browse(), browse()
    mine.post("/learn")
    file = mine.get("/my-games/games.json").json()
    file["games"] = [{**file["games"][0], "game": f"abcdefghj{letter}"} for letter in "kmn"]
    answer = import_file(other, json.dumps(file))
    assert "The file has 1 game more: import it once more to get it." in other.get(answer.headers["location"]).text
    assert import_file(other, json.dumps(file)).headers["location"].endswith("games=1&left=0#data")
    assert len(other.get("/my-games/games.json").json()["games"]) == 3


def test_file_is_never_larger_than_what_is_taken(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        client.post("/learn")
    games = client.get("/my-games/games.json").json()["games"]
    monkeypatch.setattr(saved_games, "MAX_FILE_BYTES", 2 * len(games[0]["record"]) + 100)
    assert [each["game"] for each in client.get("/my-games/games.json").json()["games"]] == [each["game"] for each in games[1:]]
    assert my_games.MAX_FILE_BYTES > saved_games.MAX_FILE_BYTES + 1_200_000


@pytest.mark.slow
def test_programs_import_what_the_page_takes(client: httpx.Client, browse: Callable[[], httpx.Client], new_game: NewGame) -> None:
    solo = new_game("here", "pei")
    solo.finish()
    new_game("here", "pei")
    client.get("/my-games")
    file, program = client.get("/my-games/games.json").text, browse()
    read = json.loads(file)
    for number, game in enumerate(read["games"]):
        game["game"] = f"{'bcdfghjkmn'[number]}" + game["game"][1:]
    file = json.dumps(read)
    assert program.post("/api/my-games/import", json={"file": file}).json() == {"results": 1, "games": 2, "left": 0}
    assert program.post("/api/my-games/import", json={"file": file}).json() == {"results": 0, "games": 0, "left": 0}
    assert {each["game"] for each in program.get("/my-games/games.json").json()["games"]} == {each["game"] for each in read["games"]}
    refused = program.post("/api/my-games/import", json={"file": "{}"})
    assert refused.status_code == 422 and "not a file of games" in refused.json()["error"]
