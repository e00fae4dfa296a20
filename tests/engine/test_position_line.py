"""A position in one line is exact, and read back; what is no position is refused with a sentence."""

from __future__ import annotations

import re

import pytest

from groundfloor import Game, new_game, read_position, ruleset
from groundfloor.engine.errors import BadPosition, GroundfloorError


def test_line_is_read_back(games: list[Game]) -> None:
    for game in games[::7]:
        line = game.position_line()
        twin = read_position(line)
        assert "\n" not in line and line.isascii() and twin == game
        assert twin.position() == game.position() and twin.position_line() == line


def test_line_has_options_house_values_and_any_name() -> None:
    rules = ruleset("second").with_overrides({"start.money": 12})
    game = new_game(rules, ["Zoë, / von A.", "automa:pei", "-"], {"era": "random"})
    assert read_position(game.position_line()) == game
    assert " era=random %7B%22start.money%22%3A12%7D red,Zo%C3%AB%2C%20%2F%20von%20A./" in game.position_line()


LINE = new_game("second", ["Ann", "Ben"]).position_line()
WORDS = LINE.split(" ")


def with_word(place: int, pattern: str, text: str) -> str:
    """Returns the line with another text in one of its words."""
    changed, count = re.subn(pattern, text, WORDS[place], count=1)
    assert count == 1
    return " ".join([*WORDS[:place], changed, *WORDS[place + 1 :]])


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("gf1 second.1", "begins with gf1 and has at least 9 words"),
        (LINE + " x", "with 2 seats it has 9 words"),
        (with_word(1, "second", "third"), "no ruleset 'third'"),
        (with_word(1, r"\.1", ".x"), "'revision' must be a whole number"),
        (with_word(2, "-", "moon=full"), "no option 'moon'"),
        (with_word(3, "-", "%7B"), "house values are not JSON"),
        (with_word(3, "-", "5"), "house values must be an object"),
        (with_word(4, "red,", ""), "A seat is written COLOUR,NAME"),
        (with_word(5, "^0,", ""), "fields where it must have"),
        (with_word(5, "^0,", "x,"), "'round' must be a whole number"),
        (with_word(5, "^0,0,-", "0,0,99"), "'area' can't be '99'"),
        (with_word(6, "^[0-9]+", "!"), "'money' must be a whole number"),
        (with_word(6, "000000", "00000!"), "can't be '00000!'"),
        (with_word(6, "000000", "(5"), "can't be '\\(5'"),
        (with_word(8, "setup", "party"), "There is no step 'party'"),
        (with_word(5, "^0,", "00,"), "written in another way"),
    ],
)
def test_what_is_no_position_is_refused(line: str, sentence: str) -> None:
    with pytest.raises(GroundfloorError, match=sentence):
        read_position(line)


def test_every_shortened_line_is_refused() -> None:
    for length in range(len("gf1 "), len(LINE)):
        with pytest.raises(GroundfloorError):
            read_position(LINE[:length])


def test_large_numbers_of_a_list_stand_in_parentheses() -> None:
    game = new_game("second", ["Ann", "Ben"])
    game._state.copies_left[0] = 62
    assert ",(62)" in game.position_line()
    with pytest.raises(BadPosition, match="copies"):
        read_position(game.position_line())
