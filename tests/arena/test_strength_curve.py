"""The curve of strength against thinking time: read from the rows of the document, drawn with their intervals."""

from __future__ import annotations

from pathlib import Path

from groundfloor.arena.strength import CURVE, Point, draw_curve, points_of

ROWS = [
    "| thinking time | aim | wins | prestige | the best other | margin | s/decision | games |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    "| 1 s with Gropius and Hadid, compiled |  | 67% | 54.7 | 35.0 | -12.7 | 0.594 | 3 |",
    "| 0.05 s with Gropius and Hadid, compiled |  | 80% (38% to 100%) | 54.8 | 42.8 | +9.7 | 0.035 | 17 |",
    "| 0.1 s against net, interpreted |  | 100% (0% to 100%) | 55.0 | 40.2 | +14.8 | 0.066 | 4 |",
    "| 3 s against net |  | not measured | | | | | 0 |",
]
ROOT = Path(__file__).parents[2]


def test_points_are_in_the_order_of_their_times() -> None:
    found = points_of(ROWS)
    assert list(found) == ["with Gropius and Hadid", "against net"]
    assert found["with Gropius and Hadid"]["compiled"] == [Point(0.05, 0.8, (0.38, 1.0), 9.7, 17), Point(1.0, 0.67, (0.67, 0.67), -12.7, 3)]
    assert [point.games for point in found["against net"]["interpreted"]] == [4]


def test_curve_is_drawn_and_the_same_rows_give_the_same_picture(tmp_path: Path) -> None:
    pictures = [tmp_path / "a.svg", tmp_path / "b.svg"]
    assert all(draw_curve(ROWS, picture) for picture in pictures)
    text = pictures[0].read_text("utf-8")
    assert text == pictures[1].read_text("utf-8")
    assert all(f">{said}</text>" in text for said in ("against net", "with Gropius and Hadid", "compiled", "interpreted", "0.05", "1"))


def test_without_points_there_is_no_picture(tmp_path: Path) -> None:
    assert not draw_curve(ROWS[-1:], tmp_path / "a.svg") and not any(tmp_path.iterdir())


def test_picture_in_the_documents_is_that_of_the_table(tmp_path: Path) -> None:
    document = ROOT / "docs" / "strength.md"
    draw_curve(document.read_text("utf-8").splitlines(), tmp_path / "again.svg")
    drawn, again = ((folder / name).read_text("utf-8") for folder, name in ((document.parent, CURVE), (tmp_path, "again.svg")))
    assert said_in(drawn) == said_in(again)


def said_in(picture: str) -> list[str]:
    """Returns the texts of a picture and the places of its points, which no version of Matplotlib draws elsewhere."""
    return [line.strip() for line in picture.splitlines() if "<text" in line or "<use" in line]
