"""Regions: the adjacent elements that make up a board, each with a template and its data.

The HTML of a region depends on nothing but its template, the setting (language and ruleset) and its data. Their digest names it: a page says by digests
which regions it shows, and is sent those that differ.
"""

from __future__ import annotations

import sys
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from groundfloor import presentation

from ...http.byte_cache import ByteCache
from ...http.rendering import environment
from ...pages.rooms import folders
from .. import board

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

REGIONS_BYTES = 16_000_000
REGION_BYTES = 400
"""What a region takes in memory besides its text, about."""
DIGEST_BYTES, DIGEST_CHARACTERS = 6, 8
ENCODER = msgspec.msgpack.Encoder(order="deterministic")


def digest_of(data: object) -> str:
    """Returns eight characters that identify the data, the same in every process; TypeError if msgspec can't encode it."""
    return urlsafe_b64encode(blake2b(ENCODER.encode(data), digest_size=DIGEST_BYTES).digest()).decode()


def digest_of_sources(sources: Iterable[Path]) -> str:
    """Returns a digest of the files in some folders: pages of other versions are not updated.

    What Python compiles beside them does not count, and may be written at this moment; nor do scripts and styles, which pages are not sent.
    """
    files = sorted(
        path for folder in sources for path in folder.rglob("*") if path.is_file() and path.parent.name not in ("__pycache__", "static")
    )
    return digest_of([(path.name, path.read_bytes()) for path in files])


SOURCES_DIGEST = Path(__file__).with_name("sources-digest")
"""The digest in a site, whose templates are no files; scripts/build writes it."""
SOURCES = (
    SOURCES_DIGEST.read_text("ascii")
    if SOURCES_DIGEST.exists()
    else digest_of_sources((*folders("templates"), Path(board.__file__).parent, Path(presentation.__file__).parent / "catalogues"))
)
"""Of templates, of what they are given, and of the texts of all languages."""


@dataclass(frozen=True)
class RegionSetting:
    """What the templates of all regions of a board are given besides their data: ``variables``, which depend on ``key`` alone."""

    key: tuple[object, ...]
    variables: Mapping[str, object]


@dataclass(frozen=True)
class Region:
    """An element with an id within the element ``container``. Its ``data`` are the variables of ``board/TEMPLATE.html``: what it shows, and nothing else."""

    id: str
    container: str
    template: str
    data: Mapping[str, object]
    setting: RegionSetting

    @cached_property
    def digest(self) -> str:
        """Identifies the HTML."""
        return digest_of((SOURCES, self.template, self.id, self.setting.key, self.data))

    def render(self) -> str:
        template = environment.get_template(f"board/{self.template}.html")
        return template.render({**self.setting.variables, **self.data, "id": self.id, "digest": self.digest})


class RegionCache:
    """The HTML of regions by digest. A digest stands for one text for ever: an entry is only removed for lack of room."""

    def __init__(self, most_bytes: int = REGIONS_BYTES) -> None:
        self.texts: ByteCache[str, str] = ByteCache(most_bytes)

    def html(self, region: Region, *, is_kept: bool = True) -> str:
        """Returns the HTML of a region, rendered now if it is not there; then it is put there if ``is_kept``."""
        text = self.texts.get(region.digest)
        if text is None:
            text = region.render()
            if is_kept:
                self.texts.put(region.digest, text, sys.getsizeof(text) + REGION_BYTES)
        return text


def region_list(regions: Iterable[Region]) -> str:
    """Returns the regions in the order of the page as a text: ``container: id=digest id=digest …`` for each container."""
    texts: list[str] = []
    container = ""
    for region in regions:
        if region.container != container:
            container = region.container
            texts.append(f"{container}:")
        texts.append(f"{region.id}={region.digest}")
    return " ".join(texts)


def split_digests(text: str) -> frozenset[str]:
    """Returns the digests that stand in a text one after the other."""
    return frozenset(text[start : start + DIGEST_CHARACTERS] for start in range(0, len(text), DIGEST_CHARACTERS))
