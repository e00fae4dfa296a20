"""The charts of the laboratory's report."""

from __future__ import annotations

from groundfloor.laboratory.charts import chart_of
from groundfloor.laboratory.estimates import Estimate
from groundfloor.laboratory.tables import Column, FindingTable, Plot


def test_equal_values_without_an_interval_have_a_chart() -> None:
    rows = tuple((name, Estimate(10.0, None, 1)) for name in ("2 players", "3 players"))
    chart = chart_of(FindingTable("scores", "Scores", "", (Column("players"), Column("prestige", ".1f")), rows, Plot(1, "prestige", None)))
    assert chart is not None
    assert [row.x for row in chart.rows] == [(chart.left + chart.right) / 2] * 2
    assert [tick.text for tick in chart.ticks][:1] == ["9.90"] and len({tick.x for tick in chart.ticks}) > 2
