"""Practice tables and branches, of them and of finished games: everything can be undone, tried from any moment, listed beside the real game, renamed, deleted."""

from __future__ import annotations

import re

import httpx
import pytest

from groundfloor.editions import ruleset
from groundfloor.engine.match import Match
from tests.server.conftest import Page
from tests.support.api_table import ApiTable
from tests.support.html import has, one, text, texts, value, values

SOLO = {"kind-0": "here", "name-0": "Ann", "colour-0": "red", "kind-1": "pei", "colour-1": "blue"}
PRACTICE = {**SOLO, "practice": "on"}


def test_practice_undoes_draws_and_says_what_it_is(client: httpx.Client) -> None:
    answer = client.post("/new", data=PRACTICE)
    page = Page(client, answer.headers["location"])
    assert text(one(page.text, ".head h1")).startswith("Practice: Ann, Pei, ")
    for move in ("done", "factory"):
        page.send(pick=move)
        page.send(do="confirm")
    for _ in range(2):
        assert page.send(do="undo").status_code == 200
    assert page.value("#panel", "data-kind") == "hire"
    assert "\ntable practice\n" in client.get(f"/g/{page.game_id}/record").text
    assert text(one(client.get("/").text, ".game-purpose")) == "Practice"


def test_practice_with_two_people_is_refused(client: httpx.Client) -> None:
    answer = client.post("/new", data={**PRACTICE, "kind-1": "here", "name-1": "Ben"})
    assert answer.status_code == 422 and "one person" in answer.text


def test_programs_practise_too(client: httpx.Client) -> None:
    assert "\ntable practice\n" in ApiTable(client, "Ann", "automa:pei", practice=True).record


def test_bots_take_seats_whose_links_nobody_gets(client: httpx.Client) -> None:
    answer = client.post("/new", data={**PRACTICE, "kind-1": "greedy", "name-1": "", "kind-2": "random", "colour-2": "green"})
    page = Page(client, answer.headers["location"])
    assert text(one(page.text, ".head h1")).startswith("Practice: Ann, Greedy, Random, ")
    links = client.get(f"{page.address}/table").text
    assert "Bot: Greedy" in links and set(re.findall(r"/s/[\w-]+", links)) == {page.address}


def test_programs_seat_bots_without_getting_their_tokens(client: httpx.Client) -> None:
    assert [bool(token) for token in ApiTable(client, "Ann", "automa:greedy", practice=True).tokens] == [True, False]


@pytest.mark.parametrize("kind", ["greedy:random_moves=1", "bot.py:Mine", "program:python3"])
def test_files_programs_and_settings_are_refused_at_tables(client: httpx.Client, kind: str) -> None:
    answer = client.post("/new", data={**PRACTICE, "kind-1": kind, "name-1": "Bot"})
    assert answer.status_code == 422 and f"no Automa &#39;{kind}&#39;" in answer.text


def opened(client: httpx.Client, **more: str) -> Page:
    page = Page(client, client.post("/new", data={**SOLO, **more}).headers["location"])
    page.send(pick="done")
    page.send(do="confirm")
    return page


def branches(client: httpx.Client, page: Page, **fields: str) -> httpx.Response:
    return client.post(f"{page.address}/branches", data={"do": "branch", **fields})


@pytest.fixture
def practice(client: httpx.Client) -> Page:
    return opened(client, practice="on")


def test_branch_opens_at_its_entry_and_stands_beside_the_real_game(client: httpx.Client, practice: Page) -> None:
    entry = str(practice.version)
    practice.send(pick="factory")
    practice.send(do="confirm")
    past = client.get(f"{practice.address}/at/{entry}").text
    assert value(one(past, "#try-here"), "href") == f"{practice.address}/branches?at={entry}"
    listed = client.get(f"{practice.address}/branches?at={entry}").text
    assert value(one(listed, "#entry option[selected]"), "value") == entry
    branch = Page(client, branches(client, practice, entry=entry, name="No factory").headers["location"])
    assert branch.address != practice.address and branch.value("#panel", "data-kind") == "schedule" and str(branch.version) == entry
    assert f"\nbranch {practice.game_id} {entry}\n" in client.get(f"/g/{branch.game_id}/record").text
    for page in (practice, branch):
        listed = client.get(f"{page.address}/branches").text
        assert texts(listed, "tbody th a") == ["Ann, Pei", "No factory"]
        assert values(listed, "tbody th a", "href") == [practice.address, branch.address]
        assert len(texts(listed, ".beside-real .number")) == 3


