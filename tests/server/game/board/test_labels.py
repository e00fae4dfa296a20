"""What a screen reader and a note say of every place: where it is, how it stands, what it costs and brings, and why it can't be used, before it is clicked (DESIGN 10)."""

from __future__ import annotations

import re
from functools import cache

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from groundfloor.editions import NAMES
from groundfloor.presentation.board.buildings import buildings as all_buildings
from groundfloor.presentation.board.company import company
from groundfloor.presentation.board.tracks import market
from groundfloor.presentation.view import TableView
from tests.presentation.board.test_tooltips import PEOPLE, decisions
from tests.support.boards import asks, page_of, played, view_of
from tests.support.html import all_of, text, value
from tests.support.samples import sampled
from tests.support.table import begin, started


@cache
def view(kind: str) -> TableView:
    """Returns a position of round 3 or later that asks the first seat this."""
    return next(view_of(game, told, 0) for game, told in (played(seed, asks(kind, 0, 3)) for seed in range(3, 120)) if not game.is_over)


def test_a_board_of_the_agency_says_price_counts_and_majority() -> None:
    game, told = played(3, asks("schedule", 0, 3))
    game._state.marketing_boxes[0] = [2, 1, 0, 0]
    game._state.marketing_boxes[1] = [1, 1, 0, 0]
    found = {space.id: space.label for building in all_buildings(view_of(game, told, 0)) for space in building.spaces}
    order = [("Ann: 2 markers, the most", 0), ("Ben: 1 marker", 1)]
    counts = "; ".join(words for words, seat in sorted(order, key=lambda each: game._state.popularity_order.index(each[1])))
    assert found["type-networking"].startswith(f"Advertising agency, Networking. Free. {counts}. ")
    assert ", the most" not in found["type-social_media"]
    assert found["type-social_media"].startswith("Advertising agency, Social media: 1 money, 1 info. ")
    assert found["type-broadcast"].startswith("Advertising agency, Broadcast: 2 money, 2 info. Empty. ")


def test_a_refused_place_gives_its_reason_once() -> None:
    game = begin(started("second", 3, rich=0), "schedule")
    labels = [space.label for building in all_buildings(view_of(game, [], 0)) for space in building.spaces if space.state == "blocked"]
    assert labels and all(label.lower().count("not possible") == 1 for label in labels)


def test_spaces_of_job_market_say_their_price() -> None:
    fields = market(view("schedule")).fields
    assert all(f"space {field.space}" in field.label and f"{field.price} money and {field.price} info" in field.label for field in fields)
    assert [field.is_now for field in fields] == ["price now" in field.label for field in fields]
    selectable = [field for field in market(view("hire")).fields if field.pick]
    assert [field.label.partition(" for ")[0] for field in selectable] == [f"Job market, space {selectable[0].space}, possible: hire here"]


@pytest.mark.parametrize(
    ("card", "language", "sentence"),
    [
        ("stable_1", "en", "falls by 2 spaces in V"),
        ("stable_1", "de", "fällt in V um 2 Felder"),
        ("boom_1", "en", "falls by 1 space in V"),
        ("boom_1", "de", "fällt in V um 1 Feld"),
    ],
)
def test_job_market_says_by_how_many_spaces_it_falls(card: str, language: str, sentence: str) -> None:
    game, told = played(3, asks("schedule", 0, 3))
    game._state.revealed_forecasts.append([design.id for design in game.ruleset.designs].index(card))
    foot = all_of(page_of(view_of(game, told, 0, language=language)), "#track-market .market-foot > span")[0]
    for note in foot.css("[role=tooltip]"):
        note.decompose()
    assert text(foot) == sentence and not foot.css(".visually-hidden")


def test_room_of_the_draft_is_said_to_be_pencilled_in() -> None:
    shown = view_of(begin(started("second", 3), "schedule"), [], 0, pencil=("meeting_room 1",))
    controls = {each.value: each for room in company(shown, shown.people[0]).rooms for each in room.controls}
    assert controls["meeting_room 1"].label.startswith("Meeting Room, pencilled in: takes 1 time marker")
    assert controls["advertising networking"].label.startswith("Advertising, possible: ")


