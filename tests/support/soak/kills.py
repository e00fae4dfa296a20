"""Hard kills of a server at which many tables are played."""

from __future__ import annotations

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx

from tests.support.acknowledging_client import Client
from tests.support.server_process import Process

PLAYERS = 4
"""Threads that play, each at tables of its own."""
PATIENCE = 60.0
"""Seconds until a server is killed at which no move has been acknowledged."""


def kills(folder: Path, seed: int, count: int, tables: int) -> str:
    """Kills a server ``count`` times while ``tables`` tables are played; returns what was seen.

    After each start every table must have all that was acknowledged, and no more than the one move that was on its way.
    """
    dice = random.Random(seed)
    with Process(folder) as process:
        clients = [process.client(seed + number) for number in range(tables)]
        moves = on_the_way = 0
        for _ in range(count):
            moves += play_until_killed(process, clients, dice.uniform(0.0, 0.5))
            process.start()
            for client in clients:
                was = client.promised
                client.check()
                on_the_way += client.promised > was
    return (
        f"{count} kills, {tables} tables, seed {seed}: {moves} acknowledged moves, none lost; "
        f"{on_the_way} tables stood one unacknowledged move further"
    )


def play_until_killed(process: Process, clients: list[Client], seconds: float) -> int:
    """Plays at all tables until the server is killed so many seconds after the first acknowledged move; returns the number of those moves."""
    is_played = threading.Event()

    def kill() -> None:
        is_played.wait(PATIENCE)
        time.sleep(seconds)
        process.process.kill()

    killer = threading.Thread(target=kill)
    killer.start()

    def play(own: list[Client]) -> int:
        moves = 0
        try:
            while True:
                for client in own:
                    client.play()
                    moves += 1
                    is_played.set()
        except httpx.TransportError:
            return moves

    with ThreadPoolExecutor(PLAYERS) as pool:
        moves = sum(pool.map(play, [clients[number::PLAYERS] for number in range(PLAYERS)]))
    killer.join()
    process.process.wait()
    return moves
