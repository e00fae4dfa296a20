"""Names: everything of the game has one, in both languages, short where it must be."""

from __future__ import annotations

import pytest

from groundfloor.editions import ruleset
from groundfloor.presentation import names
from groundfloor.presentation.translations import LANGUAGES, translations_of


def test_everything_in_the_ruleset_has_a_name() -> None:
    rules = ruleset()
    assert [room.id for room in rules.rooms] == list(names.ROOMS)
    assert {tile.id for tile in rules.tiles} <= set(names.TENANTS) | set(names.FLOORS)
    assert all((names.tile_group(tile.id) == "tenant") == tile.is_tenant for tile in rules.tiles)
    assert [specialty.id for specialty in rules.specialties] == list(names.SPECIALTIES)
    assert [area.id for area in rules.areas] == list(names.AREAS)
    assert [card.id for card in rules.automa_cards] == list(names.CARDS)
    assert {e.id: e.level for e in rules.entrepreneurs} == names.LEVEL_OF
    assert [e.name for e in rules.entrepreneurs] == [name.text for name in names.AUTOMAS.values()]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("group", ["tenant", "floor", "room", "area", "card", "specialty", "colour", "shape", "marker"])
def test_no_two_things_of_a_group_share_a_name(group: str, language: str) -> None:
    translations = translations_of(language)
    full = [names.full(group, id, translations) for id in names.GROUPS[group]]
    short = [names.short(group, id, translations) for id in names.GROUPS[group]]
    assert len(set(full)) == len(full)
    assert len(set(short)) == len(short)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sign_says_the_whole_name(language: str) -> None:
    translations = translations_of(language)
    for group in ("room", "area"):
        for id in names.GROUPS[group]:
            letters = [c for c in "".join(names.sign(group, id, translations)) if c.isalnum()]
            assert letters == [c for c in names.full(group, id, translations) if c.isalnum()]


def test_every_seat_colour_has_its_own_shape() -> None:
    assert set(names.SHAPE_OF) == set(names.COLOURS) == set(names.MARKERS)
    assert set(names.SHAPE_OF.values()) == set(names.SHAPES)
    assert names.full("marker", "blue", translations_of("de")) == "blaues Quadrat"


def test_numbers_are_counted_in_words() -> None:
    assert names.counted("time", 1, translations_of("en")) == "1 time marker"
    assert names.counted("time", 3, translations_of("en")) == "3 time markers"
    assert names.counted("supply", 2, translations_of("de")) == "2 Waren"


@pytest.mark.parametrize(
    ("id", "language", "name"),
    [
        ("marketing", "en", "Marketing Achievement"),
        ("marketing", "de", "Errungenschaft „Marketing“"),
        ("skyline", "de", "Skyline"),
    ],
)
def test_improvement_in_sentence_has_no_colon(id: str, language: str, name: str) -> None:
    assert names.without_soft_hyphens(names.tile_in_sentence(id, translations_of(language))) == name
