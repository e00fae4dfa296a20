"""One's own games: counted, listed, taken along, and deleted."""

from __future__ import annotations

import json
from collections.abc import Callable

import httpx
import pytest

from groundfloor.agents.levels import LEVELS
from groundfloor.results import LADDER, MAX_RESULTS, format_results
from groundfloor.web.context import AppContext
from groundfloor.web.request_body import LARGER_BODIES
from tests.support.html import all_of, one, text, texts, values
from tests.support.results import result
from tests.web.conftest import NewGame, Page

FILE = "results.json"


def import_results(client: httpx.Client, told: str) -> httpx.Response:
    return client.post("/my-games/import", files={"file": (FILE, told, "application/json")})


def test_finished_game_is_counted_and_linked(client: httpx.Client, solo: Page) -> None:
    solo.finish()
    page = client.get("/my-games").text
    assert texts(page, ".numbers dd")[0] == "1" and "Opening day" in texts(page, ".is-earned h3")
    assert values(page, ".last-games a", "href")[0] == f"/g/{solo.public}"
    assert "/my-games" in values(client.get(solo.address).text, "#score a", "href")
    client.post("/forget", data={"game": solo.public, "do": "delete"})
    again = client.get("/my-games").text
    assert texts(again, ".numbers dd")[0] == "1" and f"/g/{solo.public}" not in values(again, ".last-games a", "href")


@pytest.mark.parametrize("path", ["/my-games", "/day"])
def test_page_of_results_does_not_wait_for_the_thread_that_writes(
    client: httpx.Client, solo: Page, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    solo.finish()
    import_results(client, format_results([result(1)]))
    writes: list[object] = []

    async def write(context: AppContext, work: object, *_given: object) -> None:
        writes.append(work)

    monkeypatch.setattr(AppContext, "write", write)
    assert client.get(path).status_code == 200 and writes == []


def test_hot_seats_are_not_counted(client: httpx.Client, new_game: NewGame) -> None:
    page = new_game("here", "here")
    view = client.get(f"/api/games/{page.public}").json()
    assert not view["is_over"] and texts(client.get("/my-games").text, ".numbers dd") == []


def test_ladder_suggests_and_locks_nothing(client: httpx.Client) -> None:
    import_results(client, format_results([result(1), result(2, automas=("hadid",))]))
    page = client.get("/my-games").text
    automas, bots = all_of(page, ".ladder")
    assert len(texts(automas, ".rung button")) == len(LADDER) and len(texts(bots, ".rung button")) == len(LEVELS)
    assert texts(page, ".rung.is-next b") == ["Gropius", "Intern"] and texts(page, ".rung.is-won b") == ["Pei", "Hadid"]
    for ladder, seats in ((automas, ["gropius", "hadid"]), (bots, ["tycoon"])):
        last = dict(zip(values(ladder, ".rung:last-child input", "name"), values(ladder, ".rung:last-child input", "value")))
        assert [value for name, value in last.items() if name in ("kind-1", "kind-2")] == seats
        assert client.post("/new", data=last).status_code == 303


def test_german_table_of_opponents_names_people_in_the_nominative(client: httpx.Client) -> None:
    import_results(client, format_results([result(1, people=1, automas=())]))
    page = client.get("/my-games", headers={"Accept-Language": "de"}).text
    assert "andere Leute" in texts(page, ".result-table th") and "Gegen andere Leute" in page


def test_results_travel_to_another_browser_and_back(browse: Callable[[], httpx.Client]) -> None:
    old, new = browse(), browse()
    import_results(old, format_results([result(1), result(2, 20, specialty="publishing"), result(3, day="2026-01-03", attempt=1)]))
    told = old.get("/my-games/results.json")
    assert FILE in told.headers["content-disposition"]
    answer = import_results(new, told.text)
    assert answer.status_code == 303 and "added=3" in answer.headers["location"]
    assert "3 results were imported." in new.get(answer.headers["location"]).text
    assert new.get("/my-games/results.json").text == told.text
    assert "added=0" in import_results(new, told.text).headers["location"]
    assert new.get(f"/my-games?added={'9' * 5_000}").status_code == 200
    assert new.get("/my-games").text.count("<tbody>") == 3


def test_bad_files_change_nothing_and_say_why(client: httpx.Client) -> None:
    wrong = json.loads(format_results([result(1), result(2)]))
    wrong["results"][1]["total"] = 99
    for told in ("a poem", json.dumps(wrong), "", '{"kind": "groundfloor results", "format": 9}'):
        answer = import_results(client, told)
        assert answer.status_code == 422 and text(one(answer.text, "[role=alert]"))
    assert texts(client.get("/my-games").text, ".numbers dd") == []


def test_all_results_of_a_player_can_be_brought() -> None:
    long = result(31, 199, name="Maximiliane Sophie von der Höhe " * 1, day="2026-01-31", attempt=100, specialty="emerging_technology")
    assert len(format_results([long] * MAX_RESULTS)) < LARGER_BODIES["/my-games/import"]


def test_data_can_be_deleted(client: httpx.Client, solo: Page) -> None:
    solo.finish()
    foreign = client.post("/my-games/delete", headers={"Origin": "https://elsewhere.example"})
    assert foreign.status_code == 403 and texts(client.get("/my-games").text, ".numbers dd")[0] == "1"
    assert client.post("/my-games/delete").status_code == 303
    page = client.get("/my-games").text
    assert texts(page, ".numbers dd") == [] and "No finished game yet" in page
    assert json.loads(client.get("/my-games/results.json").text)["results"] == []


def test_results_from_forms_of_other_sites_are_refused(client: httpx.Client) -> None:
    headers = {"Origin": "https://elsewhere.example"}
    answer = client.post("/my-games/import", files={"file": (FILE, format_results([result(1)]))}, headers=headers)
    assert answer.status_code == 403 and texts(client.get("/my-games").text, ".numbers dd") == []
