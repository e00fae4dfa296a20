"""Programs as agents: asked by lines of JSON, watched, and ended whatever they do."""

from __future__ import annotations

import sys
from contextlib import closing
from random import Random
from typing import TYPE_CHECKING

import pytest

from groundfloor import Match, ruleset
from groundfloor.agents.supervised_agent import SupervisedAgent

if TYPE_CHECKING:
    from pathlib import Path


def a_match() -> Match:
    """Returns a match at its first question."""
    return Match.new(ruleset("second"), ["Ann", "Ben"], {}, b"k" * 32)


PROGRAM = """
import json, os, subprocess, sys, time
mode = " ".join(sys.argv[1:])
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        answer = {"type": "ready", "protocol": 2 if mode == "newer" else 1}
    elif message["type"] == "choose":
        if mode == "dies":
            raise ValueError("out of ideas")
        if mode == "overflows":
            print("x" * 200000, flush=True)
        if mode == "shouts":
            while True:
                print("more", flush=True)
        if mode == "complains":
            print("\\x1b[31m" + "no " * 1000000, file=sys.stderr)
            os._exit(1)
        if mode == "puts off":
            if message["id"] == 1:
                continue
            print(json.dumps({"type": "action", "id": 1, "action": message["view"]["actions"][-1]["action"]}), flush=True)
        action = message["view"]["actions"][0]["action"] if mode != "cheats" else "win"
        answer = {"type": "action", "id": message["id"], "action": action}
    else:
        if mode == "stays":
            time.sleep(600)
        if mode == "leaves a child":
            subprocess.Popen([sys.executable, __file__ + ".child"], start_new_session=True)
        break
    print("nonsense" if mode == "babbles" else json.dumps(answer), flush=True)
"""
CHILD = """
import pathlib, time
for _ in range(600):
    if pathlib.Path(__file__ + ".released").exists():
        break
    time.sleep(0.1)
else:
    pathlib.Path(__file__ + ".ended").touch()
"""
"""A child of the program, which keeps its pipes open until it is released; after a minute it ends by itself."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mode", "kind", "sentence"),
    [
        ("plays", "", ""),
        ("stays", "", ""),
        ("newer", "error", 'it should begin with {"type": "ready", "protocol": 1}, not {"type": "ready", "protocol": 2}'),
        ("dies", "error", "the program has ended with exit code 1: ValueError: out of ideas"),
        ("cheats", "illegal", "'win' is none of the legal actions"),
        ("overflows", "error", "a line may have 100000 characters at most; it wrote a longer one, which begins with '" + "x" * 60 + "'"),
        ("shouts", "error", "it should write one JSON object a line, not 'more'"),
        ("complains", "error", "the program has ended with exit code 1: " + "no " * 100 + "…"),
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
    """It comes after the next question, directly before the answer to that one."""
    file = tmp_path / "bot.py"
    file.write_text(PROGRAM)
    match = a_match()
    with closing(SupervisedAgent(Random(1), f"program:{sys.executable} {file} puts off", 0.1)) as agent:
        agent.choose(match.game.view(match.game.current_player))
        agent.time_limit = 20.0
        view = match.game.view(match.game.current_player)
        assert agent.choose(view) is view.legal_actions[0]
    assert [failure.kind for failure in agent.failures] == ["late"]


@pytest.mark.slow
def test_program_that_is_not_asked_again_is_ended_at_once(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(PROGRAM)
    match = a_match()
    view = match.game.view(match.game.current_player)
    with closing(SupervisedAgent(Random(1), f"program:{sys.executable} {file} shouts", 20.0)) as agent:
        agent.choose(view)
        process = agent._agents[agent.specification]._process  # type: ignore[attr-defined]
        agent.choose(view)
        agent.choose(view)
        assert agent.is_given_up and process._process.poll() is not None
        assert process._lines.qsize() <= process._lines.maxsize


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a child that outlives its program is another matter there")
def test_child_that_keeps_the_pipe_open_is_not_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(PROGRAM)
    match = a_match()
    child = tmp_path / "bot.py.child"
    child.write_text(CHILD)
    agent = SupervisedAgent(Random(1), f"program:{sys.executable} {file} leaves a child", 20.0)
    agent.choose(match.game.view(match.game.current_player))
    agent.close()
    assert agent.failures == [] and not (tmp_path / "bot.py.child.ended").exists()
    (tmp_path / "bot.py.child.released").touch()
