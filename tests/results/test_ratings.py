"""Ratings: who wins gains, who loses loses, ties share, and the order in which players are named makes no difference."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundfloor.editions import NAMES
from groundfloor.results.ratings import FAMILIES, START, Rating, pool_of, rate

RATINGS = st.builds(Rating, st.floats(-20, 70), st.floats(1, 9))
NEWCOMER = Rating()


def test_pools_are_by_edition_and_number_of_players() -> None:
    assert set(FAMILIES) == set(NAMES)
    assert pool_of("second", 4) == pool_of("online", 4) == "second-4"
    assert pool_of("first", 2) == pool_of("manual", 2) == "first-2"


def test_newcomer_begins_with_provisional_figure() -> None:
    assert NEWCOMER.figure == START and NEWCOMER.is_provisional


def test_winner_gains_what_loser_loses_among_newcomers() -> None:
    after = rate({}, {"ann": 1, "ben": 2})
    assert after["ann"].figure - START == START - after["ben"].figure > 0
    assert after["ann"].sigma < NEWCOMER.sigma


def test_tie_of_equals_changes_no_figure() -> None:
    after = rate({}, {"ann": 1, "ben": 1, "cem": 1})
    assert {each.figure for each in after.values()} == {START}


def test_surprise_counts_more() -> None:
    strong, weak = Rating(35, 5), Rating(20, 5)
    expected = rate({"ann": strong, "ben": weak}, {"ann": 1, "ben": 2})
    surprise = rate({"ann": strong, "ben": weak}, {"ann": 2, "ben": 1})
    assert expected["ann"].mu - strong.mu < surprise["ben"].mu - weak.mu


def test_figure_is_settled_after_some_games() -> None:
    ratings: dict[str, Rating] = {}
    for game in range(12):
        ratings |= rate(ratings, {"ann": 1 + game % 2, "ben": 2 - game % 2})
    assert not ratings["ann"].is_provisional and not ratings["ben"].is_provisional


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
@given(data=st.data())
def test_order_of_players_makes_no_difference(count: int, data: st.DataObject) -> None:
    players = [f"player-{number}" for number in range(count)]
    ratings = {player: data.draw(RATINGS) for player in players}
    ranks = {player: data.draw(st.integers(1, count)) for player in players}
    mixed = data.draw(st.permutations(players))
    assert rate({each: ratings[each] for each in mixed}, {each: ranks[each] for each in mixed}) == rate(ratings, ranks)
