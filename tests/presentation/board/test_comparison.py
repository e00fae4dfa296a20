"""The table that compares all companies: the engine's numbers, the best of a row marked, nothing of an Automa that it does not have."""

from __future__ import annotations

import pytest

from groundfloor import Game
from groundfloor.presentation.board.comparison import ComparedRow, comparison
from groundfloor.presentation.translations import LANGUAGES, translations_of
from tests.support import boards
from tests.support.play import match_at, played_match

WORDS = translations_of("en")


def rows_of(game: Game, language: str = "en") -> dict[str, ComparedRow]:
    groups = comparison(game, range(len(game.seats)), translations_of(language))
    return {row.title: row for group in groups for row in group.rows}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_row_has_a_title_and_a_value_for_each_company(language: str) -> None:
    game = match_at("schedule").game
    groups = comparison(game, range(len(game.seats)), translations_of(language))
    assert all(row.title and len(row.values) == len(game.seats) and all(row.values) for group in groups for row in group.rows)


def test_numbers_are_those_of_the_engine_and_the_best_is_marked() -> None:
    game, _told = boards.played(7, lambda game: False)
    rows, totals = rows_of(game), {score.seat: score.total for score in game.scores()}
    assert rows["Prestige"].values == tuple(str(totals[seat]) for seat in sorted(totals))
    most = max(totals.values())
    assert rows["Prestige"].best == {seat for seat, total in totals.items() if total == most} or len(set(totals.values())) == 1
    assert rows["Money"].values == tuple("–" if player.deck else str(player.money) for player in game._state.players)
    assert "Next income" not in rows
    assert not any("_" in value for title in ("Floors", "Tenant improvements", "Remodeled rooms") for value in rows[title].values)


def test_running_game_says_what_comes_next() -> None:
    rows = rows_of(match_at("schedule").game)
    assert {"Next income", "Price of the next floor", "Time this round", "Time next round"} <= set(rows)
    assert not rows["Employees, the CEO included"].best or len(set(rows["Employees, the CEO included"].values)) > 1


def test_company_without_a_purse_has_none() -> None:
    game = played_match(5, ("Ann", "automa:pei")).game
    rows = rows_of(game)
    automa = next(number for number, seat in enumerate(game.seats) if seat.automa)
    assert rows["Money"].values[automa] == rows["Next income"].values[automa] == "–" and rows["Prestige"].values[automa] != "–"


def test_long_names_may_break_so_that_several_companies_fit_beside_each_other() -> None:
    game, _told = boards.played(7, lambda game: False)
    rows = rows_of(game, "de")
    assert any("\u00ad" in value for value in rows["Stockwerke"].values)
