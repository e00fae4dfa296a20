"""One server as several processes (``workers``): they share port and folder, and none is missed when it dies."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from groundfloor.server.http import processes
from tests.support.ports import free_port
from tests.support.samples import sampled
from tests.support.server_process import Process, refused_start
from tests.support.soak.disks import KILOBYTES, fill, refusal, small_disk
from tests.support.stores import WAIT

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs Linux")]


@pytest.fixture(autouse=True)
def heard_signals() -> Iterator[None]:
    """Lets the servers of these tests hear SIGINT, also if the tests run in the background."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    with Process(tmp_path, settings="workers = 2\n") as found:
        yield found


def wait_for_other(process: Process, before: set[int]) -> set[int]:
    """Waits until two processes serve that are not those before."""
    ends = time.monotonic() + WAIT
    while len(now := process.children()) < 2 or now == before:
        assert time.monotonic() < ends
        time.sleep(0.05)
    return now


@pytest.mark.thorough
@pytest.mark.parametrize("how", sampled([signal.SIGTERM, signal.SIGINT], signal.SIGTERM.__eq__))
def test_all_processes_end_with_the_server(process: Process, how: signal.Signals) -> None:
    """Within seconds and with exit code 0; the folder is free then."""
    client, served = process.client(), process.children()
    client.play()
    process.end(how)
    assert process.process.returncode == 0
    assert not any(Path(f"/proc/{child}").exists() for child in served)
    process.start()
    client.check()


@pytest.mark.thorough
def test_processes_end_when_the_server_is_killed(process: Process) -> None:
    served = process.children()
    process.end(signal.SIGKILL)
    ends = time.monotonic() + WAIT
    while any(Path(f"/proc/{child}").exists() for child in served):
        assert time.monotonic() < ends
        time.sleep(0.05)


@pytest.mark.thorough
def test_folder_is_held_against_another_server(process: Process) -> None:
    assert "Another server" in refused_start(free_port(), process.folder)


@pytest.mark.nightly
def test_one_process_serves_a_folder_on_a_full_disk(tmp_path: Path) -> None:
    """Several would need room for the memory that they share."""
    with ExitStack() as opened:
        try:
            place = opened.enter_context(small_disk(tmp_path, KILOBYTES))
        except OSError as error:
            pytest.skip(str(error))
        process = opened.enter_context(Process(place, settings="workers = 2\n", log=tmp_path / "log"))
        client = process.client()
        client.play()
        process.end(signal.SIGTERM)
        fill(place)
        process.start()
        assert process.children() == set() and "one process serves all" in (tmp_path / "log").read_text()
        client.check()
        assert refusal(client).status_code == 507
        (place / "ballast").unlink()
        client.play()
        client.check()


def serve_once(seconds: float, heartbeats: object) -> None:
    """A process that does not respond for so long."""
    time.sleep(seconds)


def test_process_that_does_not_respond_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = processes.Worker(serve_once, (1000.0,))
    try:
        assert worker.listen()
        monkeypatch.setattr(processes, "HEARTBEAT_TIMEOUT", 0.0)
        assert not worker.listen()
    finally:
        worker.end(0.0)
    assert worker.process.exitcode == -signal.SIGKILL
