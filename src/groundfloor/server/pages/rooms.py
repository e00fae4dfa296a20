"""The templates and static files of the server: each room has its own, in folders ``templates`` and ``static``. Their names say nothing of the room, and no two have the same."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

SERVER = Path(__file__).parents[1]


def folders(kind: Literal["templates", "static"]) -> list[Path]:
    """Returns the folders of this kind, one of each room that has some."""
    return sorted(path for path in SERVER.rglob(kind) if path.is_dir())


def files(kind: Literal["templates", "static"]) -> dict[str, Path]:
    """Returns the files of all these folders, by what pages call them: the path within the folder."""
    return {path.relative_to(folder).as_posix(): path for folder in folders(kind) for path in sorted(folder.rglob("*")) if path.is_file()}
