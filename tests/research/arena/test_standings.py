"""Standings: ties count half, the chance key is the unit, and the sequential test is about the first contestant."""

from __future__ import annotations

import pytest

from groundfloor.research.arena.paired_games import ArenaGame
from groundfloor.research.arena.standings import Standings


def game(key: int, rotation: int, totals: tuple[int, ...], ranks: tuple[int, ...]) -> ArenaGame:
    seats = len(totals)
    return ArenaGame(
        key=key,
        rotation=rotation,
        totals=totals,
        ranks=ranks,
        decisions=(10,) * seats,
        seconds=(0.5,) * seats,
        failures=({"late": 1}, *({} for _ in totals[1:])),
    )


def test_ties_share_the_win() -> None:
    assert [game(1, 0, (30, 30), (1, 1)).share(seat) for seat in (0, 1)] == [0.5, 0.5]
    assert [game(1, 0, (30, 20, 30), (1, 3, 1)).share(seat) for seat in (0, 1, 2)] == [0.5, 0.0, 0.5]
    assert [game(1, 0, (30, 20, 31), (2, 3, 1)).margin(seat) for seat in (0, 1, 2)] == [-1, -11, 1]


def test_figures_are_means_over_whole_keys() -> None:
    standings = Standings(["a", "b"])
    for played in (game(1, 0, (40, 30), (1, 2)), game(1, 1, (30, 30), (1, 1)), game(2, 0, (20, 30), (2, 1)), game(2, 1, (50, 30), (1, 2))):
        standings.add(played)
    standings.add(game(3, 0, (99, 0), (1, 2)))
    first, second = standings.table()
    assert (standings.games, standings.keys) == (5, 2)
    assert (first.share, second.share) == (0.625, 0.375) and first.wins == 3.5
    assert (first.margin, second.margin) == (5.0, -5.0)
    assert first.margin_interval == (5.0, 5.0)
    assert first.share_interval is not None and first.share_interval[0] < 0.625 < first.share_interval[1]
    assert first.rating > second.rating and first.deviation < 8.3
    assert first.seconds == pytest.approx(0.05) and first.failures == {"late": 5} and second.failures == {}


def test_test_decides_about_the_first_against_an_equal_share_or_a_target() -> None:
    equal, strict = Standings(["a", "b", "c"]), Standings(["a", "b", "c"], 0.95)
    for key in range(1, 16):
        for rotation in range(3):
            for standings in (equal, strict):
                standings.add(game(key, rotation, (40, 30, 20), (1, 2, 3)))
    assert equal.sequence.target == pytest.approx(1 / 3) and equal.is_decided and not strict.is_decided


def test_no_games_have_no_intervals() -> None:
    standing = Standings(["a", "b"]).table()[0]
    assert (standing.share_interval, standing.margin_interval, standing.seconds) == (None, None, 0.0)
