"""Proposals over pages and over the JSON API: two people take back decisions, pause and resume; two processes carry a proposal out once."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Browser

from groundfloor.server.http.limits import Limits
from groundfloor.server.http.settings import Settings
from tests.server.conftest import NewGame, with_settings
from tests.support.api_table import ApiTable
from tests.support.html import has, one, value


def unmarked(page: str) -> str:
    """Returns a page without the marks around names (``presentation.bidi``)."""
    return page.replace("\u2068", "").replace("\u2069", "")


class Seats(ApiTable):
    """A table of Ann and Ben; ``first`` moves first."""

    def __init__(self, client: httpx.Client) -> None:
        super().__init__(client, options={"deck": "preset"})
        self.first = self.asked
        self.second = 1 - self.first

    def move_both(self) -> None:
        for _ in range(2):
            self.move("done")


@pytest.fixture
def seats(client: httpx.Client) -> Seats:
    return Seats(client)


def test_an_undo_by_consent_over_the_api(seats: Seats) -> None:
    seats.move_both()
    view = seats.view(seats.first)
    assert view["askable_undo"] == 2 and view["undoable"] == 0 and view["proposal"] is None
    view = seats.act(seats.first, propose="undo", version=view["version"]).json()
    proposal = view["proposal"]
    assert proposal == {
        "id": f"{view['version']} {seats.first + 1} undo 2",
        "kind": "undo",
        "seat": seats.first + 1,
        "asked": [1, 2],
        "agreed": [seats.first + 1],
        "refused": [],
        "needed": 2,
        "entries": 2,
    }
    assert seats.act(seats.second, agree="something else").status_code == 409
    view = seats.act(seats.second, agree=proposal["id"]).json()
    assert view["proposal"] is None and view["asked"] == seats.first + 1
    assert seats.record.rstrip().endswith(f"\n{seats.first + 1} undo 2 with {seats.second + 1}")
    again = seats.act(seats.second, agree=proposal["id"])
    assert again.status_code == 409 and again.json()["kind"] == "NoProposal" and again.json()["view"]["proposal"] is None


@pytest.mark.parametrize(("typed", "language"), [("undo", "en"), ("rückgängig", "de")])
def test_a_typed_undo_says_that_it_asks_others_before_it_does(seats: Seats, typed: str, language: str) -> None:
    seats.move_both()
    version, path = seats.view(seats.first)["version"], seats.path(seats.first)
    refused = seats.act(seats.first, command=typed, version=version)
    assert refused.json()["kind"] == "NothingToUndo" and "if the others agree" in refused.json()["error"]
    data, headers = {"command": typed, "version": str(version)}, {"Accept-Language": language}
    answer = seats.client.post(path, data=data, headers=headers)
    assert answer.status_code == 303 and answer.headers["location"] == f"{path}/table#votes"
    shown = seats.client.post(path, data=data, headers={**headers, "X-Partial": "true"})
    assert shown.headers["X-Shown-Part"] == "ask-undo" and seats.view(seats.second)["proposal"] is None
    other = ("Ann", "Ben")[seats.second]
    question = {"en": f"you need the agreement of {other}.", "de": f"braucht es die Zustimmung von {other}."}
    seats.act(seats.first, seen=version)
    page = seats.client.get(path, headers=headers).text
    assert question[language] in unmarked(page) and has(page, "dialog#ask-undo button[name=propose][value=undo]")
    assert value(one(page, "a#undo"), "data-opens") == "ask-undo" and not has(page, "button#undo")
    seats.client.post(path, data={"propose": "undo", "version": str(version)})
    proposal = seats.view(seats.second)["proposal"]
    assert (proposal["kind"], proposal["seat"], proposal["entries"]) == ("undo", seats.first + 1, 2)
    assert not has(seats.client.get(path).text, "#ask-undo")
    seats.act(seats.second, refuse=proposal["id"])
    seats.act(seats.second, command="undo", version=version)
    assert seats.view(seats.first)["asked"] == seats.second + 1 and seats.view(seats.first)["proposal"] is None


def test_a_pause_over_the_api(seats: Seats) -> None:
    seats.act(0, propose="pause", version=0)
    proposal = seats.view(1)["proposal"]
    view = seats.act(1, agree=proposal["id"]).json()
    assert view["paused"]["seat"] == 1 and view["asked"] is None and seats.client.get("/api/next").json()["waiting"] == []
    answer = seats.act(seats.first, apply=["done"], version=view["version"])
    assert answer.status_code == 409 and answer.json()["kind"] == "GamePaused"
    assert seats.act(0, propose="resume").json()["paused"] is None
    assert seats.act(seats.first, apply=["done"], version=view["version"]).status_code == 200


@pytest.mark.parametrize("kind", ["score", "cancel"])
def test_a_game_is_ended_over_the_api_and_pages_say_so(seats: Seats, client: httpx.Client, kind: str) -> None:
    seats.move_both()
    seats.act(0, propose=kind)
    view = seats.act(1, agree=seats.view(1)["proposal"]["id"]).json()
    assert view["is_over"] and view["ended_by_agreement"] == kind and view["asked"] is None
    assert f"\n1 {kind} with 2\nkey " in seats.record
    page = client.get(seats.path(0)).text
    is_cancelled = kind == "cancel"
    assert ("Cancelled by agreement" in page) is is_cancelled and ("The game was ended early" in page) is not is_cancelled
    assert client.get(f"{seats.path(0)}/after").status_code == (303 if is_cancelled else 200)
    assert client.get(f"/g/{seats.game_id}/picture.svg").status_code == (404 if is_cancelled else 200)
    assert ("is cancelled without result, as Ann proposed" in page) is is_cancelled
    start = client.get("/").text
    assert ("Cancelled by agreement" in start) is is_cancelled or seats.game_id not in start
    uploaded = client.post("/api/records", json={"record": seats.record}).json()["game"]
    assert ("Cancelled by agreement" in client.get(f"/g/{uploaded}").text) is is_cancelled or is_cancelled


@with_settings(Settings(bot_processes=0, limits=Limits(bot_pause_seconds=0, absence_hours=0)))
def test_seat_of_somebody_absent_is_offered_to_whom_the_proposer_sends_the_link(browse: Callable[[], httpx.Client]) -> None:
    client, other, third = browse(), browse(), browse()
    table = ApiTable(client, "Ann", "Ben", "Cleo")
    gone = table.asked
    one, two = (seat for seat in range(3) if seat != gone)
    name = ("Ann", "Ben", "Cleo")[gone]
    page = unmarked(client.get(f"{table.path(one)}/table").text)
    assert f"{name}: another person" in page and page.count(": another person") == 1, "nobody else is absent"
    waiting = client.post(
        table.path(one), data={"propose": f"person {two + 1}", "version": "0", "seat": str(one + 1)}, headers={"X-Partial": "true"}
    )
    assert waiting.status_code == 409 and "never while they are here" in waiting.text
    assert client.post(table.path(one), data={"propose": f"person {gone + 1}", "version": "0"}).status_code == 303
    proposal = table.view(two)["proposal"]
    assert (proposal["kind"], proposal["of"], proposal["asked"]) == ("person", gone + 1, [one + 1, two + 1])
    assert other.post(table.path(two), data={"agree": proposal["id"], "version": "0"}).status_code == 303
    assert client.get(table.path(gone)).status_code == 200, "nobody has taken the seat yet"
    page = client.get(f"{table.path(one)}/table").text
    assert "is offered: send the link" in page
    new = page.partition(f'id="link-{gone}"')[2].partition('value="')[2].partition('"')[0].rpartition("/s/")[2]
    assert new not in other.get(f"{table.path(two)}/table").text and new not in table.path(gone)
    offered = third.get(f"/s/{new}")
    assert offered.status_code == 403 and f"The seat of {name} is offered to you" in unmarked(offered.text) and has(offered.text, "#take")
    again = other.post(f"/s/{new}", data={"do": "take"})
    assert again.status_code == 409 and "You play at this table already" in again.text
    assert third.post(f"/s/{new}", data={"do": "take"}).status_code == 303 and third.get(f"/s/{new}").status_code == 200
    lost = client.get(table.path(gone))
    assert lost.status_code == 410 and "Somebody else has taken this seat" in lost.text and f'href="/g/{table.game_id}"' in lost.text


def test_at_one_screen_each_seat_of_the_page_answers(new_game: NewGame) -> None:
    page = new_game("here", "here")
    for _ in range(2):
        page.send(pick="done")
        page.send(do="confirm")
    assert page.value("#undo", "name") == "do", "whoever has decided last can undo alone"
    page.send(do="undo")
    page.send(pick="done")
    page.send(do="confirm")
    version = page.version
    first = page.client.get(f"{page.address}?as=1").text
    assert 'id="undo"' in first
    page.send(propose="pause")
    assert page.value("#proposal-agree", "name") == "agree"
    page.send(agree=page.value("#proposal-agree", "value"))
    assert "Nobody can move until the game is resumed." in page.text and page.version == version
    page.send(propose="resume")
    assert 'id="proposal"' not in page.text


def test_page_lets_whoever_paused_resume_while_something_is_proposed(seats: Seats, client: httpx.Client) -> None:
    seats.act(0, propose="pause")
    seats.act(1, agree=seats.view(0)["proposal"]["id"])
    seats.act(1, propose="cancel")
    own, other = (client.get(seats.path(seat)).text for seat in (0, 1))
    assert has(own, "button[name=propose][value=resume]") and not has(other, "button[name=propose][value=resume]")
    assert has(client.get(f"{seats.path(0)}/table").text, "#propose-resume")
    assert not has(client.get(f"{seats.path(1)}/table").text, "#propose-resume")
    assert seats.act(0, propose="resume").json()["paused"] is None and seats.view(0)["proposal"]["kind"] == "cancel"


@pytest.mark.parametrize("outcome", ["agreed", "refused", "withdrawn", "lapsed"])
def test_settled_proposal_disappears_from_the_bell_and_says_what_it_was(browse: Callable[[], httpx.Client], outcome: str) -> None:
    ann, ben = browse(), browse()
    seats = Seats(ann)
    clients = {0: ann, 1: ben}
    for seat, client in clients.items():
        client.post(seats.path(seat), data={"seen": "0"})
    seats.move_both()
    proposer = clients[seats.first]
    what = "undo" if outcome == "lapsed" else "pause"
    seats.act(seats.first, propose=what, version=seats.view(0)["version"])
    asked = clients[seats.second]
    name, sentence = ("Ann", "Ben")[seats.first], "proposed to pause the game."
    assert asked.get("/api/notices").json()["unread"] == 1 and proposer.get("/api/notices").json()["unread"] == 0
    assert f"{name} {'asks to take back' if what == 'undo' else 'proposes to pause'}" in unmarked(asked.get("/notices").text)
    proposal = seats.view(0)["proposal"]["id"]
    match outcome:
        case "agreed":
            seats.act(seats.second, agree=proposal)
        case "refused":
            seats.act(seats.second, refuse=proposal)
        case "withdrawn":
            seats.act(seats.first, refuse=proposal)
        case "lapsed":
            sentence = "asked to take back the last 2 decisions."
            seats.move()
    found = asked.get("/api/notices").json()
    assert found["unread"] == 0
    (notice,) = [each for each in found["notices"] if each["kind"] == "proposal"]
    assert notice["is_read"] and notice["outcome"] == outcome and notice["proposed"].startswith(f"{seats.first + 1} {what}")
    ends = {
        "agreed": "It was agreed.",
        "refused": "It was refused.",
        "withdrawn": "It was withdrawn.",
        "lapsed": "The game has moved on since.",
    }
    assert f"{name} {sentence} {ends[outcome]}" in unmarked(asked.get("/notices").text)


def test_the_page_of_the_table_offers_what_can_be_proposed(seats: Seats, client: httpx.Client) -> None:
    address = seats.path(seats.first)
    page = client.get(f"{address}/table").text
    assert 'id="propose-pause"' in page and 'id="propose-undo"' not in page
    seats.move_both()
    assert 'id="propose-undo"' in client.get(f"{address}/table").text
    assert 'id="votes"' not in client.get(f"/g/{seats.game_id}/table").text
    answer = client.post(address, data={"propose": "pause", "version": "0"})
    assert answer.status_code == 303 and answer.headers["location"] == address
    assert "You propose to pause the game." in client.get(address).text
    assert "proposes to pause the game" in client.get(seats.path(seats.second)).text
    assert "Answer it on the board" in client.get(f"{address}/table").text
    german = client.get(seats.path(seats.second), headers={"Accept-Language": "de"}).text
    assert "schlägt eine Pause vor" in german and "Zustimmen" in german and "Zugestimmt: 1 von 2" in german


@pytest.mark.thorough
def test_two_people_take_back_and_pause_in_two_browsers(browser: Browser, server: str, browse: Callable[[], httpx.Client]) -> None:
    seats = Seats(browse())
    seats.move_both()
    first, second = (browser.new_context(locale="en").new_page() for _ in range(2))
    first.goto(f"{server}{seats.path(seats.first)}")
    second.goto(f"{server}{seats.path(seats.second)}")
    first.keyboard.press("u")
    first.locator("#propose-undo").wait_for()
    assert not second.locator("#proposal").count(), "nobody is asked yet"
    first.locator("#propose-undo").press("Enter")
    first.locator("#proposal-withdraw").wait_for()
    assert not first.locator("#ask-undo").count()
    agree = second.get_by_role("button", name="Agree")
    agree.wait_for()
    assert "Agreed: 1 of 2" in second.locator("#proposal").inner_text()
    agree.focus()
    second.keyboard.press("Enter")
    first.locator("#panel[data-mode=asked]").wait_for()
    second.locator("#proposal").wait_for(state="detached")
    assert "took back the last 2 decisions, with the consent of" in second.locator("#log").inner_text()
    second.goto(f"{server}{seats.path(seats.second)}/table")
    second.get_by_role("button", name="Pause the game").click()
    second.wait_for_url(f"{server}{seats.path(seats.second)}")
    spectator = browser.new_context(locale="en").new_page()
    spectator.goto(f"{server}/g/{seats.game_id}")
    spectator.get_by_text("proposes to pause the game").wait_for()
    first.get_by_role("button", name="Agree").click()
    for page in (first, second, spectator):
        page.get_by_text("Nobody can move until the game is resumed.").first.wait_for()
        assert page.locator("#turn").inner_text().casefold() == "paused"
    second.get_by_role("button", name="Resume the game").click()
    first.locator("#panel[data-mode=asked]").wait_for()
    first.goto(f"{server}{seats.path(seats.first)}/table")
    second.goto(f"{server}{seats.path(seats.second)}/table")
    second.get_by_role("button", name="Cancel the game").wait_for()
    first.get_by_role("button", name="Cancel the game").click()
    second.get_by_role("link", name="Answer it on the board").click()
    second.get_by_role("button", name="Refuse").click()
    first.get_by_text("Your proposal was refused by").wait_for()
    second.goto(f"{server}{seats.path(seats.second)}/table")
    second.get_by_role("button", name="Cancel the game").click()
    first.get_by_role("button", name="Agree").click()
    for page in (first, second, spectator):
        page.get_by_text("Cancelled by agreement").wait_for()
        assert page.locator("#score[open]").count() == 0, "there is no score to show"
