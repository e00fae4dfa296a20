"""The tables of strength: played in parts, written from what was played, in the document that has their marks; and the curve drawn from their rows."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from groundfloor.agents.specification import make_agent
from groundfloor.research.arena import strength
from groundfloor.research.arena.arena_file import ArenaFile
from groundfloor.research.arena.games_file import code_revision
from groundfloor.research.arena.strength import CURVE, END, MARK, STATE, Point, draw_curve, main, points_of
from groundfloor.research.arena.strength_tables import TABLES, StrengthLine, StrengthTable

ROOT = Path(__file__).parents[3]
SMALL = StrengthTable(
    "small",
    "two seats",
    2,
    (StrengthLine("random against random", ("random", "random"), 0.5), StrengthLine("greedy against Pei", ("greedy", "automa:pei"))),
)


@pytest.fixture
def document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns a document with the mark of a small table, the only one there is."""
    monkeypatch.setattr(strength, "TABLES", {"small": SMALL})
    file = tmp_path / "strength.md"
    file.write_text(f"before\n\n{MARK.format('small')}\nold\n{END}\n\nafter\n")
    return file


def measure(document: Path, *words: str) -> list[str]:
    """Runs the command with words after the folder and returns the lines of the document."""
    assert main([str(document.parent / "results"), "--document", str(document), "--jobs", "1", *words]) == 0
    return document.read_text().splitlines()


def test_line_is_played_and_written_and_the_others_are_named(document: Path) -> None:
    lines = measure(document, "--line", "random against random")
    assert lines[0] == "before" and lines[-1] == "after" and "old" not in lines
    assert any(line.startswith("| random against random | 50% | ") and line.endswith(" | 2 |") for line in lines)
    assert "| greedy against Pei |  | not measured | | | | | 0 |" in lines


def test_more_games_are_added_to_those_that_were_played(document: Path) -> None:
    file = document.parent / "results" / "second-random-random.jsonl"
    measure(document, "--line", "random against random")
    first = file.read_text()
    lines = measure(document, "--line", "random against random", "--games", "4")
    assert file.read_text().startswith(first) and any(line.endswith(" | 4 |") for line in lines)


def test_only_write_plays_nothing(document: Path) -> None:
    lines = measure(document, "--only-write")
    assert sum("not measured" in line for line in lines) == 2 and not list((document.parent / "results").iterdir())


def test_rows_with_more_games_than_the_folder_has_stay(document: Path) -> None:
    state = STATE.format(code_revision(()))
    rows = ["| random against random | 50% | 51% | 9 | 9 | 0 | 0 | 4 |", "| greedy against Pei |  | 97% | 9 | 9 | 0 | 0 | 2 |"]
    document.write_text("\n".join([state, MARK.format("small"), *rows, END]))
    assert set(rows) <= set(measure(document, "--only-write"))
    assert set(rows) <= set(measure(document, "--line", "random against random"))
    lines = measure(document, "--line", "greedy against Pei")
    assert rows[0] in lines and rows[1] not in lines and not any("not measured" in line for line in lines)


def test_rows_of_another_state_of_the_rules_go(document: Path) -> None:
    old = STATE.format("0.0.1 of old")
    document.write_text("\n".join([old, MARK.format("small"), "| random against random | 50% | 51% | 9 | 9 | 0 | 0 | 4 |", END]))
    lines = measure(document, "--only-write")
    assert lines[0] == STATE.format(code_revision(())) and sum("not measured" in line for line in lines) == 2


def test_tables_show_what_another_process_still_plays(document: Path) -> None:
    measure(document, "--line", "random against random")
    settings = SMALL.lines[0].settings()
    with closing(ArenaFile(document.parent / "results" / "second-random-random.jsonl", settings)):
        lines = measure(document, "--only-write")
    assert any(line.startswith("| random against random | 50% | ") and line.endswith(" | 2 |") for line in lines)


def test_mark_without_an_end_is_refused(document: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document.write_text(MARK.format("small"))
    assert main([str(document.parent), "--document", str(document), "--only-write"]) == 1
    assert "has no <!-- end -->" in capsys.readouterr().err


def test_document_has_all_tables_and_their_bots_exist() -> None:
    text = (ROOT / "docs/strength.md").read_text("utf-8")
    for table in TABLES.values():
        assert text.count(MARK.format(table.id)) == 1
        for line in table.lines:
            for seat in line.seats:
                if not seat.startswith("automa:"):
                    make_agent(seat, Random(1)).close()


def test_lines_that_think_for_a_time_are_told_apart_by_engine() -> None:
    timed = {line.label for line in TABLES["two-automas"].lines if line.is_timed}
    assert timed == {"tycoon", "champion"}


ROWS = [
    "| thinking time | aim | wins | prestige | the best other | margin | s/decision | games |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    "| 1 s with Gropius and Hadid, compiled |  | 67% | 54.7 | 35.0 | -12.7 | 0.594 | 3 |",
    "| 0.05 s with Gropius and Hadid, compiled |  | 80% (38% to 100%) | 54.8 | 42.8 | +9.7 | 0.035 | 17 |",
    "| 0.1 s against net, interpreted |  | 100% (0% to 100%) | 55.0 | 40.2 | +14.8 | 0.066 | 4 |",
    "| 3 s against net |  | not measured | | | | | 0 |",
]


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


def test_module_writes_its_tables_when_it_is_run(tmp_path: Path) -> None:
    document = tmp_path / "strength.md"
    document.write_text((ROOT / "docs" / "strength.md").read_text("utf-8"), "utf-8")
    command = [
        sys.executable,
        "-m",
        "groundfloor.research.arena.strength",
        str(tmp_path / "results"),
        "--only-write",
        "--document",
        str(document),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
