"""The club over days at two processes of which one is killed again and again: moves, plans, clocks and notices; ``scripts/soak days`` does a hundred kills."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.soak.days import days

KILLS = 6
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs Linux")]


def test_every_move_and_every_notice_is_there_once_whichever_process_is_killed(tmp_path: Path) -> None:
    days(tmp_path, 1, KILLS)
