"""Branches of practice tables and finished games: opened, listed beside the real game, renamed, deleted."""

from __future__ import annotations

import httpx
import pytest

from groundfloor.editions import ruleset
from groundfloor.engine.match import Match
from tests.support.html import has, one, text, texts, value, values
from tests.web.conftest import Page

SOLO = {"kind-0": "here", "name-0": "Ann", "colour-0": "red", "kind-1": "pei", "colour-1": "blue"}


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
    assert f"\nbranch {practice.public} {entry}\n" in client.get(f"/g/{branch.public}/record").text
    for page in (practice, branch):
        listed = client.get(f"{page.address}/branches").text
        assert texts(listed, "tbody th a") == ["Ann, Pei", "No factory"]
        assert values(listed, "tbody th a", "href") == [practice.address, branch.address]
        assert len(texts(listed, ".beside-real .number")) == 3


def test_branch_is_renamed_and_deleted_and_the_real_game_stays(client: httpx.Client, practice: Page) -> None:
    branch = Page(client, branches(client, practice, entry=str(practice.version)).headers["location"])
    before = client.get(branch.address).text
    branches(client, practice, do="rename", game=branch.public, name="Another try")
    assert "<title>Your turn · Another try ·" in client.get(branch.address).text and "Another try" not in before
    assert texts(client.get(f"{branch.address}/branches").text, "tbody th a") == ["Ann, Pei", "Another try"]
    branches(client, practice, do="delete", game=practice.public)
    assert client.get(practice.address).status_code == 200
    branches(client, practice, do="delete", game=branch.public)
    assert client.get(branch.address).status_code == 404
    assert texts(client.get(f"{practice.address}/branches").text, "tbody th a") == ["Ann, Pei"]


def test_game_that_counts_has_no_branches_before_its_end(client: httpx.Client) -> None:
    page = opened(client)
    assert not has(page.text, "#open-branches") and not has(client.get(f"{page.address}/branches").text, "#new-branch")
    refused = branches(client, page, entry="3")
    assert refused.status_code == 422 and "at a practice table" in text(one(refused.text, ".notice"))


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
        assert client.get(page.replace("/s/", "/api/seats/")).json()["asked"] == seat
