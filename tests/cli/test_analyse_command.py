"""The command analyse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .calls import run


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("records")
    assert run("simulate", "--seats", "random,automa:pei", "--games", "1", "--seed", "3", "--records", str(folder)) == 0
    return folder / "game-1.gfr"


@pytest.mark.slow
def test_costliest_decisions_and_tables_are_printed(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run("analyse", str(file), "--simulations", "0", "--most", "2", "--lang", "en") == 0
    told, errors = capsys.readouterr()
    assert "decisions, the best answer or one as good in" in told and "Decisions that cost most:" in told
    assert "1. Round " in told and "2. Round " in told and "3. Round " not in told
    assert "Winning chance in percent" in told and "Expected prestige" in told and not errors


@pytest.mark.slow
def test_analysis_is_in_german_too(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run("analyse", str(file), "--simulations", "0", "--lang", "de") == 0
    told = capsys.readouterr().out
    assert "Gewinnchance in Prozent" in told and "besser war" in told and "Round" not in told


@pytest.mark.slow
def test_json_has_every_decision(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run("analyse", str(file), "--simulations", "0", "--json", "--seat", "1") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["simulations"] == 0 and len(found["decisions"]) > 20
    first = found["decisions"][0]
    assert {"entry", "seat", "played", "best", "before", "after", "cost", "reasons"} <= set(first)
    assert 0 <= first["before"]["win"] <= 1


@pytest.mark.parametrize(
    "wrong", [("--seat", "3"), ("--simulations", "-1"), ("--most", "0"), ("--seat", "1", "--everybody"), ("--weights", "missing.npz")]
)
def test_wrong_options_are_bad_usage(file: Path, wrong: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run("analyse", str(file), *wrong) == 2
    out, err = capsys.readouterr()
    assert not out and len(err.strip().splitlines()) == 1


def test_unreadable_record_is_a_failed_job(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("analyse", str(tmp_path / "none.gfr")) == 1
    assert "none.gfr" in capsys.readouterr().err


def test_ctrl_c_ends_it_without_a_traceback(file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(*_arguments: object, **_named: object) -> object:
        raise KeyboardInterrupt

    capsys.readouterr()
    monkeypatch.setattr("groundfloor.cli.analyse_command.analyse_game", interrupted)
    assert run("analyse", str(file)) == 130
    assert capsys.readouterr() == ("", "")
