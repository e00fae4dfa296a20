"""Commands of a game in the terminal: what things are for, plans of the round ahead, and hints."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundfloor import Match, ruleset
from groundfloor.cli.commands import what_lines
from groundfloor.engine.record import Purpose
from groundfloor.engine.seats import Seat
from tests.support.boards import asks, played, view_of

from .typed_session import TypedSession

PEOPLE = (Seat("Ann", colour="red"), Seat("Ben", colour="blue"))


def what_is(rest: str, language: str = "en") -> list[str]:
    game, told = played(7, asks("schedule", 0), PEOPLE)
    return what_lines(view_of(game, told, 0, language=language), rest)


def test_alone_it_is_about_the_question() -> None:
    assert what_is("")[0].startswith("Schedule a task: Use your time markers")


@pytest.mark.parametrize("rest", ["warehouse", "ware", "WAREHOUSE", "Warehouse"])
def test_place_is_named_as_in_answers_or_by_its_name(rest: str) -> None:
    assert what_is(rest) == [
        "Warehouse: Supply, from which products are made. Some tasks of rooms and floors use it too.",
        "Rule IV.D: Fetching supply",
    ]


@pytest.mark.parametrize("rest", ["agency", "buy investor", "remodel meeting_room", "info", "e-commerce", "hire"])
def test_everything_that_can_be_answered_has_a_purpose(rest: str) -> None:
    assert len(what_is(rest)) >= 2 and ": " in what_is(rest)[0]


def test_german_names_are_understood() -> None:
    assert what_is("warenlager", "de")[0].startswith("Warenlager: Ware, aus der")


def test_unknown_name_says_what_can_be_named() -> None:
    assert what_is("xyzzy") == ["There is no “xyzzy”. Name a place as in an answer, such as: what factory, what investor, what info."]


def test_price_of_hiring_is_the_job_markets_in_every_phase() -> None:
    """``RULES II.2``."""
    game, _told = played(7, asks("schedule", 0), PEOPLE)
    price = game.ruleset.job_market_prices[game._state.job_market - 1]
    assert f"{price} money and {price} info" in what_is("hire")[0]


def planned(*lines: str, language: str = "en") -> str:
    match = Match.new(ruleset("second"), ["Ann", "Ben"], {"deck": "preset"}, key=b"secret")
    return TypedSession(match, lines, language=language).run()


def test_plan_shows_what_each_step_leaves_and_what_is_not_possible() -> None:
    text = planned("plan", "plan add hire", "plan add training", "plan add fac", "plan up 3", "plan drop 1")
    assert "empty. To add a task" in text
    assert "1. Hire an employee; leaves 4 time markers, 4 money, 2 info, 1 supply." in text
    assert "2. Factory, space 1; leaves 3 time markers, 2 money, 0 info, 0 supply." in text
    assert "2. Training: not possible. You have no untrained employee." in text


def test_plan_next_plays_step_and_drops_it() -> None:
    text = planned("plan add hire", "plan next", "done", "plan", "plan next")
    assert "hired" in text and "No step of the plan is possible now." in text


def test_impossible_change_is_answered_with_a_sentence() -> None:
    text = planned("plan add warehouse 1", "plan drop 4", "plan sing", language="de")
    assert "kann mehreres heißen" in text or "mehreres" in text
    assert "Der Plan hat keinen Schritt 4." in text and "Ein Plan kennt" in text


def test_plan_makes_its_moves_until_one_is_not_possible() -> None:
    text = planned("plan add hire", "plan add factory at most 1", "plan start", "done")
    assert "Ann hired an employee" in text
    assert "The plan has stopped at “Factory”. It costs 2 money, and your plan allows 1." in text


def test_turn_is_ended_after_a_planned_task_and_undo_stops_the_plan() -> None:
    begin = ("done", "done", "plan add meeting room 1", "plan add consulting", "plan start")
    assert "Ann held a meeting in the Meeting Room" in (text := planned(*begin, "undo", "plan")) and "Ben: Schedule one task." in text
    assert "The plan has stopped, as a decision of yours was taken back." in text


def test_empty_plan_can_not_start() -> None:
    assert "Der Plan ist leer" in planned("plan los", language="de")


def test_german_words_change_plan() -> None:
    assert "Fabrik, Feld 1" in planned("plan dazu factory", language="de")


def hinted(*lines: str, seats: tuple[str, ...] = ("Ann", "Ben"), purpose: Purpose = "practice", language: str = "en") -> str:
    match = Match.new(ruleset("second"), list(seats), {"deck": "preset"} if len(seats) > 1 else {}, key=b"secret", purpose=purpose)
    return TypedSession(match, lines, language=language).run()


@pytest.fixture(autouse=True)
def _few_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has hints depend on the number of simulations alone, not on how busy the machine is."""
    monkeypatch.setattr("groundfloor.cli.commands.HINT_SIMULATIONS", 2)
    monkeypatch.setattr("groundfloor.cli.commands.HINT_SECONDS", 600.0)


def test_three_strengths_say_more_and_more() -> None:
    first, second, third = hinted("hint"), hinted("hint 2"), hinted("hint 3")
    assert "Choose “" in first and "Expected:" not in first and "More: hint 2." in first
    assert "1. Hire an employee. " in second or "1. Done hiring. " in second
    assert "Expected: " in second and "winning chance" in second and "2 continuations searched." in second and "The best line" not in second
    assert "The best line to the end of the round" in third and "- Ann: " in third and "chance, assumed: " in third


