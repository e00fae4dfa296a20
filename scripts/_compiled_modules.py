"""The compiled modules for scripts/play: ``folder`` prints where they are, if they fit the sources; ``build`` makes them, however long that takes.

They lie in a folder of their own, .venv-play, and are found by their names when Python starts with that folder on its path (``FINDER``); all else is
imported from the sources as ever. A folder is named after everything that it was compiled from, so what is out of date is not used.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RETRY_SECONDS = 24 * 3600
"""After which a build that failed is tried again."""
FINDER = '''"""Finds the compiled modules beside this file; Python imports it at its start, as this folder is on its path."""

import sys
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path

FOLDER = Path(__file__).parent
FILES = {".".join([*file.parent.relative_to(FOLDER).parts, file.name.split(".")[0]]): file for file in FOLDER.glob("groundfloor/**/*.so")}


class CompiledFinder:
    """Finds the modules of groundfloor that are compiled."""

    @staticmethod
    def find_spec(name, path=None, target=None) -> ModuleSpec | None:
        """Returns where a compiled module is; None for all others."""
        return spec_from_file_location(name, FILES[name]) if name in FILES else None


sys.meta_path.insert(0, CompiledFinder)
'''


def state(root: Path) -> str:
    """Returns a digest of what is compiled, how, and for which Python; SystemExit if hatch_build.py does not say what."""
    found = hashlib.sha256(f"{sys.version} {platform.platform()}".encode())
    for name in ("hatch_build.py", "pyproject.toml"):
        found.update((root / name).read_bytes())
    package = root / "src" / "groundfloor"
    for file in sorted(package.rglob("*.py")):
        if file.relative_to(package).parts[0] in ("engine", "agents"):
            found.update(f"{file.relative_to(package)}\n".encode() + file.read_bytes())
    return found.hexdigest()[:16]


def ready_folder(root: Path) -> Path | None:
    """Returns the folder of the modules that fit the sources; None if there is none."""
    folder = root / ".venv-play" / state(root)
    return folder if (folder / "sitecustomize.py").is_file() else None


def has_failed(root: Path) -> bool:
    """Returns whether the same build has failed within a day."""
    mark = root / ".venv-play" / f"{state(root)}.failed"
    return mark.exists() and time.time() - mark.stat().st_mtime < RETRY_SECONDS


def build(root: Path) -> str:
    """Makes the modules that fit the sources, unless they are there, are being made or failed lately; returns what to tell, or ""."""
    if ready_folder(root) is not None or has_failed(root):
        return ""
    home = root / ".venv-play"
    home.mkdir(exist_ok=True)
    with open(home / "lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return ""
        name = state(root)
        with tempfile.TemporaryDirectory(dir=home) as temporary:
            log = home / "build.log"
            if not make_wheel(root, Path(temporary), log):
                (home / f"{name}.failed").touch()
                return (
                    f"The rules could not be compiled ({log.relative_to(root)} says why); bots think more slowly, and nothing else changes."
                )
            modules = Path(temporary) / "modules"
            for wheel in Path(temporary).glob("*.whl"):
                unpack(wheel, modules)
            (modules / "sitecustomize.py").write_text(FINDER, "utf-8")
            remove_others(home, name)
            modules.rename(home / name)
    return "The rules are compiled now: from the next start on bots think several times as quickly."


def make_wheel(root: Path, folder: Path, log: Path) -> bool:
    """Builds the compiled wheel in a folder; returns whether that worked."""
    command = [sys.executable, "-m", "pip", "wheel", "--disable-pip-version-check", "--no-deps", "--wheel-dir", str(folder), str(root)]
    with log.open("w") as output:
        environment = {**os.environ, "HATCH_BUILD_HOOK_ENABLE_CUSTOM": "true"}
        return subprocess.run(command, env=environment, cwd=root, stdin=subprocess.DEVNULL, stdout=output, stderr=output).returncode == 0


def unpack(wheel: Path, folder: Path) -> None:
    """Unpacks the compiled modules of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder, [name for name in archive.namelist() if name.endswith(".so")])


def remove_others(home: Path, name: str) -> None:
    """Removes what was compiled from other sources, but for the newest of it, which a running server may still use."""
    folders = [path for path in home.iterdir() if (path / "sitecustomize.py").is_file() and path.name != name]
    for path in sorted(folders, key=lambda path: path.stat().st_mtime)[:-1]:
        shutil.rmtree(path, ignore_errors=True)
    for mark in home.glob("*.failed"):
        mark.unlink()


def main(command: str) -> None:
    """Prints the folder that is ready, or builds it and tells so."""
    told = str(ready_folder(ROOT) or "") if command == "folder" else build(ROOT)
    if told:
        print(told, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
