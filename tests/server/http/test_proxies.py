"""The server behind nginx and Caddy with the configurations of ``deploy``: streams are not held back, and no log has a secret link."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from groundfloor.server.http.limits import Limits
from groundfloor.server.http.settings import Settings, read_settings
from groundfloor.server.http.sse import HEARTBEAT_SECONDS
from tests.support import http
from tests.support.ports import free_port

DEPLOY = Path(__file__).parents[3] / "deploy"
NAME = "games.example"
SEATS = {"seats": [{"name": "Ann"}, {"name": "Ben"}]}
pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="needs programs of Unix systems")]


@dataclass
class Proxy:
    """A proxy that runs, and the files that it logs to."""

    port: int
    logs: Path

    def client(self) -> httpx.Client:
        return http.Client(
            base_url=f"https://127.0.0.1:{self.port}",
            headers={"Host": NAME, "Accept-Language": "en", "Origin": f"https://{NAME}"},
            verify=False,
            timeout=60,
            event_hooks={"request": [lambda request: request.extensions.update(sni_hostname=NAME)]},
        )

    @property
    def logged(self) -> str:
        return "".join(file.read_text(errors="replace") for file in self.logs.iterdir() if file.suffix == ".log")


@pytest.fixture
def settings() -> Settings:
    found = read_settings(f'public_url = "https://{NAME}"\ntrusted_proxies = ["127.0.0.1", "::1"]', {})
    return Settings(public_url=found.public_url, trusted_proxies=found.trusted_proxies, limits=Limits(requests_per_minute=200))


@pytest.fixture
def seconds() -> Callable[[], float]:
    """Returns a clock that stands still, so that nobody gets another request allowed while a busy machine answers the first ones."""
    return lambda: 0.0


@pytest.fixture(params=["nginx", "caddy"])
def kind(request: pytest.FixtureRequest) -> str:
    name = str(request.param)
    if program(name) is None:
        pytest.skip(f"no {name} here (apt install {name}): its configuration is not tried")
    return name


@pytest.fixture
def proxy(kind: str, server: str, tmp_path: Path) -> Iterator[Proxy]:
    with started(kind, server.rpartition(":")[2], tmp_path / "proxy") as stack:
        yield stack.enter_context(Running(kind, tmp_path / "proxy"))


def program(name: str) -> str | None:
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")


def started(kind: str, upstream: str, folder: Path) -> ExitStack:
    folder.mkdir()
    port = free_port()
    (folder / "port").write_text(str(port))
    if kind == "nginx":
        write_nginx(folder, upstream, port)
    else:
        write_caddy(folder, upstream, port)
    return ExitStack()


def replaced(text: str, changes: dict[str, str]) -> str:
    """Returns a configuration with what differs here; each change must be one."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


