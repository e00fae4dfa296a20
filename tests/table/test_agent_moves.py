"""Moves of agents at a table: the same at the same point, and made in any case."""

from __future__ import annotations

import logging
import time
from random import Random

import pytest

from groundfloor import Match, ruleset
from groundfloor.agents import AGENTS, Agent, supervised_agent
from groundfloor.agents.search_agent import SearchAgent
from groundfloor.engine.actions import Action
from groundfloor.engine.view import View
from groundfloor.table.agent_moves import KeptAgents, agent_action, thinking_seconds
from groundfloor.table.value import SeatValue


class Failing(Agent):
    """Fails at every decision."""

    def choose(self, view: View) -> Action:
        """Raises an error."""
        raise RuntimeError("no move today")


class Impossible(Agent):
    """Can't even be made."""

    def __init__(self, *_: object) -> None:
        raise ValueError("no weights")


def test_failing_bot_does_not_block_a_table(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setitem(AGENTS, "failing", Failing)
    monkeypatch.setitem(AGENTS, "impossible", Impossible)
    match = Match.new(ruleset("second"), ["Ann", "Ben"], {}, b"k" * 32)
    greedy = agent_action(match, "greedy")
    with caplog.at_level(logging.WARNING):
        for agent in ("failing", "impossible", "no_longer_installed"):
            assert agent_action(match, agent) is greedy
    assert "no move today" in caplog.text and "no weights" in caplog.text


class Lingering(Agent):
    """Chooses at once, and never returns from closing."""

    def choose(self, view: View) -> Action:
        return view.legal_actions[0]

    def close(self) -> None:
        while True:
            time.sleep(0.01)


def test_bot_that_does_not_close_has_moved_all_the_same(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setitem(AGENTS, "lingering", Lingering)
    monkeypatch.setattr(supervised_agent, "SECONDS_TO_CLOSE", 0.05)
    match = Match.new(ruleset("second"), ["Ann", "Ben"], {}, b"k" * 32)
    with caplog.at_level(logging.WARNING):
        assert agent_action(match, "lingering") is match.game.legal_actions[0]
    assert caplog.messages == ["Bot lingering: close() has not returned after 0.05 s."]


def test_same_point_gets_the_same_move_also_from_a_level_with_chance() -> None:
    match = Match.new(ruleset("second"), ["Ann", "Ben"], {}, b"k" * 32)
    assert len({agent_action(match, "intern").text for _ in range(5)}) == 1


def test_seat_of_an_agent_that_is_gone_is_still_an_agents() -> None:
    agents = [SeatValue(0, "X", "red", automa, "").agent for automa in ("gone", "tycoon", "pei", "")]
    assert agents == ["gone", "tycoon", "", ""]


class QuickSearch(SearchAgent):
    """A search of few simulations, which counts how often one is made."""

    made = 0

    def __init__(self, rng: Random) -> None:
        super().__init__(rng, simulations=12)
        QuickSearch.made += 1


def new_match(key: bytes = b"k" * 32) -> Match:
    return Match.new(ruleset("second"), ["Ann", "Ben"], {}, key)


def test_search_keeps_its_tree_for_the_next_decision_of_its_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(AGENTS, "quick", QuickSearch)
    monkeypatch.setattr(QuickSearch, "made", 0)
    match, kept = new_match(), KeptAgents()
    seats = set()
    for _turn in range(6):
        seats.add(match.game.asked_seat)
        match.apply(agent_action(match, "quick", kept=kept))
    assert QuickSearch.made == len(kept) == len(seats)


def test_move_taken_back_gets_a_legal_answer_from_a_kept_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tree belongs to another line then, and is not used."""
    monkeypatch.setitem(AGENTS, "quick", QuickSearch)
    match, kept = new_match(), KeptAgents()
    first = agent_action(match, "quick", kept=kept)
    assert agent_action(match, "quick", kept=kept) is first
    assert agent_action(new_match(b"z" * 32), "quick", kept=kept) in match.game.legal_actions


def test_only_the_agents_that_were_asked_last_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(AGENTS, "quick", QuickSearch)
    kept = KeptAgents(most=2)
    matches = [new_match(bytes([number]) * 32) for number in range(3)]
    for match in matches:
        agent_action(match, "quick", kept=kept)
    found = [kept.take(match.key_hash, match.game.asked_seat, "quick") is not None for match in matches]
    assert found == [False, True, True]


def test_agents_that_keep_nothing_are_not_kept() -> None:
    kept = KeptAgents()
    agent_action(new_match(), "greedy", kept=kept)
    assert len(kept) == 0


def table_of(*bots: str) -> Match:
    """Returns a game of a person in the first seat against these bots."""
    match = Match.new(ruleset("second"), ["Ann", *[f"Bot {number}" for number in range(len(bots))]], {}, b"k" * 32)
    for seat, bot in enumerate(bots, 1):
        match.extend([f"{seat + 1} bot {bot}"])
    return match


def answer_times(match: Match, decisions: int) -> list[float]:
    """Returns the time of each of so many decisions of the bots after a decision of the person."""
    while match.game.asked_seat != 0:
        match.apply(match.game.legal_actions[0])
    match.apply(match.game.legal_actions[0])
    found: list[float] = []
    bots = match.record.bots()
    while len(found) < decisions and match.game.asked_seat:
        seconds = thinking_seconds(match, bots[match.game.asked_seat])
        assert seconds is not None
        found.append(seconds)
        match.apply(match.game.legal_actions[0])
    return found


def test_three_champions_answer_within_five_seconds_in_all() -> None:
    times = answer_times(table_of("champion", "champion", "champion"), 20)
    assert times[0] == pytest.approx(1) and times == sorted(times, reverse=True) and sum(times) <= 5


def test_a_champion_alone_thinks_for_three_seconds() -> None:
    assert answer_times(table_of("champion"), 1) == [pytest.approx(3)]
    assert answer_times(table_of("champion", "manager"), 1) == [pytest.approx(3)]
    assert answer_times(table_of("champion", "champion"), 1) == [pytest.approx(1.5)]


def test_levels_of_few_simulations_and_tables_without_people_have_no_shorter_time() -> None:
    assert thinking_seconds(table_of("director"), "director") is None
    match = table_of("champion")
    match.extend(["1 bot tycoon"])
    assert thinking_seconds(match, "champion") is None
