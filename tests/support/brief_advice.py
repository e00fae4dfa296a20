"""Hints and analyses that cost a test little: few simulations, few decisions, and one that goes on until it is cancelled."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice
from typing import Any

import httpx
import pytest

import groundfloor.analysis
from groundfloor.server.game.tables.advice import AdviceRunner, RunningAnalysis
from tests.support.stores import WAIT

DECISIONS = 6
"""Decisions of a game that are analysed."""
ENDLESS = "ruleset first"
"""The analysis of a game with this line in its record stays at ``DONE`` of ``TOTAL`` decisions."""
DONE, TOTAL = 137, 412


def make_advice_brief(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Limits what servers in this process compute, which must have no processes for bots; returns the endless analyses that are under way: how many decisions
    are done, by game."""
    whole, really_analyse, cancel = groundfloor.analysis.analyse_game, AdviceRunner.analyse, AdviceRunner.cancel
    analysis = AdviceRunner.analysis
    endless: dict[str, int] = {}

    def first_decisions(*args: Any, **more: Any) -> Iterator[object]:
        return islice(whole(*args, **more), DECISIONS)

    def analyse(runner: AdviceRunner, game_id: str, record: str, *more: Any) -> None:
        if ENDLESS in record:
            endless[game_id] = DONE
        else:
            really_analyse(runner, game_id, record, *more)

    def analysis_or_endless(runner: AdviceRunner, game_id: str) -> RunningAnalysis | None:
        return RunningAnalysis(endless[game_id], TOTAL) if game_id in endless else analysis(runner, game_id)

    def cancel_also_endless(runner: AdviceRunner, game_id: str, client: str = "") -> None:
        if game_id in endless:
            del endless[game_id]
        else:
            cancel(runner, game_id, client)

    monkeypatch.setattr("groundfloor.server.game.tables.advice.HINT_SIMULATIONS", 2)
    monkeypatch.setattr("groundfloor.server.context.ANALYSIS_SIMULATIONS", 0)
    monkeypatch.setattr("groundfloor.server.game.after_game.page.ANALYSIS_SIMULATIONS", 0)
    monkeypatch.setattr("groundfloor.analysis.analyse_game", first_decisions)
    monkeypatch.setattr("groundfloor.analysis.decision_count", lambda *_: DECISIONS)
    monkeypatch.setattr(AdviceRunner, "analyse", analyse)
    monkeypatch.setattr(AdviceRunner, "analysis", analysis_or_endless)
    monkeypatch.setattr(AdviceRunner, "cancel", cancel_also_endless)
    return endless


def begin_analysis(client: httpx.Client, game_id: str) -> None:
    client.post(f"/api/games/{game_id}/analysis", json={"do": "start"}).raise_for_status()


def wait_for_analysis(client: httpx.Client, game_id: str) -> dict[str, object]:
    """Waits until an analysis is no longer under way; returns what is said of it then."""
    ends = time.monotonic() + 3 * WAIT
    while (found := client.get(f"/api/games/{game_id}/analysis").raise_for_status().json())["state"] == "running":
        assert time.monotonic() < ends
        time.sleep(0.05)
    return dict(found)
