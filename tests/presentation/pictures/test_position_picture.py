"""The picture of a position shows the city, the companies and who is asked; that of a game that is over its result."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

from groundfloor import Game, Match, new_game, ruleset
from groundfloor.editions import NAMES
from groundfloor.engine import notebook

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str | None) -> list[str]:
    assert svg is not None
    return [node.text or "" for node in ElementTree.fromstring(svg).iter(f"{SVG}text")]  # noqa: S314 - made here


def played(name: str, seats: list[str], answers: int) -> Game:
    dice = Random(3)
    game = new_game(name, seats)
    for _ in range(answers):
        if not game.is_over:
            game.apply(game.chance.draw(dice) if game.chance is not None else dice.choice(game.legal_actions))
    return game


@pytest.mark.parametrize("name", NAMES)
def test_picture_shows_the_city_and_the_companies(name: str) -> None:
    game = played(name, ["Ann", "Ben <x>"], 40)
    words = texts(game._repr_svg_())
    assert words[0].startswith(f"Round {game._state.round} of ") and "Ann" in words and "Ben <x>" in words
    assert len([word for word in words if word[1:3] == ". "]) == len(game.ruleset.areas)


def test_picture_has_a_marker_for_each_that_lies_in_the_city() -> None:
    game = new_game("second", ["Ann", "automa:pei"])
    before = str(game._repr_svg_()).count('class="shape"')
    game._state.factory_queue[0] = 0
    game._state.exchange_track[2] = 1
    assert str(game._repr_svg_()).count('class="shape"') == before + 2


def test_view_match_and_record_show_the_same_position() -> None:
    match = Match.new(ruleset("second"), ["Ann", "Ben"], {}, key=b"secret")
    assert match._repr_svg_() == match.game._repr_svg_() == match.game.view(0)._repr_svg_() == match.record._repr_svg_()
    assert "Ann is asked" in texts(match._repr_svg_())[0] or "Ben is asked" in texts(match._repr_svg_())[0]


def test_ended_game_shows_the_result() -> None:
    game = played("second", ["Ann", "Ben"], 1000)
    assert any(" wins with " in word for word in texts(game._repr_svg_()))


def test_without_the_presentation_there_is_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "DRAWING_MODULE", "groundfloor.presentation.pictures.missing")
    assert new_game()._repr_svg_() is None
