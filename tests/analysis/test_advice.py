"""Advice: the best answers in their order, with reasons that are true, and nothing that the seat may not know."""

from __future__ import annotations

import random

import pytest

from groundfloor import Match, read_position
from groundfloor.analysis import Advice, Budget, Evaluator, Expectation, advise
from groundfloor.analysis.advice import after_answer
from groundfloor.analysis.evaluated_answers import EvaluatedAnswer
from groundfloor.analysis.game_analysis import decisions_of
from groundfloor.analysis.reasons import QUANTITIES, feature_columns, quantities
from groundfloor.editions import NAMES
from groundfloor.engine.position import position_text
from tests.support.play import match_at, played_match

EVALUATOR = Evaluator.from_file()


def advice_of(match: Match, simulations: int = 4) -> Advice:
    found = advise(match.game.view(match.game.current_player), EVALUATOR, random.Random(1), Budget(simulations))
    assert found is not None
    return found


def test_three_best_answers_begin_with_different_words() -> None:
    advice = advice_of(match_at("schedule"))
    assert len({choice.text.split()[0] for choice in advice.choices}) == 3
    assert advice.simulations == 4 and advice.kind == "schedule"
    assert all(0 <= choice.expectation.win <= 1 for choice in advice.choices)


def test_better_answers_promise_more() -> None:
    for entries in (0, 40):
        for simulations in (0, 4):
            promised = [choice.expectation.utility for choice in advice_of(match_at("schedule", entries), simulations).choices]
            assert promised[0] == max(promised)


def test_reasons_are_differences_between_the_positions_after_the_answers() -> None:
    game = match_at("schedule", 60).game
    advice = advise(game.view(game.current_player), EVALUATOR, random.Random(1), Budget(0))
    assert advice is not None and advice.choices[0].reasons
    for choice in advice.choices:
        here = quantities(after_answer(game, game.ruleset.action(choice.text)), advice.seat)
        there = quantities(after_answer(game, game.ruleset.action(choice.compared_with)), advice.seat)
        for reason in choice.reasons:
            assert abs(here[reason.quantity] - there[reason.quantity] - reason.change) <= 0.5


@pytest.mark.parametrize("seats", [("Ann", "automa:pei"), ("Ann", "Ben", "Cid")])
def test_answers_are_compared_at_the_same_moment(seats: tuple[str, ...]) -> None:
    """Not one of them before the new time markers of the next round and another one after them."""
    for _entry, game, _action in decisions_of(played_match(1000, seats).record, None):
        for action in game.legal_actions:
            after = after_answer(game, action)
            assert (after.state.round, after.state.phase) == (game.state.round, game.state.phase)
            rival = 1 - game.asked_seat if len(seats) == 2 else 0
            assert rival == game.asked_seat or after.state.players[rival].time == game.state.players[rival].time


def test_answers_that_promise_as_much_as_the_best_are_counted() -> None:
    advice = advice_of(match_at("schedule"))
    best = advice.choices[0].expectation
    assert advice.equals == sum(choice.expectation.is_as_good_as(best) for choice in advice.choices) >= 1


def test_answers_that_show_the_same_figures_are_equally_good() -> None:
    best, same, worse = Expectation(49.2, 22, 0.973), Expectation(48.8, 16, 0.968), Expectation(47, 22, 0.9)
    assert same.is_as_good_as(best) and not worse.is_as_good_as(best)


def test_answers_as_good_as_the_best_come_before_others(monkeypatch: pytest.MonkeyPatch) -> None:
    game = match_at("schedule").game
    verbs = {action.verb: action for action in game.legal_actions}
    shown = [Expectation(49.2, 22, 0.973), Expectation(47, 22, 0.9), Expectation(48.8, 16, 0.968)]
    answers = [EvaluatedAnswer(action, expected, 1) for action, expected in zip(verbs.values(), shown, strict=False)]
    monkeypatch.setattr("groundfloor.analysis.advice.evaluate_answers", lambda *_: answers)
    advice = advise(game.view(game.asked_seat), EVALUATOR, random.Random(1), Budget(0))
    assert advice is not None and advice.equals == 2
    assert [choice.expectation for choice in advice.choices] == [shown[0], shown[2], shown[1]]


def test_best_answer_is_compared_with_second_and_others_with_best() -> None:
    first, second, third = advice_of(match_at("schedule")).choices
    assert (first.compared_with, second.compared_with, third.compared_with) == (second.text, first.text, first.text)


def test_line_leads_to_the_end_of_the_round_and_can_be_played() -> None:
    match = match_at("schedule", 30)
    advice = advice_of(match)
    assert advice.line[0].text == advice.choices[0].text
    game = match.game.copy()
    round = game.state.round
    for step in advice.line:
        assert game.state.round == round and step.is_chance == (game.chance is not None)
        game.apply(step.text)
    assert game.is_over or game.state.round == round + 1


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
    same = [
        action
        for action in game.legal_actions
        if (game.quote(action).resolves_in == focus.area if focus.area else action.verb == focus.verb)
    ]
    assert focus.choices == len(same) and focus.verb == advice.choices[0].text.split()[0]


@pytest.mark.parametrize("name", NAMES)
def test_advice_comes_in_every_ruleset(name: str) -> None:
    match = played_match(12, ("Ann", "Ben", "Cid"), name=name)
    assert advice_of(match, 1).choices


def test_every_quantity_has_features_of_its_own() -> None:
    used = [place for places in feature_columns().values() for place in places]
    assert len(used) == len(set(used))
    assert all(feature_columns()[quantity.name] for quantity in QUANTITIES)
