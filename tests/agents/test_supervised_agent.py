"""Supervision: whatever a bot does, a legal move is made, and what went wrong is noted and logged."""

from __future__ import annotations

import logging
import threading
import time
from contextlib import closing
from random import Random
from typing import TYPE_CHECKING

import pytest

from groundfloor import Match, ruleset
from groundfloor.agents.agent_classes import BadSpecification, class_of_file
from groundfloor.agents.evaluation_weights import load_weights
from groundfloor.agents.supervised_agent import SupervisedAgent, check_agent

if TYPE_CHECKING:
    from pathlib import Path

    from groundfloor.agents.evaluation_weights import EvaluationWeights
    from groundfloor.engine.view import View

BOTS = """
import threading
import time
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

class Texts(Agent):
    def choose(self, view):
        return view.legal_actions[-1].text

class Wordy(Agent):
    def choose(self, view):
        return "I hire, please"

class Silent(Agent):
    def choose(self, view):
        return None

class Colourful(Agent):
    def choose(self, view):
        raise ValueError("\\x1b[31m" + "x" * 1000000)

class Unspeakable(Agent):
    def choose(self, view):
        return Unspeakable(self.rng)

    def __repr__(self):
        raise LookupError("nothing to say")

class Unmade(Agent):
    def __init__(self, rng):
        raise LookupError("not today")

    def choose(self, view):
        return view.legal_actions[0]

class Unready(Good):
    def __init__(self, rng):
        super().__init__(rng)
        while True:
            pass

class Waiting(Good):
    may_go_on = threading.Event()

    def __init__(self, rng):
        super().__init__(rng)
        try:
            self.wait()
        except BaseException:  # it is interrupted once
            self.wait()

    def wait(self):
        while not self.may_go_on.is_set():
            time.sleep(0.01)

class Picky(Good):
    def __init__(self, rng, depth: int = 1):
        super().__init__(rng)
        if depth < 1:
            raise ValueError("no depth")

class Lingering(Broken):
    def close(self):
        while True:
            pass

class Tangled(Good):
    def close(self):
        raise OSError("no file")

class Endless(Agent):
    asked = 0

    def choose(self, view):
        Endless.asked += 1
        while True:
            pass
"""


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    file = tmp_path / "bots.py"
    file.write_text(BOTS)
    return file


def threads_of_bots() -> set[threading.Thread]:
    """Returns the threads in which bots run now; those of other tests may still wait in this process."""
    return {each for each in threading.enumerate() if each.name == "bot"}


def still_running(before: set[threading.Thread]) -> list[threading.Thread]:
    """Returns the threads of bots that have begun since and do not end in the time that a busy machine may need."""
    begun = threads_of_bots() - before
    for each in begun:
        each.join(60)
    return [each for each in begun if each.is_alive()]


def a_match() -> Match:
    """Returns a match at its first question."""
    return Match.new(ruleset("second"), ["Ann", "Ben"], {}, b"k" * 32)


def first_view() -> View:
    """Returns the view of the seat that is asked first."""
    game = a_match().game
    return game.view(game.current_player)


@pytest.mark.parametrize("name", ["Good", "Texts"])
def test_good_agent_makes_its_own_moves(bots: Path, name: str) -> None:
    match = a_match()
    with closing(SupervisedAgent(Random(1), f"{bots}:{name}")) as agent:
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
        ("Colourful", "error", r"ValueError: \x1b[31mxxx"),
        ("Unspeakable", "illegal", "an object of Unspeakable is none of the legal actions"),
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
    assert failure.sentence.isprintable() and len(failure.sentence) < 400
    assert f"{name}: " in caplog.text and "made by greedy" in caplog.text


def test_late_agent_is_interrupted_and_soon_not_asked_again(bots: Path) -> None:
    before = threads_of_bots()
    match = a_match()
    with closing(SupervisedAgent(Random(1), f"{bots}:Endless", 0.05)) as agent:
        for _turn in range(5):
            view = match.game.view(match.game.current_player)
            action = agent.choose(view)
            assert any(action is each for each in view.legal_actions)
            match.apply(action)
    assert [failure.kind for failure in agent.failures] == ["late"] * 3
    assert not still_running(before)


def test_first_agent_must_be_possible() -> None:
    with pytest.raises(BadSpecification, match="There is no bot 'nobody'"):
        SupervisedAgent(Random(1), "nobody")


def test_constructor_that_raises_is_a_failure_of_its_decision(bots: Path, caplog: pytest.LogCaptureFixture) -> None:
    view = first_view()
    with caplog.at_level(logging.WARNING), closing(SupervisedAgent(Random(1), f"{bots}:Unmade")) as agent:
        for count in (1, 2, 3, 3):
            assert agent.choose(view) is SupervisedAgent(Random(1), "greedy").choose(view)
            assert len(agent.failures) == count and not agent.is_reusable
    assert [(failure.kind, failure.instead) for failure in agent.failures] == [("error", "greedy")] * 3
    assert "Unmade' can't be made: LookupError: not today. The move is made by greedy." in caplog.text


