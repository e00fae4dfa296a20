"""Steps a second of the environments for research, interpreted and compiled, beside those of other projects in one run.

    python benchmarks/environments.py [--json] [--seconds S] [--rounds N]

Counted is processor time; the variants take turns, and each figure is the best of its rounds. It needs the extra "research". The compiled engine is that
of .venv-compiled (``scripts/test --compiled`` makes it); the peers are installed into .venv-peers and .venv-peers-catan on the first run.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

from engine import COMPILED, PEERS, ROOT, ask, machine
from environment_measures import FEW_GAMES, MANY_GAMES, many_games

CATAN = ROOT / ".venv-peers-catan"
"""An environment of its own: catanatron's needs an older Gymnasium than PettingZoo."""
PACKAGES = {PEERS: ("catanatron", "open_spiel", "pettingzoo[classic]"), CATAN: ("catanatron_gym",)}


def python_of(folder: Path) -> str:
    return str(folder / "bin" / "python")


def install() -> None:
    """Makes the environments of the peers once."""
    for folder, packages in PACKAGES.items():
        if folder.is_dir():
            continue
        print(f"Installing the peers into {folder.name} (once).", file=sys.stderr)
        venv.create(folder, with_pip=True)
        for package in packages:
            pip = [python_of(folder), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package]
            subprocess.run(pip, capture_output=True, check=False)


def best(rounds: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """Returns each environment with the most steps of all rounds."""
    found: dict[str, int] = {}
    for rows in rounds:
        for row in rows:
            found[row["environment"]] = max(row["steps"], found.get(row["environment"], 0))
    return [{"environment": name, "steps": steps} for name, steps in found.items()]


def table(results: dict[str, list[dict[str, Any]]]) -> str:
    chess = next((row["steps"] for rows in results.values() for row in rows if row["environment"].endswith("chess")), 0)
    lines = ["| | | steps/s | × chess |", "| --- | --- | ---: | ---: |"]
    for kind, rows in results.items():
        for row in rows:
            ratio = f"{row['steps'] / chess:.1f}" if chess else ""
            lines.append(f"| {kind} | {row['environment']} | {row['steps']:,} | {ratio} |")
    return "\n".join(lines)


def many_against_few(results: dict[str, list[dict[str, Any]]]) -> list[str]:
    """Returns a sentence for each variant: what many games a call bring against few."""
    sentences = []
    for kind, rows in results.items():
        steps = {row["environment"]: row["steps"] for row in rows}
        many, few = steps.get(many_games(MANY_GAMES)), steps.get(many_games(FEW_GAMES))
        if many and few:
            sentences.append(f"{kind}: {MANY_GAMES:,} games a call take {many / few:.2f} times as many steps as {FEW_GAMES}.")
    return sentences


def main() -> None:
    """Measures everything in turns and prints it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time of each measurement")
    parser.add_argument("--rounds", type=int, default=3, help="how often each variant takes its turn")
    asked = parser.parse_args()
    install()
    variants = {"interpreted": (sys.executable, ["own"])}
    notes = []
    if COMPILED.is_file():
        variants["compiled"] = (str(COMPILED), ["own"])
    else:
        notes.append("The compiled engine was not measured: there is no .venv-compiled; scripts/test --compiled makes it.")
    variants["others"] = (python_of(PEERS), ["pettingzoo", "openspiel"])
    variants["others, old Gymnasium"] = (python_of(CATAN), ["catanatron"])
    rounds: dict[str, list[list[dict[str, Any]]]] = {}
    for number in range(asked.rounds):
        for name, (python, which) in variants.items():
            answer = ask(python, "environment_measures.py", str(asked.seconds), *which)
            rounds.setdefault(name, []).append(answer["rows"])
            notes += answer["missing"] if number == 0 else []
    results = {name: best(each) for name, each in rounds.items()}
    if asked.json:
        print(json.dumps({"machine": machine(), "results": results, "notes": notes}, indent=1))
        return
    print("\n\n".join([machine(), table(results), *many_against_few(results), *notes]))


if __name__ == "__main__":
    main()
