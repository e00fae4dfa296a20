"""What a screen reader says of every place: where it is, how it stands, what it costs and brings, and why it can't be used (DESIGN 10)."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser

import pytest

from groundfloor.editions import ruleset
from groundfloor.engine.seats import Seat
from groundfloor.presentation import effects, names
from groundfloor.presentation.board.buildings import buildings as all_buildings
from groundfloor.presentation.board.company import company
from groundfloor.presentation.board.scene import Scene
from groundfloor.presentation.board.tracks import market
from groundfloor.presentation.translations import translations
from tests.support.boards import SEATS, Told, asks, page_of, played, scene_of
from tests.support.html import all_of, values
from tests.support.positions import schedule, started
from tests.support.samples import sampled

KINDS = ("hire", "schedule", "marketing_type", "bonus", "price", "sell", "drop", "buy", "fire")
STATES = {
    "en": r"possible|not possible|free|not taken yet|taken by \w+|taken by \w+, possible|closed|pencilled in",
    "de": r"möglich|nicht möglich|frei|noch nicht vergeben|besetzt von \w+|besetzt von \w+, möglich|geschlossen|vorgemerkt",
}
PRICED = ("left-", "agency-", "door-", "factory-", "listing-", "site-")
"""Spaces of the street with a price."""
STATELESS = ("type-", "liquidation", "buyout-")
"""Places that are never taken."""
UNITS = {"en": "money|info|supply", "de": "Geld|Info|Waren?"}
WRONG_NUMBERS = {
    "en": r"(?<![\d–])1 (?:time markers|markers|consumers|products|employees|spaces|rounds|prestige points|kinds|steps|moves|players)\b"
    r"|(?:\b0|[2-9]|\d\d) (?:time marker|marker|consumer|product|employee|space|round|prestige point|kind|step|move|player)\b",
    "de": r"(?<![\d–])1 (?:Waren|Kunden|Produkte|Angestellte|Felder|Runden|Prestigepunkte|Arten|Schritte|Züge)\b"
    r"|(?:\b0|[2-9]|\d\d) (?:Ware|Kunde|Produkt|Angestellter|Feld|Runde|Prestigepunkt|Art|Schritt|Zug)\b",
}


class Heard(HTMLParser):
    """The words of a page without what is hidden from a screen reader, and the labels that stand for words."""

    VOID = ("input", "br", "path", "use", "rect", "circle", "link", "meta", "ellipse")

    def __init__(self) -> None:
        super().__init__()
        self.hidden: list[str] = []
        self.words: list[str] = []
        self.labels: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("b", "span", "a", "i", "svg"):
            self.words.append("\n")
        if tag in self.VOID:
            return
        given = dict(attrs)
        if self.hidden or given.get("aria-hidden") == "true" or "hidden" in given or tag in ("datalist", "script", "style"):
            self.hidden.append(tag)
        elif given.get("aria-label"):
            self.labels.append(str(given["aria-label"]))

    def handle_endtag(self, tag: str) -> None:
        if self.hidden and self.hidden[-1] == tag:
            self.hidden.pop()

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.words.append(data)


@cache
def position(kind: str, rules: str = "second") -> tuple[object, list[Told]]:
    """Returns a position of round 3 or later that asks the first seat this."""
    seats = SEATS if rules == "second" else tuple(Seat(name) for name in ("Ann", "Ben", "Cleo", "Dora"))
    for seed in range(3, 120):
        game, told = played(seed, asks(kind, 0, 3), seats, rules)
        if not game.is_over:
            return game, told
    raise LookupError(kind)


def scene(kind: str, language: str = "en", rules: str = "second") -> Scene:
    game, told = position(kind, rules)
    return scene_of(game, told, 0, language=language)  # type: ignore[arg-type]


def heard(shown: Scene) -> Heard:
    found = Heard()
    found.feed(page_of(shown))
    return found


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("rules", "kind"), [*(("second", kind) for kind in KINDS), *(("first", kind) for kind in KINDS if kind != "sell")])
def test_every_space_says_place_state_and_price(rules: str, kind: str, language: str) -> None:
    for building in all_buildings(scene(kind, language, rules)):
        for space in building.spaces:
            place, _, rest = space.label.partition(", ")
            assert place == building.name, space.label
            if space.id.startswith(STATELESS) and space.state == "free":
                continue
            assert re.search(rf", (?:{STATES[language]})(?:: |\.)", f", {rest}"), space.label
            if space.id.startswith(PRICED) and space.state in ("free", "lit", "barred"):
                assert re.search(rf"\d+ (?:{UNITS[language]})", rest), space.label


def test_a_board_of_the_agency_says_price_counts_and_majority() -> None:
    game, told = played(3, asks("schedule", 0, 3))
    game.state.marketing_boxes[0] = [2, 1, 0, 0]
    game.state.marketing_boxes[1] = [1, 1, 0, 0]
    found = {space.id: space.label for building in all_buildings(scene_of(game, told, 0)) for space in building.spaces}
    order = [("Ann: 2 markers, the most", 0), ("Ben: 1 marker", 1)]
    counts = "; ".join(words for words, seat in sorted(order, key=lambda each: game.state.popularity_order.index(each[1])))
    assert found["type-networking"].startswith(f"Advertising agency, Networking. Free. {counts}. ")
    assert ", the most" not in found["type-social_media"]
    assert found["type-social_media"].startswith("Advertising agency, Social media: 1 money, 1 info. ")
    assert found["type-broadcast"].startswith("Advertising agency, Broadcast: 2 money, 2 info. Empty. ")


def test_a_refused_place_gives_its_reason_once() -> None:
    game = schedule(started("second", 3, rich=0))
    labels = [space.label for building in all_buildings(scene_of(game, [], 0)) for space in building.spaces if space.state == "barred"]
    assert labels and all(label.lower().count("not possible") == 1 for label in labels)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", r"\d(?:–\d)? (?:consumers?|unemployed|spaces?), assumed"),
        ("de", r"\d(?:–\d)? (?:Kunden?|Arbeitslose[rn]?|Felder|Feld), angenommen"),
    ],
)
def test_an_assumed_number_says_what_it_counts_and_that_it_is_assumed(language: str, words: str) -> None:
    page = page_of(scene("schedule", language))
    labels = values(page, ".figure.assumed", "aria-label")
    assert labels and all(re.fullmatch(words, label) for label in labels), labels
    assert len(all_of(page, "button.figure.assumed")) == len(labels)


def test_spaces_of_job_market_say_their_price() -> None:
    fields = market(scene("schedule")).fields
    assert all(f"space {field.space}" in field.label and f"{field.price} money and {field.price} info" in field.label for field in fields)
    assert [field.is_now for field in fields] == ["price now" in field.label for field in fields]
    lit = [field for field in market(scene("hire")).fields if field.pick]
    assert [field.label.partition(" for ")[0] for field in lit] == [f"Job market, space {lit[0].space}, possible: hire here"]


@pytest.mark.parametrize("kind", ["schedule", "buy"])
def test_every_task_control_says_what_it_takes_or_brings(kind: str) -> None:
    shown = scene(kind)
    found = [company(shown, person) for person in shown.people]
    controls = [control for each in found for room in each.rooms for control in room.controls]
    assert controls and all(re.search(r"takes \d", control.label) for control in controls)


@pytest.mark.parametrize(
    ("kind", "language"),
    sampled(
        [(kind, language) for kind in ("schedule", "price", "buy", "fire") for language in ("en", "de")],
        lambda case: (case[0] in ("schedule", "buy")) == (case[1] == "de"),
    ),
)
def test_no_letter_of_a_marker_runs_into_words(kind: str, language: str) -> None:
    said = heard(scene(kind, language))
    words = " ".join(said.words)
    assert re.findall(r"\b([A-Z])\1[a-zäöü]+", words) == []
    assert [label for label in said.labels if re.search(r"\b([A-Z])\1[a-zäöü]", label)] == []


@pytest.mark.parametrize(
    ("rules", "kind", "language"),
    sampled(
        [
            (rules, kind, language)
            for rules in ("second", "first")
            for kind in KINDS
            for language in ("en", "de")
            if (rules, kind) != ("first", "sell")
        ],
        lambda case: (case[0] == "second") == (case[2] == ("en", "de")[KINDS.index(case[1]) % 2]),
    ),
)
def test_numbers_agree_with_their_nouns_on_whole_boards(rules: str, kind: str, language: str) -> None:
    said = heard(scene(kind, language, rules))
    found = [text for text in ("".join(said.words), *said.labels) if re.search(WRONG_NUMBERS[language], text)]
    assert [re.search(WRONG_NUMBERS[language], text) for text in found] == []


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("number", [0, 1, 2])
def test_counted_things_agree_with_their_number(number: int, language: str) -> None:
    words = translations(language)
    said = [names.counted(what, number, words) for what in names.COUNTED]
    assert [text for text in said if re.search(WRONG_NUMBERS[language], text)] == []


@pytest.mark.parametrize(("holds", "said"), [(1, "Fasst 1 Ware"), (2, "Fasst 2 Waren")])
def test_german_effects_count_supply(holds: int, said: str) -> None:
    rules = ruleset("second").with_overrides({"closet": [holds, 3]})
    assert effects.of_room(rules, rules.closet_room, translations("de")) == said
