"""Scripts that measure what of a page is in sight, with what they share (seen_window.js)."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent


def script(name: str) -> str:
    """Returns a function of JavaScript, to be evaluated in a page, from a file of this folder that is one function."""
    shared, function = ((FOLDER / each).read_text("utf-8") for each in ("seen_window.js", name))
    return f"(options) => {{\n{shared}\nreturn ({function})(options);\n}}"
