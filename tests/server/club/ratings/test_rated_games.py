"""Rated games over pages and the API: agreed at the table's opening, played by accounts, told on every page that has to do with them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import httpx
import pytest

from groundfloor.results.ratings import LEAST_GAMES
from tests.server.conftest import PASSWORD
from tests.support.html import all_of, has, one, text, texts, value, values
from tests.support.lobby_seats import LobbySeats

Browse = Callable[[], httpx.Client]
Person = Callable[[str], httpx.Client]


class RatedTable(LobbySeats):
    """A rated game of Ann and Ben, each with an account, over the API."""

    def __init__(self, ann: httpx.Client, ben: httpx.Client) -> None:
        self.clients = [ann, ben]
        made = ann.post(
            "/api/lobby", json={"player": "Whoever", "people": 2, "rated": True, "pace": "days-1", "options": {"deck": "preset"}}
        )
        assert made.status_code == 201 and made.json()["rated"], made.text
        self.table = made.json()["table"]
        joined = ben.post(f"/api/lobby/{self.table}", json={"do": "join", "player": "Somebody"})
        assert joined.status_code == 200, joined.text
        self.game: str = joined.json()["game"]
        self.paths: list[str] = [client.get(f"/api/lobby/{self.table}").json()["seat"] for client in self.clients]

    def move(self, client: httpx.Client | None = None) -> httpx.Response:
        """Has whoever is asked make their last possible move, or somebody else in their place."""
        seat = self.view(0)["asked"] - 1
        view = self.view(seat)
        body = {"apply": [view["legal"][-1]["action"]], "version": view["version"]}
        return (client or self.clients[seat]).post(self.api(seat), json=body)


@pytest.fixture
def rated(person: Person) -> RatedTable:
    return RatedTable(person("Ann"), person("Ben"))


def test_only_who_is_logged_in_opens_and_joins_rated_tables(person: Person, browse: Browse) -> None:
    ann, guest = person("Ann"), browse()
    own_page = ann.get("/lobby").text
    assert has(own_page, "[name=rated]") and not has(guest.get("/lobby").text, "[name=rated]")
    assert text(one(own_page, "label:has([name=rated])")) == "Rated"
    about = value(one(own_page, "[name=rated]"), "aria-describedby")
    assert text(one(own_page, f"#{about}")).startswith("Only people with an account can join")
    refused = guest.post("/lobby", data={"player": "Guest", "people": "2", "rated": "on"})
    assert refused.status_code == 422 and "log in" in text(one(refused.text, "[role=alert]"))
    table = ann.post("/lobby", data={"player": "Anyone", "people": "3", "rated": "on", "takeover": "manager", "pace": "days-1"}).headers[
        "location"
    ]
    assert "Rated" in text(one(guest.get("/lobby").text, "#open-tables .game-state"))
    page = guest.get(table).text
    assert "loses against all who stay" in text(one(page, "#rated"))
    assert text(one(page, "#rated")).startswith("Rated") and not has(page, "#do-join") and "log in" in text(one(page, "#own-part"))
    answer = guest.post(table, data={"do": "join", "player": "Guest"})
    assert answer.status_code == 409 and "log in" in text(one(answer.text, "[role=alert]"))
    ben = person("Ben")
    assert has(ben.get(table).text, "#do-join") and not has(ben.get(table).text, "input[name=player]")
    ben.post(table, data={"do": "join"})
    assert texts(ben.get(table).text, "#players b") == ["Ann", "Ben"]


def test_bots_with_accounts_join_no_rated_table(person: Person, browse: Browse) -> None:
    ann = person("Ann")
    table = ann.post("/api/lobby", json={"player": "Ann", "people": 2, "rated": True, "pace": "days-1"}).json()["table"]
    bot = ann.post("/api/account/bots", json={"name": "Robby"}).json()
    token = ann.post("/api/account/tokens", json={"label": "Board", "scope": "play", "bot": bot["id"], "password": PASSWORD})
    assert token.status_code == 200, token.text
    robby = browse()
    robby.headers["Authorization"] = f"Bearer {token.json()['token']}"
    answer = robby.post(f"/api/lobby/{table}", json={"do": "join", "player": "Robby"})
    assert answer.status_code == 409 and "Bots" in answer.json()["error"]


@pytest.mark.parametrize(
    ("also", "said"),
    [
        ({"house": {"factory.price": [3, 2, 1]}}, "printed values"),
        ({"others": ["pei"]}, "people alone"),
        ({"pace": "days-1", "takeover": "manager"}, "people alone"),
        ({"pace": "live"}, "with clocks"),
    ],
)
def test_impossible_rated_table_is_refused(person: Person, also: dict[str, object], said: str) -> None:
    answer = person("Ann").post("/api/lobby", json={"player": "Ann", "people": 2, "rated": True, **{"pace": "days-1", **also}})
    assert answer.status_code == 422 and said in answer.json()["error"]


def test_seat_moves_for_its_account_alone(rated: RatedTable, browse: Browse) -> None:
    refused = rated.move(browse())
    assert refused.status_code == 403 and refused.json()["kind"] == "SeatOfAccount"
    assert rated.move().status_code == 200 and rated.view(0)["rated"]


def test_host_deletes_no_rated_game_for_others(rated: RatedTable) -> None:
    ann = rated.clients[0]
    page = ann.get("/").text
    assert has(page, "button[value=forget]") and not has(page, "button[value=delete]")
    assert ann.post("/forget", data={"game": rated.game, "do": "delete"}).status_code == 403
    assert rated.clients[1].get(rated.api(1)).status_code == 200
    ann.post("/forget", data={"game": rated.game, "do": "forget"})
    assert not has(ann.get("/").text, ".own-games .game")


def test_pages_say_how_a_rated_game_can_end(rated: RatedTable) -> None:
    page = rated.clients[0].get(f"{rated.paths[0]}/table").text
    assert not has(page, "#propose-score") and not has(page, "#propose-transfer") and not has(page, "[name=bot]")
    assert "is not rated" in text(one(page, "#propose-cancel-words")) and "against all who stay" in text(one(page, "#resign-form"))
    rated.act(0, propose="cancel")
    assert text(one(rated.clients[1].get(rated.paths[1]).text, "#proposal-sentence")).endswith("Then the game is not rated.")
    assert values(rated.clients[0].get(f"{rated.paths[0]}/table").text, "#rated a", "href") == ["/ratings"]


def test_cancelled_game_says_so_on_each_profile(rated: RatedTable) -> None:
    rated.act(0, propose="cancel")
    rated.act(1, agree=rated.view(1)["proposal"]["id"])
    for client, name in product(rated.clients, ("Ann", "Ben")):
        numbers = all_of(client.get(f"/people/{name}").text, "#reliability dd")
        assert [text(number) for number in numbers] == ["0", "0", "0", "1"]
    assert "cancelled it" in text(one(rated.clients[0].get(f"{rated.paths[0]}/table").text, "#rated"))


def test_nobody_hands_a_rated_seat_to_a_bot(rated: RatedTable) -> None:
    """Who is about to lose can't make the game count for nobody."""
    assert rated.act(0, bot="intern").status_code == 403
    assert rated.act(0, do="make_unrated").status_code == 400
    for what in ("score", "bot 2 intern", "person 2"):
        assert rated.act(0, propose=what).status_code == 409
    assert rated.view(0)["rated"]


