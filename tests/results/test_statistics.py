"""Tables, streaks and the ladder of opponents."""

from __future__ import annotations

from groundfloor.results import LADDER, ResultLine, ladder, line_of, lines_by, streaks
from tests.support.results import result


def test_lines_have_average_and_best() -> None:
    results = [result(1, 30), result(2, 21), result(3, 40, specialty="publishing")]
    assert lines_by(results, lambda each: each.specialty) == [
        ResultLine("retail", 2, 1, 25.5, 30),
        ResultLine("publishing", 1, 1, 40.0, 40),
    ]
    assert line_of("all", []) == ResultLine("all", 0, 0, None, None)


def test_lost_game_counts_without_the_prestige_that_a_bot_has_reached() -> None:
    lost = result(2, total=90, rank=2, departure="left", departed=(0,))
    assert line_of("", [result(1), lost]) == ResultLine("", 2, 1, 30.0, 30) and streaks([result(1), lost]).current == 0
    assert line_of("", [lost]) == ResultLine("", 1, 0, None, None)


def test_streaks_are_by_time() -> None:
    results = [result(4, 20), result(1), result(2), result(3), result(5)]
    found = streaks(results)
    assert (found.current, found.longest, found.days) == (1, 3, 0)
    assert streaks([]).current == 0


def test_days_in_a_row_are_those_of_the_cities() -> None:
    played = [result(number, day=day, attempt=1) for number, day in enumerate(("2026-01-03", "2026-01-01", "2026-01-02", "2026-01-05"), 1)]
    assert streaks(played).days == 3


def test_next_rung_is_the_first_that_was_not_beaten() -> None:
    assert [rung.is_next for rung in ladder([])] == [True] + [False] * (len(LADDER) - 1)
    results = [result(1), result(2, 20, automas=("gropius",)), result(3, automas=("hadid",))]
    rungs = {rung.opponents: rung for rung in ladder(results)}
    assert [opponents for opponents, rung in rungs.items() if rung.is_next] == [("gropius",)]
    assert rungs["gropius",].line == ResultLine("gropius", 1, 0, 20.0, 20) and rungs["hadid",].is_won


def test_ladder_leaves_out_other_people_and_house_values() -> None:
    results = [result(1, people=1, totals=(30, 20, 10)), result(2, has_house_values=True)]
    assert not any(rung.line.played for rung in ladder(results))


def test_levels_of_bots_have_a_ladder_of_their_own() -> None:
    """Two bots at once, or a bot beside an Automa, are other opponents than the bot alone."""
    results = [
        result(1, automas=(), bots=("intern",)),
        result(2, automas=(), bots=("manager", "manager"), totals=(30, 1, 2)),
        result(3, bots=("manager",), totals=(30, 1, 2)),
    ]
    found = ladder(results, [("intern",), ("manager",)])
    assert [(rung.line.played, rung.is_won, rung.is_next) for rung in found] == [(1, True, False), (0, False, True)]
    assert not any(rung.line.played for rung in ladder(results))


def test_order_of_automas_at_the_table_does_not_matter() -> None:
    both = [result(1, automas=("hadid", "pei"), totals=(30, 1, 2))]
    assert [rung.line.won for rung in ladder(both) if rung.opponents == ("pei", "hadid")] == [1]
