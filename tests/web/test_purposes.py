"""Questions and places say what they are for: before the rule in the panel, in their notes, and to programs."""

from __future__ import annotations

import httpx
import pytest

from tests.support.html import one, text, texts, value, values
from tests.web.conftest import Page

SOLO = {"kind-0": "here", "name-0": "Ann", "colour-0": "red", "kind-1": "pei", "colour-1": "blue"}


@pytest.fixture
def page(client: httpx.Client) -> Page:
    return Page(client, client.post("/new", data=SOLO).headers["location"])


def test_signs_of_question_and_places_name_what_they_ask(page: Page) -> None:
    keys = set(values(page.text, ".rule-link[data-of]", "data-of"))
    assert {"question:hire", "area:factory", "track:rounds", "track:popularity", "track:job_market", "company:0"} <= keys
    link = one(page.text, "#rule-question")
    assert value(link, "aria-label").startswith("What is this for? Rule") and "?go=rules&of=question:hire#" in value(link, "href")
    assert text(one(page.text, "#space-factory-1-tooltip .tooltip-purpose")).startswith("One product for this round")
    assert text(one(page.text, "#c0-assembly-tooltip .tooltip-purpose")).startswith("A supply at once")
    assert text(one(page.text, "#c0-remodel-training-tooltip .tooltip-purpose")).startswith("Prestige at the end")


def test_panel_shows_purpose_before_rule(page: Page, client: httpx.Client) -> None:
    found = client.get(f"/g/{page.public}/rules/purpose", params={"of": "room:meeting_room"})
    assert texts(found.text, ".purpose > *") == [
        "Meeting Room",
        "Info at once, whenever you have time left. Remodeled, it also offers a longer meeting with more info for its time.",
        "1 time: 1 info. Remodeled: 1 time: 1 info; 2 time: 3 info.",
    ]
    whole = client.get(f"/g/{page.public}/rules", params={"of": "area:factory"}).text
    assert whole.index('data-of="area:factory"') < whole.index('id="IV.E"')
    assert client.get(f"/g/{page.public}/rules/purpose", params={"of": "area:nowhere"}).status_code == 404


def test_programs_get_all_purposes_in_their_language(page: Page, client: httpx.Client) -> None:
    url = f"/api/games/{page.public}/purposes"
    every_one = client.get(url).json()["purposes"]
    assert len(every_one) > 60 and set(every_one[0]) == {"of", "title", "text", "effect", "rule"}
    german = client.get(url, params={"of": "resource:info"}, headers={"Accept-Language": "de"}).json()["purposes"]
    assert [each["text"][:8] for each in german] == ["Zum Beza"]
