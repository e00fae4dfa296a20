"""Blocks on pages and over the API: of people at a table, at an open one, and by name; whoever is blocked sees what silence looks like."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from groundfloor.store import Store
from groundfloor.web import blocks
from tests.support.html import all_of, has, one, text, texts, value, values

pytestmark = pytest.mark.usefixtures("quick_hashes")
GONE = "This table is not open any more"
Browse = Callable[[], httpx.Client]
Person = Callable[[str], httpx.Client]


def do(client: httpx.Client, what: str, **fields: str | int) -> httpx.Response:
    return client.post("/blocks", data={"do": what, **fields})


def names(client: httpx.Client) -> list[str]:
    return texts(client.get("/blocks").text, "#blocked b")


def opened(host: httpx.Client, **fields: str) -> str:
    return host.post("/lobby", data={"player": "Ann", "people": "3", "name": "Tuesday", **fields}).headers["location"]


def listed(client: httpx.Client) -> list[str]:
    return texts(client.get("/lobby").text, "#open-tables .game-name")


def seats_of(people: dict[str, httpx.Client]) -> dict[str, str]:
    """Begins a game of these people; returns the address of each one's seat."""
    host, *others = people
    table = people[host].post("/lobby", data={"player": host, "people": str(len(people))}).headers["location"]
    for name in others:
        people[name].post(table, data={"do": "join", "player": name})
    return {name: client.get(table).headers["location"] for name, client in people.items()}


def test_player_of_an_open_table_is_blocked_by_a_guest(browse: Browse) -> None:
    ann, ben = browse(), browse()
    table = opened(ann)
    assert listed(ben) == ["Tuesday"] and texts(ben.get(table).text, ".block-person summary") == ["Block Ann"]
    assert do(ben, "block", table=table.removeprefix("/lobby/"), number=0).headers["location"] == "/blocks?done=block"
    assert text(one(ben.get("/blocks?done=block").text, "[role=status]")) == "Blocked. Nobody is told." and names(ben) == ["Ann"]
    assert listed(ben) == [] and listed(ann) == [] and len(ann.get("/api/lobby").json()["own"]) == 1
    [id] = values(ben.get("/blocks").text, "#blocked [name=id]", "value")
    assert do(ben, "unblock", id=id).headers["location"] == "/blocks?done=unblock" and names(ben) == [] and listed(ben) == ["Tuesday"]


@pytest.mark.parametrize("who", ["host", "guest"])
def test_table_of_a_blocked_host_is_like_one_that_was_closed(person: Person, who: str) -> None:
    """Whichever of both has blocked the other, who waits there loses the place; page, API and each change answer as for a table that never was."""
    ann, ben = person("Ann"), person("Ben")
    table = opened(ann)
    ben.post(table, data={"do": "join", "player": "Ben"})
    by, name = {"host": (ann, "Ben"), "guest": (ben, "Ann")}[who]
    do(by, "block", name=name)
    never = "/lobby/abcdefghij0123456789"
    for path in (table, never):
        shown = ben.get(path)
        assert shown.status_code == 404 and GONE in shown.text and texts(shown.text, "#open-tables .game-name") == []
        assert ben.get(f"/api{path}").status_code == 404
    for body in ({"do": "join", "player": "Ben"}, {"do": "leave"}, {"do": "begin"}, {"do": "report", "text": "x"}):
        answers = [ben.post(f"/api{path}", json=body) for path in (table, never)]
        assert len({(each.status_code, each.text) for each in answers}) == 1, body
    assert texts(ann.get(table).text, "#players b") == ["Ann"] and listed(ben) == []


def test_host_of_another_table_still_has_both(person: Person) -> None:
    ann, ben, cleo = person("Ann"), person("Ben"), person("Cleo")
    table = opened(cleo)
    for client, name in ((ann, "Anna"), (ben, "Benno")):
        client.post(table, data={"do": "join", "player": name})
    number = next(each["number"] for each in ben.get(f"/api{table}").json()["players"] if each["name"] == "Anna")
    do(ben, "block", table=table.removeprefix("/lobby/"), number=number)
    assert names(ben) == ["Anna"] and {ann.get(table).status_code, ben.get(table).status_code} == {303}, "the game has begun with both"


def test_people_at_a_table_are_blocked_by_their_seats_and_play_on(person: Person, browse: Browse) -> None:
    ann, ben, cleo = person("Ann"), person("Ben"), browse()
    seats = seats_of({"Red": ann, "Blue": ben, "Green": cleo})
    token = seats["Red"].removeprefix("/s/")
    assert texts(ann.get(f"{seats['Red']}/table").text, ".block-person summary") == ["Block Blue", "Block Green"]
    assert [do(ann, "block", token=token, seat=seat).status_code for seat in (1, 2, 0, 7)] == [303, 303, 422, 422]
    assert names(ann) == ["Blue", "Green"] and names(ben) == names(cleo) == []
    page = ann.get(f"{seats['Red']}/table").text
    assert not has(page, ".block-person") and page.count("You have blocked this person.") == 2
    assert has(ben.get(f"{seats['Blue']}/table").text, "#block-0"), "nothing differs for whoever is blocked"
    assert not all_of(browse().get(f"/g/{ann.get(f'/api/seats/{token}').json()['game']}/table").text, ".block-person")