def test_branch_is_renamed_and_deleted_and_the_real_game_stays(client: httpx.Client, practice: Page) -> None:
    branch = Page(client, branches(client, practice, entry=str(practice.version)).headers["location"])
    before = client.get(branch.address).text
    branches(client, practice, do="rename", game=branch.game_id, name="Another try")
    assert "<title>Your turn · Another try ·" in client.get(branch.address).text and "Another try" not in before
    assert texts(client.get(f"{branch.address}/branches").text, "tbody th a") == ["Ann, Pei", "Another try"]
    branches(client, practice, do="delete", game=practice.game_id)
    assert client.get(practice.address).status_code == 200
    branches(client, practice, do="delete", game=branch.game_id)
    assert client.get(branch.address).status_code == 404
    assert texts(client.get(f"{practice.address}/branches").text, "tbody th a") == ["Ann, Pei"]


def test_game_that_counts_has_no_branches_before_its_end(client: httpx.Client) -> None:
    page = opened(client)
    assert not has(page.text, "#open-branches") and not has(client.get(f"{page.address}/branches").text, "#new-branch")
    refused = branches(client, page, entry="3")
    assert refused.status_code == 422 and "at a practice table" in text(one(refused.text, ".alert"))


def test_shown_record_can_be_tried_from_any_moment(client: httpx.Client) -> None:
    record = Match.new(ruleset("second"), ["Ann", "Ben"], None, b"key").record.format()
    shown = client.post("/api/records", json={"record": record}).json()["game"]
    answer = client.post(f"/g/{shown}/branches", data={"do": "branch", "entry": "4"})
    page = Page(client, answer.headers["location"])
    assert text(one(page.text, ".head h1")).startswith("Practice: Ann, Ben")
    page.wait_until_asked()
    assert page.value("#panel", "data-mode") == "asked"


def test_shown_record_is_tried_from_the_seat_that_is_asked_there(client: httpx.Client) -> None:
    match = Match.new(ruleset("second"), ["Ann", "Ben"], None, b"key")
    first = match.game.asked_seat
    while match.game.asked_seat == first:
        match.apply(match.game.legal_actions[-1])
    record = match.record.format()
    shown = client.post("/api/records", json={"record": record}).json()["game"]
    for entries, seat in ((len(match.record.entries), 1 - first), (len(match.record.entries) - 1, first)):
        page = client.post(f"/g/{shown}/branches", data={"do": "branch", "entry": str(entries)}).headers["location"]
        assert client.get(page.replace("/s/", "/api/seats/")).json()["asked"] == seat + 1


# Over JSON


@pytest.fixture
def api_seat(client: httpx.Client) -> str:
    """Returns the address of the person's seat at a practice table, after one answer."""
    table = ApiTable(client, "Ann", "automa:pei", practice=True)
    table.move("done")
    return table.api(0)


def test_program_opens_a_branch_beside_the_real_game(client: httpx.Client, api_seat: str) -> None:
    real = client.get(api_seat).json()
    listed = client.get(f"{api_seat}/branches").json()
    entry = listed["moments"][-1]["entry"]
    assert [game["game"] for game in listed["games"]] == [real["game"]] and listed["games"][0]["real"] is None
    answer = client.post(f"{api_seat}/branches", json={"entry": entry, "name": "Hire first"})
    made = answer.json()
    assert answer.status_code == 201 and (made["parent"], made["entry"]) == (real["game"], entry)
    api_branch = f"/api/seats/{made['seats'][0]['token']}"
    assert client.get(api_branch).json()["version"] >= entry
    assert client.get(api_seat).json()["version"] == real["version"]
    for address, other in ((api_seat, made["game"]), (api_branch, real["game"])):
        games = client.get(f"{address}/branches?g={other}").json()["games"]
        assert [game["game"] for game in games] == [real["game"], made["game"]]
        assert games[1]["name"] == "Hire first" and set(games[1]["real"]) == {"round", "phase", "prestige", "money", "info"}


