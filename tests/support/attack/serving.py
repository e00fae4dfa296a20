"""``python -m tests.support.attack.serving PORT DATA OTHER CERTIFICATE``: the server under attack, whose internet is one server for HTTPS on this machine."""

from __future__ import annotations

import os
import socket
import ssl
import sys
from functools import partial
from pathlib import Path

from groundfloor.server import serve
from groundfloor.server.app import create_app
from groundfloor.server.http.outgoing import OutgoingClient
from groundfloor.server.http.settings import read_settings
from tests.support.other_servers import PUBLIC


def main(port: int, data: Path, other: int, certificate: Path) -> None:
    """Serves until a signal, with the default settings and those of the environment."""

    def connect(address: str, port: int, seconds: float) -> socket.socket:
        return socket.create_connection(("127.0.0.1", other), seconds)

    client = OutgoingClient(lambda host, port: [PUBLIC], connect, ssl.create_default_context(cafile=str(certificate)))
    serve.create_app = partial(create_app, client=client)  # type: ignore[attr-defined]
    serve.serve(port=port, data=data, settings=read_settings("", os.environ))


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))
