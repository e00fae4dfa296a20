"""The static files: named by a hash of them all, so that a browser keeps them until one changes."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import Scope

FOLDER = Path(__file__).parent / "static"
FOREVER = "public, max-age=31536000, immutable"


def digest(folder: Path = FOLDER) -> str:
    """A short hash over the names and bytes of all files."""
    whole = hashlib.sha256()
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        whole.update(str(file.relative_to(folder)).encode() + b"\0")
        whole.update(hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()[:12]


class Assets(StaticFiles):
    """Serves ``/static/HASH/NAME``; with the present hash for ever, with an old one the present file, unkept."""

    def __init__(self) -> None:
        super().__init__(directory=FOLDER)
        self.hash = digest()

    def url(self, name: str) -> str:
        """The address of a file."""
        return f"/static/{self.hash}/{name}"

    async def get_response(self, path: str, scope: Scope) -> Response:
        given, _, name = path.replace("\\", "/").partition("/")
        if not name or len(given) != len(self.hash):
            raise HTTPException(404)
        response = await super().get_response(name, scope)
        response.headers["Cache-Control"] = FOREVER if given == self.hash else "no-cache"
        return response
