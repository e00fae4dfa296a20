"""Speed of the engine, interpreted and compiled, beside that of other projects' games on the same machine.

    python benchmarks/engine.py [--json] [--seconds S] [--rounds N] [--no-peers]

Counted is processor time, not time on the clock; the variants take turns, and each figure is the best of its rounds. The compiled
engine is that of .venv-compiled (``scripts/test --compiled`` makes it), the peers are installed into .venv-peers on the first run.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
COMPILED = ROOT / ".venv-compiled" / "bin" / "python"
PEERS = ROOT / ".venv-peers"
PACKAGES = ("catanatron", "open_spiel", "pettingzoo[classic]")
WANTED = ("second:2", "second:4", "online:2", "online:4", "first:2", "first:4", "manual:2", "manual:4")
COLUMNS = ("decisions", "games", "copies", "record_ms", "kept_mb")
TITLES = ("decisions/s", "games/s", "copies/s", "300 entries, ms", "10,000 kept, MB")


def machine() -> str:
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.is_file():
        lines = dict(line.split(":", 1) for line in info.read_text().splitlines() if ":" in line)
        values = {key.strip(): value.strip() for key, value in lines.items()}
        cpu = f"{values.get('model name', cpu)}, {float(values.get('cpu MHz', 0)):.0f} MHz as it says"
    load = " ".join(f"{one:.1f}" for one in os.getloadavg())
    return f"{cpu}, {os.cpu_count()} cores, load {load}; {platform.system()}, Python {platform.python_version()}"


def ask(python: str, script: str, *words: str) -> Any:
    """Returns what a script prints as JSON; an uncompiled engine is taken from the sources."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if python == sys.executable:
        environment["PYTHONPATH"] = str(ROOT / "src")
    done = subprocess.run([python, str(ROOT / "benchmarks" / script), *words], env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{script} failed with {python}:\n{done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


def install_peers() -> list[str]:
    """Creates the environment of the peers once; returns a sentence for each package that can't be installed."""
    missing = []
    if not PEERS.is_dir():
        print("Installing the peers into .venv-peers (once).", file=sys.stderr)
        venv.create(PEERS, with_pip=True)
        for package in PACKAGES:
            pip = [str(PEERS / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package]
            if subprocess.run(pip, capture_output=True, check=False).returncode:
                missing.append(f"{package} could not be installed here.")
    return missing


def best(rounds: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """Returns the best of each figure for each row: the most a second, the fewest milliseconds and megabytes."""
    found = []
    for rows in zip(*rounds, strict=True):
        merged = dict(rows[0])
        for key, value in merged.items():
            if not isinstance(value, str):
                merged[key] = (min if key in COLUMNS[3:] else max)(row[key] for row in rows)
        found.append(merged)
    return found


def known() -> list[str]:
    """Returns the rulesets and numbers of players that this revision has."""
    names = subprocess.run(
        [sys.executable, "-c", "from groundfloor.editions import NAMES; print(*NAMES)"],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    return [wanted for wanted in WANTED if wanted.split(":")[0] in names]


def table(rows: list[dict[str, Any]]) -> str:
    lines = ["| | " + " | ".join(TITLES) + " |", "| --- |" + " ---: |" * len(TITLES)]
    for row in rows:
        cells = [f"{row[column]:,}" if column in row else "" for column in COLUMNS]
        lines.append(f"| {row['game']} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time of each measurement")
    parser.add_argument("--rounds", type=int, default=3, help="how often each variant takes its turn")
    parser.add_argument("--no-peers", action="store_true", help="only this project's engine")
    asked = parser.parse_args()
    sentences: list[str] = []
    variants = {"interpreted": sys.executable}
    if COMPILED.is_file():
        variants["compiled"] = str(COMPILED)
    else:
        sentences.append("The compiled engine was not measured: there is no .venv-compiled; scripts/test --compiled makes it.")
    if not asked.no_peers:
        sentences += install_peers()
    rounds: dict[str, list[list[dict[str, Any]]]] = {}
    for number in range(asked.rounds):
        for name, python in variants.items():
            answer = ask(python, "measures.py", str(asked.seconds), *known())
            if answer["engine"] != name:
                raise SystemExit(f"The engine of {python} is {answer['engine']}, not {name}; scripts/build --clean removes what was built.")
            rounds.setdefault(name, []).append(answer["rows"])
        if not asked.no_peers:
            answer = ask(str(PEERS / "bin" / "python"), "peers.py", str(asked.seconds))
            rounds.setdefault("peers", []).append(answer["rows"])
            sentences += answer["missing"] if number == 0 else []
    results = {name: best(each) for name, each in rounds.items()}
    if asked.json:
        print(json.dumps({"machine": machine(), "results": results, "notes": sentences}, indent=1))
        return
    print(machine())
    for name, rows in results.items():
        print(f"\n{name.capitalize()}\n\n{table(rows)}")
    for sentence in sentences:
        print(f"\n{sentence}")


if __name__ == "__main__":
    main()
