"""Every citation of the board leads to the paragraph that is about it, in the rules of each ruleset."""

from __future__ import annotations

from typing import cast

import pytest

from groundfloor import read_record
from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.kinds import QuestionKind
from groundfloor.engine.state import CONDUCT, SCHEDULE
from groundfloor.presentation import names
from groundfloor.presentation.areas.registry import presenter_class
from groundfloor.presentation.board.rule_refs import rule_label, rule_of, rule_of_area, rule_of_building
from groundfloor.presentation.questions.registry import ENTRIES
from groundfloor.presentation.rulebook import rule_book
from groundfloor.presentation.rulebook.book import RuleBook
from groundfloor.presentation.translations import translations_of
from tests.support.boards import page_of, view_of
from tests.support.html import values
from tests.support.question_records import standing_record

ABOUT_QUESTIONS = {
    "fire_for_money": "fire an employee instead of paying",
    "hire": "You pay the job market’s number",
    "schedule": "On your turn you do one task",
    "after_task": "you may remodel any of your ground-floor rooms",
    "marketing_type": "the owner of each marker in the left column sends it",
    "bonuses": "the more popular one decides each round",
    "bonus": "takes one that is left, in popularity order",
    "bonus_room": "With the remodel bonus you need not remodel",
    "price": "its owner puts it on a free space of the retail outlets",
    "sell": "you may take off as many of your markers as you like",
    "drop": "What is not sold drops",
    "buy": "each marker lets its owner buy one of the improvements on sale",
    "tenant": "one comes with it for free",
    "after_buy": "remodel",
    "after_turn": "remodel",
    "fire": "you may fire as many employees as you like",
}
"""Words of the paragraph that a question must lead to."""
ABOUT_MOVES = {
    ("schedule", "consulting"): "topmost free space of the left column",
    ("schedule", "agency 1"): "free space of the left column",
    ("schedule", "warehouse 1 money"): "free space with a supply",
    ("schedule", "factory"): "lowest free of the",
    ("schedule", "exchange 1"): "free scheduling space",
    ("schedule", "construction"): "lowest free space, for",
    ("schedule", "remodel assembly"): "you may remodel any of your ground-floor rooms",
    ("schedule", "end"): "your time markers are set aside",
    ("schedule", "meeting_room 1"): "same six rooms",
    ("schedule", "conference_room"): "A marker that a floor places in the city pays no price there",
    ("after_task", "end"): "your time markers are set aside",
    ("hire", "hire"): "You pay the job market’s number",
    ("hire", "done"): "Once done, you are done for this round",
    ("fire_for_money", "fire trained"): "you choose which kind leaves",
    ("fire", "fire trained"): "you may fire as many employees as you like",
    ("bonus", "bonus remodel"): "takes one that is left",
    ("bonus_room", "remodel assembly"): "Remodel: one room for",
    ("bonus_room", "none"): "you need not remodel",
    ("price", "price 12"): "its owner puts it on a free space of the retail outlets",
    ("sell", "done"): "you may take off as many of your markers as you like",
    ("drop", "drop 12 liquidation"): "or is liquidated for",
    ("drop", "drop 12 8"): "any free open space of a lower bracket",
    ("drop", "drop 12 stay"): "any of your unsold products may stay",
    ("buy", "buy human_resources assembly"): "A tenant improvement costs",
    ("buy", "none"): "or nothing",
    ("tenant", "take human_resources"): "choose any on sale that you do not own",
}
OF_OTHER_RULES = {
    ("first", "schedule", "emergency_meeting left 2"): "moves to the top of its column",
    ("manual", "price", "price liquidation"): "you may choose liquidation",
    ("online", "hire", "remodel assembly"): "remodel",
    ("online", "after_buy", "remodel assembly"): "remodel",
}


def text_of(book: RuleBook, rule: str) -> str:
    assert rule in book, rule
    found = book.paragraph(rule)
    return " ".join(map(str, (*found.blocks("short"), *found.items_of("short"))))


@pytest.mark.parametrize("name", NAMES)
def test_building_leads_to_its_conduct_in_every_phase(name: str) -> None:
    """A building's link names the part with its letter and its name, whatever the phase."""
    book, translations = rule_book("en", name), translations_of("en")
    for area in ruleset(name).areas:
        rule = rule_of_building(area.id)
        assert rule.startswith("IV.") and book.part(rule).title == names.full("area", area.id, translations)


@pytest.mark.parametrize("name", NAMES)
def test_spaces_lead_to_their_task_and_then_to_conduct(name: str) -> None:
    book, translations = rule_book("en", name), translations_of("en")
    for area in ruleset(name).areas:
        title = names.full("area", area.id, translations)
        task, conduct = rule_of_area(area.id, SCHEDULE), rule_of_area(area.id, CONDUCT)
        if area.tasks:
            assert task.startswith("III.") and book.paragraph(task).title == title
        else:
            assert task == conduct
        assert conduct == rule_of_building(area.id)


