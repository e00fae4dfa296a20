"""Hard kills of one of several processes in the middle of play; ``scripts/soak`` does hundreds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.several_servers import DatabaseServers, FolderServers
from tests.support.soak.several_kills import kill_and_close

if TYPE_CHECKING:
    from tests.support.postgresql import PostgreSQLServer

KILLS, TABLES = 2, 3
pytestmark = [pytest.mark.slow, pytest.mark.thorough, pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs Linux")]


def test_nothing_is_lost_or_doubled_when_processes_on_a_folder_are_killed(tmp_path: Path) -> None:
    kill_and_close(FolderServers(tmp_path, 2), 1, KILLS, TABLES, moves=1)


def test_nothing_is_lost_or_doubled_when_servers_and_workers_are_killed(tmp_path: Path, postgresql: PostgreSQLServer) -> None:
    kill_and_close(DatabaseServers(tmp_path, postgresql.create(), 2), 1, KILLS, TABLES, moves=1)
