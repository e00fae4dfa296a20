"""Pictures of results as PNG, for what shows no SVG."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

FONTS = Path(__file__).parent / "fonts"
SECONDS = 30.0
"""After which a process that has not made its picture is ended; it may have to wait for processes of a higher priority."""


def png(svg: str, scale: int = 1) -> bytes:
    """Returns an SVG as PNG, with the typefaces of the board; ``scale`` is how many pixels a unit of the SVG gets.

    It is made in a process of low priority, as the library holds the interpreter lock all the time. Raises ``subprocess.SubprocessError`` if that fails.
    """
    command = [sys.executable, "-I", __file__, str(scale)]
    return subprocess.run(command, input=svg.encode(), capture_output=True, check=True, timeout=SECONDS, start_new_session=True).stdout


def main() -> None:
    """Reads an SVG from standard input and writes it as PNG to standard output; the argument is the scale."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(10)
    from resvg_py import svg_to_bytes  # only in the process that makes the picture

    fonts = [str(file) for file in sorted(FONTS.glob("*.ttf"))]
    picture = svg_to_bytes(svg_string=sys.stdin.buffer.read().decode(), zoom=int(sys.argv[1]), font_files=fonts)
    sys.stdout.buffer.write(bytes(picture))


if __name__ == "__main__":
    main()
