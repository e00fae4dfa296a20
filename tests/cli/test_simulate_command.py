"""Many games on the command line: the same from the seed at any number of jobs, kept, counted, and shown as JSON."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from groundfloor.cli.record_file import read_record

from .calls import run


@pytest.mark.slow
def test_records_and_results_are_the_same_at_any_number_of_jobs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said, kept = [], []
    for jobs in ("1", "2", "3"):
        folder = tmp_path / jobs
        call = ("simulate", "--seats", "greedy,random,automa:pei", "--games", "5", "--seed", "9", "--jobs", jobs, "--json")
        assert run(*call, "--records", str(folder)) == 0
        said.append(capsys.readouterr().out)
        kept.append([(file.name, file.read_text("utf-8")) for file in sorted(folder.iterdir())])
    assert said[0] == said[1] == said[2]
    assert kept[0] == kept[1] == kept[2]
    assert [name for name, _text in kept[0]] == [f"game-{number}.gfr" for number in range(1, 6)]


def test_another_seed_gives_other_games(capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for seed in ("1", "2"):
        assert run("simulate", "--games", "3", "--seed", seed, "--json") == 0
        said.append(capsys.readouterr().out)
    assert said[0] != said[1]


def test_json_holds_scores_ranks_and_lengths_of_each_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("simulate", "--seats", "greedy,random", "--games", "2", "--json", "--records", str(tmp_path)) == 0
    results = json.loads(capsys.readouterr().out)
    for result in results:
        record = read_record(tmp_path / f"game-{result['game']}.gfr")
        scores = sorted(record.replay().scores(), key=lambda score: score.seat)
        assert result["scores"] == [score.total for score in scores]
        assert result["ranks"] == [score.rank for score in scores]
        assert result["decisions"] == sum(1 for entry in record.entries if entry.seat >= 0 and not entry.is_seat_change)


def test_the_summary_says_who_won_how_often(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("simulate", "--seats", "greedy,random", "--games", "4", "--option", "deck=preset") == 0
    said = capsys.readouterr()
    assert "greedy 1: " in said.out and "4 of 4 games won" in said.out and "decisions a game" in said.out
    assert said.err == ""


def test_a_terminal_gets_a_progress_bar_on_standard_error(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert run("simulate", "--games", "1") == 0
    said = capsys.readouterr()
    assert "Playing" in said.err and "Playing" not in said.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--games", "0"), "1 or more"),
        (("--jobs", "0"), "1 or more"),
        (("--games", "many"), "--games"),
        (("--seats", "you,random"), "A seat is automa:pei, automa:gropius, automa:hadid or a bot."),
        (("--seats", "random"), "2 to 5 seats"),
        (("--seats", "random,automa:bob"), "no Automa"),
        (("--seats", "random,automa:hadid,automa:hadid"), "must be different, and one sits here twice"),
        (("--ruleset", "tenth"), "no ruleset 'tenth'"),
        (("--option", "decks=preset"), "no option 'decks'"),
        (("--option", "deck=marked"), "can be random, preset"),
        (("--option", "deck"), "can be random, preset"),
        (("--option", "=preset"), "NAME=VALUE"),
        (("--option", "deck=preset", "--option", "deck=random"), "twice"),
    ],
)
def test_bad_usage_is_a_sentence_and_exit_code_2(words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("simulate", *words) == 2
    said = capsys.readouterr()
    assert sentence in said.err and said.out == ""


def test_unwritable_records_have_exit_code_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert run("simulate", "--games", "1", "--records", str(tmp_path / "file")) == 1
    assert "can't be created" in capsys.readouterr().err


def test_records_say_which_bots_played_with_their_settings(tmp_path: Path) -> None:
    assert run("simulate", "--seats", "greedy:random_moves=0.5,random,automa:pei", "--games", "1", "--records", str(tmp_path)) == 0
    assert read_record(tmp_path / "game-1.gfr").bots() == {0: "greedy:random_moves=0.5", 1: "random"}


def test_results_file_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = ("simulate", "--seats", "greedy,random", "--json", "--results", str(tmp_path / "games.jsonl"))
    assert run(*call, "--games", "2") == run(*call, "--games", "3", "--records", str(tmp_path / "records")) == 0
    first, more = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert more[:2] == first and len(more) == 3
    assert [file.name for file in (tmp_path / "records").iterdir()] == ["game-3.gfr"]
    assert run(*call, "--games", "3", "--seed", "2") == 1
    assert "other settings: seed 1, not 2" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="a group of processes is interrupted")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_prints_what_there_is(jobs: str, tmp_path: Path) -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)  # tests run in the background ignore it, and so would what they start
    call = [sys.executable, "-m", "groundfloor", "simulate", "--games", "100000", "--jobs", jobs, "--records", str(tmp_path)]
    playing = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    signal.signal(signal.SIGINT, before)
    while not (tmp_path / "game-5.gfr").exists():
        assert playing.poll() is None
        time.sleep(0.02)
    os.killpg(playing.pid, signal.SIGINT)
    out, complaints = playing.communicate(timeout=60)
    assert (playing.returncode, complaints) == (130, "")
    assert "random 1: " in out and " games won" in out
