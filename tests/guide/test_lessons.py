"""The guide's data: every branch of it, in the rulesets that have Pei."""

from __future__ import annotations

import random

import pytest

from groundfloor import new_game
from groundfloor.editions import ruleset
from groundfloor.engine.match import Match
from groundfloor.engine.record import Record
from groundfloor.guide import LESSONS, GuideState, Hint, guided_match, hint, reply
from groundfloor.guide.lessons import ANY_OTHER
from groundfloor.presentation.translations import translations_of

CLOSING = {"after_task": "end", "after_turn": "end", "after_buy": "end"}


def said(match: Match, skipped: tuple[str, ...] = ()) -> Hint | None:
    return hint(match.record, match.game, match.game.asked_seat, skipped)


def is_lesson(step: Hint) -> bool:
    return step.number > 0 or step.is_advice


def follow(match: Match) -> list[tuple[Hint, int]]:
    """Follows the guide to the end of its lessons; each step, with the number of entries before it."""
    found: list[tuple[Hint, int]] = []
    skipped: tuple[str, ...] = ()
    while match.game._state.round <= 3:
        step = said(match, skipped)
        if step is None or not is_lesson(step):
            legal = [action.text for action in match.game.legal_actions]
            match.apply(CLOSING.get(match.game.question_kind) or ("done" if "done" in legal else legal[0]))
            continue
        found.append((step, len(match.record.entries)))
        if step.moves:
            match.apply(step.moves[0])
        else:
            skipped = (*skipped, step.id)
    return found


@pytest.mark.parametrize("name", ["second", "online"])
def test_following_guide_reaches_every_lesson(name: str) -> None:
    match = guided_match("Ann", ruleset(name))
    steps = [step.id for step, _ in follow(match)]
    assert steps == [lesson.id for lesson in LESSONS]
    player = match.game._state.players[0]
    assert len(player.floors) == 1 and player.employee_count == 2 and match.game.scores()[0].seat == 0


@pytest.mark.parametrize("name", ["second", "online"])
def test_every_other_move_is_answered_and_leads_on(name: str) -> None:
    """From each step each kind of other move is answered; after it the guide goes on, and undo leads back to the step."""
    played = guided_match("Ann", ruleset(name))
    skipped: tuple[str, ...] = ()
    for step, count in follow(played):
        match = Match.resume(played.record.prefix(count), played.key)
        assert said(match, skipped) == step
        others = {action.verb: action for action in match.game.legal_actions if action.text not in step.moves}
        for action in others.values():
            assert bool(reply(step, action)) == bool(step.moves)
            before = len(match.record.active_entries())
            match.apply(action)
            following = said(match, skipped)
            assert following is None or following.text % following.numbers
            match.undo(0, len(match.record.active_entries()) - before)
            assert said(match, skipped) == step
        assert all(not reply(step, match.game.ruleset.action(move)) for move in step.moves)
        if not step.moves:
            skipped = (*skipped, step.id)


def test_guided_rounds_are_numbered_and_advice_after_them_is_not() -> None:
    steps = [step for step, _ in follow(guided_match("Ann"))]
    numbered = [step.number for step in steps if not step.is_advice]
    assert numbered == list(range(1, steps[0].count + 1)) and steps[0].count <= 18
    assert [step.id for step in steps if step.is_advice] == ["learned", "first_hire", "training"] and all(is_lesson(step) for step in steps)


def play_without(left_out: str) -> list[Hint]:
    """Follows the guide, but for one lesson, which is skipped; returns what it said."""
    match, skipped, found = guided_match("Ann"), [left_out], []
    while match.game._state.round <= 3:
        step = said(match, tuple(skipped))
        legal = [action.text for action in match.game.legal_actions]
        if step is not None and is_lesson(step):
            found.append(step)
        if step is not None and is_lesson(step) and not step.moves:
            skipped.append(step.id)
        elif step is not None and step.moves:
            match.apply(step.moves[0])
        else:
            match.apply(CLOSING.get(match.game.question_kind) or ("done" if "done" in legal else legal[-1]))
    return found


