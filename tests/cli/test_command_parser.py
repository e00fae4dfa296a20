"""Lines typed in the terminal: commands and answers, in English and in German."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from groundfloor.cli.command_parser import NotUnderstood, parse_line
from groundfloor.cli.play import completion, print_introduction
from groundfloor.editions import ruleset
from groundfloor.engine.match import Match
from groundfloor.guide import guided_match
from groundfloor.presentation.names import without_soft_hyphens
from groundfloor.presentation.plain_text import answer_name
from groundfloor.presentation.typed_moves.commands import Command
from groundfloor.presentation.typed_moves.move_names import move_name
from tests.support.boards import asks, played, view_of

from .typed_session import TypedSession

WAYS_TO_PAY = {"warehouse 1 money", "warehouse 1 info"}


@pytest.mark.parametrize(("language", "door"), [("en", "Warehouse, door 1: Pay money"), ("de", "Warenlager, Tor 1: Mit Geld bezahlen")])
def test_each_answer_is_typed_as_the_list_names_it(language: str, door: str) -> None:
    """So are the two ways to pay at a door of the warehouse (``RULES III``, D)."""
    game, told = played(7, lambda game: asks("schedule", 0)(game) and WAYS_TO_PAY.issubset(each.text for each in game.legal_actions))
    view = view_of(game, told, 0, language=language)
    named = {without_soft_hyphens(answer_name(view, action)): action for action in game.legal_actions}
    assert len(named) == len(game.legal_actions) and door in named
    assert {name: parse_line(name, view) for name in named} == named


@pytest.mark.parametrize("line", ["lager 1 geld", "/lager 1 geld", "/ Lager 1 Geld"])
def test_part_of_a_compound_is_enough_and_a_slash_before_it_is_dropped(line: str) -> None:
    game, told = played(7, lambda game: asks("schedule", 0)(game) and WAYS_TO_PAY.issubset(each.text for each in game.legal_actions))
    assert parse_line(line, view_of(game, told, 0, language="de")) == game.ruleset.action("warehouse 1 money")
    assert parse_line("/hilfe", view_of(game, told, 0, language="de")) == Command("help", "")
    assert parse_line("/ 2", view_of(game, told, 0)) == game.legal_actions[1]


def test_number_beyond_the_list_is_the_price_that_it_names() -> None:
    game, told = played(7, asks("price", 0))
    view = view_of(game, told, 0)
    twelve = game.ruleset.action("price 12")
    assert twelve in game.legal_actions and len(game.legal_actions) < 12
    assert parse_line("12", view) == twelve
    assert parse_line("1", view) == game.legal_actions[0]
    assert isinstance(parse_line("11", view), NotUnderstood)


def test_line_with_a_question_mark_is_no_answer() -> None:
    game, told = played(7, asks("hire", 0))
    assert parse_line("einstellen?", view_of(game, told, 0, language="de")) == Command("what", "einstellen")


KEY = bytes(range(32))


def german_lines(played: TypedSession, dice: Random) -> Iterator[str]:
    """Yields for each question the German name of an answer; most of those that do something."""
    while not (view := played.session.view).game.is_over:
        lively = [action for action in view.game.legal_actions if action.verb not in ("done", "none", "end")]
        action = dice.choice(lively if lively and dice.random() < 0.8 else view.game.legal_actions)
        yield move_name(view, action).lower()


@pytest.mark.parametrize(
    ("rules", "seats"),
    [("second", ("Ann", "automa:pei")), ("online", ("Ann", "Ben")), ("first", ("Ann", "Ben")), ("manual", ("Ann", "Ben"))],
)
def test_a_whole_game_is_typed_in_german(rules: str, seats: tuple[str, ...]) -> None:
    """Every line is understood as the answer that it names, and the English texts of actions are nowhere."""
    played = TypedSession(Match.new(ruleset(rules), seats, {}, KEY), language="de")
    played.session.is_brief = True
    played.lines = german_lines(played, Random(5))
    said = played.run()
    assert played.session.match.game.is_over
    assert "geht jetzt nicht" not in said and "kann mehreres bedeuten" not in said and "Nicht möglich" not in said
    assert "_" not in said and "meeting" not in said.casefold()


def test_introduction_names_rules_and_options_in_german() -> None:
    played = TypedSession(Match.new(ruleset("second"), ("Ann", "Ben"), {"deck": "preset", "windfall": "on"}, KEY), language="de")
    print_introduction(played.session)
    assert played.printed[0] == "Ground Floor: Zweite Auflage; Prognosestapel: vorbereitet, alle Arten offen; Warmer Regen: an."


def answers(*lines: str, seats: tuple[str, ...] = ("Ann", "Ben")) -> list[str]:
    played = TypedSession(Match.new(ruleset("second"), seats, {"deck": "preset"}, KEY), lines, language="de")
    played.run()
    return played.entries()


def test_yes_and_no_answer_a_question_and_nothing_else() -> None:
    assert answers("ja", "nein") == ["1 hire", "2 done"]
    assert answers("nein", "nein", "ja", "ok", "") == ["1 done", "2 done"]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["börse 3"], "„börse 3“ geht jetzt nicht. Möglich: Angestellten einstellen, Fertig mit Einstellen."),
        (["nein", "nein", "kaufen"], "„kaufen“ geht jetzt nicht. Möglich: Unternehmensberatung, Werbeagentur, Warenlager, Fabrik, Börse, "),
        (["nein", "nein", "zug beenden"], "Solange eine Aktion möglich ist, musst du eine wählen."),
    ],
)
def test_answer_to_another_question_is_refused_with_what_is_possible(lines: list[str], said: str) -> None:
    played = TypedSession(Match.new(ruleset("second"), ("Ann", "Ben"), {"deck": "preset"}, KEY), lines, language="de")
    assert said in " ".join(played.run().split())
    assert played.entries() == ["1 done", "2 done"][: len(lines) - 1]


def test_back_takes_back_and_does_not_answer_no() -> None:
    assert answers("ja", "zurück") == ["1 hire", "1 undo 1"]


@pytest.mark.parametrize(
    ("typed", "entries"), [("ja", ["1 hire"]), ("", ["1 hire"]), ("ok", ["1 hire"]), ("nein", []), ("fertig", ["1 done"])]
)
def test_move_that_the_guide_has_answered_waits_for_yes(typed: str, entries: list[str]) -> None:
    played = TypedSession(guided_match("Ann"), ["einstellen", typed], ["", ""], language="de")
    assert "oder „ja“" in played.run()
    assert played.entries() == entries


def test_tab_completes_names_of_answers_and_commands() -> None:
    played = TypedSession(Match.new(ruleset("second"), ("Ann", "Ben"), {"deck": "preset"}, KEY), ["nein", "nein"], language="de")
    played.run()
    suggested = played.session.suggestions()
    assert [completion(suggested, "boerse", number) for number in range(5)] == ["Börse 1", "Börse 2", "Börse 3", "Börse 4", None]
    assert completion(suggested, "wer", 1) == "Werbeagentur 2" and completion(suggested, "wert", 0) == "wertung"


def test_tab_completes_what_follows_a_command() -> None:
    played = TypedSession(Match.new(ruleset("second"), ("Ann", "Ben"), {"deck": "preset"}, KEY), ["quit"], language="de")
    suggested = played.session.suggestions()
    assert completion(suggested, "zeige be", 0) == "zeige Ben" and completion(suggested, "zeige sk", 0) == "zeige skalen"
    assert completion(suggested, "begleiter a", 0) == "begleiter aus" and completion(suggested, "vorschlag w", 0) == "vorschlag wertung"
