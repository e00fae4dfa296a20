"""The round ahead in the terminal."""

from __future__ import annotations

from groundfloor import Match, ruleset

from .typed_session import TypedSession


def said(*lines: str, language: str = "en") -> str:
    match = Match.new(ruleset("second"), ["Ann", "Ben"], {"deck": "preset"}, key=b"secret")
    return TypedSession(match, lines, language=language).run()


def test_plan_shows_what_each_step_leaves_and_what_is_not_possible() -> None:
    text = said("plan", "plan add hire", "plan add training", "plan add fac", "plan up 3", "plan drop 1")
    assert "empty. To add a task" in text
    assert "1. Hire an employee; leaves 4 time markers, 4 money, 2 info, 1 supply." in text
    assert "2. Factory, space 1; leaves 3 time markers, 2 money, 0 info, 0 supply." in text
    assert "2. Training: not possible. You have no untrained employee." in text


def test_plan_next_plays_step_and_drops_it() -> None:
    text = said("plan add hire", "plan next", "done", "plan", "plan next")
    assert "hired" in text and "No step of the plan is possible now." in text


def test_impossible_change_is_answered_with_a_sentence() -> None:
    text = said("plan add warehouse 1", "plan drop 4", "plan sing", language="de")
    assert "kann mehreres heißen" in text or "mehreres" in text
    assert "Der Plan hat keinen Schritt 4." in text and "Ein Plan kennt" in text


def test_plan_makes_its_moves_until_one_is_not_possible() -> None:
    text = said("plan add hire", "plan add factory at most 1", "plan start", "done")
    assert "Ann hired an employee" in text
    assert "The plan has stopped at “Factory”. It costs 2 money, and your plan allows 1." in text


def test_turn_is_ended_after_a_planned_task_and_undo_stops_the_plan() -> None:
    begin = ("done", "done", "plan add meeting room 1", "plan add consulting", "plan start")
    assert "Ann held a meeting in the Meeting Room" in (text := said(*begin, "undo", "plan")) and "Ben: Schedule one task." in text
    assert "The plan has stopped, as a decision of yours was taken back." in text


def test_empty_plan_can_not_start() -> None:
    assert "Der Plan ist leer" in said("plan los", language="de")


def test_german_words_change_plan() -> None:
    assert "Fabrik, Feld 1" in said("plan dazu factory", language="de")
