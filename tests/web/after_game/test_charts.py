"""Charts after a game: what is drawn stands where its number says."""

from __future__ import annotations

from groundfloor.presentation.after_game.figures import Figures, Row
from groundfloor.web.after_game.charts import BOTTOM, TOP, line_chart, stack_chart


def figures(*rows: tuple[int, ...]) -> Figures:
    columns = tuple(str(number) for number in range(1, len(rows[0]) + 1))
    return Figures("money", "Money", "", columns, tuple(Row(f"Seat {seat}", row, seat) for seat, row in enumerate(rows)))


def test_line_goes_through_its_values() -> None:
    chart = line_chart(figures((0, 10, 20), (20, 20, 20)))
    heights = [y for _, y in chart.lines[0].dots]
    assert heights == [BOTTOM, (BOTTOM + TOP) / 2, TOP]
    assert chart.lines[0].points.count(",") == 3 and [label.text for label in chart.labels] == ["1", "2", "3"]


def test_columns_are_as_high_as_their_points() -> None:
    rows = (Row("Rooms", (2, 4), source="room"), Row("Floors", (0, 6), source="floor"))
    chart = stack_chart(Figures("prestige-1", "Prestige", "", ("1", "2"), rows, 0), 10)
    unit = (BOTTOM - TOP) / 10
    assert [(block.source, round(block.height / unit)) for block in chart.blocks] == [("room", 2), ("room", 4), ("floor", 6)]
    assert chart.blocks[2].y + chart.blocks[2].height == chart.blocks[1].y
    assert [top for top, _, _ in chart.tops] == ["2", "10"]
