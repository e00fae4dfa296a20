"""Takes screenshots of the real board for the README: ``python -m tests.support pictures [FOLDER]``."""

from __future__ import annotations

import argparse
import hashlib
import tempfile
from pathlib import Path
from random import Random

from playwright.sync_api import Page as Tab

from groundfloor import Match, ruleset
from groundfloor.agents.plain_agents import GreedyAgent
from tests.support import board_page, http
from tests.support.browser import chromium
from tests.support.server_process import Process

SEATS = ("Ann", "Ben", "automa:gropius", "Mara")
PICTURES = (
    ("board-light", 1600, 1000, "light", 1, "#city"),
    ("board-dark", 1600, 1000, "dark", 1, "#city"),
    ("phone-city", 360, 800, "light", 2, "#city"),
    ("phone-company", 360, 800, "dark", 2, "#company"),
)
"""Name, width and height in pixels, theme, pixels a point, the part that is shown."""
ROUND, TAKEN = 5, 5
BUILDS = 0.6
"""How often a player of the pictures goes to the construction company if it is possible: greedy ones alone build late."""


def record(round: int = ROUND, taken: int = TAKEN) -> str:
    """Returns a game of greedy players who like to build that has come to a round's planning, Ann to decide after so many tasks (at least)."""
    match = Match.new(ruleset("second"), SEATS, None, hashlib.sha256(b"a picture").digest())
    dice = Random(1)
    agent = GreedyAgent(dice)
    done = 0
    while not (
        match.game._state.round == round and match.game.question_kind == "schedule" and match.game.asked_seat == 0 and done >= taken
    ):
        done = done + 1 if match.game.question_kind == "schedule" and match.game._state.round == round else 0
        builds = [action for action in match.game.legal_actions if action.verb == "construction"]
        is_building = builds and dice.random() < BUILDS
        match.apply(builds[0] if is_building else agent.choose(match.game.view(match.game.asked_seat)))
    return match.record.format()


def pencil(tab: Tab) -> None:
    selectable = board_page.part(tab, "city").locator(board_page.LEGAL)
    selectable.nth(selectable.count() - 1).click()
    board_page.panel(tab, "draft", "second-step").first.wait_for()


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, chromium() as browser:
        server = Process(Path(data))
        try:
            made = http.post(f"{server.address}/api/records", json={"record": record(), "resume": True}).json()
            address = f"{server.address}/s/{made['seats'][0]['token']}"
            for number, (name, width, height, theme, scale, part) in enumerate(PICTURES):
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme="dark" if theme == "dark" else "light",
                    device_scale_factor=scale,
                    locale="en",
                )
                tab = context.new_page()
                tab.goto(address)
                board_page.panel(tab).wait_for()
                if number == 0:
                    pencil(tab)
                if width < 700 and part != "#city":
                    tab.get_by_role("navigation", name="Parts of the board").locator(f"a[href='{part}']").click()
                tab.wait_for_timeout(1500)
                tab.screenshot(path=folder / f"{name}.png")
                context.close()
        finally:
            server.process.kill()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.support pictures")
    parser.add_argument("folder", type=Path, nargs="?", default=Path("docs/pictures"))
    main(parser.parse_args().folder)
