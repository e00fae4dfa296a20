"""Friends and blocks: asked by name or at a table, invited to open tables; whoever is blocked sees what silence looks like."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Browser

from groundfloor.server.club.contacts import blocking
from groundfloor.server.club.contacts import friend_routes as friends
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import finished_games
from tests.support.browser_player import create_account
from tests.support.html import all_of, has, one, text, texts, value, values
from tests.support.stores import free_names

SAID = "If there is such an account, it will see your request."
Browse = Callable[[], httpx.Client]
Person = Callable[[str], httpx.Client]


def do(client: httpx.Client, what: str, name: str, **fields: str) -> httpx.Response:
    return client.post("/friends", data={"do": what, "name": name, **fields})


def names(client: httpx.Client, where: str = "#friends b") -> list[str]:
    return texts(client.get("/friends").text, where)


def are_friends(one: httpx.Client, other: httpx.Client, name: str, name_of_other: str) -> None:
    do(one, "ask", name_of_other)
    do(other, "accept", name)
    assert names(one) == [name_of_other] and names(other) == [name]


def test_request_is_asked_seen_and_accepted(person: Person) -> None:
    ann, ben = person("Ann"), person("Ben")
    assert do(ann, "ask", " ben ").headers["location"] == "/friends?done=asked"
    assert text(one(ann.get("/friends?done=asked").text, "[role=status]")) == SAID and names(ann, "#sent li > span") == ["ben"]
    assert "1 person would like to be your friend" in ben.get("/").text and names(ben, ".received b") == ["Ann"]
    assert do(ben, "accept", "Ann").headers["location"] == "/friends" and names(ann) == ["Ben"] and names(ben) == ["Ann"]
    do(ann, "remove", "Ben")
    assert names(ann) == names(ben) == []


def test_unknown_name_gets_the_same_answer(person: Person) -> None:
    ann, _ben = person("Ann"), person("Ben")
    answers = [do(ann, "ask", name) for name in ("Ben", "Nobody")]
    assert len({(each.status_code, each.headers["location"], each.text) for each in answers}) == 1
    told = [ann.post("/api/account/friends", json={"do": "ask", "name": name}) for name in ("Ben", "Nobody")]
    assert told[0].json() == told[1].json() == {"friends": [], "received": [], "sent": ["Ben", "Nobody"]}
    assert "Ben" not in str(ann.get("/friends").text.partition('id="sent"')[0])


def test_declined_request_is_withdrawn_by_whoever_asked(person: Person) -> None:
    ann, ben = person("Ann"), person("Ben")
    do(ann, "ask", "Ben")
    do(ben, "decline", "Ann")
    assert names(ben, ".received b") == [] and names(ann, "#sent li > span") == ["Ben"]
    do(ann, "withdraw", "Ben")
    assert names(ann, "#sent li > span") == []


def test_request_to_an_account_that_is_deleted_waits_for_nobody(person: Person, store: Store) -> None:
    """Whoever created an account under the same name became a friend in the place of the one who was asked."""
    ann, ben = person("Ann"), person("Ben")
    do(ann, "ask", "Ben")
    assert ben.post("/api/account/delete", json={"password": PASSWORD}).status_code == 200
    free_names(store)
    other = person("Ben")
    assert names(other, ".received b") == [] and do(other, "accept", "Ann").status_code == 422
    assert names(ann, "#sent li > span") == ["Ben"] and names(ann) == []
    do(ann, "ask", "Ben")
    assert names(other, ".received b") == ["Ann"] and names(ann, "#sent li > span") == ["Ben"]
    do(ann, "withdraw", "Ben")
    assert names(ann, "#sent li > span") == names(other, ".received b") == []


@pytest.mark.parametrize(("what", "name", "status"), [("ask", " ", 422), ("accept", "Nobody", 422), ("sing", "Ben", 422)])
def test_what_is_not_possible_is_refused(person: Person, what: str, name: str, status: int) -> None:
    ann = person("Ann")
    answer = do(ann, what, name)
    assert answer.status_code == status and has(answer.text, "[role=alert]")
    assert ann.post("/api/account/friends", json={"do": what, "name": name}).status_code == status


def test_requests_of_a_day_are_limited(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friends, "ASKED_A_DAY", 2)
    ann = person("Ann")
    assert [do(ann, "ask", name).status_code for name in ("Ben", "Cleo", "Dora")] == [303, 303, 429]


def test_guests_have_none(client: httpx.Client) -> None:
    assert "With an account you can have friends" in client.get("/friends").text
    assert do(client, "ask", "Ann").status_code == 403 and client.get("/api/account/friends").json()["kind"] == "NotLoggedIn"


def test_people_at_a_table_are_asked_by_their_seats(person: Person, browse: Browse) -> None:
    ann, ben, cleo = person("Ann"), person("Ben"), browse()
    table = ann.post("/lobby", data={"player": "Red", "people": "3"}).headers["location"]
    for client, name in ((ben, "Blue"), (cleo, "Green")):
        client.post(table, data={"do": "join", "player": name})
    seat = ann.get(table).headers["location"]
    page = ann.get(f"{seat}/table").text
    assert texts(page, "[id^=befriend-]") == ["Ask to be friends Blue", "Ask to be friends Green"]
    assert not has(cleo.get(f"{cleo.get(table).headers['location']}/table").text, "[id^=befriend-]")
    token = seat.removeprefix("/s/")
    assert [do(ann, "ask", "", token=token, seat=number).status_code for number in ("2", "3", "1", "8")] == [303, 303, 422, 422]
    assert not has(ann.get(f"{seat}/table").text, "[id^=befriend-]"), "nobody is asked twice"
    assert names(ann, "#sent li > span") == ["Blue", "Green"] and names(ben, ".received b") == ["Ann"]


def test_friend_is_invited_to_a_private_table(person: Person) -> None:
    ann, ben = person("Ann"), person("Ben")
    are_friends(ann, ben, "Ann", "Ben")
    table = ann.post("/lobby", data={"player": "Ann", "people": "2", "private": "on"}).headers["location"]
    assert texts(ann.get(table).text, "#friends b") == ["Ben"]
    assert ann.post(table, data={"do": "invite", "friend": "Ben"}).headers["location"] == table
    assert text(one(ann.get(table).text, "#friends .arrival")) == "invited"
    assert values(ben.get("/").text, ".invitations .game-buttons a", "href") == [table]
    [exported] = ben.get("/api/account/data").json()["invitations"]
    assert exported["link"].endswith(table) and exported["invited_by"] == "Ann"
    refused = ann.post(table, data={"do": "invite", "friend": "Dora"})
    assert refused.status_code == 422 and "not one of your friends" in text(one(refused.text, "[role=alert]"))
    ben.post(table, data={"do": "join", "player": "Ben"})
    assert ben.get(table).headers["location"].startswith("/s/")


def test_programs_do_the_same(person: Person) -> None:
    ann, ben = person("Ann"), person("Ben")
    ann.post("/api/account/friends", json={"do": "ask", "name": "Ben"})
    assert ben.post("/api/account/friends", json={"do": "accept", "name": "Ann"}).json() == {"friends": ["Ann"], "received": [], "sent": []}
    table = ann.post("/api/lobby", json={"player": "Ann", "people": 2}).json()
    assert ann.post(f"/api{table['link']}", json={"do": "invite", "friend": "Ben"}).json()["table"] == table["table"]
    assert [each["link"] for each in ben.get("/api/lobby").json()["invitations"]] == [table["link"]]
    exported = ann.get("/account/data.json").json()
    assert exported["friends"] == ["Ben"] and exported["friend_requests"] == []


# In a browser


PASSWORD = "correct horse battery"


@pytest.mark.thorough
@pytest.mark.parametrize("has_scripts", [True, False])
def test_friends_meet_at_a_table(browser: Browser, server: str, has_scripts: bool) -> None:
    ann, ben = (browser.new_context(locale="en", java_script_enabled=has_scripts).new_page() for _ in range(2))
    for tab, name in ((ann, "Ann"), (ben, "Ben")):
        create_account(tab, server, name)
    ann.goto(f"{server}/friends")
    ann.get_by_label("Name of the account").fill("Ben")
    ann.get_by_label("Name of the account").press("Enter")
    ann.get_by_text("If there is such an account, it will see your request.").wait_for()
    ben.goto(server)
    ben.get_by_role("link", name="1 person would like to be your friend").click()
    ben.get_by_role("button", name="Accept Ann").click()
    ben.get_by_role("button", name="Remove Ann").wait_for()
    ann.goto(f"{server}/lobby")
    ann.get_by_label("People, you included").select_option("2")
    ann.get_by_role("checkbox", name=re.compile("Private")).check()
    ann.get_by_role("button", name="Open the table").click()
    ann.get_by_role("button", name="Invite Ben").click()
    ann.get_by_text("invited", exact=True).wait_for()
    ben.goto(server)
    ben.get_by_role("region", name="Invitations").get_by_role("link", name=re.compile("To the table")).click()
    ben.get_by_role("button", name="Join").click()
    ben.wait_for_url(re.compile("/s/"))
    if not has_scripts:
        ann.reload()
    ann.wait_for_url(re.compile("/s/"))
    ben.goto(server)
    assert not ben.get_by_role("region", name="Invitations").count()


# Blocks


GONE = "This table is not open any more"


def do_block(client: httpx.Client, what: str, **fields: str | int) -> httpx.Response:
    return client.post("/blocks", data={"do": what, **fields})


def blocked_names(client: httpx.Client) -> list[str]:
    return texts(client.get("/blocks").text, "#blocked b")


def opened_table(host: httpx.Client, **fields: str) -> str:
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
    table = opened_table(ann)
    assert listed(ben) == ["Tuesday"] and texts(ben.get(table).text, ".block-person summary") == ["Block Ann"]
    assert do_block(ben, "block", table=table.removeprefix("/lobby/"), number=0).headers["location"] == "/blocks?done=block"
    assert text(one(ben.get("/blocks?done=block").text, "[role=status]")) == "Blocked. Nobody is told." and blocked_names(ben) == ["Ann"]
    assert listed(ben) == [] and listed(ann) == [] and len(ann.get("/api/lobby").json()["own"]) == 1
    [id] = values(ben.get("/blocks").text, "#blocked [name=id]", "value")
    assert (
        do_block(ben, "unblock", id=id).headers["location"] == "/blocks?done=unblock"
        and blocked_names(ben) == []
        and listed(ben) == ["Tuesday"]
    )


@pytest.mark.parametrize("who", ["host", "guest"])
def test_table_of_a_blocked_host_is_like_one_that_was_closed(person: Person, who: str) -> None:
    """Whichever of both has blocked the other, who waits there loses the place; page, API and each change answer as for a table that never was."""
    ann, ben = person("Ann"), person("Ben")
    table = opened_table(ann)
    ben.post(table, data={"do": "join", "player": "Ben"})
    by, name = {"host": (ann, "Ben"), "guest": (ben, "Ann")}[who]
    do_block(by, "block", name=name)
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
    table = opened_table(cleo, player="Cleo")
    for client, name in ((ann, "Anna"), (ben, "Benno")):
        client.post(table, data={"do": "join", "player": name})
    number = next(each["number"] for each in ben.get(f"/api{table}").json()["players"] if each["name"] == "Anna")
    do_block(ben, "block", table=table.removeprefix("/lobby/"), number=number)
    assert blocked_names(ben) == ["Anna"] and {ann.get(table).status_code, ben.get(table).status_code} == {303}, (
        "the game has begun with both"
    )


def test_people_at_a_table_are_blocked_by_their_seats_and_play_on(person: Person, browse: Browse) -> None:
    ann, ben, cleo = person("Ann"), person("Ben"), browse()
    seats = seats_of({"Red": ann, "Blue": ben, "Green": cleo})
    token = seats["Red"].removeprefix("/s/")
    assert texts(ann.get(f"{seats['Red']}/table").text, ".block-person summary") == ["Block Blue", "Block Green"]
    assert [do_block(ann, "block", token=token, seat=seat).status_code for seat in (2, 3, 1, 8)] == [303, 303, 422, 422]
    assert blocked_names(ann) == ["Blue", "Green"] and blocked_names(ben) == blocked_names(cleo) == []
    page = ann.get(f"{seats['Red']}/table").text
    assert not has(page, ".block-person") and page.count("You have blocked this person.") == 2
    assert has(ben.get(f"{seats['Blue']}/table").text, "#block-0"), "nothing differs for whoever is blocked"
    assert not all_of(browse().get(f"/g/{ann.get(f'/api/seats/{token}').json()['game']}/table").text, ".block-person")


def test_friend_is_lost_and_asks_in_vain(person: Person) -> None:
    ann, ben = person("Ann"), person("Ben")
    ann.post("/friends", data={"do": "ask", "name": "Ben"})
    ben.post("/friends", data={"do": "accept", "name": "Ann"})
    do_block(ann, "block", name=" ben ")
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
    do_block(ann, "block", name="Ben")
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
    monkeypatch.setattr(finished_games, "has_page", lambda store, account: True)  # as if it had finished games
    ann, ben = person("Ann"), person("Ben")
    form = one(ann.get("/people/ben").text, "#block-person form")
    assert value(form, "action") == "/blocks" and value(one(ann.get("/people/ben").text, "#block-person [name=name]"), "value") == "Ben"
    do_block(ann, "block", name="Ben")
    page = ann.get("/people/ben").text
    assert "You have blocked this person." in page and not has(page, "#block-person")
    assert has(ben.get("/people/ann").text, "#block-person"), "nothing differs for whoever is blocked"
    assert not has(ann.get("/people/ann").text, "#block-person") and not has(client.get("/people/ann").text, "#block-person")


def test_block_that_is_not_possible_is_refused(person: Person) -> None:
    ann = person("Ann")
    cases: list[tuple[dict[str, str | int], int]] = [
        ({"do": "block", "name": "Nobody"}, 422),
        ({"do": "block", "name": "Ann"}, 422),
        ({"do": "block", "name": " "}, 422),
        ({"do": "block", "table": "unknown", "number": 0}, 404),
        ({"do": "block", "token": "unknown", "seat": 1}, 404),
        ({"do": "sing"}, 422),
    ]
    for fields, status in cases:
        assert ann.post("/api/blocks", json=fields).status_code == status
        page = ann.post("/blocks", data=fields)
        assert page.status_code == status and has(page.text, "[role=alert]")


def test_guests_know_no_names(client: httpx.Client) -> None:
    assert client.post("/api/blocks", json={"do": "block", "name": "Ann"}).json()["kind"] == "NotLoggedIn"
    assert not has(client.get("/blocks").text, "#block-name")


def test_blocks_of_a_client_are_limited(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocking, "PER_HOUR", 1)
    monkeypatch.setattr(blocking, "client_hash", lambda *_: "hash")
    ann, _ben, _cleo = person("Ann"), person("Ben"), person("Cleo")
    assert [do_block(ann, "block", name=name).status_code for name in ("Ben", "Cleo")] == [303, 429]


def test_programs_do_the_same_and_the_export_has_it(person: Person) -> None:
    ann, _ben = person("Ann"), person("Ben")
    [made] = ann.post("/api/blocks", json={"do": "block", "name": "Ben"}).json()["blocks"]
    assert made["name"] == "Ben" and ann.get("/account/data.json").json()["blocks"] == [{"name": "Ben", "since": made["since"]}]
    assert ann.post("/api/blocks", json={"do": "unblock", "id": made["id"]}).json() == {"blocks": []} == ann.get("/api/blocks").json()
