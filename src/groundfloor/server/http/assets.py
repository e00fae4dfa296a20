"""Static files under a path with a hash of all of them: browsers can cache them until one changes."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from functools import cache
from mimetypes import guess_type
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import Response

from ..pages.rooms import files
from ..pages.style_sheets import SERVED, join_sheets
from .encodings import takes_gzip

if TYPE_CHECKING:
    from starlette.requests import Request

CACHE_FOREVER = "public, max-age=31536000, immutable"
MEDIA_TYPES = {".js": "text/javascript", ".woff2": "font/woff2"}
"""What Python does not know on every system."""


@dataclass(frozen=True)
class Asset:
    """A file as it is sent; ``zipped`` is empty for one that hardly gets smaller."""

    content: bytes
    zipped: bytes
    media_type: str


@cache
def assets_by_name() -> dict[str, Asset]:
    """Returns all files and the joined style sheets, compressed, by name; a process reads them once."""
    contents = {name: path.read_bytes() for name, path in files("static").items()}
    contents |= {name: join_sheets(sheets).encode() for name, sheets in SERVED.items()}
    return {name: make_asset(name, content) for name, content in contents.items()}


@cache
def hash_of_assets() -> str:
    """Returns a short hash of the names and contents of all files."""
    whole = hashlib.sha256()
    for name, asset in sorted(assets_by_name().items()):
        whole.update(f"{name} {len(asset.content)} ".encode() + asset.content)
    return whole.hexdigest()[:12]


def make_asset(name: str, content: bytes) -> Asset:
    zipped = gzip.compress(content, mtime=0)
    return Asset(
        content,
        zipped if len(zipped) < 0.9 * len(content) else b"",
        MEDIA_TYPES.get(Path(name).suffix) or guess_type(name)[0] or "text/plain",
    )


class Assets:
    """Serves ``/static/HASH/NAME`` from memory. With the current hash the file may be cached for ever; with an older one it is served uncached.

    If ``hash`` is given, others serve the files.
    """

    def __init__(self, hash: str = "") -> None:
        self.hash = hash or hash_of_assets()
        self.files = {} if hash else assets_by_name()

    def url(self, name: str) -> str:
        return f"/static/{self.hash}/{name}"

    def respond(self, request: Request) -> Response:
        """Returns a file; HTTPException 404 if there is none with that name."""
        given, _, name = str(request.path_params["path"]).partition("/")
        asset = self.files.get(name)
        if asset is None or len(given) != len(self.hash):
            raise HTTPException(404)
        headers = {"Cache-Control": CACHE_FOREVER if given == self.hash else "no-cache", "Vary": "Accept-Encoding"}
        if asset.zipped and takes_gzip(request.headers):
            return Response(asset.zipped, media_type=asset.media_type, headers=headers | {"Content-Encoding": "gzip"})
        return Response(asset.content, media_type=asset.media_type, headers=headers)
