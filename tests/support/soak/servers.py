"""Two servers on one folder, and a clock that jumps."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

from tests.support.ports import free_port
from tests.support.server_process import Process, refused_start


def two_servers(folder: Path) -> str:
    """Starts a second server on the folder of a running one, which ends with a sentence; after a hard kill of the first one it starts."""
    said = ""
    with Process(folder) as process:
        client = process.client()
        for _ in range(5):
            said = refused_start(free_port(), folder)
            client.play()
            process.end(signal.SIGKILL)
            process.start()
            client.check()
    return f"five second servers refused (“{said}”), five starts after hard kills"


CLOCK = """
import sys
from pathlib import Path
from groundfloor.server.database.store import Store
from groundfloor.server.app import create_app
from groundfloor.server.serve import Server, configuration, listen
folder = Path(sys.argv[2])
store = Store(folder)
listener = listen("127.0.0.1", int(sys.argv[1]))
app = create_app(store, clock=(folder / "time").read_text)
server = Server(configuration(app))
server.context = app.state.context
server.run(sockets=[listener])
store.close()
"""
"""A server whose time of day stands in a file."""
TIMES = ("2026-03-01T12:00:00+00:00", "1970-01-01T00:00:00+00:00", "2106-02-07T06:28:15+00:00", "2026-03-01T12:00:01+00:00")


class ClockProcess(Process):
    """A server that is told the time by the file ``time`` in its folder."""

    def command(self) -> list[str]:
        return [sys.executable, "-c", CLOCK, str(self.port), str(self.folder)]


def clock(folder: Path) -> str:
    """Sets the clock back by decades and forward by as many, beneath a running server and between two starts."""
    time = folder / "time"
    time.write_text(TIMES[0])
    with ClockProcess(folder) as process:
        clients = [process.client(seed) for seed in range(2)]
        for now in TIMES:
            time.write_text(now)
            clients.append(process.client(len(clients)))
            for client in clients:
                client.play()
            process.end(signal.SIGTERM)
            process.start()
            for client in clients:
                client.check()
                client.play()
    return (
        f"the clock was set to {', '.join(time[:4] for time in TIMES)}: all {len(clients)} tables were there after each start, and went on"
    )