def test_german_hint_has_a_german_word() -> None:
    text = hinted("tipp 2", language="de")
    assert "Wähle „" in text and "Gewinnchance" in text and "2 Fortsetzungen durchsucht." in text


def test_tables_of_several_people_have_no_hints() -> None:
    assert "There are no hints at tables of several people." in hinted("hint", purpose="")


def test_unknown_strength_is_answered_with_the_possible_ones() -> None:
    assert "There are three hints" in hinted("hint 4")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("why factory", "Factory: Not possible: that is decided in phase III (Schedule business), and now it is: Hire employees."),
        ("why agency 2", "that is decided in phase III (Schedule business), and now it is: Hire employees."),
    ],
)
def test_why_says_which_phase_a_task_belongs_to(typed: str, sentence: str) -> None:
    assert sentence in planned(typed, "quit")


def test_why_says_that_hiring_is_over() -> None:
    assert "Not possible: that is decided in phase II (Hire employees), and now it is: Schedule business." in planned(
        "done", "done", "why hire", "quit"
    )
    assert "das wird in Phase III (" in planned("warum fabrik", "ende", language="de")


def at_table(*lines: str, seats: tuple[str, ...] = ("Ann", "Ben"), agents: tuple[str, ...] = (), purpose: Purpose = "") -> TypedSession:
    match = Match.new(ruleset("second"), list(seats), {"deck": "preset"}, key=b"secret", purpose=purpose)
    return TypedSession(match, [*lines, "quit"], agents)


def test_preferences_are_listed_and_switched() -> None:
    played = at_table("set", "set 2", "set 9")
    said = played.run()
    assert "1. Play without confirming: on" in said and "2. Always skip hiring: on" in said
    assert "There are preferences 1 to 3" in said and played.entries() == ["1 done"]


def test_move_waits_for_enter_where_each_is_confirmed() -> None:
    played = at_table("set 1 off", "hire", "back", "done", "")
    said = played.run()
    assert "Chosen, and not made yet: Hire." in said and "Ann took back: Hire." in said
    assert played.entries() == ["1 done"]


def test_bot_plays_for_a_person_until_they_come_back() -> None:
    played = at_table("bot", "bot Ann greedy", "done", "bot Ann off", "bot nobody greedy", "bot kasparov")
    said = played.run()
    assert "Ann: a person." in said and "Ann is played by a bot from here on: Greedy." in said and "Ann is played by a person" in said
    assert "Name one of the people at the table: Ann, Ben." in said and "There is no bot “kasparov”" in said


def test_game_is_ended_with_scores_if_everybody_agrees() -> None:
    said = at_table("propose", seats=("Ann", "Ben")).run()
    assert "propose score: End the game here. It is scored as it stands." in said and "propose cancel: Cancel the game." in said
    refused = at_table("propose score", "yes", "no")
    assert "Refused: the game goes on." in refused.run() and not refused.session.table.game.is_over
    agreed = at_table("propose score", "yes", "yes")
    assert "is scored as it stands" in agreed.run() and agreed.session.match.record.ending == "score"
    assert not at_table("propose cancel", "no").session.table.game.is_over
    assert (
        "practice and the city of the day are ended by leaving them"
        in at_table("propose cancel", "yes", seats=("Ann", "greedy 2"), agents=("", "greedy"), purpose="practice").run()
    )


def test_table_is_shown_as_it_stood() -> None:
    said = at_table("hire", "done", "past", "past 0 me", "past 9999").run()
    assert said.count("Name an entry: past 31") == 2
    before = said.partition("After entry 0")[2].partition("Ann> ")[0]
    assert "1 employee, the CEO included" in before


def test_round_is_told_again_step_by_step() -> None:
    said = at_table("hire", "film", "", "", "stop", "film 7").run()
    assert "Round 1, Receive income:" in said and "money 3 → 12" in said and "Enter goes on, any word stops: " in said
    assert "Name a round from 1 to 1" in said


def test_notes_are_kept_beside_the_file(tmp_path: Path) -> None:
    played = at_table("note", f"save {tmp_path / 'game.gfr'}", "note watch the factory", "note and the bank", "note")
    said = played.run()
    assert "There are no notes." in said and "watch the factory\nand the bank" in said
    assert (tmp_path / "game.gfr.notes").read_text() == "watch the factory\nand the bank"


def test_analysis_waits_for_the_end() -> None:
    assert "The analysis comes when the game is over." in at_table("analyse").run()


def test_advice_at_a_practice_table_goes_on_until_it_is_switched_off() -> None:
    said = at_table("guide on", "done", "guide off", "hint", seats=("Ann", "greedy 2"), agents=("", "greedy"), purpose="practice").run()
    assert said.count("continuations searched") == 3 and "The guide is away" in said


def test_game_that_is_over_can_be_looked_at() -> None:
    played = at_table("propose score", "yes", "yes", "log 1", "factory", "score", "past 0", "")
    said = played.run()
    assert "The game is over. Type help for what can be looked at, or Enter to leave." in said and "After entry 0" in said
