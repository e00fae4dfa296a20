"""Pictures of results as PNG, for what shows no SVG."""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path

FONTS = Path(__file__).parent / "fonts"
RENDERER = "resvg_py"


def can_make_png() -> bool:
    """Returns whether the library that makes a PNG of an SVG is installed."""
    return importlib.util.find_spec(RENDERER) is not None


def png(svg: str, scale: int = 1) -> bytes:
    """Returns an SVG as PNG, with the typefaces of the board; ``scale`` is how many pixels a unit of the SVG gets."""
    renderer = importlib.import_module(RENDERER)
    found = renderer.svg_to_bytes(svg_string=svg, zoom=scale, font_files=[str(file) for file in sorted(FONTS.glob("*.ttf"))])
    return bytes(found)
