"""Effects: a sentence for each room, improvement and specialty, with the ruleset's own numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from groundfloor.editions import ruleset
from groundfloor.editions.build import build
from groundfloor.editions.second import SECOND
from groundfloor.engine.ruleset import Value
from groundfloor.presentation import effects, names
from groundfloor.presentation.translations import LANGUAGES, translations_of
from groundfloor.server.pages.rooms import files


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_an_effect_with_its_numbers_filled_in(language: str) -> None:
    rules, translations = ruleset(), translations_of(language)
    sentences = [effects.of_tile(tile, translations) for tile in rules.tiles]
    sentences += [effects.of_specialty(specialty, translations) for specialty in rules.specialties]
    sentences += [effects.of_room(rules, room, translations, remodeled=better) for room in range(6) for better in (False, True)]
    for sentence in sentences:
        assert sentence
        assert "%" not in sentence
        assert not sentence.endswith(".")


@pytest.mark.parametrize(
    ("id", "sentence"),
    [
        ("conference_room", "2 time markers: 5 info, 2× a round"),
        ("construction_admin", "3 time markers: a marker from your stock on the next construction space, 3× a round"),
        ("online_store", "3 time markers and 1 supply: 6 money, 2× a round"),
        ("research_lab", "1 time marker and 1 supply: 3 money and 3 info, 3× a round"),
        ("human_resources", "Hiring costs 3 money and 3 info less"),
        ("internship_program", "1 time marker with each income"),
        ("corner_office", "Worth 8 prestige; counts as an achievement floor"),
        ("production", "At the end 3 prestige for each supply in your storage closet"),
        ("tenant_improvement_achievement", "At the end 1 prestige for each of your tenant improvements, this one included"),
    ],
)
def test_an_improvement_says_what_it_does(id: str, sentence: str) -> None:
    rules = ruleset()
    assert effects.of_tile(rules.tiles[rules.tile(id)], translations_of("en")) == sentence


SPRITE = files("templates")["board/sprite.html"].read_text("utf-8")


@pytest.mark.parametrize("rules", ["second", "first", "online", "manual"])
def test_every_improvement_has_symbols_that_are_drawn(rules: str) -> None:
    for tile in ruleset(rules).tiles:
        symbols = effects.symbols_of_tile(tile)
        assert symbols, tile.id
        assert all(f'id="i-{symbol.icon}"' in SPRITE for symbol in symbols if symbol.icon not in ("", "use")), tile.id


@pytest.mark.parametrize(
    ("id", "shown"),
    [
        ("conference_room", "2 time arrow 5 info use use"),
        ("human_resources", "−3 money −3 info / untrained"),
        ("skyline", "+1 prestige / storey"),
        ("corner_office", "–"),
    ],
)
def test_symbols_say_the_same_as_the_sentence(id: str, shown: str) -> None:
    rules = ruleset()
    symbols = effects.symbols_of_tile(rules.tiles[rules.tile(id)])
    assert " ".join(text for symbol in symbols for text in (symbol.number, symbol.icon) if text) == shown


def test_symbols_leave_out_what_house_values_make_nothing() -> None:
    values = dict(ruleset().values) | {"floor.research_lab": Value((1, 0, 3, 3, 0), "assumed", "house")}
    rules = build(replace(SECOND, values=values))
    symbols = effects.symbols_of_tile(rules.tiles[rules.tile("research_lab")])
    assert [symbol.icon for symbol in symbols] == ["time", "arrow", "money", "use", "use", "use"]


def test_a_remodeled_room_describes_both_of_its_actions() -> None:
    rules, english = ruleset(), translations_of("en")
    room = rules.room("meeting_room")
    assert effects.of_room(rules, room, english) == "1 time marker: 1 info"
    assert effects.of_room(rules, room, english, remodeled=True) == "1 time marker: 1 info; 2 time markers: 3 info"


def test_a_specialty_says_what_it_gives_in_german() -> None:
    given = {s.id: effects.of_specialty(s, translations_of("de")) for s in ruleset().specialties}
    assert given["inheritance"] == "3 Geld und 1 Info mehr zu Beginn"
    assert set(given) == set(names.SPECIALTIES)


def test_house_values_change_the_sentence() -> None:
    values = dict(ruleset().values) | {"floor.conference_room": Value((4, 0, 1, 9), "assumed", "house")}
    rules = build(replace(SECOND, values=values))
    assert effects.of_tile(rules.tiles[rules.tile("conference_room")], translations_of("en")) == "4 time markers: 9 info, 1× a round"
