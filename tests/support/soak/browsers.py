"""Whole games of two browsers at different processes, on both databases."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from tests.support import http
from tests.support.browser import chromium
from tests.support.postgresql import postgresql_server
from tests.support.several_servers import DatabaseServers, FolderServers, Servers
from tests.support.two_browsers import play_live


def browsers(folder: Path, seed: int) -> str:
    """Plays a game on each database; of a folder, any of the processes may answer a browser."""
    said = []
    with ExitStack() as opened:
        browser = opened.enter_context(chromium())
        postgresql = opened.enter_context(postgresql_server())
        found: list[Servers] = [FolderServers(folder / "sqlite", 2), DatabaseServers(folder / "postgresql", postgresql.create(), 2)]
        for servers in found:
            opened.callback(servers.close)
            addresses = [*servers.addresses, *servers.addresses][:2]
            seats = [{"name": "Ann"}, {"name": "Ben"}]
            made = http.post(f"{addresses[0]}/api/games", json={"seats": seats}).raise_for_status().json()
            said.append(f"{servers}: {play_live(browser, addresses, made, seed)} moves")
    return f"seed {seed}; {'; '.join(said)}; both pages showed each of them"
