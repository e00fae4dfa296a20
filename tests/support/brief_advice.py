"""Hints and analyses that cost a test little: few simulations, few decisions, and one that goes on until it is cancelled."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice
from typing import Any

import httpx
import pytest

import groundfloor.analysis
from groundfloor.tables.advice import AdviceRunner, RunningAnalysis
from tests.support.stores import WAIT

DECISIONS = 6
"""So many decisions of a game are analysed."""
ENDLESS = "ruleset first"
"""The analysis of a game with this line in its record stays at ``DONE`` of ``TOTAL`` decisions."""
DONE, TOTAL = 137, 412


def make_advice_brief(monkeypatch: pytest.MonkeyPatch) -> list[RunningAnalysis]:
    """Limits what servers in this process compute, which must have no processes for bots; returns the endless analyses as they begin."""
    whole, really_analyse = groundfloor.analysis.analyse_game, AdviceRunner.analyse
    endless: list[RunningAnalysis] = []

    def first_decisions(*args: Any) -> Iterator[object]:
        return islice(whole(*args), DECISIONS)

    def analyse(runner: AdviceRunner, public: str, record: str, client: str = "") -> None:
        if ENDLESS in record:
            endless.append(RunningAnalysis(public, record, client, TOTAL, [None] * DONE))
            runner._analyses[public] = endless[-1]
        else:
            really_analyse(runner, public, record, client)

    monkeypatch.setattr("groundfloor.tables.advice.HINT_SIMULATIONS", 2)
    monkeypatch.setattr("groundfloor.web.context.ANALYSIS_SIMULATIONS", 0)
    monkeypatch.setattr("groundfloor.web.after_game.analysis.ANALYSIS_SIMULATIONS", 0)
    monkeypatch.setattr("groundfloor.analysis.analyse_game", first_decisions)
    monkeypatch.setattr("groundfloor.analysis.decision_count", lambda *_: DECISIONS)
    monkeypatch.setattr(AdviceRunner, "analyse", analyse)
    return endless


def begin_analysis(client: httpx.Client, public: str) -> None:
    client.post(f"/api/games/{public}/analysis", json={"do": "start"}).raise_for_status()


def wait_for_analysis(client: httpx.Client, public: str) -> dict[str, object]:
    """Waits until an analysis is no longer under way; returns what is said of it then."""
    ends = time.monotonic() + 3 * WAIT
    while (found := client.get(f"/api/games/{public}/analysis").raise_for_status().json())["state"] == "running":
        assert time.monotonic() < ends
        time.sleep(0.05)
    return dict(found)