def test_constructor_that_takes_too_long_is_late_for_its_decision(bots: Path) -> None:
    before = threads_of_bots()
    view = first_view()
    with closing(SupervisedAgent(Random(1), f"{bots}:Unready", 0.05)) as agent:
        assert agent.seconds_to_make >= 0.05
        for _turn in range(4):
            assert agent.choose(view) is SupervisedAgent(Random(1), "greedy").choose(view)
    assert [(failure.kind, failure.sentence) for failure in agent.failures] == [("late", "it was not made within 0.05 s")] * 3
    assert not still_running(before)


def test_constructor_that_can_not_be_interrupted_is_called_once(bots: Path) -> None:
    view = first_view()
    with closing(SupervisedAgent(Random(1), f"{bots}:Waiting", 0.05)) as agent:
        agent.choose(view)
        agent.choose(view)
        class_of_file(bots, "Waiting").may_go_on.set()  # type: ignore[attr-defined]
        agent._late[agent.specification].join(60)
        assert not agent._late[agent.specification].is_alive()
    assert [failure.sentence for failure in agent.failures] == ["it was not made within 0.05 s", "it is still busy"]


def test_agents_of_the_package_are_late_with_no_constructor(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first one of a process reads its network, which may take a while."""

    def load_slowly() -> EvaluationWeights:
        time.sleep(0.05)
        return load_weights()

    monkeypatch.setattr("groundfloor.agents.plain_agents.load_weights", load_slowly)
    view = first_view()
    for specification in ("greedy", "greedy:random_moves=0.5", "intern"):
        with closing(SupervisedAgent(Random(1), specification, 0.01)) as agent:
            agent.choose(view)
        assert agent.failures == []


@pytest.mark.parametrize("specification", ["manager", "director"])
def test_bot_answers_where_no_thread_can_be_started(monkeypatch: pytest.MonkeyPatch, specification: str) -> None:
    monkeypatch.setattr("groundfloor.agents.supervised_agent.HAS_THREADS", False)
    monkeypatch.setattr(threading.Thread, "start", lambda _: pytest.fail("a thread was started"))
    with closing(SupervisedAgent(Random(1), specification)) as agent:
        agent.choose(first_view())
    assert agent.failures == []


def test_agent_that_does_not_close_holds_up_no_decision(
    bots: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    before = threads_of_bots()
    monkeypatch.setattr("groundfloor.agents.supervised_agent.SECONDS_TO_CLOSE", 0.05)
    view = first_view()
    with caplog.at_level(logging.WARNING), closing(SupervisedAgent(Random(1), f"{bots}:Lingering")) as agent:
        for _turn in range(4):
            assert agent.choose(view) is SupervisedAgent(Random(1), "greedy").choose(view)
    assert [failure.kind for failure in agent.failures] == ["error"] * 3 + ["late"]
    assert agent.failures[-1].sentence == "close() has not returned after 0.05 s" and not agent.failures[-1].instead
    assert caplog.messages[-1].endswith("bots.py:Lingering: close() has not returned after 0.05 s.")
    assert not still_running(before)


def test_close_that_raises_is_a_failure(bots: Path) -> None:
    with closing(SupervisedAgent(Random(1), f"{bots}:Tangled")) as agent:
        agent.choose(first_view())
    assert [(failure.kind, failure.sentence) for failure in agent.failures] == [("error", "close() raised OSError: no file.")]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Unmade", "Unmade' can't be made: LookupError: not today\\."),
        ("Unready", "Unready' can't be made: it was not made within 0.05 s\\."),
        ("Picky:depth=0", "'.*Picky:depth=0' is not possible: no depth\\."),
        ("Picky:breadth=0", "has no setting 'breadth=0'"),
    ],
)
def test_agent_that_can_not_be_made_is_refused_beforehand(bots: Path, monkeypatch: pytest.MonkeyPatch, name: str, sentence: str) -> None:
    monkeypatch.setattr("groundfloor.agents.supervised_agent.time_limit_of", lambda _: 0.05)
    with pytest.raises(BadSpecification, match=sentence):
        check_agent(f"{bots}:{name}")


def test_agent_that_can_be_made_is_accepted_beforehand(bots: Path) -> None:
    for specification in ("manager", f"{bots}:Good", f"{bots}:Picky:depth=2"):
        check_agent(specification)


def test_settings_that_a_constructor_refuses_are_no_failure(bots: Path) -> None:
    with pytest.raises(BadSpecification, match="is not possible: no depth\\."):
        SupervisedAgent(Random(1), f"{bots}:Picky:depth=0")


def test_file_that_leaves_the_program_is_said_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "leaving.py"
    file.write_text("import sys; sys.exit(3)")
    with pytest.raises(BadSpecification, match="can't be loaded: SystemExit: 3\\."):
        SupervisedAgent(Random(1), f"{file}:Mine")