def test_log_says_that_somebody_has_resigned(rated: RatedTable) -> None:
    assert rated.act(0, do="resign").status_code == 200
    said = rated.clients[1].get(rated.paths[1]).text
    assert "Ann has resigned and is placed behind all who stayed." in texts(said, "#log li") and "is played by a bot" not in said


def test_clone_of_a_game_in_which_somebody_resigned_is_rated(rated: RatedTable) -> None:
    clone = f"/lobby?from={rated.game}"
    assert has(rated.clients[0].get(clone).text, "[name=rated][checked]")
    assert rated.act(0, do="resign").status_code == 200
    page = rated.clients[1].get(clone).text
    assert has(page, "[name=rated][checked]") and has(page, "[name=people] option[value='2'][selected], [name=people][value='2']")


def finish(rated: RatedTable) -> None:
    while not rated.view(0)["is_over"]:
        assert rated.move().status_code == 200


@pytest.mark.thorough
@pytest.mark.slow
def test_finished_game_is_told_everywhere(rated: RatedTable, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = rated.clients[0]
    assert "No rated game has ended yet" in ann.get("/ratings").text and "by resignation or by time" in ann.get("/ratings").text
    assert ann.get("/api/ratings").json() == {"pools": [], "pool": "", "least_games": LEAST_GAMES, "people": []}
    finish(rated)
    told = ann.get(f"/api/games/{rated.game}/history").json()["ratings"]
    assert [(row["seat"], row["pool"], row["games"], row["weight"]) for row in told] == [
        (1, "second-2", 1, 1.0),
        (2, "second-2", 1, 1.0),
    ]
    assert sum(row["change"] for row in told) == 0
    shown = texts(ann.get(f"/g/{rated.game}/after").text, ".after-rating")
    assert len(shown) == 2
    assert "It is rated as well" in text(one(ann.get(f"{rated.paths[0]}/after").text, ".after-result"))
    assert not has(ann.get(f"{rated.paths[0]}/table").text, "#listed")
    monkeypatch.setattr("groundfloor.server.club.ratings.figures.LEAST_GAMES", 1)
    found = ann.get("/api/ratings?pool=second-2").json()
    assert found["pools"] == ["second-2"] and {row["name"] for row in found["people"]} == {"Ann", "Ben"}
    page = ann.get("/ratings").text
    assert text(one(page, "#pool-title")) == "Second edition, 2 players" and len(all_of(page, "tbody tr")) == 2
    assert "Ann" in text(one(page, "tr.is-own")) and "±" in text(one(page, "tr.is-own"))
    person = ann.get("/people/Ben").text
    assert (
        "Second edition, 2 players" in text(one(person, ".rating-history figcaption"))
        and len(all_of(person, ".rating-history tbody tr")) == 1
    )
    assert [(row["pool"], row["games"]) for row in ann.get("/api/people/Ben").json()["ratings"]] == [("second-2", 1)]
    assert [game["is_rated"] for game in ann.get("/api/games?rated=yes").json()["games"]] == [True]
    own = ann.get("/account/data.json").json()["ratings"]
    assert [(row["pool"], row["games"]) for row in own] == [("second-2", 1)]
    offer = ann.post(f"{rated.paths[0]}/rematch").headers["location"]
    assert ann.get(f"/api{offer}").json()["rated"]
    rated.clients[1].post(offer, data={"do": "join", "player": "Ben"})
    again = ann.get(offer).headers["location"].replace("/s/", "/api/seats/")
    assert ann.get(f"/api/games/{ann.get(again).json()['game']}").json()["rated"]


@pytest.mark.thorough
@pytest.mark.slow
def test_deleted_account_leaves_the_figures_of_others(rated: RatedTable) -> None:
    finish(rated)
    ann, ben = rated.clients
    before = ben.get(f"/api/games/{rated.game}/history").json()["ratings"]
    assert ann.post("/account/delete", data={"password": PASSWORD}).status_code in (200, 303)
    assert ben.get(f"/api/games/{rated.game}/history").json()["ratings"] == before
