"""Every place of the board says in every phase what it is and how it stands; one that can't be used says why not, before it is clicked."""

from __future__ import annotations

import re

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from groundfloor.editions import NAMES
from tests.presentation.board.test_place_tooltips import PEOPLE, decisions
from tests.support.boards import page_of, scene_of
from tests.support.html import text, value
from tests.support.samples import sampled

STATES = {
    "en": r"possible|not possible|free|not taken yet|taken by \w+|taken by \w+, possible|closed|pencilled in",
    "de": r"möglich|nicht möglich|frei|noch nicht vergeben|besetzt von \w+|besetzt von \w+, möglich|geschlossen|vorgemerkt",
}
PRICED = ("left-", "agency-", "door-", "factory-", "listing-", "site-")
"""Spaces of the street with a price."""
STATELESS = ("type-", "liquidation", "buyout-")
"""Places that are never taken."""
UNITS = {"en": "money|info|supply", "de": "Geld|Info|Waren?"}
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
        lambda case: case[1] == ("en", "de")[tuple(NAMES).index(case[0]) % 2],
    ),
)
def test_every_place_has_state_price_and_reason(edition: str, language: str) -> None:
    """For whoever is asked and whoever waits, at each kind of decision and at the end."""
    checked = 0
    for game in decisions(edition):
        for seat in range(len(PEOPLE)):
            page = LexborHTMLParser(page_of(scene_of(game, [], seat, language=language)))
            notes = {value(node, "id"): sentences(node) for node in page.css("[id$='-tooltip']")}
            notes |= {value(node, "id"): text(node) for node in page.css("[id^='moment-']")}
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
