"""Compares the speed of a revision with another one (main, if none is named) in one run, taking turns, so that both see the same machine.

    scripts/bench --against REVISION [--base main] [--seconds S] [--rounds N]

Interpreted engines; a figure is the median of its rounds, counted in processor time.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FIGURES = ("decisions", "games", "copies", "record_ms", "kept_mb")
WANTED = ("second:2", "second:4")


def unpack(revision: str, folder: Path) -> Path:
    """Unpacks the sources of a revision into a folder and returns it; SystemExit for one that git does not know."""
    packed = subprocess.run(["git", "-C", str(ROOT), "archive", revision, "src"], capture_output=True, check=False)
    if packed.returncode:
        raise SystemExit(f"git has no revision {revision!r} with sources: {packed.stderr.decode().strip()}")
    folder.mkdir()
    subprocess.run(["tar", "-x", "-C", str(folder)], input=packed.stdout, check=True)
    return folder / "src"


def measure(source: Path, seconds: float) -> list[dict[str, Any]]:
    command = [sys.executable, str(ROOT / "benchmarks" / "measures.py"), str(seconds), *WANTED]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(source)}, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"The revision in {source} can't be measured:\n{done.stderr}")
    rows: list[dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])["rows"]
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revision", help="what git knows: a commit, a branch, a tag")
    parser.add_argument("--base", default="main", help="the revision to compare with")
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time of each measurement")
    parser.add_argument("--rounds", type=int, default=5, help="how often each takes its turn")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sources = [unpack(name, Path(folder) / str(place)) for place, name in enumerate((asked.base, asked.revision))]
        found = [[measure(source, asked.seconds) for source in sources] for _ in range(asked.rounds)]
    print(f"{asked.revision} against {asked.base}, medians of {asked.rounds} rounds")
    for row, first in enumerate(found[0][0]):
        for figure in FIGURES:
            before, after = (statistics.median(each[side][row][figure] for each in found) for side in (0, 1))
            print(f"{first['game']:20} {figure:10} {before:14,.1f} {after:14,.1f} {100 * (after / before - 1):+7.1f} %")


if __name__ == "__main__":
    main()
