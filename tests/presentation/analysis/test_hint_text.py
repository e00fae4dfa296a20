"""Hints in words."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from groundfloor.analysis import Budget, Evaluator, Expectation, advise
from groundfloor.analysis.advice import Focus
from groundfloor.analysis.reasons import Reason
from groundfloor.presentation.analysis.hint_text import LOOK, MOVES, HintText, expectation_text, hint_text, places_of, step_title, title_of
from groundfloor.presentation.analysis.reason_text import search_sentence
from groundfloor.presentation.translations import translations_of
from groundfloor.presentation.view import TableView
from tests.support.play import match_at


def said(equals: int) -> HintText:
    """Returns a hint of whose answers so many are equally good, each with figures of its own."""
    game = match_at("schedule").game
    advice = advise(game.view(game.asked_seat), Evaluator.from_file(), Random(1), Budget(2))
    assert advice is not None
    choices = [replace(choice, expectation=Expectation(50 - number, 0, 0.5)) for number, choice in enumerate(advice.choices)]
    advice = replace(advice, choices=choices)
    return hint_text(replace(advice, equals=equals), game, MOVES, "en", translations_of("en"))


@pytest.mark.parametrize(("equals", "places"), [(1, [1, 2, 3]), (2, [1, 1, 3]), (3, [1, 1, 1])])
def test_equally_good_answers_share_a_place(equals: int, places: list[int]) -> None:
    assert [choice.place for choice in said(equals).choices] == places


def test_answers_that_show_the_same_figures_share_a_place() -> None:
    game = match_at("schedule").game
    advice = advise(game.view(game.asked_seat), Evaluator.from_file(), Random(1), Budget(2))
    assert advice is not None
    shown = [Expectation(49, 22, 0.97), Expectation(46.2, 20, 0.881), Expectation(45.8, 20.4, 0.879)]
    choices = [replace(choice, expectation=expected) for choice, expected in zip(advice.choices, shown, strict=True)]
    assert places_of(replace(advice, choices=choices, equals=1)) == [1, 2, 2]


def test_hint_says_so_where_nothing_makes_a_clear_difference() -> None:
    assert said(2).place.endswith(": the search found no better move.") and "about as good" in said(2).remark
    assert "about as good" not in said(1).remark and said(2).look == f"{said(2).place} {said(2).remark}"
    assert "continuation" in said(1).basis


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (Expectation(38, 5, 0.62, 0.01), "38 prestige points, 5 ahead, winning chance about 60 %"),
        (Expectation(38, -3, 0.5, 0.03), "38 prestige points, 3 behind, winning chance 45–55 %"),
        (Expectation(38, 9, 0.995, 0.001), "38 prestige points, 9 ahead, winning chance above 95 %"),
        (Expectation(1, 0, 0.004, 0.001), "1 prestige point, level, winning chance below 5 %"),
        (Expectation(38, 5, 0.62, is_exact=True), "38 prestige points, 5 ahead, winning chance 62 %"),
    ],
)
def test_chance_is_told_as_exactly_as_it_is_known(expected: Expectation, text: str) -> None:
    assert expectation_text(expected, translations_of("en")).replace("\N{NO-BREAK SPACE}", " ") == text


@pytest.mark.parametrize(
    ("better", "worse", "figure"),
    [
        (Expectation(50, 5, 0.5, 0.003), Expectation(50, 5, 0.45, 0.003), "5 percentage points"),
        (Expectation(50, 5, 0.5, 0.003), Expectation(50, 5, 0.475, 0.02), "3 percentage points"),
        (Expectation(50, -1, 0.5, 0.003), Expectation(50, -2, 0.5, 0.003), "1 point "),
        (Expectation(50, -1, 0.5, 0.003), Expectation(50, -3, 0.5, 0.003), "2 points "),
        (Expectation(50, 9, 0.5, 0.003), Expectation(50, 1, 0.55, 0.003), "8 points "),
        (Expectation(50, 5.1, 0.501, 0.003), Expectation(50, 5, 0.5, 0.003), "Slightly "),
    ],
)
def test_two_answers_differ_by_the_same_figure_in_opposite_directions(better: Expectation, worse: Expectation, figure: str) -> None:
    more, less = (search_sentence(*pair, "Training", translations_of("en")) for pair in ((better, worse), (worse, better)))
    assert figure in more and figure in less and more != less


@pytest.mark.parametrize(
    ("language", "ending"), [("en", "%(n)s\N{NO-BREAK SPACE}% of the search"), ("de", "%(n)s\N{NO-BREAK SPACE}% der Suche")]
)
def test_each_answer_says_its_part_of_the_search_by_which_they_are_ordered(language: str, ending: str) -> None:
    game = match_at("schedule").game
    advice = advise(game.view(game.asked_seat), Evaluator.from_file(), Random(1), Budget(50))
    assert advice is not None and advice.simulations == 50
    shares = [choice.share for choice in advice.choices]
    assert shares == sorted(shares, reverse=True) and 0 < shares[0] < 1
    texts = hint_text(advice, game, MOVES, language, translations_of(language)).choices
    percents = [max(round(100 * share), 1) if share else 0 for share in shares]
    assert all(
        text.expected.endswith(ending.replace("%(n)s", str(percent))) for text, percent in zip(texts, percents, strict=True) if percent
    )


def test_answers_in_the_first_place_are_about_as_good() -> None:
    game = match_at("schedule").game
    advice = advise(game.view(game.asked_seat), Evaluator.from_file(), Random(1), Budget(2))
    assert advice is not None
    shown = [Expectation(50, 1, 0.5), Expectation(50, 0, 0.5), Expectation(50, 0, 0.5)]
    choices = [
        replace(choice, expectation=expected, other=shown[0], reasons=[]) for choice, expected in zip(advice.choices, shown, strict=True)
    ]
    first, *others = hint_text(replace(advice, choices=choices, equals=2), game, MOVES, "en", translations_of("en")).choices
    assert "as good" not in first.why
    assert all(choice.why.startswith(f"About as good as “{first.title}”.") for choice in others)


def test_answer_without_a_reason_says_what_it_does() -> None:
    game = match_at("schedule").game
    advice = advise(game.view(game.asked_seat), Evaluator.from_file(), Random(1), Budget(2))
    assert advice is not None
    best = replace(advice.choices[0], text="meeting_room 1", reasons=[])
    advice = replace(advice, focus=Focus("meeting_room", "", 1, 0), choices=[best, *advice.choices[1:]], equals=1)
    hint = hint_text(advice, game, MOVES, "en", translations_of("en"))
    assert "You gain 1 info at once." in hint.remark and hint.choices[0].why.endswith("You gain 1 info at once.")


def test_decisions_of_a_line_are_named_with_their_place() -> None:
    game = match_at("bonus", seats=("Ann", "Ben", "Cleo")).game
    view = TableView.of_position(game, game.asked_seat, "en", translations_of("en"))
    titles = {step_title(view, action.text) for action in game.legal_actions}
    assert all(title.startswith("Marketing bonus, ") for title in titles) and len(titles) == len(game.legal_actions)


def test_each_answer_has_a_name_of_its_own() -> None:
    game = match_at("schedule").game
    view = TableView.of_position(game, game.asked_seat, "en", translations_of("en"))
    titles = [title_of(view, action.text) for action in game.legal_actions]
    assert len(set(titles)) == len(titles) and "Warehouse, door 1: Pay info" in titles


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Buy a share at the stock exchange: by the next round you should have a higher income than after the next best move."),
        (
            "de",
            "Kaufe eine Aktie an der Börse: Bis zur nächsten Runde solltest du ein höheres Einkommen haben als nach dem nächstbesten Zug.",
        ),
    ],
)
def test_first_sentence_says_what_to_do_and_what_it_brings_most(language: str, sentence: str) -> None:
    game = match_at("schedule").game
    advice = advise(game.view(game.asked_seat), Evaluator.from_file(), Random(1), Budget(2))
    assert advice is not None
    best = replace(advice.choices[0], text="exchange", reasons=[Reason("money", -3, -2.0), Reason("next_income", 3, 4.0)])
    advice = replace(advice, focus=Focus("exchange", "stock_exchange", 1, 0), choices=[best, *advice.choices[1:]], equals=1)
    assert hint_text(advice, game, LOOK, language, translations_of(language)).place == sentence


@pytest.mark.parametrize(
    ("kind", "text", "area", "sentence", "move"),
    [
        ("schedule", "factory", "factory", "Make a product in the factory", ""),
        ("schedule", "meeting_room 1", "", "Choose “Meeting Room”", "meeting_room 1"),
        ("schedule", "factory", "harbour", "Look at: harbour", ""),
        ("sell", "sell 1", "stock_exchange", "Choose with care which shares you sell", ""),
    ],
)
def test_first_sentence_says_what_to_do_and_the_move_is_marked_that_it_names(
    kind: str, text: str, area: str, sentence: str, move: str
) -> None:
    game = match_at(kind, 60 if kind == "sell" else 0).game
    advice = advise(game.view(game.asked_seat), Evaluator.from_file(), Random(1), Budget(0))
    assert advice is not None
    focus = Focus(text.partition(" ")[0], area, 1, 0)
    advice = replace(advice, focus=focus, choices=[replace(advice.choices[0], text=text, reasons=[])])
    hint = hint_text(advice, game, LOOK, "en", translations_of("en"))
    assert (hint.place, hint.move) == (f"{sentence}: the search found no better move.", move)


def test_what_is_expected_next_is_told_by_names() -> None:
    told = [choice.then for choice in said(1).choices if choice.then]
    assert told and all(text.startswith("Expected next: ") and ("Ann: " in text or "Ben: " in text) for text in told)
