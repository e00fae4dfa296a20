"""Games on a cluster through Ray: a worker that dies loses no game, and none is counted twice; what can't be reached is said in a sentence."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import msgspec
import pytest

from groundfloor.research.laboratory import ray_tasks
from groundfloor.research.laboratory.errors import MissingExtra
from groundfloor.research.laboratory.lab_game import LabGame
from groundfloor.research.laboratory.play import play_lab_game
from groundfloor.research.laboratory.ray_tasks import STARTS, NoCluster, check_reachable, join_or_start, results_from_cluster, start_here
from groundfloor.research.laboratory.settings import LabSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GAMES = 24
BOT = """
from pathlib import Path
from time import sleep
from groundfloor.agents import RandomAgent

FREE = 8  # as many agents play at once, those of four games of two; the others wait

class Held(RandomAgent):
    respects_time_limit = True
    has_begun = False

    def choose(self, view):
        folder = Path(__file__).parent
        if not self.has_begun:
            self.has_begun = True
            number = 1
            while not (folder / "may-go-on").exists():
                try:
                    (folder / f"begun-{number}").touch(exist_ok=False)
                    break
                except FileExistsError:
                    number += 1
            while number > FREE and not (folder / "may-go-on").exists():
                sleep(0.01)
        return super().choose(view)
"""
"""A bot of which some games end at once, and the others only when the worker has been killed, however fast the engine is."""
REPLAYED = 8
"""How many games are played again to compare them: the one whose worker was killed is among them, as it is killed after the first result."""
PATIENCE = 300.0
"""Seconds for what a busy machine may need."""


@pytest.fixture
def ray_folder() -> Iterator[Path]:
    """Yields a folder for Ray's files, with a short name as they are sockets; no other Ray of this machine is found there."""
    folder = Path(tempfile.mkdtemp(prefix="gf-ray-", dir="/tmp"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the workers are found in /proc, which this system does not have")
@pytest.mark.thorough
def test_worker_that_is_killed_loses_no_game_and_none_counts_twice(tmp_path: Path, ray_folder: Path) -> None:
    if find_spec("ray") is None:  # not imported here, as its warnings would be errors
        pytest.skip("Ray is not installed (extra “cluster”), so the laboratory on a cluster is not tried")
    file, bot = tmp_path / "lab.jsonl", f"{tmp_path / 'bot.py'}:Held"
    (tmp_path / "bot.py").write_text(BOT)
    lab = f"lab --bot {bot} --players 2 --games {GAMES} --jobs 2 --ray auto --results {file}"
    environment = {**os.environ, "RAY_TMPDIR": str(ray_folder), "OMP_NUM_THREADS": "1"}
    environment.pop("RAY_ADDRESS", None)
    started = subprocess.Popen(
        [sys.executable, "-m", "groundfloor", *lab.split()], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        wait_until(started, lambda: len(lines(file)) > 1)
        wait_until(started, lambda: kill_first(busy_workers(started.pid)))
        assert len(lines(file)) <= GAMES, "the worker was killed too late to matter"
        (tmp_path / "may-go-on").touch()
        _, errors = started.communicate(timeout=PATIENCE)
    finally:
        if started.poll() is None:
            started.send_signal(signal.SIGINT)
            started.wait(PATIENCE)
    assert started.returncode == 0, errors.decode()
    games = [msgspec.json.decode(line, type=LabGame) for line in lines(file)[1:]]
    assert sorted(game.number for game in games) == list(range(1, GAMES + 1))
    settings = LabSettings(bot, players=(2,))
    first = sorted(games, key=lambda game: game.number)[:REPLAYED]
    assert first == [play_lab_game(settings, number) for number in range(1, REPLAYED + 1)]
    assert json.loads(lines(file)[0])["settings"]["bot"] == bot


def test_missing_package_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r'--ray needs Ray: pip install "groundfloor\[cluster\]"'):
        list(results_from_cluster(str, [1], "auto", 1))


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("127.0.0.1:PORT", "There is no cluster at 127.0.0.1:PORT: .+. Use --ray auto for this machine."),
        ("here", "The address of a cluster is HOST:PORT, as in 10.0.0.1:6379, not 'here'."),
        ("host:99999", "The address of a cluster is HOST:PORT, .* not 'host:99999'."),
    ],
)
def test_address_without_a_cluster_is_refused_at_once(address: str, sentence: str) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))  # nobody listens there
        port = str(unused.getsockname()[1])
        with pytest.raises(NoCluster, match=sentence.replace("PORT: ", f"{port}: ")):
            check_reachable(address.replace("PORT", port))


