"""Times of one's own beside the paces that are offered: in forms, on pages, over the API, and in rematches."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from tests.support.html import has, one, text, texts, value

Browse = Callable[[], httpx.Client]
FORM = {"player": "Ann", "people": "2", "ruleset": "second"}
LIVE = {"pace": "live-own", "pace-minutes": "15", "pace-seconds": "45", "pace-days": "5", "pace-hours": "12"}
DAYS = LIVE | {"pace": "days-own"}


@pytest.mark.parametrize(
    ("chosen", "id", "label"),
    [
        (LIVE, "live-15m+45", "Live · 15 minutes, 45 seconds more a decision"),
        (DAYS, "days-5d+12h", "Over days · 5 days, 12 hours more a decision"),
    ],
)
def test_open_table_has_a_time_of_its_host(browse: Browse, chosen: dict[str, str], id: str, label: str) -> None:
    ann, ben = browse(), browse()
    path = ann.post("/lobby", data={**FORM, **chosen}).headers["location"]
    assert ben.get(f"/api{path}").json()["pace"] == id
    assert label in text(one(ben.get(f"/lobby?pace={id[:4]}").text, "#open-tables .game-state"))
    assert not has(ben.get(f"/lobby?pace={'days' if id[:4] == 'live' else 'live'}").text, "#open-tables .game-state")
    assert label.split(" · ")[1].split(",")[0] in text(one(ben.get(path).text, "#pace"))


def test_game_has_the_time_of_its_host_and_its_rematch_too(browse: Browse) -> None:
    ann, ben = browse(), browse()
    ann.get("/"), ben.get("/")
    table = ann.post("/api/lobby", json={"player": "Ann", "people": 2, "pace": "days-5d+12h"}).json()["table"]
    game = ben.post(f"/api/lobby/{table}", json={"do": "join", "player": "Ben"}).json()["game"]
    clocks = ben.get(f"/api/games/{game}").json()["clocks"]
    assert (clocks["pace"], clocks["bank"], clocks["increment"], clocks["cap"]) == ("days-5d+12h", 432_000, 43_200, 864_000)
    form = ann.get(f"/lobby?from={game}").text
    assert value(one(form, "#pace option[selected]"), "value") == "days-own"
    assert [value(one(form, f"#pace-{name}"), "value") for name in ("days", "hours")] == ["5", "12"]


def test_table_of_links_has_a_time_of_its_host(browse: Browse) -> None:
    ann = browse()
    seats = {"kind-0": "here", "name-0": "Ann", "kind-1": "link", "name-1": "Ben"}
    path = ann.post("/new", data={**seats, **LIVE}).headers["location"].removesuffix("/table")
    assert ann.get(f"/api{path.replace('/s/', '/seats/')}").json()["clocks"]["pace"] == "live-15m+45"


@pytest.mark.parametrize(
    "wrong", [{"pace-minutes": "61"}, {"pace-seconds": "4"}, {"pace-seconds": ""}, {"pace-minutes": "1"} | {"pace-seconds": "61"}]
)
def test_time_outside_the_bounds_is_refused_and_stays_in_the_form(browse: Browse, wrong: dict[str, str]) -> None:
    refused = browse().post("/lobby", data={**FORM, **LIVE, **wrong})
    assert refused.status_code == 422
    assert "1–60 minutes and 5–300 seconds a decision" in texts(refused.text, ".alert")[0]
    assert value(one(refused.text, "#pace option[selected]"), "value") == "live-own"
    for name, typed in wrong.items():
        assert value(one(refused.text, f"#{name}"), "value") == typed


def test_api_refuses_a_time_outside_the_bounds(browse: Browse) -> None:
    for path, body in (
        ("/api/lobby", {"player": "Ann", "people": 2}),
        ("/api/games", {"seats": [{"name": "Ann"}, {"name": "Ben"}]}),
    ):
        refused = browse().post(path, json={**body, "pace": "days-15d+12h"})
        assert refused.status_code == 422 and "1–14 days and 2–72 hours a decision" in refused.json()["error"]
