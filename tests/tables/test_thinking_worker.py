"""The process in which bots think: its log, and the signal that ends a thought."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from groundfloor.tables import thinking_worker
from groundfloor.tables.thinking_worker import DROPPED, MAX_LOGGED, Interruption, LogCollector, answer

if TYPE_CHECKING:
    import pytest

    from groundfloor.tables.agent_moves import KeptAgents


def test_log_of_a_thought_has_an_end() -> None:
    collector = LogCollector()
    for number in range(MAX_LOGGED + 5):
        collector.emit(logging.LogRecord("bots", logging.WARNING, "", 0, "%d", (number,), None))
    assert [text for _name, _level, text in collector.take()] == [str(number) for number in range(MAX_LOGGED)] and collector.take() == []


def test_signal_ends_a_thought_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    interruption = Interruption()
    interruption.handle(0, None)

    def think(record: str, bot: str, kept: KeptAgents | None) -> str:
        interruption.handle(0, None)
        return "done"

    monkeypatch.setattr(thinking_worker, "answer_of", think)
    assert answer("", "greedy", interruption) == DROPPED
    interruption.handle(0, None)