class GuardedRay(ModuleType):
    """Ray whose cluster asks for a token that it is not shown."""

    def init(self, _address: str, **_options: object) -> None:
        raise ConnectionError("Failed to connect to Ray cluster.\nAnd more.")


def test_cluster_that_refuses_is_told_from_one_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", GuardedRay("ray"))
    monkeypatch.setattr(ray_tasks, "check_reachable", lambda _address: None)
    sentence = (
        "The cluster at 10.0.0.1:6379 can't be used: Failed to connect to Ray cluster. If it asks for a token, .* set RAY_AUTH_MODE=token;"
    )
    with pytest.raises(NoCluster, match=sentence):
        list(results_from_cluster(abs, [1], "10.0.0.1:6379", 1))


class SlowRay(ModuleType):
    """Ray on a machine that is too busy to start it the first times."""

    def __init__(self, failures: int) -> None:
        super().__init__("ray")
        self.failures = failures
        self.shutdowns = 0

    def init(self, **_options: object) -> None:
        self.failures -= 1
        if self.failures >= 0:
            raise Exception("The current node timed out during startup. This could happen.\nAnd more.")

    def shutdown(self) -> None:
        self.shutdowns += 1


def test_slow_start_of_ray_is_tried_again_and_given_up_in_a_sentence() -> None:
    slow = SlowRay(STARTS - 1)
    start_here(slow)
    assert slow.shutdowns == STARTS - 1
    with pytest.raises(
        NoCluster, match="Ray could not be started on this machine: The current node timed out .* could happen. Play without --ray."
    ):
        start_here(SlowRay(STARTS))


class RayWithClusters(ModuleType):
    """Ray on a machine where another program has a cluster for itself, and where ``ray start`` may have started one, which may be gone."""

    def __init__(self, started: str) -> None:
        super().__init__("ray")
        self.started = started
        self.used = ""

    def init(self, address: str | None = None, num_cpus: int | None = None, **_options: object) -> None:
        if address == "auto":
            self.used = "the other program's"
        elif address is None and self.started:
            if num_cpus is not None:
                raise ValueError("When connecting to an existing cluster, num_cpus and num_gpus must not be provided.")
            if self.started == "gone":
                raise ConnectionError("Failed to connect to the default Ray cluster address.")
            self.used = self.started
        else:
            self.used = f"its own with {num_cpus}"


@pytest.mark.parametrize(
    ("started", "used"), [("", "its own with 3"), ("that of ray start", "that of ray start"), ("gone", "its own with 3")]
)
def test_auto_joins_only_a_cluster_that_was_started_for_everybody(started: str, used: str) -> None:
    """Two laboratories on one machine: the second one joined the cluster of the first, and died with it without a word."""
    ray = RayWithClusters(started)
    join_or_start(ray, 3, {})
    assert ray.used == used


def lines(file: Path) -> list[bytes]:
    return file.read_bytes().split(b"\n")[:-1] if file.exists() else []


def wait_until(started: subprocess.Popen[bytes], is_so: Callable[[], bool]) -> None:
    """Waits until something is so; fails if the process ends before."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        if started.poll() is not None:
            errors = started.communicate()[1].decode()
            if "could not be started" in errors:
                pytest.skip(f"Ray does not start here: {errors}")
            raise AssertionError(f"the laboratory has ended too early: {errors}")
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.05)


def kill_first(processes: list[int]) -> bool:
    """Kills the first of these processes, and returns whether there was one."""
    for process in processes[:1]:
        assert process > 1
        os.kill(process, signal.SIGKILL)
    return bool(processes)


def busy_workers(driver: int) -> list[int]:
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
