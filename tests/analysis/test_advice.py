"""Advice: the best answers in their order, with reasons that are true, and nothing that the seat may not know."""

from __future__ import annotations

import random

import pytest

from groundfloor import Match, read_position
from groundfloor.analysis import Advice, Budget, Evaluator, Expectation, advise
from groundfloor.analysis.advice import area_of, best_line, choices_of, guided_first
from groundfloor.analysis.evaluated_answers import CONSIDERED, EvaluatedAnswer, evaluate_answers, noise_of
from groundfloor.analysis.reasons import QUANTITIES, differences, reasons
from groundfloor.editions import NAMES
from groundfloor.engine.position import position_text
from tests.support.play import match_at, played_match
from tests.support.table import Table

EVALUATOR = Evaluator.from_file()


def advice_of(match: Match, simulations: int = 4) -> Advice:
    found = advise(match.game.view(match.game.current_player), EVALUATOR, random.Random(1), Budget(simulations))
    assert found is not None
    return found


def test_three_best_answers_begin_with_different_words_as_far_as_the_search_has_followed_such() -> None:
    advice = advice_of(match_at("schedule"))
    verbs = {answer.text.split()[0] for answer in advice.answers[:CONSIDERED]}
    assert len({choice.text.split()[0] for choice in advice.choices}) == min(len(verbs), 3)
    assert advice.simulations == 4 and advice.kind == "schedule"
    assert all(0 <= choice.expectation.win <= 1 for choice in advice.choices)


def test_answers_come_in_the_order_in_which_the_search_prefers_them() -> None:
    """Not by what they promise: one that was hardly looked at would come first by luck, and whoever follows it loses."""
    for entries in (0, 40):
        game = match_at("schedule", entries).game
        answers = evaluate_answers(game, EVALUATOR, random.Random(1), Budget(60))
        visits = [answer.visits for answer in answers]
        assert visits == sorted(visits, reverse=True) and len(answers) == len(game.legal_actions)
        assert [choice.text for choice in advice_of(match_at("schedule", entries), 60).choices][0] == answers[0].action.text


def test_reasons_are_differences_between_the_ends_of_the_lines() -> None:
    game = match_at("schedule", 60).game
    answers = evaluate_answers(game, EVALUATOR, random.Random(1), Budget(8))
    seat, ends = game.asked_seat, [best_line(game, answer.line, EVALUATOR)[1] for answer in answers[:4]]
    by_name = {quantity.name: quantity for quantity in QUANTITIES}
    assert all(end.is_over or end._state.round == game._state.round + 1 for end in ends)
    for end in ends[1:]:
        for reason in differences(ends[0], end, seat):
            value = by_name[reason.quantity].value
            assert abs(value(ends[0], seat) - value(end, seat) - reason.change) <= 0.5


def test_reasons_speak_for_the_better_answer_or_there_are_none() -> None:
    """One time marker less and 2 money less are never the reason for what is recommended."""
    game = match_at("schedule", 60).game
    answers = evaluate_answers(game, EVALUATOR, random.Random(1), Budget(4))
    seat, ends = game.asked_seat, [best_line(game, answer.line, EVALUATOR)[1] for answer in answers[:6]]
    told = 0
    for one in ends:
        for other in ends:
            better, worse = reasons(one, other, seat, is_better=True), reasons(one, other, seat, is_better=False)
            assert not better or sum(reason.weight for reason in better) > 0
            assert not worse or sum(reason.weight for reason in worse) < 0
            told += bool(better)
    assert told


def test_answers_within_the_noise_of_the_best_share_its_place() -> None:
    advice = advice_of(match_at("schedule"))
    best = advice.choices[0].expectation
    assert all(choice.expectation.is_as_good_as(best) for choice in advice.choices[: advice.equals])


def test_an_answer_is_as_good_within_the_noise_only() -> None:
    best = Expectation(49, 20, 0.6, error=0.01)
    noise = noise_of(best, best)
    assert Expectation(49, 20, 0.6 - 0.9 * noise, error=0.01).is_as_good_as(best)
    assert not Expectation(49, 20, 0.6 - 1.1 * noise, error=0.01).is_as_good_as(best)


def test_computed_ends_are_equal_only_if_they_are_the_same() -> None:
    best = Expectation(49, 20, 1.0, is_exact=True)
    assert Expectation(49, 20, 1.0, is_exact=True).is_as_good_as(best)
    assert not Expectation(48.5, 19.5, 1.0, is_exact=True).is_as_good_as(best)


@pytest.mark.parametrize(
    ("win", "error", "band"),
    [(0.62, 0.01, (60, 60)), (0.62, 0.03, (55, 70)), (0.99, 0.001, (100, 100)), (0.01, 0.001, (0, 0)), (0.5, 0.015, (45, 55))],
)
def test_chance_is_shown_no_finer_than_the_noise(win: float, error: float, band: tuple[int, int]) -> None:
    assert Expectation(40, 0, win, error).band == band
    assert Expectation(40, 0, win, 0, is_exact=True).band == (round(100 * win), round(100 * win))


