"""Two servers on one folder, and a clock that jumps."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from groundfloor.web.serve import free_port
from tests.support.process import START, Process


def two_servers(folder: Path) -> str:
    """A second server on the folder of a running one ends with a sentence; after a hard kill of the first one it starts."""
    said = ""
    with Process(folder) as process:
        client = process.client()
        for _ in range(5):
            command = [sys.executable, "-c", START, str(free_port()), str(folder)]
            ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
            assert ended.returncode == 1 and "Traceback" not in ended.stderr, ended.stderr[-500:]
            said = ended.stderr.strip()
            client.play()
            process.end(signal.SIGKILL)
            process.start()
            client.check()
    return f"five second servers refused (“{said}”), five starts after hard kills"
