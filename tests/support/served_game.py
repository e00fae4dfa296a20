"""Serves a game from an installed wheel and plays it over HTTP, with the standard library only (``scripts/test --dependencies``)."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import Request, urlopen

TURNS = 12
SECONDS = 30.0


def check_extras() -> None:
    """What only the other extras bring is not installed."""
    for package in ("pandas", "ray", "gymnasium", "torch"):
        assert find_spec(package) is None, f"{package} comes with the extra club"


def main() -> None:
    """Ends with an AssertionError, or an error of HTTP, if anything is not as it should be."""
    check_extras()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        command = [str(Path(sys.executable).with_name("groundfloor")), "serve", "--port", str(port), "--data", folder]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            wait_for(port)
            play(f"http://127.0.0.1:{port}")
        finally:
            server.send_signal(signal.SIGTERM)
            said = server.communicate(timeout=SECONDS)[0]
        print(said, file=sys.stderr, end="") if server.returncode or "ERROR" in said or "Warning" in said else None
        assert server.returncode == 0, f"the server ended with {server.returncode}"
        assert "Traceback" not in said and "Warning" not in said, "the server complained"


def wait_for(port: int) -> None:
    ends = time.monotonic() + SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            assert time.monotonic() < ends, "the server did not start"
            time.sleep(0.1)


def play(site: str) -> None:
    """Plays some turns at a table opened by JSON; reads its pages, a table made by the form with a file, and a stream of events."""
    made = sent(f"{site}/api/games", {"seats": [{"name": "Ann"}, {"automa": "pei"}]})
    seat = f"{site}/api/seats/{made['seats'][0]['token']}"
    for _ in range(TURNS):
        view = sent(seat)
        sent(seat, {"apply": view["legal"][-1]["action"], "version": view["version"]})
    page = read(f"{site}/s/{made['seats'][0]['token']}")
    assert 'id="table"' in page and "Ann" in page
    assert "Ground Floor" in read(f"{site}/rules?lang=de")
    with urlopen(f"{site}{made['link']}/events", timeout=SECONDS) as stream:
        assert any(line.startswith(b"event: version") for line in islice(stream, 10)), "no version was told"
    by_form(site)


def by_form(site: str) -> None:
    """Sends the form of a new table, as a browser without scripts does, with house values in a file."""
    with urlopen(f"{site}/", timeout=SECONDS) as answer:
        cookie, start = answer.headers["Set-Cookie"].partition(";")[0], answer.read().decode()
    csrf = re.findall(r'name="csrf" value="(\w+)"', start)[0]
    fields = {"csrf": csrf, "kind-0": "here", "name-0": "Ann", "kind-1": "pei"}
    parts = [f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in fields.items()]
    parts.append('--x\r\nContent-Disposition: form-data; name="file"; filename="a.toml"\r\n\r\n"factory.price" = [1, 1, 1]\r\n--x--\r\n')
    headers = {"Content-Type": "multipart/form-data; boundary=x", "Cookie": cookie}
    with urlopen(Request(f"{site}/new", "".join(parts).encode(), headers), timeout=SECONDS) as answer:
        address, page = answer.url, answer.read().decode()
    assert "/s/" in address and 'id="table"' in page
    version = re.findall(r'data-version="(\d+)"', page)[0]
    move = urlencode({"csrf": csrf, "version": version, "command": "done"}).encode()
    with urlopen(Request(address, move, {"Cookie": cookie, "X-Partial": "true"}), timeout=SECONDS) as answer:
        assert 'data-draft="done"' in answer.read().decode()


def read(address: str) -> str:
    with urlopen(address, timeout=SECONDS) as answer:
        return str(answer.read().decode())


def sent(address: str, body: object = None) -> dict[str, list[dict[str, str]]]:
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address, data, {"Content-Type": "application/json"}), timeout=SECONDS) as answer:
        return dict(json.load(answer))


if __name__ == "__main__":
    main()
