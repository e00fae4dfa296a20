"""A process in which bots think is replaced when it dies or is stuck, and what fails there is logged by the server."""

from __future__ import annotations

import logging
import os
import signal
from typing import TYPE_CHECKING

import pytest

from groundfloor.tables.thinking_process import ThinkingFailed, ThinkingProcess
from tests.support.analysed_games import match_at
from tests.support.stand_in_processes import thinking_that_tells_signals
from tests.support.stores import WAIT

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.skipif(os.name != "posix", reason="signals are held back on POSIX")
def test_process_ignores_ctrl_c_even_while_it_starts() -> None:
    process = ThinkingProcess(thinking_that_tells_signals)
    try:
        assert process.think("", "", WAIT) == "['SIGINT']"
    finally:
        process.close()


@pytest.mark.slow
def test_process_that_died_or_is_stuck_is_replaced() -> None:
    match = match_at("schedule")
    record = match.record.format()
    process = ThinkingProcess()
    try:
        legal = [action.text for action in match.game.legal_actions]
        assert process.think(record, "greedy", WAIT) in legal
        first = process.process
        assert first is not None
        first.kill()
        first.join(WAIT)
        with pytest.raises(ThinkingFailed, match="has ended"):
            process.think(record, "greedy", WAIT)
        assert process.think(record, "greedy", WAIT) in legal and process.process is not first
        with pytest.raises(ThinkingFailed):
            process.think("no record", "greedy", WAIT)
        assert process.process is not None and process.process.pid is not None
        os.kill(process.process.pid, signal.SIGSTOP)
        with pytest.raises(ThinkingFailed, match="stuck"):
            process.think(record, "greedy", 0.1)
    finally:
        process.close()
    assert process.process is not None and not process.process.is_alive()


@pytest.mark.slow
def test_failure_of_a_bot_in_a_process_is_logged_by_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """Not by the process itself, which does not know in what form the server logs."""
    info = tmp_path / "lost_bot-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lost-bot\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[groundfloor.agents]\nlost = lost_bot:Lost\n")
    source = "from groundfloor.agents import Agent\nclass Lost(Agent):\n    def choose(self, view):\n        raise LookupError('no plan')\n"
    (tmp_path / "lost_bot.py").write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    process = ThinkingProcess()
    try:
        with caplog.at_level(logging.WARNING):
            assert process.think(match_at("schedule").record.format(), "lost", 3 * WAIT)
    finally:
        process.close()
    assert [(each.name, each.getMessage()) for each in caplog.records] == [
        ("groundfloor.agents.supervised_agent", "Bot lost: LookupError: no plan. The move is made by greedy.")
    ]
    assert capfd.readouterr().err == ""
