"""docs/club.md is enough to set up a club: its commands are run from top to bottom, in a folder that stands for a machine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import fields
from datetime import date
from pathlib import Path

import pytest

from groundfloor.server.http.limits import Limits
from tests.support import http
from tests.support.ports import free_port

ROOT = Path(__file__).parents[2]
DOC = (ROOT / "docs" / "club.md").read_text("utf-8")
FOLDERS = ("/etc", "/opt", "/usr/local", "/var")
STUBS = {
    "apt": "exit 0",
    "curl": 'exec "$PYTHON" -c \'import sys, urllib.request as r; print(r.urlopen(r.Request(sys.argv[2].replace("https://games.example", "http://127.0.0.1:" + sys.argv[1]), headers={"Host": "games.example"})).read().decode())\' "$PORT" "$(for last; do :; done; echo "$last")"',
    "python3": 'mkdir -p "$3/bin"; printf "#!/bin/sh\\nexit 0\\n" > "$3/bin/pip"; printf "#!/bin/sh\\nexec \\"%s\\" -m groundfloor \\"\\$@\\"\\n" "$PYTHON" > "$3/bin/groundfloor"; chmod +x "$3"/bin/*',
    "systemctl": """
stop() { if [ -f "$MACHINE/pid" ]; then kill "$(cat "$MACHINE/pid")"; while kill -0 "$(cat "$MACHINE/pid")" 2>/dev/null; do sleep 0.05; done; rm "$MACHINE/pid"; fi; }
start() {
  if [ -f "$MACHINE/etc/groundfloor.env" ]; then set -a; . "$MACHINE/etc/groundfloor.env"; set +a; fi
  $(sed -n 's/^ExecStart=//p' "$MACHINE/etc/systemd/system/groundfloor.service" | sed "s#/opt\\|/etc\\|/var#$MACHINE&#g") --port "$PORT" >> "$MACHINE/journal" 2>&1 &
  echo $! > "$MACHINE/pid"
  for _ in $(seq 200); do if grep -q "http://" "$MACHINE/journal"; then break; fi; sleep 0.1; done
}
case "$*" in "stop groundfloor") stop ;; *"restart groundfloor") stop; : > "$MACHINE/journal"; start ;; "start groundfloor" | "enable --now groundfloor") : > "$MACHINE/journal"; start ;; esac
""",
}
"""What the page calls and this machine has not, or shall not do: systemd starts the command of the service, and a virtual environment has this project."""


def script(machine: Path) -> str:
    """Returns the commands of the page, for a folder in place of the machine."""
    text = "\n".join(re.findall(r"```sh\n(.*?)```", DOC, re.DOTALL))
    text = text.replace("127.0.0.1:9464", f"127.0.0.1:{free_port()}")
    return re.sub(rf"(?<![\w/])({'|'.join(FOLDERS)})(?=/)", rf"{machine}\1", text)


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix" or shutil.which("setsid") is None, reason="needs a shell of Unix systems")
def test_commands_set_up_a_club(tmp_path: Path) -> None:
    """What another test tries is only called by its name: the proxy (``test_proxies``), the unit of systemd (``test_deploy``), packages (``scripts/test --dependencies``)."""
    machine, bin, port = tmp_path / "machine", tmp_path / "bin", str(free_port())
    for folder in ("etc/caddy", "etc/cron.daily", "etc/systemd/system", "opt", "usr/local/bin", "var/lib/groundfloor", "var/backups"):
        (machine / folder).mkdir(parents=True)
    bin.mkdir()
    for name, text in STUBS.items():
        (bin / name).write_text(f"#!/bin/sh\n{text}\n")
        (bin / name).chmod(0o755)
    around = {
        **{name: value for name, value in os.environ.items() if not name.startswith("GROUNDFLOOR_")},
        "PATH": f"{bin}:{machine}/usr/local/bin:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "src"),
        "HOME": str(tmp_path),
        "PYTHON": sys.executable,
        "PORT": port,
        "MACHINE": str(machine),
    }
    try:
        done = subprocess.run(
            ["sh", "-eux", "-c", script(machine)], cwd=ROOT, env=around, capture_output=True, text=True, timeout=300, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr + (machine / "journal").read_text()
        code = re.search(r"with this code: (\S+)", done.stdout)
        assert '{"status":"ok"}' in done.stdout and code is not None, done.stdout
        page = http.get(f"http://127.0.0.1:{port}/about", headers={"Host": "games.example"})
        assert page.status_code == 200 and "https://club.example/imprint" in page.text
        body = {"name": "Ann", "code": code[1], "password": "correct horse battery"}
        recovered = http.post(f"http://127.0.0.1:{port}/api/account/recover", json=body, headers={"Host": "games.example"})
        assert recovered.status_code == 200 and recovered.json()["name"] == "Ann"
    finally:
        if (machine / "pid").exists():
            subprocess.run(["kill", (machine / "pid").read_text().strip()], check=False)
    data = {file.name for file in (machine / "var/lib/groundfloor").iterdir()}
    assert {"groundfloor.db", "groundfloor-before-restore-1.db"} <= data
    assert {file.name for file in (machine / "var/backups/groundfloor").iterdir()} == {
        f"{date.today().isoweekday()}.db",
        "before-upgrade.db",
    }
    assert "\ngames.example {\n" in (machine / "etc/caddy/Caddyfile").read_text("utf-8")
    assert (machine / "etc/groundfloor.env").stat().st_mode & 0o777 == 0o600


def test_defaults_of_limits_are_those_that_the_page_names() -> None:
    defaults = {each.name: f"{each.default:g}" for each in fields(Limits)}
    rows = re.findall(r"^\| (`[^|]+`) \| ([^|]+) \|", DOC.partition("## 12. Limits")[2], re.MULTILINE)
    named = [
        (name.strip("` "), default.strip()) for names, said in rows for name, default in zip(names.split(","), said.split(","), strict=True)
    ]
    assert len(named) >= 10 and [(name, default) for name, default in named if str(defaults[name]) != default] == []


def test_links_lead_to_headings() -> None:
    for target in re.findall(r"\]\(([^)]*)\)", DOC):
        path, _, heading = target.partition("#")
        if "://" in path:
            continue
        file = ROOT / "docs" / path if path else ROOT / "docs" / "club.md"
        assert file.exists(), target
        headings = [
            re.sub(r"[^\w\- ]", "", line.lstrip("# ").lower()).replace(" ", "-")
            for line in file.read_text("utf-8").splitlines()
            if line.startswith("#")
        ]
        assert not heading or heading in headings, target
