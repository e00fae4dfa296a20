"""Whole games of browsers at different processes: of two on both databases, and of a club of six."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from tests.support import http
from tests.support.browser import chromium
from tests.support.club import Club
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


def club(folder: Path, seed: int) -> str:
    """Six people find each other in the lobby and play their game to its natural end; what may happen on the way comes at random moments."""
    with ExitStack() as opened:
        browser = opened.enter_context(chromium())
        postgresql = opened.enter_context(postgresql_server())
        servers = DatabaseServers(folder / "postgresql", postgresql.create(), 2)
        opened.callback(servers.close)
        people = Club(browser, tuple(servers.addresses), seed)
        people.meet()
        clicks = 0
        for happen in (people.lose_phone, people.undo_by_consent, people.renew_link, people.pause_and_resume):
            clicks += people.play(people.dice.randint(20, 60))
            happen()
        clicks += people.play()
        people.see_end()
        return f"seed {seed}; {clicks} clicks, {people.view['version']} entries; all six pages show the same end"
