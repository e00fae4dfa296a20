"""Games on a cluster through Ray: a worker that dies loses no game, and none is counted twice; what can't be reached is said in a sentence."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from groundfloor.laboratory.data_files import MissingExtra
from groundfloor.laboratory.lab_game import LabGame
from groundfloor.laboratory.play import play_lab_game
from groundfloor.laboratory.ray_tasks import results_from_cluster
from groundfloor.laboratory.settings import LabSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

BOT = "greedy:random_moves=0.5"
GAMES = 16
PATIENCE = 240.0
"""Seconds for what a busy machine may need."""


@pytest.fixture
def ray_folder() -> Iterator[Path]:
    """Yields a folder for Ray's files, with a short name as they are sockets; no other Ray of this machine is found there."""
    folder = Path(tempfile.mkdtemp(prefix="gf-ray-", dir="/tmp"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the workers are found in /proc, which this system does not have")
def test_worker_that_is_killed_loses_no_game_and_none_counts_twice(tmp_path: Path, ray_folder: Path) -> None:
    pytest.importorskip("ray", reason="Ray is not installed (extra “cluster”), so the laboratory on a cluster is not tried")
    file = tmp_path / "lab.jsonl"
    call = [
        sys.executable,
        "-m",
        "groundfloor",
        "lab",
        "--bot",
        BOT,
        "--players",
        "2",
        "--games",
        str(GAMES),
        "--jobs",
        "2",
        "--ray",
        "auto",
    ]
    environment = {**os.environ, "RAY_TMPDIR": str(ray_folder), "OMP_NUM_THREADS": "1"}
    environment.pop("RAY_ADDRESS", None)
    started = subprocess.Popen([*call, "--results", str(file)], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        wait_until(lambda: started.poll() is not None or len(lines(file)) > 1)
        victim = wait_until(lambda: next(iter(busy_workers(started.pid)), None) or (started.poll() is not None and -1))
        os.kill(victim, signal.SIGKILL)
        assert len(lines(file)) <= GAMES, "the worker was killed too late to matter"
        _, errors = started.communicate(timeout=PATIENCE)
    finally:
        if started.poll() is None:
            started.send_signal(signal.SIGINT)
            started.wait(PATIENCE)
    assert started.returncode == 0, errors.decode()
    games = [msgspec.json.decode(line, type=LabGame) for line in lines(file)[1:]]
    assert sorted(game.number for game in games) == list(range(1, GAMES + 1))
    settings = LabSettings(BOT, players=(2,))
    assert {game.number: game for game in games} == {number: play_lab_game(settings, number) for number in range(1, GAMES + 1)}
    assert json.loads(lines(file)[0])["settings"]["bot"] == BOT


def test_missing_package_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"--ray needs Ray: pip install 'groundfloor\[cluster\]'"):
        list(results_from_cluster(str, [1], "auto", 1))


def lines(file: Path) -> list[bytes]:
    """Returns the whole lines of a file, none before there is one."""
    return file.read_bytes().split(b"\n")[:-1] if file.exists() else []


def wait_until(found: Callable[[], int | None]) -> int:
    """Returns what a function returns as soon as that is something."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        result = found()
        if result:
            return result
        time.sleep(0.05)
    raise AssertionError("it took too long")


def busy_workers(driver: int) -> list[int]:
    """Returns the processes of Ray below this one that play a game now."""
    parents: dict[int, int] = {}
    titles: dict[int, bytes] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                titles[int(folder.name)] = (folder / "cmdline").read_bytes()
            except (OSError, IndexError):
                continue  # it has ended
    return [process for process, title in titles.items() if title.startswith(b"ray::one_task") and is_below(process, driver, parents)]


def is_below(process: int, ancestor: int, parents: dict[int, int]) -> bool:
    """Returns whether a process is a child of another one, or a child's child, and so on."""
    while process in parents and process != ancestor:
        process = parents[process]
    return process == ancestor
