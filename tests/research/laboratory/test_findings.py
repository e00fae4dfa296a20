"""What is said about games: known effects are found, leads of other seats don't hide them, and nothing is claimed of few games."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from groundfloor.editions import ruleset
from groundfloor.research.laboratory.charts import LEFT, RIGHT, chart_of
from groundfloor.research.laboratory.estimates import MIN_GAMES, Estimate, difference, mean_of, share_of, weighted_mean
from groundfloor.research.laboratory.findings import sections
from groundfloor.research.laboratory.lab_game import LabGame, LabSeat, WithheldPurchase
from groundfloor.research.laboratory.tables import Column, FindingTable, Plot, text_of

if TYPE_CHECKING:
    from groundfloor.research.laboratory.tables import Section

SPECIALTIES = [specialty.id for specialty in ruleset("second").specialties]


def made_game(number: int, rng: Random) -> LabGame:
    """Returns a game of three: Retail brings 4 prestige, the first place 2, an era of good times 3 to all; Skyline is worth 5, but owned by losers."""
    era = "golden_age" if number % 5 == 0 else ""
    chosen = rng.sample(SPECIALTIES, 3)
    totals = [30 + rng.randint(-3, 3) + 4 * (id == "retail") + 2 * (place == 0) + 3 * bool(era) for place, id in enumerate(chosen)]
    ranks = [1 + sum(other > total for other in totals) for total in totals]
    seats = tuple(
        LabSeat(
            specialty=id,
            start=place + 1,
            prestige=totals[place],
            rank=ranks[place],
            tiles={"skyline": 6} if totals[place] == min(totals) else {},
            opening=("training", "factory"),
            remodels=(),
            hired=True,
            sources={},
        )
        for place, id in enumerate(chosen)
    )
    loser = totals.index(min(totals))
    without = tuple(total - 5 * (seat == loser) for seat, total in enumerate(totals))
    return LabGame(number, era, "", (), seats, None if era else WithheldPurchase(loser, "skyline", 6, 1, without, tuple(ranks)))


@pytest.fixture(scope="module")
def found() -> dict[str, Section]:
    """Returns the sections about 1,000 such games."""
    rng = Random(1)
    return {section.id: section for section in sections([made_game(number, rng) for number in range(1, 1001)], "second")}


def estimate(section: Section, name: str, table: int = 0) -> Estimate:
    """Returns the first estimate of a row that has one."""
    row = next(row for row in (*section.tables, *section.details)[table].rows if row[0] == name)
    return next(cell for cell in row if isinstance(cell, Estimate))


def holds(estimate: Estimate, value: float) -> bool:
    """Returns whether the interval holds a value, and is no wider than one would expect of so many games."""
    low, high = estimate.interval or (0.0, 0.0)
    return low <= value <= high and high - low < 2


def test_specialty_is_worth_what_it_brings(found: dict[str, Section]) -> None:
    """A seat of three without it meets Retail in two of seven games, and is that much behind."""
    assert holds(estimate(found["specialties"], "Retail"), 4)
    assert holds(estimate(found["specialties"], "Publishing"), -4 / 7)
    assert found["specialties"].tables[0].rows[0][0] == "Retail"
    assert found["specialties"].sentences[0].startswith("The best specialty is Retail: +")


def test_place_at_the_start_is_worth_what_it_brings(found: dict[str, Section]) -> None:
    assert holds(estimate(found["seats"], "3 players, 1st"), 2)
    assert holds(estimate(found["seats"], "3 players, 3rd"), -1)
    assert found["seats"].sentences[0].startswith("With 3 players, being most popular at the start is worth +")


def test_improvement_is_worth_what_its_buyer_loses_without_it(found: dict[str, Section]) -> None:
    """That its owners are behind is shown beside it, as an association."""
    assert estimate(found["improvements"], "Skyline").value == 5
    assert estimate(found["improvements"], "Skyline", 1).value < -3


def test_purchases_of_games_with_many_count_more() -> None:
    """One of several purchases of a game is drawn, so it stands for all of them."""
    rng = Random(2)
    games = [made_game(number, rng) for number in range(1, 40) if number % 5]
    heavy = [
        LabGame(game.number, "", "", (), game.seats, WithheldPurchase(0, "skyline", 6, 3, (0, *game.prestige[1:]), game.ranks))
        if game.number < 6
        else game
        for game in games
    ]
    few, many = ({section.id: section for section in sections(each, "second")} for each in (games, heavy))
    share = 12 / (12 + 28)
    expected = 5 * (1 - share) + share * sum(game.prestige[0] for game in heavy[:4]) / 4
    assert estimate(few["improvements"], "Skyline").value == 5
    assert estimate(many["improvements"], "Skyline").value == pytest.approx(expected)


def test_era_changes_the_prestige_of_all(found: dict[str, Section]) -> None:
    assert holds(estimate(found["eras"], "Golden Age"), 3)
    assert "events" not in found


def test_openings_are_counted_by_place(found: dict[str, Section]) -> None:
    assert found["openings"].tables[0].rows[0][:3] == ("Training – Factory", 2400, 1.0)


def test_few_games_show_nothing() -> None:
    rng = Random(3)
    sentences = [
        sentence for section in sections([made_game(number, rng) for number in range(1, 10)], "second") for sentence in section.sentences
    ]
    assert not any("best" in sentence or "worth +" in sentence or "Buying" in sentence for sentence in sentences)


def test_seats_of_a_game_count_as_one_observation() -> None:
    """Four equal seats of each game say no more than one."""
    single = mean_of([(value, 1) for value in (1.0, 2.0, 4.0, 9.0)])
    assert single is not None
    assert mean_of([(4 * value, 4) for value in (1.0, 2.0, 4.0, 9.0)]) == single


def test_estimates_without_games_are_none() -> None:
    some = Estimate(1.0, 0.3, 50)
    assert mean_of([(0.0, 0)]) is share_of([]) is difference(some, None) is weighted_mean([None]) is None
    assert difference(some, Estimate(3.0, 0.4, 40)) == Estimate(-2.0, 0.5, 40)
    assert weighted_mean([some, None, Estimate(3.0, None, 50)]) == Estimate(2.0, None, 100)


def test_share_stays_between_0_and_1() -> None:
    found = share_of([(1.0, 1)] * 3)
    assert found is not None and found.interval is not None and found.interval[1] == 1.0 > found.interval[0]
    assert not Estimate(5.0, 0.1, MIN_GAMES - 1).is_significant and Estimate(5.0, 0.1, MIN_GAMES).is_significant


def test_equal_values_without_an_interval_have_a_chart() -> None:
    rows = tuple((name, Estimate(10.0, None, 1)) for name in ("2 players", "3 players"))
    chart = chart_of(FindingTable("scores", "Scores", "", (Column("players"), Column("prestige", ".1f")), rows, Plot(1, "prestige", None)))
    assert chart is not None
    assert [row.x for row in chart.rows] == [(chart.left + chart.right) / 2] * 2
    assert [tick.text for tick in chart.ticks][:1] == ["9.90"] and len({tick.x for tick in chart.ticks}) > 2


def test_chart_has_a_row_for_each_estimate_within_its_edges() -> None:
    rows = (("wide", Estimate(0.0, 90.0, 30)), ("one", Estimate(2.0, 0.1, 30)), ("none", None), ("two", Estimate(-1.0, None, 1)))
    table = FindingTable("t", "Title", "", (Column("name"), Column("lead", "+.1f")), rows, Plot(1, "lead"))
    chart = chart_of(table)
    assert chart is not None
    assert [row.name for row in chart.rows] == ["wide", "one", "two"]
    assert all(LEFT <= row.low <= row.x <= row.high <= RIGHT for row in chart.rows)
    assert LEFT <= (chart.reference or 0) <= RIGHT and len(chart.ticks) > 3 and "0" in [tick.text for tick in chart.ticks]
    assert chart.rows[1].words == "one: " + text_of(rows[1][1], table.columns[1])


def test_sentences_have_no_share_of_few_games() -> None:
    rng = Random(3)
    said = [
        sentence
        for section in sections([made_game(number, rng) for number in range(1, MIN_GAMES)], "second")
        for sentence in section.sentences
    ]
    assert "The most frequent first task is Training (48 of 48 seats)." in said
    assert not [sentence for sentence in said if "% of the seats" in sentence]


def test_tables_have_no_share_of_few_games_and_say_of_how_many_they_are() -> None:
    few = sections([made_game(number, Random(number)) for number in range(1, MIN_GAMES - 1)], "second")
    for section in few:
        for table in (*section.tables, *section.details):
            assert any(column.form == "d" for column in table.columns), table.id
            shares = [place for place, column in enumerate(table.columns) if column.form.endswith("%") and column.title != "equal share"]
            assert {text_of(row[place], table.columns[place]) for row in table.rows for place in shares} <= {"–"}, table.id
