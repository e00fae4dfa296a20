"""A server of its own process under attack: its memory, its log, and whether it still answers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx

from tests.support import http
from tests.support.ports import free_port

PAGE = 4096


class AttackedServer:
    """``groundfloor serve`` with a data folder and a log file below ``folder``. ``settings``: environment variables that set limits."""

    def __init__(self, folder: Path, settings: dict[str, str] | None = None) -> None:
        self.folder = folder
        self.log = folder / "server.log"
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.settings = settings or {}
        self.start()

    def start(self) -> None:
        """Starts the process and waits until it answers."""
        command = [sys.executable, "-m", "groundfloor", "serve", "--port", str(self.port), "--data", str(self.folder / "data")]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, **self.settings})
        for _ in range(1500):
            assert self.process.poll() is None, f"the server has ended: {self.log.read_text()[-500:]}"
            if self.answers(timeout=1):
                return
            time.sleep(0.02)
        raise AssertionError("the server does not answer")

    def answers(self, timeout: float = 10) -> bool:
        """Returns True if the server answers a request for a page at all."""
        try:
            http.get(f"{self.address}/static/icon.svg", timeout=timeout)
        except httpx.TransportError:
            return False
        return True

    @property
    def memory(self) -> float:
        """Returns resident memory of the process in MB."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * PAGE / 1e6

    @property
    def log_size(self) -> int:
        """Returns bytes that were logged since the start."""
        return self.log.stat().st_size

    def stop(self) -> None:
        """Ends the process, by force if it does not end by itself within ten seconds."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(10)
