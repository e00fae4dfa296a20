"""Stores playthroughs: all as hashes, parts of a few as readable text, and shows how two revisions differ (``python -m tests.support playthroughs``)."""

from __future__ import annotations

import argparse
import difflib
import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from .playthroughs import playthrough
from .setup_cases import SetupCase, setup_cases

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests" / "playthroughs"
HASHES = FOLDER / "hashes.txt"
READABLE = (
    "first-deck-preset",
    "manual-two_player_bonus-on",
    "second-2",
    "second-gropius",
    "second-event-random",
    "online-pei",
    "online-hadid",
    "online-era-random",
)
"""Cases of which set-up, first and last round are kept as text: each ruleset, each Automa, eras and events."""


def short_hash(text: str, length: int = 4) -> str:
    """Returns the first hexadecimal digits of the text's SHA-256."""
    return hashlib.sha256(text.encode()).hexdigest()[:length]


def block(name: str, parts: Sequence[tuple[int, str]]) -> str:
    """Returns the lines of a game in ``hashes.txt``: name and hash of the whole text, then each round with a short hash of each entry.

    The first hash of all is that of the start, the last one that of the scores.
    """
    rounds = [f"  {round}: {' '.join(short_hash(text) for _, text in group)}\n" for round, group in groupby(parts, lambda part: part[0])]
    return f"{name} {short_hash(''.join(text for _, text in parts), 32)}\n{''.join(rounds)}"


def excerpt(name: str, parts: Sequence[tuple[int, str]]) -> str:
    """Returns the part of a game's readable form that is kept: set-up, first and last round, scores."""
    last = parts[-1][0]
    left_out = f"\n(rounds 2 to {last - 1}: python -m tests.support playthroughs show {name})\n"
    return "".join([*(text for round, text in parts if round < 2), left_out, *(text for round, text in parts if round == last)])


def stored_blocks() -> dict[str, str]:
    """Returns the blocks of ``hashes.txt`` by name."""
    found: dict[str, str] = {}
    name = ""
    for line in HASHES.read_text("utf-8").splitlines(keepends=True):
        if not line.startswith(" "):
            name = line.split()[0]
        found[name] = found.get(name, "") + line
    return found


def entry_hashes(stored: str) -> list[str]:
    """Returns the short hashes of a block."""
    return [word for line in stored.splitlines()[1:] for word in line.split()[1:]]


def first_difference(stored: str, parts: Sequence[tuple[int, str]]) -> str:
    """Returns where a game begins to differ from its block, as a sentence; empty if it does not."""
    name = stored.split()[0]
    if stored == block(name, parts):
        return ""
    old, new = entry_hashes(stored), [short_hash(text) for _, text in parts]
    at = next((at for at, (was, now) in enumerate(zip(old, new)) if was != now), min(len(old), len(new)))
    round, text = parts[min(at, len(parts) - 1)]
    place = "at the start" if at == 0 else f"at entry {at} (round {round})"
    return f"{name} differs {place}; `python -m tests.support playthroughs compare {name}` shows both sides. It is now:\n{text}"


def write() -> None:
    """Writes all files; readable ones that are no longer listed are removed."""
    blocks = []
    for case in setup_cases():
        parts = playthrough(case)
        blocks.append(block(case.name, parts))
        if case.name in READABLE:
            (FOLDER / f"{case.name}.txt").write_text(excerpt(case.name, parts), "utf-8")
    HASHES.write_text("".join(blocks), "utf-8")
    for file in FOLDER.glob("*.txt"):
        if file != HASHES and file.stem not in READABLE:
            file.unlink()


def case_named(name: str) -> SetupCase:
    """Returns the case of a name."""
    found = {case.name: case for case in setup_cases()}
    if name not in found:
        raise SystemExit(f"There is no playthrough {name!r}; there are: {', '.join(found)}.")
    return found[name]


def show(name: str) -> str:
    """Returns the readable form of a game by the code in the working tree."""
    return "".join(text for _, text in playthrough(case_named(name)))


def show_of_revision(name: str, revision: str) -> str:
    """Returns the readable form of a game by the code of a commit, which is unpacked into a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", revision, "src", "tests"], cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)
        command = [sys.executable, "-m", "tests.support.playthrough_files", "show", name]
        environment = {**os.environ, "PYTHONPATH": str(Path(folder) / "src")}
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"The code of {revision} can't show this playthrough: {done.stderr.strip().splitlines()[-1]}")
        return done.stdout


def compare(name: str, revision: str) -> Iterator[str]:
    """Returns the difference between the readable forms of a game by a commit and by the working tree, as a unified diff."""
    before, after = show_of_revision(name, revision), show(name)
    return difflib.unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True), f"{name} ({revision})", name)


def main(arguments: Sequence[str] | None = None) -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.support playthroughs", description=__doc__)
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("write", help="write all files (the default)")
    commands.add_parser("show", help="print a game in readable form").add_argument("name")
    comparing = commands.add_parser("compare", help="print how a game of a commit and of the working tree differ")
    comparing.add_argument("name")
    comparing.add_argument("--with", dest="revision", default="HEAD", metavar="REVISION", help="the commit (default: HEAD)")
    read = parser.parse_args(arguments)
    if read.command == "show":
        sys.stdout.write(show(read.name))
    elif read.command == "compare":
        case_named(read.name)
        sys.stdout.writelines(compare(read.name, read.revision))
    else:
        write()


if __name__ == "__main__":
    main()