def test_move_of_the_guide_comes_first_where_it_is_as_good() -> None:
    game = match_at("schedule").game
    actions = game.legal_actions[:3]
    expected = [Expectation(49, 20, 0.6, 0.01), Expectation(48, 20, 0.59, 0.01), Expectation(40, 2, 0.3, 0.01)]
    answers = [EvaluatedAnswer(action, each, 1) for action, each in zip(actions, expected, strict=True)]
    assert [each.action for each in guided_first(answers, (actions[1].text,))] == [actions[1], actions[0], actions[2]]
    assert guided_first(answers, (actions[2].text,)) == answers


def test_move_of_the_guide_is_shown_though_it_is_worse() -> None:
    match = match_at("schedule")
    game = match.game
    worst = evaluate_answers(game, EVALUATOR, random.Random(1), Budget(4))[-1].action.text
    advice = advise(game.view(game.asked_seat), EVALUATOR, random.Random(1), Budget(4), [worst])
    assert advice is not None
    assert [choice.text for choice in advice.choices if choice.is_guided] == [worst]


def test_best_answer_is_compared_with_the_next_best_and_others_with_the_best() -> None:
    advice = advice_of(match_at("schedule"))
    first, second, third = advice.choices
    assert first.compared_with == advice.choices[min(advice.equals, 2)].text
    assert (second.compared_with, third.compared_with) == (first.text, first.text)


def test_line_leads_to_the_end_of_the_round_and_can_be_played() -> None:
    match = match_at("schedule", 30)
    advice = advice_of(match)
    assert advice.line[0].text == advice.choices[0].text
    game = match.game.copy()
    round = game._state.round
    for step in advice.line:
        assert game._state.round == round and step.is_chance == (game.chance is not None)
        game.apply(step.text)
    assert game.is_over or game._state.round == round + 1


def test_draws_of_the_line_say_how_likely_they_are() -> None:
    draws = [step for step in advice_of(match_at("schedule", 30, ("Ann", "automa:pei"))).line if step.is_chance]
    assert draws and all(0 < step.percent <= 100 for step in draws) and any(step.percent < 100 for step in draws)


def test_same_view_gets_same_advice_whatever_will_be_drawn() -> None:
    """Two matches whose keys differ have the same view until something is drawn."""
    match = match_at("schedule", 30, ("Ann", "automa:pei"))
    for _turn in range(3):
        twin = Match(match.record, read_position(position_text(match.game.position())), b"c" * 32)
        assert advice_of(match) == advice_of(twin)
        match.apply(random.Random(1).choice(match.game.legal_actions))


def test_time_that_is_up_leaves_advice_without_simulations() -> None:
    game = match_at("schedule").game
    advice = advise(game.view(game.current_player), EVALUATOR, random.Random(1), Budget(1000, lambda: True))
    assert advice is not None and advice.simulations == 0 and len(advice.choices) == 3


def test_seat_that_is_not_asked_gets_no_advice() -> None:
    game = played_match(20).game
    assert advise(game.view(1 - game.asked_seat), EVALUATOR, random.Random(1), Budget(0)) is None
    assert advise(game.view(None), EVALUATOR, random.Random(1), Budget(0)) is None


def test_focus_counts_the_answers_in_its_area() -> None:
    game = match_at("schedule", 60).game
    advice = advise(game.view(game.current_player), EVALUATOR, random.Random(1), Budget(0))
    assert advice is not None
    focus = advice.focus
    same = [action for action in game.legal_actions if (area_of(game, action) == focus.area if focus.area else action.verb == focus.verb)]
    assert focus.choices == len(same) and focus.verb == advice.choices[0].text.split()[0]


def test_task_in_the_own_company_is_in_no_area_though_its_marker_goes_to_one() -> None:
    game = match_at("schedule").game
    areas = {action.text: area_of(game, action) for action in game.legal_actions}
    assert areas["advertising networking"] == "" and areas["agency 1"] == "advertising_agency"


@pytest.mark.parametrize("name", NAMES)
def test_advice_comes_in_every_ruleset(name: str) -> None:
    match = played_match(12, ("Ann", "Ben", "Cid"), name=name)
    assert advice_of(match, 1).choices


def test_nothing_that_only_pays_later_counts_at_the_end() -> None:
    """What only pays in a round that will not come is worth nothing."""
    game = played_match(10_000).game
    assert game.is_over
    assert [quantity.name for quantity in QUANTITIES if quantity.worth(game) > 0] == ["prestige"]


def test_task_is_not_compared_with_a_remodel_nor_for_products_without_one() -> None:
    """RULES III.3"""
    game = Table("A B").give("A", money=9, info=9).go("schedule").game
    answers = {answer.action.text: answer for answer in evaluate_answers(game, EVALUATOR, random.Random(1), Budget(0))}
    chosen = [answers[text] for text in ("consulting", "remodel training", "meeting_room 1")]
    with_product = game.copy()
    with_product._state.retail_products[0] = 0
    task, remodel, other = choices_of(game, chosen, [with_product, game, game], 1, 0)
    assert (task.compared_with, remodel.compared_with, other.compared_with) == ("meeting_room 1", "consulting", "consulting")
    assert not task.reasons and not remodel.reasons