@pytest.mark.parametrize(
    ("area", "place"),
    [("consulting_firm", "right"), ("advertising_agency", "type"), ("stock_exchange", "track"), ("retail_outlets", "outlet")],
)
def test_spaces_without_a_task_lead_to_conduct_in_every_phase(area: str, place: str) -> None:
    """A place in the exchange's tower led to III.F, the task at its doors."""
    found = presenter_class(area)
    assert found.rule_of_place(place, SCHEDULE) == found.rule_of_place(place, CONDUCT) == rule_of_building(area)


def test_doors_of_the_exchange_lead_to_the_task() -> None:
    assert presenter_class("stock_exchange").rule_of_place("listing", SCHEDULE) == "III.F"


def test_every_question_has_its_paragraph() -> None:
    assert {entry.kind for entry in ENTRIES} <= set(ABOUT_QUESTIONS)
    for kind, rule in ((entry.kind, entry.rule) for entry in ENTRIES):
        home = {"bonuses": "first", "after_buy": "online", "after_turn": "online"}.get(kind, "second")
        assert ABOUT_QUESTIONS[kind].casefold() in text_of(rule_book("en", home), rule).casefold(), (kind, rule)


@pytest.mark.parametrize(("kind", "move"), ABOUT_MOVES)
def test_every_move_has_its_paragraph(kind: QuestionKind, move: str) -> None:
    rule = rule_of(kind, move)
    assert ABOUT_MOVES[kind, move] in text_of(rule_book("en"), rule), rule


@pytest.mark.parametrize(("name", "kind", "move"), OF_OTHER_RULES)
def test_moves_of_other_rulesets_have_theirs(name: str, kind: QuestionKind, move: str) -> None:
    rule = rule_of(kind, move)
    assert OF_OTHER_RULES[name, kind, move] in text_of(rule_book("en", name), rule), rule


@pytest.mark.parametrize("name", NAMES)
def test_every_action_of_a_ruleset_cites_a_paragraph_of_its_book(name: str) -> None:
    book = rule_book("en", name)
    rules = ruleset(name)
    kinds = {"remodel": "schedule", "end": "schedule", "hire": "hire", "done": "hire", "fire": "fire", "none": "buy"}
    kinds |= dict.fromkeys(("price", "sell", "drop", "buy", "bonus", "bonuses"), "")
    kinds |= {"take": "tenant"} | dict.fromkeys((kind for kind in names.MARKETING), "marketing_type")
    has_niche = "niche_market" in [tile.id for tile in rules.tiles]
    for action in rules.actions:
        kind = cast("QuestionKind", kinds.get(action.verb, "schedule") or action.verb)
        if (kind, action.text[-4:]) == ("drop", "stay") and not has_niche:
            continue
        assert book.cited(rule_of(kind, action.text)), (kind, action.text)


REMODEL_RULES = {
    "second schedule": "III.3",
    "second after_task": "III.3",
    "second bonus_room": "IV.C.1",
    "second price": "III.3",
    "online hire": "9.1.1",
    "online buy": "9.1.1",
    "online after_buy": "9.1.1",
    "online after_turn": "9.1.1",
}
"""What a remodel button leads to, by table and question; the usual paragraph where no remodel is possible."""


def remodel_rules(name: str, pencil: tuple[str, ...] = (), wanted: str = ".remodel-button") -> set[str]:
    """Returns the paragraphs that the remodel buttons of the own company lead to, once a draft is made."""
    game = read_record(standing_record(name)).replay()
    assert game.current_player is not None
    return set(values(page_of(view_of(game, [], game.current_player, pencil)), wanted, "data-rule"))


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize("name", REMODEL_RULES)
def test_remodel_button_leads_to_the_paragraph_of_the_question(name: str) -> None:
    rule = REMODEL_RULES[name]
    assert rule in remodel_rules(name) <= {rule, "III.3"}


def test_rule_label_has_number_title_and_letter_of_the_board() -> None:
    second, first = ruleset("second"), ruleset("first")
    assert rule_label(second, "IV.A", "en") == "Rule IV.A: Consulting firm"
    assert rule_label(second, "II.2", "de") == "Regel II.2: Der Preis"
    assert rule_label(first, "IV.G", "en").endswith(" (area F on this board)")


def test_rule_label_of_an_unknown_paragraph_is_its_number() -> None:
    assert rule_label(ruleset("second"), "77.7", "en") == "Rule 77.7"
