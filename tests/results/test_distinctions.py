"""Every distinction can be earned by what its condition says, and by nothing less."""

from __future__ import annotations

from cProfile import Profile
from datetime import date, timedelta
from typing import Any

import pytest

from groundfloor.results import DISTINCTIONS, GameFacts, GameResult, earned
from tests.support.results import result


def with_facts(number: int = 1, total: int = 30, other: int = 25, **facts: Any) -> list[GameResult]:
    return [result(number, total, other, GameFacts(**facts))]


def days(count: int, gap: int = 0) -> list[GameResult]:
    first = date(2026, 1, 1)
    dates = [first + timedelta(number + (gap if number > 2 else 0)) for number in range(count)]
    return [result(number, 20, 25, day=day.isoformat(), attempt=1) for number, day in enumerate(dates, 1)]


def specialties(count: int) -> list[GameResult]:
    return [result(number, specialty=f"specialty{number}") for number in range(1, count + 1)]


EXAMPLES: dict[str, tuple[list[GameResult], list[GameResult]]] = {
    "opening": ([result(total=1)], []),
    "first_win": ([result()], [result(total=24)]),
    "three_floors": (with_facts(floors_by_round=(0, 0, 1, 2, 3, 3, 3)), with_facts(floors_by_round=(0, 0, 1, 2, 2, 3, 3))),
    "high_rise": (with_facts(floors_by_round=(0, 4)), with_facts(floors_by_round=(0, 3))),
    "all_rooms": (with_facts(remodeled=6), with_facts(remodeled=5)),
    "loyal": (with_facts(hired=3), with_facts(hired=4, fired=1)),
    "alone": (with_facts(hired=0), with_facts(hired=1)),
    "trained": (with_facts(employees=4), with_facts(employees=5, untrained=1)),
    "sold_out": (with_facts(sold=3), with_facts(sold=5, unsold=1)),
    "top_price": (with_facts(best_sale=16), with_facts(best_sale=12)),
    "stocks": (with_facts(stock_money=60), with_facts(stock_money=59)),
    "meetings": (with_facts(meetings=4), with_facts(meetings=6, meetings_cancelled=1)),
    "popular": (with_facts(top_popularity=True), with_facts(popularity=8)),
    "spent": (with_facts(money=2, info=2), with_facts(money=3, info=0)),
    "comeback": (with_facts(last_before_end=True), with_facts(total=20, last_before_end=True)),
    "tie": ([result(total=25, other=25)], [result(total=26, other=25)]),
    "margin": ([result(total=40, other=25)], [result(total=39, other=25)]),
    "prestige": ([result(total=50, other=60)], [result(total=49)]),
    "straight": (with_facts(undone=0), with_facts(undone=1)),
    "hadid": ([result(automas=("hadid",))], [result(20, 20, automas=("hadid",))]),
    "two_automas": ([result(automas=("pei", "hadid"), totals=(30, 25, 20))], [result()]),
    "streak": ([result(1), result(2), result(3)], [result(1), result(2, 20), result(3), result(4)]),
    "specialties": (specialties(8), specialties(7)),
    "week": (days(7), days(8, gap=1)),
}


def test_there_is_an_example_for_each() -> None:
    assert set(EXAMPLES) == {each.id for each in DISTINCTIONS} and len(DISTINCTIONS) >= 12


@pytest.mark.parametrize("id", EXAMPLES)
def test_distinction_is_earned_by_its_condition_only(id: str) -> None:
    enough, too_little = EXAMPLES[id]
    assert id in earned(enough) and id not in earned(too_little)


def test_distinction_has_the_date_of_the_first_game_that_earned_it() -> None:
    found = earned([result(3), result(2), result(1, 20)])["first_win"]
    assert (found.finished, found.game) == ("2026-01-02T12:00:00+00:00", "game2")


def test_games_with_house_values_earn_none() -> None:
    assert earned([result(has_house_values=True)]) == {}


def test_game_that_its_player_has_lost_before_the_end_earns_none_and_ends_a_row_of_wins() -> None:
    lost = result(3, total=60, rank=2, departure="time", departed=(0,))
    assert earned([lost]) == {}
    assert "streak" not in earned([result(1), result(2), lost, result(4)]) and "streak" in earned([result(1), result(2), result(4)])


def test_work_grows_with_the_number_of_games_and_not_with_its_square() -> None:
    """Somebody may have 2,000 results: their page would keep all others waiting."""
    assert calls(600) < 2.2 * calls(300)


def calls(count: int) -> int:
    """Returns how many functions are called for so many games, of which none earns what takes several."""
    lost = [result(number, 20, 25, day=(date(2026, 1, 1) + timedelta(2 * number)).isoformat(), attempt=1) for number in range(1, count)]
    profile = Profile()
    profile.runcall(earned, [*lost, *(result(count + number) for number in range(count))])
    return sum(each.callcount for each in profile.getstats())
