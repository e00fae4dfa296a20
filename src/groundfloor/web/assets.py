"""Static files under a path with a hash of all of them, so that browsers can cache them until one changes."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from .style_sheets import SERVED, joined

if TYPE_CHECKING:
    from starlette.types import Scope

FOLDER = Path(__file__).parent / "static"
CACHE_FOREVER = "public, max-age=31536000, immutable"


@cache
def hash_of_files(folder: Path = FOLDER) -> str:
    """Returns a short hash of the names and contents of all files, and of what the style sheets are joined of; a process reads them once."""
    whole = hashlib.sha256(repr(SERVED).encode())
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        whole.update(str(file.relative_to(folder)).encode() + b"\0")
        whole.update(hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()[:12]


@cache
def joined_sheets() -> dict[str, str]:
    """Returns the style sheets that pages link, by name."""
    return {name: joined(FOLDER, sheets) for name, sheets in SERVED.items()}


class Assets(StaticFiles):
    """Serves ``/static/HASH/NAME``. With the current hash the file may be cached for ever; with an older one it is served uncached."""

    def __init__(self) -> None:
        super().__init__(directory=FOLDER)
        self.hash = hash_of_files()
        self.styles = joined_sheets()

    def url(self, name: str) -> str:
        """Returns the path of a file."""
        return f"/static/{self.hash}/{name}"

    async def get_response(self, path: str, scope: Scope) -> Response:
        given, _, name = path.replace("\\", "/").partition("/")
        if not name or len(given) != len(self.hash):
            raise HTTPException(404)
        is_joined = name in self.styles and scope["method"] in ("GET", "HEAD")
        response = Response(self.styles[name], media_type="text/css") if is_joined else await super().get_response(name, scope)
        response.headers["Cache-Control"] = CACHE_FOREVER if given == self.hash else "no-cache"
        return response
