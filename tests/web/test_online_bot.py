"""The example of a bot in the lobby comes to a table and plays it to its end."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from groundfloor.web.limits import Limits
from groundfloor.web.settings import Settings
from tests.support.server_process import PATIENCE
from tests.web.conftest import with_settings

EXAMPLE = Path(__file__).parents[2] / "examples/online_bot.py"
PASSWORD = "correct horse battery"
MANY = 1_000_000


@pytest.mark.slow
@with_settings(Settings(bot_processes=0, limits=Limits(requests_per_minute=MANY, changes_per_minute=MANY)))
def test_example_joins_a_table_and_plays_to_its_end(client: httpx.Client, server: str) -> None:
    client.post("/api/account", json={"name": "Ann", "password": PASSWORD})
    bot = client.post("/api/account/bots", json={"name": "Robby"}).json()["id"]
    wish = {"label": "Example", "scope": "play", "bot": bot, "password": PASSWORD}
    token = client.post("/api/account/tokens", json=wish).json()["token"]
    table = client.post("/api/lobby", json={"player": "Ann", "people": 3}).json()["table"]
    client.post("/api/lobby", json={"player": "Ann", "people": 3, "rated": True}).raise_for_status()  # where no bot may play
    quick = f"import runpy, sys, time; time.sleep = lambda _: None; sys.argv[1:] = {[server, token, 'Robby', 'greedy']}; runpy.run_path({str(EXAMPLE)!r}, run_name='__main__')"
    with subprocess.Popen([sys.executable, "-c", quick], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as program:
        try:
            play_at_random(client, table)
            said, _ = program.communicate(timeout=PATIENCE)
        finally:
            program.kill()
    assert program.returncode == 0 and re.fullmatch(r"The game is over: -?\d+ -?\d+\n", said), said


def play_at_random(client: httpx.Client, table: str) -> None:
    """Begins the game of a table when somebody has come, and plays the own seat to its end."""
    dice, ends, seat = random.Random(1), time.monotonic() + PATIENCE, ""
    while time.monotonic() < ends:
        if not seat:
            found = client.get(f"/api/lobby/{table}").json()
            if found["can_begin"]:
                found = client.post(f"/api/lobby/{table}", json={"do": "begin"}).json()
            seat = found.get("seat", "").replace("/s/", "/api/seats/")
            continue
        view = client.get(seat).json()
        if view["is_over"]:
            return
        if view["legal"]:
            client.post(seat, json={"apply": [dice.choice(view["legal"])["action"]], "version": view["version"]})
        else:
            time.sleep(0.02)
    raise AssertionError("the bot does not play")
