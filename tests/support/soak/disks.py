"""Disks that are full or read-only, and data that is damaged."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx

from tests.support import http
from tests.support.acknowledging_client import Client
from tests.support.ports import free_port
from tests.support.server_process import Process, refused_start

PAGE = 4096
KILOBYTES = 70_000
"""Of a small disk: more than a server leaves to games that are running (RESERVED_BYTES), so that it takes new tables."""


@contextmanager
def small_disk(folder: Path, kilobytes: int) -> Iterator[Path]:
    """Yields a file system of its own of so many kB, which takes the rights of root; OSError with a sentence without them."""
    place = folder / "disk"
    place.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(place)], capture_output=True, text=True, check=False
    )
    if made.returncode:
        raise OSError(f"a small disk could not be mounted (this trial needs root): {made.stderr.strip()}")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=False)


def full_disk(folder: Path) -> str:
    """Fills the disk while a game is played, starts the server again; frees the disk, and plays on."""
    with small_disk(folder, KILOBYTES) as place, Process(place) as process:
        client = process.client()
        for _ in range(5):
            client.play()
        fill(place)
        refused = refusal(client)
        assert refused.status_code == 507, (refused.status_code, refused.text[:300])
        client.check()
        process.end(signal.SIGTERM)
        fill(place)
        process.start()
        client.check()
        assert refusal(client).status_code == 507
        (place / "ballast").unlink()
        for _ in range(5):
            client.play()
        client.check()
        ended = start_on_full_disk(place)
    return f"a move on a full disk: {refused.status_code} “{refused.json()['error']}”; read after a start, played on with room; a first start on a full disk: {ended}"


def start_on_full_disk(place: Path) -> str:
    """Starts a server on an empty folder of a full disk; returns what it says."""
    fill(place)
    (place / "other").mkdir(exist_ok=True)
    said = refused_start(free_port(), place / "other")
    (place / "ballast").unlink()
    return f"exit code 1, “{said}”"


def fill(place: Path) -> None:
    with suppress(OSError), (place / "ballast").open("wb", buffering=0) as file:
        while file.write(b"x" * 1024):
            pass


def refusal(client: Client) -> httpx.Response:
    """Tries moves until one is not kept; at most a hundred, as the last pages of a log may still have room."""
    for _ in range(100):
        view = client.http.get(f"{client.address}/api/games/{client.game}").json()
        seat = f"{client.address}/api/seats/{client.tokens[view['asked'] - 1]}"
        view = client.http.get(seat).json()
        action = client.random.choice(view["legal"])["action"]
        answer = client.http.post(seat, json={"apply": [action], "version": view["version"]})
        if answer.status_code != 200:
            return answer
        client.promised = answer.json()["version"]
        client.noted = client.entries()
    raise AssertionError("a hundred moves were kept on a full disk")


def read_only(folder: Path) -> str:
    """Starts a server on a disk that has become read-only, then again when it is writable."""
    with small_disk(folder, KILOBYTES) as place, Process(place) as process:
        client = process.client()
        process.end(signal.SIGTERM)
        subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
        said = refused_start(free_port(), place)
        subprocess.run(["mount", "-o", "remount,rw", str(place)], check=True)
        process.start()
        client.check()
        client.play()
    return f"a start on a read-only disk: exit code 1, “{said}”; played on when it was writable again"


def damaged_row(folder: Path) -> str:
    """Spoils one game's row; the other tables start and are played."""
    return damaged(folder, spoil_row)


def damaged_page(folder: Path) -> str:
    """Overwrites pages of the file in which one game's entries stand; the other tables start, or the server says what to do."""
    return damaged(folder, spoil_page)


def damaged(folder: Path, spoil: Callable[[Path, str], None]) -> str:
    """Plays three games, spoils one of them on disk, and starts again."""
    with Process(folder) as process:
        clients = []
        for seed in range(3):
            clients.append(process.client(seed))
            for _ in range(60):
                clients[seed].play()
            process.end(signal.SIGTERM)
            fill_pages(folder)
            process.start()
        process.end(signal.SIGTERM)
        spoil(folder, clients[0].game)
        process.start()
        page = http.get(f"{process.address}/g/{clients[0].game}")
        assert page.status_code < 500 or page.status_code == 503, page.status_code
        for client in clients[1:]:
            client.check()
            client.play()
        said = http.get(f"{process.address}/api/games/{clients[0].game}").json().get("error", "still readable")
    return f"its own page: {page.status_code} “{said}”; the other tables were played on"


def database(folder: Path) -> Path:
    (found,) = [path for path in folder.iterdir() if path.suffix in (".db", ".sqlite", ".sqlite3")]
    return found


def fill_pages(folder: Path) -> None:
    """Adds entries of no game, so that the next game's entries stand on other pages."""
    with sqlite3.connect(database(folder)) as connection:
        first = connection.execute("SELECT coalesce(max(game), 0) + 1000 FROM entries").fetchone()[0]
        connection.executemany(
            "INSERT INTO entries (game, number, text) VALUES (?, ?, ?)", [(first, number, "filler" * 5) for number in range(400)]
        )


def spoil_row(folder: Path, game_id: str) -> None:
    with sqlite3.connect(database(folder)) as connection:
        (game,) = connection.execute("SELECT id FROM games WHERE game_id = ?", (game_id,)).fetchone()
        connection.execute("UPDATE entries SET text = ? WHERE game = ? AND number = 3", ("\x00nonsense", game))


def spoil_page(folder: Path, game_id: str) -> None:
    """Overwrites a page of the file in which only entries of one game stand."""
    file = database(folder)
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (game,) = connection.execute("SELECT id FROM games WHERE game_id = ?", (game_id,)).fetchone()
        rows = connection.execute("SELECT number, text FROM entries WHERE game = ? AND number BETWEEN 20 AND 26", (game,)).fetchall()
    stored = [bytes([number]) + text.encode() for number, text in rows]
    data = bytearray(file.read_bytes())
    pages = [start for start in range(0, len(data), PAGE) if all(entry in data[start : start + PAGE] for entry in stored)]
    for start in pages:
        data[start : start + PAGE] = os.urandom(PAGE)
    assert len(pages) == 1, pages
    file.write_bytes(data)
