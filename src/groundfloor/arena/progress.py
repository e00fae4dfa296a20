"""Progress of a fuzz run in a file, so that the run can be resumed."""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, field
from pathlib import Path

import msgspec

import groundfloor
from groundfloor.engine.errors import GroundfloorError
from groundfloor.files import read_text, write_atomically

from .fuzz import Batch, Tally


class BadProgress(GroundfloorError):
    """A progress file that can't be read, or belongs to another run."""


@dataclass
class Progress:
    """The games 1 to ``done`` of a seed, all of one revision: tallies by kind of setup, CPU seconds."""

    seed: int
    revision: str
    done: int = 0
    seconds: float = 0.0
    tallies: dict[str, Tally] = field(default_factory=dict)

    def count(self, batch: Batch) -> None:
        for name, tally in batch.tallies.items():
            self.tallies.setdefault(name, Tally()).add(tally)
            self.done += tally.games
        self.seconds += batch.seconds

    def save(self, file: Path) -> None:
        """Writes the file atomically."""
        write_atomically(file, (json.dumps(asdict(self), indent=1) + "\n").encode())


def load_progress(file: Path, seed: int, revision: str) -> Progress:
    """Returns the progress in a file, new progress if there is no file.

    Raises Unreadable, or BadProgress if it is no progress file, or of another seed or revision.
    """
    if not file.exists():
        return Progress(seed, revision)
    try:
        found = msgspec.json.decode(read_text(file), type=Progress)
        check_figures(found)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadProgress(f"{file} holds no progress of a fuzz run; name another file, or remove it.") from error
    if found.seed != seed:
        raise BadProgress(f"{file} is of seed {found.seed}, not {seed}; name another file, or add --seed {found.seed}.")
    if found.revision != revision:
        raise BadProgress(f"{file} is of revision {found.revision}, and this is {revision}; name another file.")
    return found


def check_figures(found: Progress) -> None:
    """Raises ValueError if a count is no number from 0 on, or the counts do not add up."""
    numbers = [number for tally in found.tallies.values() for number in astuple(tally)]
    if not all(isinstance(number, int) and number >= 0 for number in numbers):
        raise ValueError("a figure is no number of games, entries, decisions or positions")
    if found.done != sum(tally.games for tally in found.tallies.values()) or not 0 <= found.seconds < float("inf"):
        raise ValueError("the figures do not add up")


def revision(house: Mapping[str, object] | None = None) -> str:
    """Returns what is tested: version, commit if this is a checkout, digest of the sources of engine and editions.

    With house values for all games a digest of these too, as such games are another run.
    """
    root = Path(groundfloor.__file__).parent
    parts = [groundfloor.__version__, git_commit(root), sources_digest(["engine", "editions"]), house_values_digest(house)]
    return " ".join(filter(None, parts))


def sources_digest(packages: Sequence[str], suffixes: Sequence[str] = (".py",)) -> str:
    """Returns a digest of the files of some packages of this project."""
    root = Path(groundfloor.__file__).parent
    digest = hashlib.sha256()
    for file in sorted(file for package in packages for file in (root / package).rglob("*") if file.suffix in suffixes):
        digest.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes())
    return f"sources {digest.hexdigest()[:12]}"


def house_values_digest(house: Mapping[str, object] | None) -> str:
    """Returns a digest of house values, "" without any."""
    if not house:
        return ""
    text = json.dumps(dict(house), sort_keys=True, default=str)
    return f"house {hashlib.sha256(text.encode()).hexdigest()[:12]}"


def git_commit(folder: Path) -> str:
    """Returns the commit of a checkout of this project, with a plus if files have changed since; "" if it is no checkout."""
    if not (folder.parents[1] / "pyproject.toml").exists():
        return ""
    try:
        call = ["git", "-C", str(folder), "describe", "--always", "--dirty=+", "--exclude=*"]
        return subprocess.run(call, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""
