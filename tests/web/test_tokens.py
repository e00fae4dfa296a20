"""The colours of the interface: contrasts (WCAG 2.2), players told apart by everybody (Machado 2009, CIEDE2000)."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest
from coloraide import Color

import groundfloor.web

SHEET = Path(groundfloor.web.__file__).parent / "static" / "tokens.css"
BLOCK = re.compile(r"(:root[^{]*)\{([^}]*)\}")
TOKEN = re.compile(r"--([\w-]+):\s*([^;]+);")
WASHES = tuple(f"wash-{letter}" for letter in "abcdefghi")
PLAYERS = ("red", "blue", "green", "amber", "pink", "grey")
THEMES = ("light", "dark")
APART = {"light": {"normal": 24, "protan": 19, "deutan": 23, "tritan": 19}, "dark": {"normal": 26, "protan": 16, "deutan": 16, "tritan": 16}}


def blocks() -> dict[str, dict[str, str]]:
    """The tokens by the selector of their block."""
    found: dict[str, dict[str, str]] = {}
    for selector, body in BLOCK.findall(SHEET.read_text("utf-8")):
        found.setdefault(selector.strip(), dict(TOKEN.findall(body)))
    return found


def tokens(theme: str) -> dict[str, str]:
    """The tokens of a theme."""
    light = blocks()[":root"]
    return light if theme == "light" else {**light, **blocks()[':root[data-theme="dark"]']}


def contrast(one: str, other: str) -> float:
    return float(Color(one).contrast(other, method="wcag21"))


def test_dark_by_the_system_and_by_the_switch_are_the_same() -> None:
    found = blocks()
    assert found[':root:not([data-theme="light"])'] == found[':root[data-theme="dark"]']


@pytest.mark.parametrize("theme", THEMES)
def test_text_can_be_read_on_every_ground(theme: str) -> None:
    found = tokens(theme)
    for ground in ("paper", "panel", *WASHES):
        for text, least in (("ink", 7), ("ink2", 4.5), ("pencil", 4.5)):
            assert contrast(found[text], found[ground]) >= least, (text, ground)
        for line in ("line", "focus"):
            assert contrast(found[line], found[ground]) >= 3, (line, ground)
    for text, ground in (("litink", "lit"), ("litpencil", "lit"), ("button-text", "button"), ("gain", "paper"), ("gain", "panel")):
        assert contrast(found[text], found[ground]) >= 4.5, (text, ground)


@pytest.mark.parametrize("theme", THEMES)
def test_a_marker_can_be_seen_and_its_letter_read(theme: str) -> None:
    found = tokens(theme)
    for player in PLAYERS:
        assert contrast(found[player], found[f"{player}-letter"]) >= 4.5, player
        outline = found["ink"] if theme == "light" else found[player]
        assert contrast(outline, found["glass"]) >= 3, player


@pytest.mark.parametrize("sight", ["normal", "protan", "deutan", "tritan"])
@pytest.mark.parametrize("theme", THEMES)
def test_players_are_told_apart_by_everybody(theme: str, sight: str) -> None:
    found = tokens(theme)
    seen = {player: Color(found[player]) for player in PLAYERS}
    if sight != "normal":
        seen = {player: colour.filter(sight, 1, method="machado").convert("srgb").clip() for player, colour in seen.items()}
    nearest = min((float(seen[one].delta_e(seen[other], method="2000")), one, other) for one, other in combinations(PLAYERS, 2))
    assert nearest[0] >= APART[theme][sight], nearest
