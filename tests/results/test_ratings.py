"""Ratings: who wins gains, who loses loses, ties share, and the order in which players are named makes no difference."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundfloor.editions import NAMES
from groundfloor.results.ratings import (
    FAMILIES,
    LEAST_OPPONENTS,
    REPEATS,
    START,
    Rating,
    pool_of,
    rate,
    series_chance,
    weights_of,
    win_chance,
)

RATINGS = st.builds(Rating, st.floats(-20, 70), st.floats(1, 9))
NEWCOMER = Rating()


def rate_fully(ratings: dict[str, Rating], ranks: dict[str, int]) -> dict[str, Rating]:
    return rate(ratings, ranks, dict.fromkeys(ranks, 1.0))


def weigh(
    *players: str,
    ratings: Mapping[str, Rating] | None = None,
    met: Mapping[str, Mapping[str, int]] | None = None,
    left: Mapping[str, int] | None = None,
    is_private: bool = False,
) -> dict[str, float]:
    """Returns how much a game counts for players, of whom the first has won, the second comes next, and so on."""
    ranks = {player: rank for rank, player in enumerate(players, 1)}
    return weights_of(ranks, ratings or {}, met or {}, left or {}, is_private=is_private)


def test_pools_are_by_edition_and_number_of_players() -> None:
    assert set(FAMILIES) == set(NAMES)
    assert pool_of("second", 4) == pool_of("online", 4) == "second-4"
    assert pool_of("first", 2) == pool_of("manual", 2) == "first-2"


def test_newcomer_begins_with_wide_margin() -> None:
    assert NEWCOMER.figure == START and NEWCOMER.margin == 417


def test_winner_gains_what_loser_loses_among_newcomers() -> None:
    after = rate_fully({}, {"ann": 1, "ben": 2})
    assert after["ann"].figure - START == START - after["ben"].figure > 0
    assert after["ann"].sigma < NEWCOMER.sigma


def test_tie_of_equals_changes_no_figure() -> None:
    after = rate_fully({}, {"ann": 1, "ben": 1, "cem": 1})
    assert {each.figure for each in after.values()} == {START}


def test_surprise_counts_more() -> None:
    strong, weak = Rating(35, 5), Rating(20, 5)
    expected = rate_fully({"ann": strong, "ben": weak}, {"ann": 1, "ben": 2})
    surprise = rate_fully({"ann": strong, "ben": weak}, {"ann": 2, "ben": 1})
    assert expected["ann"].mu - strong.mu < surprise["ben"].mu - weak.mu


def test_margin_shrinks_with_games() -> None:
    ratings: dict[str, Rating] = {}
    for game in range(12):
        ratings |= rate_fully(ratings, {"ann": 1 + game % 2, "ben": 2 - game % 2})
    assert ratings["ann"].margin < NEWCOMER.margin * 0.85 > ratings["ben"].margin


def test_pair_that_plays_again_and_again_gains_less_each_time() -> None:
    ratings: dict[str, Rating] = {"ann": NEWCOMER, "ben": NEWCOMER}
    gains = []
    for games in range(12):
        met = {"ann": {"ben": games}, "ben": {"ann": games}}
        after = rate(ratings, {"ann": 1, "ben": 2}, weigh("ann", "ben", ratings=ratings, met=met))
        gains.append(after["ann"].mu - ratings["ann"].mu)
        ratings = after
    assert gains == sorted(gains, reverse=True) and gains[-1] < gains[0] / 4


def test_game_counts_half_after_enough_games_against_the_same_person() -> None:
    weights = weigh("ann", "ben", met={"ann": {"ben": REPEATS}, "ben": {"ann": REPEATS}})
    assert weights == {"ann": 0.5, "ben": 0.5}


def test_only_who_was_met_before_weighs_less() -> None:
    weights = weigh("ann", "ben", "cem", met={"ann": {"ben": REPEATS}, "ben": {"ann": REPEATS}})
    assert weights == {"ann": 0.75, "ben": 0.75, "cem": 1.0}


def test_private_game_counts_from_a_number_of_different_opponents_on() -> None:
    known = {player: {f"other-{number}": 1 for number in range(LEAST_OPPONENTS - 1)} for player in ("ann", "ben")}
    assert weigh("ann", "ben", met=known, is_private=True) == {"ann": 1.0, "ben": 1.0}
    del known["ben"]["other-0"]
    assert weigh("ann", "ben", met=known, is_private=True) == {"ann": 0.0, "ben": 0.0}
    assert weigh("ann", "ben", met=known) == {"ann": 1.0, "ben": 1.0}


def test_accounts_that_resign_at_once_lift_nobody() -> None:
    """Each loses in full, whoever stays gains nothing by it; a rating of 1883 came of ten of them."""
    ratings: dict[str, Rating] = {}
    for number in range(10):
        other = f"throwaway-{number}"
        weights = weigh("ann", other, ratings=ratings, left={other: 1})
        ratings |= rate(ratings, {"ann": 1, other: 2}, weights)
        assert ratings[other].figure <= START - 60
    assert ratings["ann"] == NEWCOMER


def test_who_leaves_counts_by_the_rounds_that_were_played() -> None:
    weights = [weigh("ann", "ben", left={"ben": round}) for round in (0, 1, 2, 3, 5, 9)]
    assert [each["ann"] for each in weights] == [0, 0, 0.25, 0.5, 1, 1]
    assert [each["ben"] for each in weights] == [1] * 6
    assert weigh("ann", "ben", "cem", left={"cem": 1}) == {"ann": 0.5, "ben": 0.5, "cem": 1}, "the others have played"
    assert weigh("ann", "ben", "cem", left={"ben": 3, "cem": 1}) == {"ann": 0.25, "ben": 0.5, "cem": 1}


def test_newcomer_moves_a_settled_rating_little() -> None:
    """Whether they win or lose: who is not known tells little of who is."""
    settled, known = Rating(30, 2), {"ann": Rating(30, 2), "ben": Rating(30, 2)}
    for rank in (1, 2):
        ranks = {"ann": rank, "ben": 3 - rank}
        by_newcomer = rate({"ann": settled}, ranks, weigh("ann", "ben", ratings={"ann": settled}))["ann"]
        by_known = rate(known, ranks, weigh("ann", "ben", ratings=known))["ann"]
        assert 0 < abs(by_newcomer.mu - settled.mu) < abs(by_known.mu - settled.mu) / 3
    assert weigh("ann", "ben", ratings={"ann": settled})["ben"] == 1.0, "the newcomer is known the sooner"


def test_game_without_weight_changes_nothing() -> None:
    known = {"ann": Rating(30, 6), "ben": Rating(20, 5)}
    assert rate(known, {"ann": 2, "ben": 1}, {"ann": 0.0, "ben": 0.0}) == known


def test_equals_win_half_of_their_games() -> None:
    assert win_chance(NEWCOMER, NEWCOMER) == 0.5
    assert win_chance(Rating(30, 2), Rating(25, 2)) == pytest.approx(1 - win_chance(Rating(25, 2), Rating(30, 2)))


def test_series_of_wins_is_as_unlikely_as_tossed_coins() -> None:
    assert series_chance([0.5] * 10, 10) == 0.5**10
    assert series_chance([0.5, 0.25], 1) == 0.625
    assert series_chance([0.3, 0.9], 0) == 1.0 and series_chance([], 0) == 1.0


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
@given(data=st.data())
def test_order_of_players_makes_no_difference(count: int, data: st.DataObject) -> None:
    players = [f"player-{number}" for number in range(count)]
    ratings = {player: data.draw(RATINGS) for player in players}
    ranks = {player: data.draw(st.integers(1, count)) for player in players}
    mixed = data.draw(st.permutations(players))
    assert rate_fully({each: ratings[each] for each in mixed}, {each: ranks[each] for each in mixed}) == rate_fully(ratings, ranks)