def write_nginx(folder: Path, upstream: str, port: int) -> None:
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    openssl = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", f"/CN={NAME}"]
    subprocess.run([*openssl, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True, timeout=30)
    plain = free_port()
    (folder / "plain-port").write_text(str(plain))
    changes = {
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "/etc/letsencrypt/live/games.example/fullchain.pem": str(certificate),
        "/etc/letsencrypt/live/games.example/privkey.pem": str(key),
        "/var/log/nginx/": f"{folder}/",
        "127.0.0.1:8765": f"127.0.0.1:{upstream}",
    }
    site = replaced((DEPLOY / "nginx.conf").read_text("utf-8"), changes)
    paths = "".join(f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    user = "user root;\n" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"{user}daemon off;\nworker_processes 1;\npid {folder}/pid;\nerror_log {folder}/start.log;\nevents {{}}\nhttp {{\naccess_log off;\n{paths}{site}}}\n"
    )


def write_caddy(folder: Path, upstream: str, port: int) -> None:
    changes = {
        "{\n\t# The secret": "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\t# The secret",
        "\tlog {\n": f"\tlog {{\n\t\toutput file {folder}/caddy.log\n",
        f"{NAME} {{": f"https://{NAME}:{port} {{\n\ttls internal\n\tlog",
        "127.0.0.1:8765": f"127.0.0.1:{upstream}",
    }
    (folder / "Caddyfile").write_text(replaced((DEPLOY / "Caddyfile").read_text("utf-8"), changes))


class Running:
    """The process of a proxy."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.proxy = Proxy(int((folder / "port").read_text()), folder)
        path = program(kind) or kind
        command = [path, "-p", str(folder), "-c", str(folder / "nginx.conf")]
        if kind == "caddy":
            command = [path, "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
        homes = {name: str(folder / "home") for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
        with (folder / "output.txt").open("w") as output:
            self.process = subprocess.Popen(command, stdout=output, stderr=output, env={**os.environ, **homes})

    def __enter__(self) -> Proxy:
        for _ in range(1000):
            assert self.process.poll() is None, (self.proxy.logs / "output.txt").read_text()
            try:
                with self.proxy.client() as client:
                    client.get("/static/x")
                return self.proxy
            except httpx.TransportError:
                time.sleep(0.02)
        self.__exit__()
        raise AssertionError("the proxy does not answer")

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(3)
        except subprocess.TimeoutExpired:  # Caddy waits for streams to end
            self.process.kill()
            self.process.wait(10)


def test_pages_are_as_without_a_proxy(proxy: Proxy) -> None:
    with proxy.client() as client:
        first = client.get("/")
        assert first.status_code == 200 and "Secure" in first.headers["set-cookie"] and "strict-transport-security" in first.headers
        made = client.post("/new", data={"kind-0": "here", "name-0": "Ann", "kind-1": "here", "name-1": "Ben"})
        assert made.status_code == 303
        page = client.get(f"{made.headers['location']}/table").text
        assert page.count(f"https://{NAME}/s/") == 2, (made.headers, page)
        assert client.post("/new", data={}, headers={"Origin": "https://evil.example"}).status_code == 403
        assert "Ground Floor" not in client.get("/", headers={"Host": "evil.example"}).text


def test_moves_are_announced_at_once(proxy: Proxy, server: str) -> None:
    with proxy.client() as client, http.Client(base_url=server, timeout=30) as inside:
        made = inside.post("/api/games", json=SEATS).json()
        with client.stream("GET", f"/g/{made['game']}/events") as stream:
            lines = stream.iter_lines()
            assert next(line for line in lines if line.startswith("data:"))
            view = inside.get(f"/api/games/{made['game']}").json()
            seat = f"/api/seats/{made['seats'][view['asked'] - 1]['token']}"
            action = inside.get(seat).json()["legal"][0]["action"]
            began = time.monotonic()
            version = inside.post(seat, json={"apply": [action], "version": view["version"]}).json()["version"]
            heard = json.loads(next(line for line in lines if line.startswith("data:")).removeprefix("data: "))
            assert heard["version"] == version and time.monotonic() - began < HEARTBEAT_SECONDS - 3


def test_clients_are_counted_whatever_they_say_of_themselves(proxy: Proxy) -> None:
    with proxy.client() as client:
        codes = {client.get("/about", headers={"X-Forwarded-For": f"192.0.2.{number}"}).status_code for number in range(80)}
    assert codes == {200, 429}


def test_no_log_has_a_secret_link(proxy: Proxy) -> None:
    with proxy.client() as client:
        made = client.post("/api/games", json=SEATS).json()
        token = made["seats"][0]["token"]
        led = client.post("/new", data={"kind-0": "here", "name-0": "Ann", "kind-1": "pei"}).headers["location"]
        for path in (f"/s/{token}", f"/s/{token}/board?at=0", f"/api/seats/{token}", f"/s/{token}x", f"/events?g=none&s={token}x"):
            client.get(path)
    until = time.monotonic() + 30
    while not ("/api/seats/-" in proxy.logged and "/s/-" in proxy.logged and "/events" in proxy.logged):
        assert time.monotonic() < until, proxy.logged
        time.sleep(0.02)
    assert token not in proxy.logged and led.removeprefix("/s/").partition("/")[0] not in proxy.logged


def test_no_log_has_a_secret_link_while_the_server_is_down(kind: str, tmp_path: Path) -> None:
    folder = tmp_path / "proxy"
    started(kind, str(free_port()), folder)
    with Running(kind, folder) as proxy, proxy.client() as client:
        assert client.get("/s/very-secret").status_code == 502
        time.sleep(0.3)
        assert "very-secret" not in proxy.logged


def test_plain_http_redirects_to_https_without_logging_link(tmp_path: Path) -> None:
    """Whatever name the request gives, it leads to the server's own; Caddy has this redirect built in."""
    if program("nginx") is None:
        pytest.skip("no nginx here (apt install nginx): its configuration is not tried")
    folder = tmp_path / "proxy"
    started("nginx", str(free_port()), folder)
    address = f"http://127.0.0.1:{(folder / 'plain-port').read_text()}/s/very-secret?at=0"
    with Running("nginx", folder) as proxy:
        for host in (NAME, "evil.example"):
            answer = http.get(address, headers={"Host": host})
            assert (answer.status_code, answer.headers["location"]) == (301, f"https://{NAME}/s/very-secret?at=0")
        assert "very-secret" not in proxy.logged
