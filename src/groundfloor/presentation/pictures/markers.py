"""The shapes of the players' markers, one for each colour, in a square of 24 units."""

from __future__ import annotations

from markupsafe import Markup

STAR = "M12 .8l3.1 7.3 8 .7-6 5.2 1.8 7.8L12 17.7l-6.9 4.1 1.8-7.8-6-5.2 8-.7z"
CROSS = "M8 1.5h8V8h6.5v8H16v6.5H8V16H1.5V8H8z"
DIAMOND = "M12 .8L23.2 12 12 23.2 .8 12z"
TRIANGLE = "M12 1.5L23 21.5H1z"


def path(lines: str) -> Markup:
    return Markup('<path class="shape" d="{}"/>').format(lines)


SHAPES = {
    "red": Markup('<circle class="shape" cx="12" cy="12" r="10"/>'),
    "blue": Markup('<rect class="shape" x="2.5" y="2.5" width="19" height="19"/>'),
    "green": path(TRIANGLE),
    "amber": path(DIAMOND),
    "pink": path(CROSS),
    "grey": path(STAR),
    "yellow": path(DIAMOND),
    "purple": path(CROSS),
    "black": path(STAR),
}
LOWER = 1.6
"""How much lower the letter stands in a triangle."""


def letter_line(colour: str, size: int) -> str:
    """Returns the base line of the letter in a marker of this size in pixels; smaller markers have larger letters."""
    line = 17.8 if size < 18 else 17.2 if size < 20 else 16.6
    return f"{line + (LOWER if colour == 'green' else 0):g}"


MARKERS: dict[str, object] = {"marker_shapes": SHAPES, "letter_line": letter_line}
"""What templates of the board use, by name."""
