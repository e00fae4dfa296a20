"""The arena on the command line: a table, JSON, a results file that goes on, an early end, and sentences for what is not possible."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from .calls import run

WEAK = "greedy:random_moves=0.9"


def test_table_has_every_contestant_and_what_the_test_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("arena", "--seats", f"{WEAK}, random,automa:pei", "--games", "1", "--jobs", "1") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[1:4]] == [WEAK, "random", "automa:pei"]
    assert lines[4].startswith("3 games, 1 draw of the city in all rotations")
    assert "against 33.3%: not decided" in lines[5]


@pytest.mark.slow
def test_second_start_goes_on_and_ends_like_one_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = ("arena", "--seats", f"random,{WEAK}", "--seed", "5", "--json")
    parts, whole = tmp_path / "parts.jsonl", tmp_path / "whole.jsonl"
    assert run(*call, "--games", "2", "--jobs", "1", "--results", str(parts)) == 0
    assert len(parts.read_text().splitlines()) == 3
    assert run(*call, "--games", "6", "--jobs", "2", "--results", str(parts), "--records", str(tmp_path / "records")) == 0
    assert run(*call, "--games", "6", "--jobs", "1", "--results", str(whole)) == 0
    shown = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for each in shown:
        for contestant in each["contestants"]:
            del contestant["seconds"]
    assert shown[1] == shown[2] != shown[0] and shown[2]["keys"] == 3 and shown[2]["test"]["target"] == 0.5
    assert sorted(each.name for each in (tmp_path / "records").iterdir()) == [f"game-{key}-{turn}.gfr" for key in (2, 3) for turn in (1, 2)]
    assert run(*call[:-1], "--games", "4", "--results", str(whole)) == 0
    assert "4 games, 2 draws" in capsys.readouterr().out


def test_decided_question_ends_the_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "arena.jsonl"
    call = (
        "arena",
        "--seats",
        "greedy,random",
        "--games",
        "200",
        "--until-decided",
        "--target",
        "0.2",
        "--jobs",
        "1",
        "--results",
        str(file),
    )
    assert run(*call) == 0
    assert "against 20.0%: decided: more" in capsys.readouterr().out
    played = len(file.read_text().splitlines()) - 1
    assert 4 <= played < 40
    assert run(*call) == 0
    assert len(file.read_text().splitlines()) - 1 == played


def test_bots_are_added_to_seats_and_failures_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("from groundfloor.agents import Agent\nclass Broken(Agent):\n    def choose(self, view):\n        raise KeyError('x')\n")
    assert run("arena", "--seats", "random", "--bot", f"{bot}:Broken", "--games", "2", "--jobs", "1") == 0
    assert f"{bot}:Broken failed 6 times (error: 6); a lower bot moves instead." in capsys.readouterr().out
    assert run("simulate", "--seats", "random", "--bot", f"{bot}:Broken", "--games", "1") == 0
    assert "Broken 2 failed 3 times; a lower bot moves instead." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--seats", "random,nobody"], "There is no bot 'nobody'"),
        (["--seats", "you,random"], "There is no bot 'you'"),
        (["--seats", "random,random", "--games", "0"], "--games and --jobs are 1 or more"),
        (["--seats", "random,random", "--target", "1.5"], "--target is a share between 0 and 1"),
        (["--seats", "automa:pei,automa:hadid"], "people can play with Automas"),
        (["--seats", "random,random", "--ruleset", "third"], "third"),
    ],
)
def test_bad_usage_is_said_in_a_sentence(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("arena", *words) == 2
    assert sentence in capsys.readouterr().err


def test_results_of_another_arena_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "arena.jsonl")
    assert run("arena", "--seats", "random,random", "--games", "2", "--jobs", "1", "--results", file) == 0
    assert run("arena", "--seats", "random,random", "--games", "2", "--jobs", "1", "--results", file, "--option", "deck=preset") == 1
    assert "holds games with other settings: options {}, not {'deck': 'preset'}. Name another file." in capsys.readouterr().err


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="a group of processes is interrupted")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_leaves_a_whole_file_and_shows_the_standings(jobs: str, tmp_path: Path) -> None:
    file = tmp_path / "arena.jsonl"
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)  # tests run in the background ignore it, and so would what they start
    call = [sys.executable, "-m", "groundfloor", "arena", "--seats", "random,random", "--games", "100000", "--jobs", jobs]
    playing = subprocess.Popen(
        [*call, "--results", str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    signal.signal(signal.SIGINT, before)
    while not file.exists() or len(file.read_bytes().splitlines()) < 4:
        assert playing.poll() is None
        time.sleep(0.02)
    os.killpg(playing.pid, signal.SIGINT)
    out, complaints = playing.communicate(timeout=60)
    assert (playing.returncode, complaints) == (130, "") and "of the city in all rotations of the seats" in out
    content = file.read_bytes()
    assert content.endswith(b"\n") and all(json.loads(line) for line in content.splitlines())
    assert [each.name for each in tmp_path.iterdir()] == [file.name]
