"""Pictures of results as PNG, for what shows no SVG."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

FONTS = Path(__file__).parent / "fonts"
SIZE_BYTES = 8
"""Bytes that say how long the next picture is."""
SECONDS = 30.0
"""After which a process that has not made its pictures is ended; it may have to wait for processes of a higher priority."""


def png(svg: str, scale: int = 1) -> bytes:
    """Returns an SVG as PNG, as ``pngs`` does."""
    return pngs([svg], scale)[0]


def pngs(svgs: Sequence[str], scale: int) -> list[bytes]:
    """Returns SVGs as PNG, with the typefaces of the board; ``scale`` is how many pixels a unit of an SVG gets.

    They are made in a process of low priority, as the library holds the interpreter lock all the time. Raises ``subprocess.SubprocessError`` if that fails.
    """
    command, given = [sys.executable, "-I", __file__, str(scale)], json.dumps(list(svgs)).encode()
    made = subprocess.run(command, input=given, capture_output=True, check=True, timeout=SECONDS, start_new_session=True).stdout
    pictures, at = [], 0
    while at < len(made):
        size = int.from_bytes(made[at : at + SIZE_BYTES], "big")
        pictures.append(made[at + SIZE_BYTES : at + SIZE_BYTES + size])
        at += SIZE_BYTES + size
    return pictures


def main() -> None:
    """Reads a JSON list of SVGs from standard input, and writes each as PNG to standard output, its size first; the argument is the scale."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(10)
    from resvg_py import svg_to_bytes  # only in the process that makes the picture

    fonts = [str(file) for file in sorted(FONTS.glob("*.ttf"))]
    for svg in json.loads(sys.stdin.buffer.read()):
        picture = bytes(svg_to_bytes(svg_string=svg, zoom=int(sys.argv[1]), font_files=fonts))
        sys.stdout.buffer.write(len(picture).to_bytes(SIZE_BYTES, "big") + picture)


if __name__ == "__main__":
    main()