@pytest.mark.parametrize("kind", ["schedule", "buy"])
def test_every_task_control_says_what_it_takes_or_brings(kind: str) -> None:
    shown = view(kind)
    found = [company(shown, person) for person in shown.people]
    controls = [control for each in found for room in each.rooms for control in room.controls]
    assert controls and all(re.search(r"takes \d", control.label) for control in controls)


@pytest.mark.parametrize("kind", ["schedule", "buy"])
def test_letters_of_markers_are_hidden_from_screen_readers(kind: str) -> None:
    seen = all_of(page_of(view(kind)), "svg.marker")
    assert len(seen) > 10 and not all_of(
        page_of(view(kind)), "svg.marker:not([aria-hidden=true]):not([aria-hidden=true] *):not([aria-label] *)"
    )


STATES = {
    "en": r"possible|not possible|free|not taken yet|taken by \w+|taken by \w+, possible|closed|pencilled in",
    "de": r"möglich|nicht möglich|frei|noch nicht vergeben|besetzt von \w+|besetzt von \w+, möglich|geschlossen|vorgemerkt",
}
PRICED = ("left-", "agency-", "door-", "factory-", "listing-", "site-")
"""Spaces of the street with a price."""
STATELESS = ("type-", "liquidation", "buyout-")
"""Places that are never taken."""
UNITS = {"en": "money|info|supply", "de": "Geld|Info|Ware|Waren"}
PLACES = "button.space, button[class^='board '], button.task-control, button.remodel-button, .tile-button, .tile summary"
UNPRICED = {"en": r"taken by|closed|pencilled in", "de": r"besetzt von|geschlossen|vorgemerkt"}
IN_LIST = {
    "en": r"\d left|yours|none left|prestige point|possible",
    "de": r"noch \d|übrig|deins|deines|keins|vergriffen|Prestigepunkt|möglich|ausverkauft",
}


@pytest.mark.parametrize(
    ("edition", "language"),
    sampled(
        [(edition, language) for edition in NAMES for language in ("en", "de")],
        ("second", "de").__eq__,
    ),
)
def test_every_place_has_state_price_and_reason(edition: str, language: str) -> None:
    """For whoever is asked and whoever waits, at each kind of decision and at the end."""
    checked = 0
    for game in decisions(edition):
        for seat in range(len(PEOPLE)):
            page = LexborHTMLParser(page_of(view_of(game, [], seat, language=language)))
            notes = {value(node, "id"): sentences(node) for node in page.css("[id$='-tooltip']")}
            notes |= {value(node, "id"): text(node) for node in page.css("[id^='reason-']")}
            for place in page.css(PLACES):
                where = (game.question_kind, seat, value(place, "id"))
                assert fault(place, notes, language) == "", where
                checked += 1
    assert checked > 1000


def sentences(note: LexborNode) -> str:
    return " ".join(text(part) for part in note.css(".tooltip-words, .warn"))


def fault(place: LexborNode, notes: dict[str, str], language: str) -> str:
    """Returns what a place fails to say; "" if it says all."""
    name, id = value(place, "aria-label") or text(place), value(place, "id").removeprefix("space-")
    described = [f"{value(place, 'id')}-tooltip", *value(place, "aria-describedby").split()]
    note = " ".join(notes[each] for each in dict.fromkeys(described) if notes.get(each))
    if value(place, "id").startswith("space-"):
        if not id.startswith(STATELESS) and not re.search(rf", (?:{STATES[language]})(?=[:.])", name):
            return f"no state: {name}"
        if id.startswith(PRICED) and not re.search(UNPRICED[language], name) and not re.search(rf"\d (?:{UNITS[language]})\b", name):
            return f"no price: {name}"
    if value(place, "id").startswith("improvements-") and not re.search(IN_LIST[language], name):
        return f"no state: {name}"
    is_unusable = value(place, "aria-disabled") == "true" or place.tag == "summary"
    if is_unusable and not note.endswith("."):
        return f"no reason: {name} / {note}"
    return "" if name else "no name"