@pytest.mark.parametrize(("left_out", "untold"), [("meeting", "again"), ("first_hire", "training")])
def test_lesson_is_passed_over_where_its_words_would_not_hold(left_out: str, untold: str) -> None:
    assert untold not in [step.id for step in play_without(left_out)]


@pytest.mark.parametrize(("first", "is_proposed"), [("agency 5", True), ("meeting_room 2", False), ("assembly", False)])
def test_training_is_proposed_while_half_of_the_time_is_left_after_it(first: str, is_proposed: bool) -> None:
    match = guided_match("Ann")
    step, count = next(found for found in follow(match) if found[0].id == "training")
    match = Match.resume(match.record.prefix(count), match.key)
    match.apply(first)
    while match.game.question_kind != "schedule":
        match.apply(CLOSING.get(match.game.question_kind) or match.game.legal_actions[0].text)
    following = said(match)
    assert (following is not None and following.moves == step.moves) == is_proposed


def test_time_left_is_the_time_that_is_left() -> None:
    """Somebody who skipped a task has more time left at the next step than somebody who followed."""
    agency = next(step for step in play_without("research") if step.id == "agency")
    assert agency.numbers["time"] == 2 and "Time markers left: 2." in agency.sentence(translations_of("en"))


@pytest.mark.parametrize(
    ("id", "action"), [("remodel", "remodel advertising"), ("first_hire", "done"), ("floor", "buy network_admin training")]
)
def test_answer_does_not_contradict_its_lesson(id: str, action: str) -> None:
    """What a lesson proposes has an answer of its own to its nearest alternative, not the general one."""
    match = guided_match("Ann")
    for step, count in follow(match):
        if step.id == id:
            legal = {each.text: each for each in Match.resume(match.record.prefix(count), match.key).game.legal_actions}
            assert reply(step, legal[action]) not in ("", *ANY_OTHER.values())


def test_introduction_comes_once() -> None:
    """Without lessons a new kind of decision is introduced the first time, and not again."""
    match, dice = guided_match("Ann"), random.Random(1)
    introduced: list[str] = []
    while not match.game.is_over:
        step = said(match, tuple(lesson.id for lesson in LESSONS))
        if step is not None:
            introduced.append(step.id)
        match.apply(dice.choice(match.game.legal_actions))
    assert {"hire", "schedule"} < set(introduced) and len(introduced) == len(set(introduced))


def test_introduction_to_dropping_comes_only_with_a_choice() -> None:
    """RULES IV.H.2, 11.2: it speaks of a lower price and of liquidation; where only liquidation is left, nothing is asked."""
    asked = 0
    for seed in range(6):
        dice, game = random.Random(seed), new_game("second", ["Ann", "Ben", "Cleo"])
        while not game.is_over:
            legal = game.legal_actions
            if game.chance is not None:
                game.apply(game.chance.draw(dice))
                continue
            if game.question_kind == "drop":
                asked += 1
                assert {action.second_operand > 0 for action in legal} == {True, False}, "a lower price, and liquidation"
            factories = [action for action in legal if action.verb in ("factory", "warehouse")]
            game.apply(dice.choice(factories or list(legal)))
    assert asked


def test_guide_says_nothing_to_others_and_after_the_end() -> None:
    match = guided_match("Ann")
    assert hint(match.record, match.game, 1) is None
    while not match.game.is_over:
        match.apply(match.game.legal_actions[-1])
    assert hint(match.record, match.game, 0) is None


def test_step_is_found_from_the_record_alone() -> None:
    """A reload, or another day: the text of the record leads to the same step."""
    match = guided_match("Ann")
    match.apply("done")
    read = Record.parse(match.record.format(), ruleset)
    assert said(match) == hint(read, read.replay(), 0)


def test_state_of_guide_is_read_as_written() -> None:
    state = GuideState(True, ("goal", "hire"))
    assert GuideState.parse(state.format()) == state
    assert GuideState.parse("left goal nonsense goal") == GuideState(True, ("goal",))
