"""The analysis of a game: every decision once, costs that are never negative, the same in parts as in one go."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest

from groundfloor import Match, Record
from groundfloor.analysis import Budget, DecisionAnalysis, Evaluator, Expectation, GameAnalysis, advise, analyse_game, decision_count
from groundfloor.analysis.game_analysis import (
    BadAnalysis,
    advice_from_json,
    decisions_from_json,
    decisions_of,
    fingerprint,
    seats_of_people,
    to_json,
)
from groundfloor.engine.record import seat_change
from groundfloor.guide import guided_match
from tests.support.play import match_at, played_match

EVALUATOR = Evaluator.from_file()
NETWORK_ALONE = Budget(simulations=0)


@cache
def analysed() -> tuple[Record, tuple[DecisionAnalysis, ...]]:
    """Returns the record of a game, and what the network alone makes of it."""
    record = played_match(70).record
    return record, tuple(analyse_game(record, EVALUATOR, NETWORK_ALONE))


def test_each_decision_with_a_choice_is_analysed_once() -> None:
    record, found = analysed()
    assert [(each.entry, each.seat, each.played) for each in found] == [
        (entry, game.asked_seat, action.text) for entry, game, action in decisions_of(record, None)
    ]
    assert len(found) == decision_count(record) and all(record.entries[each.entry].text == each.played for each in found)


def test_undone_decisions_are_left_out() -> None:
    match = played_match(30)
    before = decision_count(match.record)
    seat = match.game.asked_seat
    action = match.game.legal_actions[0]
    match.apply(action)
    match.undo(seat)
    found = list(analyse_game(match.record, EVALUATOR, NETWORK_ALONE))
    assert len(found) == before and all(match.record.entries[each.entry].undo_count == 0 for each in found)


def test_best_answer_costs_nothing_and_another_one_what_it_promises_less() -> None:
    _record, found = analysed()
    assert any(each.cost > 0 for each in found)
    for each in found:
        assert each.cost == 0 or each.played != each.best
        assert each.before.rank >= each.after.rank


@pytest.mark.slow
def test_parts_are_the_same_as_the_whole() -> None:
    record = played_match(40).record
    budget = Budget(simulations=2)
    whole = list(analyse_game(record, EVALUATOR, budget))
    assert list(analyse_game(record, EVALUATOR, budget, start=5)) == whole[5:]


def test_seats_can_be_chosen() -> None:
    record = played_match(40).record
    assert {each.seat for each in analyse_game(record, EVALUATOR, NETWORK_ALONE, {1})} == {1}


def test_seats_of_people_are_those_for_which_a_person_has_decided() -> None:
    """Whoever left a seat to a bot later still has an analysis; a seat that a bot has played from the beginning has none."""
    record = played_match(40, ("Ann", "Ben", "Cleo")).record
    assert seats_of_people(record) == [0, 1, 2]
    record.entries.insert(0, seat_change(1, "manager"))
    record.entries.append(seat_change(0, "intern"))
    assert seats_of_people(record) == [0, 2]
    assert seats_of_people(played_match(0, ("Ann", "automa:pei")).record) == [0]


def decision(before: Expectation, after: Expectation, is_guided: bool = False) -> DecisionAnalysis:
    cost = before.utility - after.utility
    return replace(analysed()[1][0], before=before, after=after, cost=cost, is_guided=is_guided)


def test_costliest_decisions_come_first() -> None:
    """By the loss that is shown: the margin, which is not, may have changed more elsewhere."""
    analysis = GameAnalysis("", 0, list(analysed()[1]))
    losses = [each.loss for each in analysis.costliest()]
    assert losses == sorted(losses, reverse=True) and all(loss > (0, 0) for loss in losses)
    assert all(each.seat == 1 for each in analysis.costliest(1))
    by_margin = decision(Expectation(49, 20, 0.97), Expectation(47, 5, 0.97))
    by_chance = decision(Expectation(49, 20, 0.97), Expectation(49, 20, 0.87))
    assert GameAnalysis("", 0, [by_margin, by_chance]).costliest() == [by_chance, by_margin]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (Expectation(49.2, 22, 0.973), Expectation(48.8, 16, 0.968)),
        (Expectation(49, 20, 0.90), Expectation(51, 10, 0.90)),
        (Expectation(49, 20, 0.90, 0.02), Expectation(45, 20, 0.86, 0.02)),
    ],
)
def test_decision_that_loses_nothing_is_not_listed(before: Expectation, after: Expectation) -> None:
    """The same figures are shown, or better ones, or the difference is within the noise."""
    assert GameAnalysis("", 0, [decision(before, after)]).costliest() == []


def test_move_that_the_guide_proposed_is_no_mistake() -> None:
    better, worse = Expectation(49, 20, 0.9), Expectation(40, 2, 0.5)
    assert decision(better, worse).is_mistake and not decision(better, worse, is_guided=True).is_mistake


def test_ending_a_turn_is_a_mistake_only_if_that_is_computed() -> None:
    ended = replace(decision(Expectation(49, 20, 0.9), Expectation(40, 2, 0.5)), played="end")
    computed = decision(Expectation(49, 20, 1.0, is_exact=True), Expectation(40, 2, 0.0, is_exact=True))
    assert not ended.is_mistake and replace(computed, played="end").is_mistake


def test_first_answer_of_a_hint_is_never_blamed() -> None:
    """The analysis judges by the hint that was given, whatever it would have found itself."""
    match = match_at("schedule", 30)
    game = match.game
    advice = advise(game.view(game.asked_seat), EVALUATOR, random.Random(1), Budget(12))
    assert advice is not None
    worst = advice.answers[-1]
    told = replace(advice, answers=[replace(worst, expectation=replace(worst.expectation, win=1.0, margin=30.0)), *advice.answers[:-1]])
    match.apply(worst.text)
    start = decision_count(match.record) - 1
    (alone,) = analyse_game(match.record, EVALUATOR, Budget(4), start=start)
    (found,) = analyse_game(match.record, EVALUATOR, Budget(4), start=start, kept={told.position: told})
    assert alone.best != worst.text and found.best == worst.text
    assert not found.is_mistake and found.simulations == 12


def test_what_looks_like_a_mistake_is_judged_again_as_strongly_as_a_hint() -> None:
    record = played_match(30).record
    found = list(analyse_game(record, EVALUATOR, Budget(2), {0}, blame=lambda: Budget(9)))
    assert {each.simulations for each in found} <= {2, 9}
    assert all(each.simulations == 9 or each.before.is_exact for each in found if each.is_mistake)


def test_second_judgement_for_which_there_is_no_time_does_not_count() -> None:
    record = played_match(30).record
    found = list(analyse_game(record, EVALUATOR, Budget(8), {0}, blame=lambda: Budget(100, lambda: True)))
    assert found == list(analyse_game(record, EVALUATOR, Budget(8), {0}))
    assert any(each.is_mistake for each in found)


def test_only_what_the_guide_proposed_is_marked_as_guided() -> None:
    match = guided_match("Ann")
    for move in ("done", "factory", "end", "exchange 4"):
        match.apply(move)
    found = [each.is_guided for each in analyse_game(match.record, EVALUATOR, NETWORK_ALONE, {0})]
    assert found == [True, True, False, False]
    match.record.purpose = "practice"
    assert not any(each.is_guided for each in analyse_game(match.record, EVALUATOR, NETWORK_ALONE, {0}))


def test_fingerprint_depends_on_record_and_budget_but_not_on_the_key() -> None:
    match = played_match(20)
    one = fingerprint(match.record, EVALUATOR, 4)
    assert one == fingerprint(Match.resume(match.record, None).record, EVALUATOR, 4)
    assert one != fingerprint(match.record, EVALUATOR, 5) and one != fingerprint(played_match(30).record, EVALUATOR, 4)


def test_advice_and_decisions_survive() -> None:
    game = match_at("schedule").game
    advice = advise(game.view(game.current_player), EVALUATOR, random.Random(1), Budget(1))
    assert advice_from_json(to_json(advice)) == advice
    assert advice_from_json(to_json(None)) is None
    decisions = list(analyse_game(played_match(20).record, EVALUATOR, Budget(0)))
    assert decisions_from_json(to_json(decisions)) == decisions


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"seat": 1}'])
def test_other_json_is_refused(text: str) -> None:
    with pytest.raises(BadAnalysis):
        decisions_from_json(text)
    with pytest.raises(BadAnalysis):
        advice_from_json(text)
