"""Friends: asked by name or at a table, and invited to open tables."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from groundfloor.web import friends
from tests.support.accessibility import axe_violations
from tests.support.html import has, one, text, texts, values
from tests.support.page_structure import check_structure

pytestmark = pytest.mark.usefixtures("quick_hashes")
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


def test_forms_of_other_sites_do_nothing(person: Person) -> None:
    ann = person("Ann")
    foreign = {"Origin": "https://elsewhere.example"}
    assert ann.post("/friends", data={"do": "ask", "name": "Ben"}, headers=foreign).status_code == 403
    assert ann.post("/api/account/friends", json={"do": "ask", "name": "Ben"}, headers=foreign).status_code == 403
    assert ann.get("/api/account/friends").json()["sent"] == []


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
    assert [do(ann, "ask", "", token=token, seat=number).status_code for number in ("1", "2", "0", "7")] == [303, 303, 422, 422]
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


def logged_in(browser: Browser, server: str, name: str, **options: object) -> Tab:
    tab = browser.new_context(locale="en", **options).new_page()  # type: ignore[arg-type]
    tab.goto(f"{server}/account")
    region = tab.get_by_role("region", name="Create an account")
    region.get_by_label("Name", exact=True).fill(name)
    region.get_by_label("Password", exact=True).fill(PASSWORD)
    region.get_by_label("Password", exact=True).press("Enter")
    tab.get_by_role("heading", name="Your recovery codes").wait_for()
    return tab


def check(tab: Tab, is_touch: bool) -> None:
    tab.evaluate("() => document.fonts.ready.then(() => true)")
    assert axe_violations(tab) == [] and list(map(str, check_structure(tab, is_touch))) == []
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("has_scripts", [True, False], ids=["scripts", "no-scripts"])
def test_friends_meet_at_a_table(browser: Browser, server: str, has_scripts: bool) -> None:
    ann, ben = (logged_in(browser, server, name, java_script_enabled=has_scripts) for name in ("Ann", "Ben"))
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


@pytest.mark.parametrize(("width", "is_touch"), [(360, True), (1366, False)], ids=["narrow", "wide"])
def test_pages_of_friends_are_in_order(browser: Browser, server: str, width: int, is_touch: bool) -> None:
    ann, ben, _cleo = (
        logged_in(browser, server, name, viewport={"width": width, "height": 760}, has_touch=is_touch) for name in ("Ann", "Ben", "Cleo")
    )
    for tab, name in ((ben, "Ann"), (ann, "Cleo"), (ann, "Ben"), (ben, "Cleo")):
        tab.goto(f"{server}/friends")
        check(tab, is_touch)
        tab.get_by_label("Name of the account").fill(name)
        tab.get_by_role("button", name="Ask", exact=True).click()
        tab.get_by_text("If there is such an account").wait_for()
    check(ann, is_touch)
    ann.goto(f"{server}/lobby")
    ann.get_by_role("button", name="Open the table").click()
    ann.get_by_role("button", name="Invite Ben").wait_for()
    check(ann, is_touch)
    ann.get_by_role("button", name="Invite Ben").click()
    ben.goto(server)
    ben.get_by_role("region", name="Invitations").wait_for()
    check(ben, is_touch)