def test_friend_is_lost_and_asks_in_vain(person: Person) -> None:
    ann, ben = person("Ann"), person("Ben")
    ann.post("/friends", data={"do": "ask", "name": "Ben"})
    ben.post("/friends", data={"do": "accept", "name": "Ann"})
    do(ann, "block", name=" ben ")
    told = ben.get("/api/account/friends").json()
    assert told == {"friends": [], "received": [], "sent": []}
    answers = [ben.post("/api/account/friends", json={"do": "ask", "name": name}) for name in ("Ann", "Nobody")]
    assert answers[0].status_code == answers[1].status_code == 200 and answers[1].json()["sent"] == ["Ann", "Nobody"]
    assert ann.get("/api/account/friends").json()["received"] == [] and "would like to be your friend" not in ann.get("/").text
    refused = ann.post("/friends", data={"do": "ask", "name": "Ben"})
    assert refused.status_code == 422 and "You have blocked this person" in text(one(refused.text, "[role=alert]"))


def test_blocked_person_invites_nobody_to_the_next_table(person: Person) -> None:
    """Neither to a table with other options nor to a rematch; who has blocked them invites everybody else."""
    ann, ben, cleo = person("Ann"), person("Ben"), person("Cleo")
    seats = seats_of({"Ann": ann, "Ben": ben, "Cleo": cleo})
    game = ann.get(f"/api{seats['Ann'].replace('/s/', '/seats/')}").json()["game"]
    do(ann, "block", name="Ben")
    by_ben = ben.post("/api/lobby", json={"player": "Ben", "people": 3, "invite_from": game}).json()["link"]
    assert "2 people are invited" in ben.get(by_ben).text, "as if Ann did not answer"
    by_ann = ann.post("/api/lobby", json={"player": "Ann", "people": 3, "invite_from": game}).json()["link"]
    invitations = {
        name: [each["link"] for each in client.get("/api/lobby").json()["invitations"]]
        for name, client in (("ann", ann), ("ben", ben), ("cleo", cleo))
    }
    assert invitations == {"ann": [], "ben": [], "cleo": [by_ann, by_ben]} or invitations == {
        "ann": [],
        "ben": [],
        "cleo": [by_ben, by_ann],
    }


def test_account_is_blocked_on_its_page(person: Person, client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Store, "has_page", lambda store, account: True)  # as if it had finished games
    ann, ben = person("Ann"), person("Ben")
    form = one(ann.get("/people/ben").text, "#block-person form")
    assert value(form, "action") == "/blocks" and value(one(ann.get("/people/ben").text, "#block-person [name=name]"), "value") == "Ben"
    do(ann, "block", name="Ben")
    page = ann.get("/people/ben").text
    assert "You have blocked this person." in page and not has(page, "#block-person")
    assert has(ben.get("/people/ann").text, "#block-person"), "nothing differs for whoever is blocked"
    assert not has(ann.get("/people/ann").text, "#block-person") and not has(client.get("/people/ann").text, "#block-person")


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"do": "block", "name": "Nobody"}, 422),
        ({"do": "block", "name": "Ann"}, 422),
        ({"do": "block", "name": " "}, 422),
        ({"do": "block", "table": "unknown", "number": 0}, 404),
        ({"do": "block", "token": "unknown", "seat": 0}, 404),
        ({"do": "sing"}, 422),
    ],
)
def test_what_is_not_possible_is_refused(person: Person, fields: dict[str, str | int], status: int) -> None:
    ann = person("Ann")
    assert ann.post("/api/blocks", json=fields).status_code == status
    page = ann.post("/blocks", data=fields)
    assert page.status_code == status and has(page.text, "[role=alert]")


def test_guests_know_no_names(client: httpx.Client) -> None:
    assert client.post("/api/blocks", json={"do": "block", "name": "Ann"}).json()["kind"] == "NotLoggedIn"
    assert not has(client.get("/blocks").text, "#block-name")


def test_forms_of_other_sites_do_nothing(person: Person) -> None:
    ann, _ben = person("Ann"), person("Ben")
    foreign = {"Origin": "https://elsewhere.example"}
    assert ann.post("/blocks", data={"do": "block", "name": "Ben"}, headers=foreign).status_code == 403
    assert ann.post("/api/blocks", json={"do": "block", "name": "Ben"}, headers=foreign).status_code == 403 and names(ann) == []


def test_blocks_of_a_client_are_limited(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "PER_HOUR", 1)
    monkeypatch.setattr(blocks, "client_mark", lambda *_: "mark")
    ann, _ben, _cleo = person("Ann"), person("Ben"), person("Cleo")
    assert [do(ann, "block", name=name).status_code for name in ("Ben", "Cleo")] == [303, 429]


def test_programs_do_the_same_and_the_export_has_it(person: Person) -> None:
    ann, _ben = person("Ann"), person("Ben")
    [made] = ann.post("/api/blocks", json={"do": "block", "name": "Ben"}).json()["blocks"]
    assert made["name"] == "Ben" and ann.get("/account/data.json").json()["blocks"] == [{"name": "Ben", "since": made["since"]}]
    assert ann.post("/api/blocks", json={"do": "unblock", "id": made["id"]}).json() == {"blocks": []} == ann.get("/api/blocks").json()
