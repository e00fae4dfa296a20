"""Animated PNG: frames in their order and time, the still picture first, and only pictures of one kind."""

from __future__ import annotations

import struct
import zlib

import pytest

from groundfloor.presentation.pictures.animated_png import SIGNATURE, animated_png, chunk, parts, read_chunks


def picture(value: int, width: int = 2) -> bytes:
    """Returns a grey picture two pixels high."""
    header = struct.pack(">IIBBBBB", width, 2, 8, 0, 0, 0, 0)
    pixels = zlib.compress((b"\0" + bytes([value] * width)) * 2)
    return SIGNATURE + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def test_frames_come_in_their_order_after_the_still_picture() -> None:
    made = animated_png(picture(9), [(picture(1), 700), (picture(2), 4000)])
    found = list(read_chunks(made))
    assert [kind for kind, _ in found] == [b"IHDR", b"acTL", b"IDAT", b"fcTL", b"fdAT", b"fcTL", b"fdAT", b"IEND"]
    assert struct.unpack(">II", found[1][1]) == (2, 0)
    numbers = [struct.unpack(">I", data[:4])[0] for kind, data in found if kind in (b"fcTL", b"fdAT")]
    assert numbers == [0, 1, 2, 3]
    assert [struct.unpack(">HH", data[20:24]) for kind, data in found if kind == b"fcTL"] == [(700, 1000), (4000, 1000)]
    assert parts(made) == parts(picture(9)) and found[4][1][4:] == parts(picture(1))[1]


def test_every_chunk_has_its_checksum() -> None:
    made = animated_png(picture(9), [(picture(1), 700)])
    at = len(SIGNATURE)
    while at < len(made):
        (size,) = struct.unpack(">I", made[at : at + 4])
        assert struct.unpack(">I", made[at + 8 + size : at + 12 + size])[0] == zlib.crc32(made[at + 4 : at + 8 + size])
        at += size + 12


def test_pictures_of_different_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="same size"):
        animated_png(picture(9), [(picture(1, width=3), 700)])
