"""The files of ``deploy`` name only commands, options and settings that there are, and their processes play together."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from groundfloor.cli.main import app
from groundfloor.server.http.settings import read_settings
from tests.support import http
from tests.support.acknowledging_client import Client
from tests.support.ports import free_port
from tests.support.postgresql import PostgreSQLServer
from tests.support.proxy import Proxy
from tests.support.server_process import NO_FOLDER, PATIENCE, Process

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))


def services() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"]
    return found


def own_services() -> dict[str, dict[str, Any]]:
    return {name: each for name, each in services().items() if each["image"] == "groundfloor"}


def environment(service: dict[str, Any]) -> dict[str, str]:
    """Returns the environment of a service as the container has it."""
    return {name: value.replace("${POSTGRES_PASSWORD:?}", "secret") for name, value in service["environment"].items()}


def test_compose_has_the_processes_of_a_server() -> None:
    commands = [each["command"] for each in own_services().values()]
    assert commands == [["serve"], ["serve"], ["worker"]]
    published = {name for name, each in services().items() if each.get("ports")}
    assert published == {"caddy"}
    for each in services().values():
        assert set(each.get("depends_on", ())) <= set(services())


def test_compose_names_settings_that_there_are() -> None:
    for service in own_services().values():
        assert all(isinstance(value, str) for value in service["environment"].values())
        found = read_settings("", environment(service))
        assert found.database.endswith("@database/groundfloor") and found.public_url and found.trusted_proxies


def test_caddy_names_the_servers_of_compose() -> None:
    text = (DEPLOY / "Caddyfile.servers").read_text("utf-8")
    names = [name for name, each in own_services().items() if each["command"] == ["serve"]]
    assert f"reverse_proxy {' '.join(f'{name}:8765' for name in names)} {{" in text
    for service in own_services().values():
        assert set(names) <= set(environment(service)["GROUNDFLOOR_ALLOWED_HOSTS"].split(","))


@pytest.mark.parametrize("name", ["Caddyfile", "Caddyfile.servers"])
@pytest.mark.parametrize(
    ("address", "logged"),
    [
        ("/s/secret/chat?of=1", "/s/-/chat?-"),
        ("/api/seats/secret", "/api/seats/-"),
        ("/events?g=abc&s=secret", "/events?-"),
        ("/account?invitation=secret", "/account?-"),
        ("/account/create?then=%2Fs%2Fsecret", "/account/create?-"),
        ("/notices/off/12/secret", "/notices/off/12/-"),
        ("/notices/confirm/12/secret", "/notices/confirm/12/-"),
        ("/lobby/secret", "/lobby/-"),
        ("/lobby/secret/chat?reported=1", "/lobby/-/chat?-"),
        ("/api/lobby/secret", "/api/lobby/-"),
        ("/lobby?open=secret", "/lobby?-"),
        ("/games", "/games"),
    ],
)
def test_log_of_caddy_has_no_secret_of_an_address(name: str, address: str, logged: str) -> None:
    found = re.search(r'request>uri regexp "(.+)" "(.+)"', (DEPLOY / name).read_text("utf-8"))
    assert found is not None
    assert re.sub(found[1], re.sub(r"\$\{(\d)\}", r"\\g<\1>", found[2]), address) == logged


@pytest.mark.parametrize("name", ["Caddyfile", "Caddyfile.servers"])
def test_log_of_caddy_does_not_say_where_a_form_leads(name: str) -> None:
    """A new table leads to the secret link of its first seat."""
    assert re.search(r"^\s+resp_headers>Location delete$", (DEPLOY / name).read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize(
    ("path", "logged"),
    [
        ("/s/secret/chat", "/s/-"),
        ("/api/seats/secret", "/api/seats/-"),
        ("/notices/off/12/secret", "/notices/off/-"),
        ("/notices/confirm/12/secret", "/notices/confirm/-"),
        ("/lobby/secret/chat", "/lobby/-"),
        ("/api/lobby/secret", "/api/lobby/-"),
        ("/lobby", "/lobby"),
        ("/games", "/games"),
    ],
)
def test_log_of_nginx_has_no_secret_of_an_address(path: str, logged: str) -> None:
    found = re.search(r"map \$uri \$groundfloor_path \{(.+?)\}", (DEPLOY / "nginx.conf").read_text("utf-8"), re.DOTALL)
    assert found is not None
    lines = re.findall(r"^ +~(\S+) +(\S+);$", found[1], re.MULTILINE)
    assert next((name for pattern, name in lines if re.search(pattern, path)), path) == logged


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_units_run_commands_that_there_are(unit: Path) -> None:
    (line,) = [line for line in unit.read_text("utf-8").splitlines() if line.startswith("ExecStart=")]
    command = line.split()[1:]
    parsed, _bound, _rest = app.parse_args(command, exit_on_error=False, print_error=False)
    assert callable(parsed) and command[0] in ("serve", "worker")


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_knows_what_units_say(unit: Path, tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze here: units are not checked")
    copy = tmp_path / unit.name
    copy.write_text(unit.read_text("utf-8").replace("/opt/groundfloor/bin/groundfloor", "/bin/true"))
    done = subprocess.run(["systemd-analyze", "verify", copy], capture_output=True, text=True, timeout=60, check=False)
    assert not [line for line in done.stderr.splitlines() if unit.name in line], done.stderr


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs signals")
@pytest.mark.thorough
def test_processes_of_compose_play_a_game(postgresql: PostgreSQLServer, tmp_path: Path) -> None:
    """With its settings, but for addresses; the tests' proxy stands for Caddy. Bots move at the worker too."""
    database = postgresql.create()
    with ExitStack() as opened:
        servers: list[Process] = []
        for service in own_services().values():
            variables = environment(service) | {
                "GROUNDFLOOR_DATABASE": database,
                "GROUNDFLOOR_METRICS": f"127.0.0.1:{free_port()}",
                "GROUNDFLOOR_PUBLIC_URL": "",
            }
            settings = "".join(
                f"{name.removeprefix('GROUNDFLOOR_').lower()} = {value if value in ('true', '2') else repr(value)}\n"
                for name, value in variables.items()
                if name not in ("GROUNDFLOOR_TRUSTED_PROXIES", "GROUNDFLOOR_ALLOWED_HOSTS")
            )
            if service["command"] == ["serve"]:
                servers.append(opened.enter_context(Process(NO_FOLDER, settings=settings)))
            else:
                (tmp_path / "worker.toml").write_text(settings)
                command = [sys.executable, "-m", "groundfloor", *service["command"], "--settings", str(tmp_path / "worker.toml")]
                worker = opened.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True))
                opened.callback(worker.kill)
                assert worker.stdout is not None and worker.stdout.readline().startswith("Working for")
        proxy = Proxy(*(server.port for server in servers))
        opened.callback(proxy.close)
        for _ in servers:
            assert httpx.get(f"{proxy.address}/healthz").json() == {"status": "ok"}
        with http.Client() as client:
            player = Client(proxy.address, random.Random(1), client)
            player.open()
            for _ in range(10):
                player.play()
            player.check()
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(PATIENCE) == 0
