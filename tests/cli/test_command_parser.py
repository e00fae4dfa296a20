"""What a line typed in the terminal means: a command, or an answer by its number or its name in the list."""

from __future__ import annotations

import pytest

from groundfloor.cli.command_parser import NotUnderstood, parse_line
from groundfloor.presentation.names import without_soft_hyphens
from groundfloor.presentation.plain_text import answer_name
from groundfloor.presentation.typed_moves.commands import Command
from tests.support.boards import asks, played, scene_of

WAYS_TO_PAY = {"warehouse 1 money", "warehouse 1 info"}


@pytest.mark.parametrize(("language", "door"), [("en", "Warehouse, door 1: Pay money"), ("de", "Warenlager, Tor 1: Mit Geld bezahlen")])
def test_each_answer_is_typed_as_the_list_names_it(language: str, door: str) -> None:
    """So are the two ways to pay at a door of the warehouse (``RULES III``, D)."""
    game, told = played(7, lambda game: asks("schedule", 0)(game) and WAYS_TO_PAY.issubset(each.text for each in game.legal_actions))
    scene = scene_of(game, told, 0, language=language)
    named = {without_soft_hyphens(answer_name(scene, action)): action for action in game.legal_actions}
    assert len(named) == len(game.legal_actions) and door in named
    assert {name: parse_line(name, scene) for name in named} == named


def test_number_beyond_the_list_is_the_price_that_it_names() -> None:
    game, told = played(7, asks("price", 0))
    scene = scene_of(game, told, 0)
    twelve = game.ruleset.action("price 12")
    assert twelve in game.legal_actions and len(game.legal_actions) < 12
    assert parse_line("12", scene) == twelve
    assert parse_line("1", scene) == game.legal_actions[0]
    assert isinstance(parse_line("11", scene), NotUnderstood)


def test_line_with_a_question_mark_is_no_answer() -> None:
    game, told = played(7, asks("hire", 0))
    assert parse_line("einstellen?", scene_of(game, told, 0, language="de")) == Command("what", "einstellen")
