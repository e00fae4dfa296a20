"""``bot check``: a sound bot passes with its times, and what was wrong with another one is said plainly."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from groundfloor.cli import bot_check_command

from .calls import run

BOTS = """
import random
import time
from groundfloor.agents import Agent

class Fair(Agent):
    def choose(self, view):
        return self.rng.choice(view.legal_actions)

class Secretive(Agent):
    def choose(self, view):
        return random.SystemRandom().choice(view.legal_actions)

class Lost(Agent):
    def choose(self, view):
        if view.game().state.round > 2:
            raise LookupError("no plan for this round")
        return view.legal_actions[0]

class Slow(Agent):
    def choose(self, view):
        while True:
            pass

class Tangled(Fair):
    def close(self):
        raise OSError("the log can't be written")

class Leaving(Fair):
    def close(self):
        raise SystemExit(3)

class Lingering(Fair):
    def close(self):
        while True:
            time.sleep(0.01)

class Preparing(Fair):
    def __init__(self, rng):
        super().__init__(rng)
        time.sleep(0.11)

class Unready(Fair):
    def __init__(self, rng):
        super().__init__(rng)
        while True:
            pass

class Unmade(Fair):
    def __init__(self, rng):
        raise ValueError("not today")
"""


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    file = tmp_path / "bots.py"
    file.write_text(BOTS)
    return file


def test_sound_bot_passes_in_every_ruleset(bots: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("bot", "check", f"{bots}:Fair") == 0
    lines = capsys.readouterr().out.splitlines()
    assert (
        lines[0].startswith("second, 2 seats: ") and "second, against Pei: " in lines[2] and any("first, 6 seats" in line for line in lines)
    )
    assert lines[-1].endswith("decisions, all legal and in time.")


def test_randomness_of_its_own_is_noted(bots: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("bot", "check", f"{bots}:Secretive", "--ruleset", "online") == 0
    assert "With the same seed it plays differently" in capsys.readouterr().out


def test_failure_is_said_with_its_reason_and_table(bots: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("bot", "check", f"{bots}:Lost", "--ruleset", "second") == 1
    said = capsys.readouterr().err
    assert "Lost did not pass:\n3 times failed in second, 2 seats: LookupError: no plan for this round." in said
    assert "The check ended with second, 2 seats" in said


def test_late_bot_is_not_waited_for(bots: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("bot", "check", f"{bots}:Slow", "--seconds", "0.05", "--json") == 1
    captured = capsys.readouterr()
    found = json.loads(captured.out)
    assert [each["kind"] for each in found["games"][0]["failures"]] == ["late"] * 3 and len(found["games"]) == 1
    assert "3 times late in second, 2 seats: it gave no answer within 0.05 s" in captured.err


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("Tangled", "1 time failed in second, 2 seats: close() raised OSError: the log can't be written."),
        ("Leaving", "1 time failed in second, against Pei: close() raised SystemExit: 3."),
        ("Lingering", "1 time late in second, 5 seats: close() has not returned after 0.05 s"),
    ],
)
def test_close_that_fails_is_said(
    bots: Path, bot: str, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if bot == "Lingering":
        monkeypatch.setattr("groundfloor.agents.supervised_agent.SECONDS_TO_CLOSE", 0.05)
    assert run("bot", "check", f"{bots}:{bot}", "--ruleset", "second") == 1
    assert said in capsys.readouterr().err


def test_seconds_of_a_constructor_are_said(bots: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("bot", "check", f"{bots}:Preparing", "--ruleset", "online") == 0
    (seconds,) = re.findall(
        r"^Making it takes ([\d.]+) s, which a table of the web game needs before each decision", capsys.readouterr().out, re.M
    )
    assert 0.11 <= float(seconds) < 2
    monkeypatch.setattr(bot_check_command, "SECONDS_TO_TELL", 2.0)  # a busy machine may need a tenth of a second for any constructor
    assert run("bot", "check", f"{bots}:Fair", "--ruleset", "online") == 0
    assert "Making it" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("Unready", "3 times late in second, 2 seats: it was not made within 0.05 s"),
        ("Unmade", "Unmade' can't be made: ValueError: not today."),
    ],
)
def test_constructor_that_fails_is_said(bots: Path, bot: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("bot", "check", f"{bots}:{bot}", "--ruleset", "second", "--seconds", "0.05") == 1
    found = capsys.readouterr().err
    assert f"{bot} did not pass:\n3 times " in found and said in found and "The check ended with second, 2 seats" in found


@pytest.mark.parametrize(
    ("words", "sentence"),
    [(["nobody"], "There is no bot 'nobody'"), (["random", "--ruleset", "third"], "third"), (["random", "--seconds", "0"], "--seconds")],
)
def test_bad_usage_is_said_in_a_sentence(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("bot", "check", *words) == 2
    assert sentence in capsys.readouterr().err