def test_impossible_branch_is_refused_with_a_sentence(client: httpx.Client, api_seat: str) -> None:
    for body, status in [
        ({}, 400),
        ({"entry": 9999}, 400),
        ({"entry": -1}, 400),
        ({"entry": True}, 400),
        ({"entry": 1, "name": "\u200b"}, 422),
    ]:
        answer = client.post(f"{api_seat}/branches", json=body, headers={"Accept-Language": "de"})
        assert answer.status_code == status and answer.json()["error"]


def test_seat_of_an_automa_and_too_many_names_are_refused(client: httpx.Client, api_seat: str) -> None:
    game = client.get(api_seat).json()["game"]
    assert client.post(f"/api/games/{game}/branches", json={"entry": 1, "seat": 7}).status_code == 400
    assert client.get(f"{api_seat}/branches?" + "&".join(f"g=x{n}" for n in range(30))).status_code == 400
    assert client.get(f"{api_seat}/branches?g=unknown").status_code == 404


@pytest.fixture
def api_branch(client: httpx.Client, api_seat: str) -> str:
    made = client.post(f"{api_seat}/branches", json={"entry": client.get(f"{api_seat}/branches").json()["moments"][-1]["entry"]}).json()
    return f"/api/seats/{made['seats'][0]['token']}"


def test_branch_is_renamed_by_its_own_seat(client: httpx.Client, api_seat: str, api_branch: str) -> None:
    answer = client.post(f"{api_branch}/branch", json={"do": "rename", "name": " No factory "})
    game = client.get(api_branch).json()
    assert answer.status_code == 200 and answer.json() == {"game": game["game"], "name": "No factory", "is_deleted": False}
    assert game["name"] == "No factory"
    listed = client.get(f"{api_seat}/branches?g={game['game']}").json()["games"]
    assert [each["name"] for each in listed][1:] == ["No factory"]


def test_deleted_branch_is_gone_and_real_game_stays(client: httpx.Client, api_seat: str, api_branch: str) -> None:
    game_id = client.get(api_branch).json()["game"]
    version = client.get(api_seat).json()["version"]
    assert client.post(f"{api_branch}/branch", json={"do": "delete"}).json()["is_deleted"]
    assert client.get(api_branch).status_code == client.get(f"/api/games/{game_id}").status_code == 404
    assert client.post(f"{api_branch}/branch", json={"do": "delete"}).status_code == 404
    assert client.get(api_seat).json()["version"] == version


@pytest.mark.parametrize(
    ("body", "status"), [({}, 400), ({"do": "undo"}, 400), ({"do": "rename"}, 400), ({"do": "rename", "name": "\u200b"}, 422)]
)
def test_impossible_change_of_a_branch_is_refused_with_a_sentence(
    client: httpx.Client, api_branch: str, body: dict[str, str], status: int
) -> None:
    before = client.get(api_branch).json()
    answer = client.post(f"{api_branch}/branch", json=body, headers={"Accept-Language": "de"})
    assert answer.status_code == status and answer.json()["error"]
    assert client.get(api_branch).json()["name"] == before["name"]


def test_real_game_can_not_be_deleted_as_a_branch(client: httpx.Client, api_seat: str) -> None:
    answer = client.post(f"{api_seat}/branch", json={"do": "delete"}, headers={"Accept-Language": "de"})
    assert answer.status_code == 422 and "kein Abzweig" in answer.json()["error"]
    assert client.get(api_seat).status_code == 200
