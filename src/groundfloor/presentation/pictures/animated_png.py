"""Animated PNG (APNG): pictures of the same size joined into one file, which every browser plays and whatever else shows PNG shows as a still."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def animated_png(still: bytes, frames: Sequence[tuple[bytes, int]]) -> bytes:
    """Returns PNG files as one animation that is played again and again; each frame stands for so many milliseconds.

    ``still`` is what is shown where nothing moves. All pictures have the same size and kind of pixels, else ValueError.
    """
    header, data = parts(still)
    chunks = [chunk(b"IHDR", header), chunk(b"acTL", struct.pack(">II", len(frames), 0)), chunk(b"IDAT", data)]
    width, height = struct.unpack(">II", header[:8])
    number = 0
    for picture, milliseconds in frames:
        own, pixels = parts(picture)
        if own != header:
            raise ValueError("The pictures of an animation have the same size and kind of pixels.")
        chunks.append(chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, width, height, 0, 0, milliseconds, 1000, 0, 0)))
        chunks.append(chunk(b"fdAT", struct.pack(">I", number + 1) + pixels))
        number += 2
    return SIGNATURE + b"".join(chunks) + chunk(b"IEND", b"")


def parts(picture: bytes) -> tuple[bytes, bytes]:
    """Returns the header and the compressed pixels of a PNG file."""
    found = list(read_chunks(picture))
    return found[0][1], b"".join(data for kind, data in found if kind == b"IDAT")


def read_chunks(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yields kind and content of each chunk of a PNG file."""
    at = len(SIGNATURE)
    while at < len(picture):
        (size,) = struct.unpack(">I", picture[at : at + 4])
        yield picture[at + 4 : at + 8], picture[at + 8 : at + 8 + size]
        at += size + 12


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
