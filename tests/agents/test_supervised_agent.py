"""Supervision: whatever a bot does, a legal move is made, and what went wrong is noted and logged."""

from __future__ import annotations

import logging
import sys
import threading
from contextlib import closing
from random import Random
from typing import TYPE_CHECKING

import pytest

from groundfloor import Match, ruleset
from groundfloor.agents.agent_classes import BadSpecification
from groundfloor.agents.supervised_agent import SupervisedAgent

if TYPE_CHECKING:
    from pathlib import Path

BOTS = """
from groundfloor.agents import Agent
from groundfloor.editions import ruleset

class Good(Agent):
    def choose(self, view):
        return view.legal_actions[-1]

class Broken(Agent):
    def choose(self, view):
        raise LookupError("no idea")

class Leaving(Agent):
    def choose(self, view):
        raise SystemExit(3)

class Illegal(Agent):
    def choose(self, view):
        return next(action for action in view.game().ruleset.actions if action not in view.legal_actions)

class Wordy(Agent):
    def choose(self, view):
        return view.legal_actions[0].text

class Silent(Agent):
    def choose(self, view):
        return None

class Endless(Agent):
    asked = 0

    def choose(self, view):
        Endless.asked += 1
        while True:
            pass
"""


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    """Returns a file with bots that do what they should not."""
    file = tmp_path / "bots.py"
    file.write_text(BOTS)
    return file


def a_match() -> Match:
    """Returns a match at its first question."""
    return Match.new(ruleset("second"), ["Ann", "Ben"], {}, b"k" * 32)


def test_good_agent_makes_its_own_moves(bots: Path) -> None:
    match = a_match()
    with closing(SupervisedAgent(Random(1), f"{bots}:Good")) as agent:
        view = match.game.view(match.game.current_player)
        assert agent.choose(view) is view.legal_actions[-1] and agent.failures == []


@pytest.mark.parametrize(
    ("name", "kind", "sentence"),
    [
        ("Broken", "error", "LookupError: no idea."),
        ("Leaving", "error", "SystemExit: 3."),
        ("Illegal", "illegal", "is none of the legal actions"),
        ("Wordy", "illegal", "is none of the legal actions"),
        ("Silent", "illegal", "None is none of the legal actions"),
    ],
)
def test_next_lower_agent_moves_and_it_is_logged(bots: Path, caplog: pytest.LogCaptureFixture, name: str, kind: str, sentence: str) -> None:
    match = a_match()
    view = match.game.view(match.game.current_player)
    with caplog.at_level(logging.WARNING), closing(SupervisedAgent(Random(1), f"{bots}:{name}")) as agent:
        expected = SupervisedAgent(Random(1), "greedy").choose(view)
        assert agent.choose(view) is expected
    (failure,) = agent.failures
    assert (failure.kind, failure.instead) == (kind, "greedy") and sentence in failure.sentence
    assert f"{name}: " in caplog.text and "made by greedy" in caplog.text


def test_late_agent_is_interrupted_and_soon_not_asked_again(bots: Path) -> None:
    match = a_match()
    with closing(SupervisedAgent(Random(1), f"{bots}:Endless", 0.05)) as agent:
        for _turn in range(5):
            view = match.game.view(match.game.current_player)
            action = agent.choose(view)
            assert any(action is each for each in view.legal_actions)
            match.apply(action)
    assert [failure.kind for failure in agent.failures] == ["late"] * 3
    assert sum(each.name == "bot" for each in threading.enumerate()) == 0


def test_first_agent_must_be_possible() -> None:
    with pytest.raises(BadSpecification, match="There is no bot 'nobody'"):
        SupervisedAgent(Random(1), "nobody")


PROGRAM = """
import json, sys, time
mode = sys.argv[1]
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        answer = {"type": "ready", "protocol": 2 if mode == "newer" else 1}
    elif message["type"] == "choose":
        if mode == "dies":
            raise ValueError("out of ideas")
        if mode == "sleeps":
            time.sleep(0.4 if message["id"] == 1 else 0)
        action = message["view"]["actions"][0]["action"] if mode != "cheats" else "win"
        answer = {"type": "action", "id": message["id"], "action": action}
    else:
        if mode == "stays":
            time.sleep(600)
        break
    print("nonsense" if mode == "babbles" else json.dumps(answer), flush=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mode", "kind", "sentence"),
    [
        ("plays", "", ""),
        ("stays", "", ""),
        ("newer", "error", 'it should begin with {"type": "ready", "protocol": 1}, not {"type": "ready", "protocol": 2}'),
        ("dies", "error", "the program has ended with exit code 1: ValueError: out of ideas"),
        ("cheats", "illegal", "'win' is none of the legal actions"),
        ("babbles", "error", "it should write one JSON object a line, not 'nonsense'"),
    ],
)
def test_program_is_asked_watched_and_ended(tmp_path: Path, mode: str, kind: str, sentence: str) -> None:
    file = tmp_path / "bot.py"
    file.write_text(PROGRAM)
    match = a_match()
    view = match.game.view(match.game.current_player)
    agent = SupervisedAgent(Random(1), f"program:{sys.executable} {file} {mode}", 20.0)
    with closing(agent):
        action = agent.choose(view)
        process = agent._agents[agent.specification]._process  # type: ignore[attr-defined]
    if kind:
        assert [(failure.kind, failure.sentence) for failure in agent.failures] == [(kind, sentence)]
        assert any(action is each for each in view.legal_actions)
    else:
        assert action is view.legal_actions[0] and agent.failures == []
    assert process._process.poll() is not None


@pytest.mark.slow
def test_answer_of_program_that_comes_too_late_is_dropped(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(PROGRAM)
    match = a_match()
    with closing(SupervisedAgent(Random(1), f"program:{sys.executable} {file} sleeps", 0.1)) as agent:
        agent.choose(match.game.view(match.game.current_player))
        agent.time_limit = 20.0
        view = match.game.view(match.game.current_player)
        assert agent.choose(view) is view.legal_actions[0]
    assert [failure.kind for failure in agent.failures] == ["late"]
