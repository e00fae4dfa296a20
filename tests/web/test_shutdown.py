"""Signals that come at an inconvenient moment while the server starts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="needs signals")]
SIGNAL_IN_A_FINALIZER = """
import os, signal, sys
from pathlib import Path
from groundfloor.web import serve

class SendsSignalWhenDeleted:
    def __del__(self):
        os.kill(os.getpid(), signal.Signals[sys.argv[2]])

def create_and_signal(*arguments, **options):
    SendsSignalWhenDeleted()  # Python drops what is raised in a finalizer
    return create(*arguments, **options)

signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
create, serve.create_app = serve.create_app, create_and_signal
serve.Server.run = lambda server, sockets: print("the server was started")
serve.serve(port=0, data=Path(sys.argv[1]), print_line=lambda line: None)
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_signal_in_a_finalizer_keeps_the_server_from_starting(tmp_path: Path, name: str) -> None:
    command = [sys.executable, "-c", SIGNAL_IN_A_FINALIZER, str(tmp_path), name]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=200, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    assert not (tmp_path / "groundfloor.db-wal").exists()
