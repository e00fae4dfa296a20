"""The score sheet equals the engine's scores, row by row, prospective and final, and its parts add up."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from groundfloor.engine.game import Game
from groundfloor.presentation.board.people import ordinal
from groundfloor.presentation.board.score import sheet, tie_for_first
from groundfloor.presentation.pictures.game_picture import game_picture, result_buildings
from groundfloor.presentation.translations import LANGUAGES
from tests.support import boards


@cache
def games() -> tuple[tuple[Game, list[boards.Told]], ...]:
    found = [boards.played(seed, boards.asks("schedule", 0, round)) for seed, round in ((3, 2), (4, 5), (5, 7))]
    return (*found, *(boards.played(seed, lambda game: False) for seed in (7, 8, 9)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", range(6))
def test_the_sheet_is_the_engines_score(number: int, language: str) -> None:
    game, told = games()[number]
    shown = sheet(boards.view_of(game, told, 0, language=language))
    scores = {score.seat: score for score in game.scores()}
    assert shown.is_final == game.is_over
    assert [person.seat for person in shown.people] == game._state.popularity_order
    for column, person in enumerate(shown.people):
        score = scores[person.seat]
        assert shown.totals[column] == score.total == sum(row.cells[column].points for row in shown.rows)
        for row in shown.rows:
            items = [item for item in score.items if item.code == row.code]
            cell = row.cells[column]
            assert cell.points == sum(part.points for part in cell.parts) == sum(item.points for item in items)
            assert len(cell.parts) == len(items) and all(part.words for part in cell.parts)


def test_no_kind_of_prestige_is_left_out() -> None:
    for game, told in games():
        rows = {row.code for row in sheet(boards.view_of(game, told, 0)).rows}
        assert {item.code for score in game.scores() for item in score.items} <= rows


def test_ties_are_explained_where_they_are() -> None:
    seen = 0
    for seed in range(12):
        game, told = boards.played(seed, boards.asks("schedule", 0, 1))
        totals = [score.total for score in game.scores()]
        said = sheet(boards.view_of(game, told, 0)).ties
        assert len(said) == sum(totals.count(total) > 1 for total in set(totals))
        assert all("by popularity" in tie if tie.count("(") > 1 else "is ahead as the more popular" in tie for tie in said)
        seen += len(said)
    assert seen


@pytest.mark.parametrize("level", [2, 3])
def test_tie_names_everybody_in_it(level: int) -> None:
    """RULES 5.2"""
    game, told = boards.played(3, boards.asks("schedule", 0), boards.PEOPLE[:3])
    for place, seat in enumerate(game._state.popularity_order):
        player = game._state.players[seat]
        player.money, player.info, player.remodeled = 3 * (place < level), 3, [0] * 6
    order = [boards.PEOPLE[seat].name for seat in game._state.popularity_order]
    view = boards.view_of(game, told, 0)
    said = (*sheet(view).ties, tie_for_first(game, view.translations))
    assert len(said) == 2
    for sentence in said:
        places = [sentence.find(name) for name in order[:level]]
        assert -1 < places[0] < places[1] and places == sorted(places), sentence
        assert (order[-1] in sentence) == (level == 3)


def test_who_has_left_is_last_on_the_sheet_and_in_the_picture() -> None:
    game, told = boards.played(7, lambda game: False)
    first, second = (score.seat for score in game.scores()[:2])
    view = boards.view_of(game, told, None)
    view = replace(view, public=replace(view.public, departures=((first, "left"),)))
    shown = sheet(view)
    places = {person.seat: place for person, place in zip(shown.people, shown.ranks, strict=True)}
    assert places[second] == ordinal(view, 1) and places[first] == ordinal(view, len(game.seats))
    assert f"{game.seats[second].name} wins with" in game_picture(view)
    ranks = [building.rank for building in result_buildings(view)]
    assert ranks == sorted(ranks) and result_buildings(view)[0].name == game.seats[second].name
