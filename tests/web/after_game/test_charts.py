"""Charts after a game: what is drawn stands where its number says."""

from __future__ import annotations

from groundfloor.presentation.after_game.figures import Figures, Row
from groundfloor.presentation.pictures.game_picture import letters_below, shorten
from groundfloor.web.after_game.charts import BOTTOM, MARKER, TOP, WIDTH, line_chart, scale_of, stack_chart


def figures(*rows: tuple[int, ...]) -> Figures:
    columns = tuple(str(number) for number in range(1, len(rows[0]) + 1))
    return Figures("money", "Money", "", columns, tuple(Row(f"Seat {seat}", row, seat) for seat, row in enumerate(rows)))


def test_scale_has_round_numbers_and_room_for_the_highest() -> None:
    for most in (0, 1, 4, 5, 17, 42, 99, 640):
        ticks, top = scale_of(most)
        numbers = [tick.number for tick in ticks]
        assert numbers[0] == 0 and numbers[-1] == top >= most and 2 <= len(numbers) <= 5
        assert ticks[0].y == BOTTOM and ticks[-1].y == TOP


def test_line_goes_through_its_values() -> None:
    chart = line_chart(figures((0, 10, 20), (20, 20, 20)))
    heights = [y for _, y in chart.lines[0].dots]
    assert heights == [BOTTOM, (BOTTOM + TOP) / 2, TOP]
    assert chart.lines[0].points.count(",") == 3 and [label.text for label in chart.labels] == ["1", "2", "3"]


def test_markers_at_the_end_cover_neither_each_other_nor_the_edge() -> None:
    for end in (0, 7, 20):
        chart = line_chart(figures(*([(3, end)] * 6)))
        tops = sorted(line.marker_y for line in chart.lines)
        assert all(after - before >= MARKER for before, after in zip(tops, tops[1:], strict=False))
        assert all(line.marker_x + MARKER <= WIDTH and line.marker_y >= 0 for line in chart.lines)


def test_columns_are_as_high_as_their_points() -> None:
    rows = (Row("Rooms", (2, 4), source="room"), Row("Floors", (0, 6), source="floor"))
    chart = stack_chart(Figures("prestige-1", "Prestige", "", ("1", "2"), rows, 0), 10)
    unit = (BOTTOM - TOP) / 10
    assert [(block.source, round(block.height / unit)) for block in chart.blocks] == [("room", 2), ("room", 4), ("floor", 6)]
    assert chart.blocks[2].y + chart.blocks[2].height == chart.blocks[1].y
    assert [top for top, _, _ in chart.tops] == ["2", "10"]


def test_names_of_twenty_letters_stand_whole_below_four_buildings() -> None:
    assert [shorten("Bartholomew Sinclair", letters_below(seats)) for seats in (2, 4)] == ["Bartholomew Sinclair"] * 2
    assert shorten("Bartholomew Sinclair", letters_below(6)) == "Bartholomew S…"
