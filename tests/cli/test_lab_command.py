"""The laboratory on the command line: report, data, a results file that goes on, and sentences for what is not possible."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from .calls import run

CALL = ("lab", "--bot", "greedy:random_moves=0.8", "--players", "2,3", "--jobs", "1")


def test_second_start_goes_on_and_says_the_same_as_one_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parts = tmp_path / "parts.jsonl"
    assert run(*CALL, "--games", "2", "--results", str(parts)) == 0
    capsys.readouterr()
    assert run(*CALL, "--games", "6", "--results", str(parts), "--json") == 0
    assert len(parts.read_text().splitlines()) == 7
    assert run(*CALL, "--games", "6", "--json") == 0
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert first == second and first["games"] == 6 and first["settings"]["players"] == [2, 3]


@pytest.mark.thorough
@pytest.mark.slow
def test_processes_play_the_same_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*CALL[:-1], "2", "--games", "5", "--json") == 0
    assert run(*CALL, "--games", "5", "--json") == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == second


def test_report_has_charts_tables_and_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "report"
    assert run(*CALL, "--games", "6", "--report", str(folder), "--markdown", str(tmp_path / "balance.md")) == 0
    assert str(folder / "report.html") in capsys.readouterr().out
    text = (folder / "report.html").read_text("utf-8")
    page = LexborHTMLParser(text)
    tables = page.css("table")
    assert len(tables) > 6 and all(table.css('th[scope="col"]') for table in tables)
    texts = {node.id: node.text() for node in page.css("[id]")}
    assert all(texts[str(table.attributes["aria-labelledby"])] for table in tables)
    assert all(texts[id] for table in tables if (id := table.attributes.get("aria-describedby")))
    assert page.css('svg[role="img"][aria-label]') and "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "groundfloor lab --bot greedy:random_moves=0.8 --ruleset second --players 2,3 --games 6 --seed 1" in page.text()
    with (folder / "all-seats.csv").open(encoding="utf-8") as file:
        seats = list(csv.DictReader(file))
    assert len(seats) == 15 and {seat["players"] for seat in seats} == {"2", "3"}
    assert sum(float(seat["win"]) for seat in seats) == pytest.approx(6)
    markdown = (tmp_path / "balance.md").read_text("utf-8")
    pictures = [line.partition("](")[2].rstrip(")") for line in markdown.splitlines() if line.startswith("![")]
    assert pictures and all((tmp_path / picture).read_text("utf-8").startswith("<svg") for picture in pictures)


@pytest.mark.thorough
def test_parquet_has_the_rows_of_the_csv(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed (extra “data”), so Parquet is not tried")
    assert run(*CALL, "--games", "2", "--report", str(tmp_path), "--parquet") == 0
    found = parquet.read_table(tmp_path / "all-seats.parquet").to_pylist()
    with (tmp_path / "all-seats.csv").open(encoding="utf-8") as file:
        assert [str(row["prestige"]) for row in found] == [row["prestige"] for row in csv.DictReader(file)]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--players", "2,x"), "--players are whole numbers with commas between them, as in --players 2,3,4, not '2,x'."),
        (("--players", "2,9"), "A table has 2 to 5 seats, not 9."),
        (("--games", "0"), "--games and --jobs are 1 or more."),
        (("--parquet",), "--parquet needs --report DIR, the folder for the files."),
        (("--bot", "gredy"), "There is no bot 'gredy'."),
        (("--markdown", "no-such-folder/balance.md"), "The folder no-such-folder does not exist"),
        (("--markdown", "."), ". is a folder; name a file for the report."),
    ],
)
def test_impossible_command_line_ends_with_a_sentence(words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("lab", *words) == 2
    assert sentence in capsys.readouterr().err


def test_results_of_other_settings_are_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "lab.jsonl"
    assert run("lab", "--bot", "random", "--games", "1", "--jobs", "1", "--results", str(file)) == 0
    before = file.read_bytes()
    assert run("lab", "--bot", "random", "--games", "1", "--seed", "2", "--results", str(file)) == 1
    assert capsys.readouterr().err == f"{file} holds games with other settings: seed 1, not 2. Name another file.\n"
    assert file.read_bytes() == before
