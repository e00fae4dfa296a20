"""Named breakpoints are resolved and every style sheet is served; colours can be read and told apart (WCAG 2.2, Machado 2009, CIEDE2000); vendored files are those of VENDORED.md."""

from __future__ import annotations

import hashlib
import re
from itertools import combinations
from pathlib import Path
from typing import Literal

import pytest
from coloraide import Color
from playwright.sync_api import Browser

from groundfloor.engine.seats import COLOURS, FIRST_EDITION_COLOURS, KNOWN_COLOURS
from groundfloor.server.pages.rooms import files
from groundfloor.server.pages.style_sheets import BREAKPOINTS, MADE, SERVED, join_sheets, with_named

STATIC = files("static")
SHEETS = {name for name in STATIC if name.endswith(".css")}


def test_names_of_conditions_are_filled_in() -> None:
    assert with_named("@media not (--whole) { a { color: red } }") == "@media not (width >= 1100px) { a { color: red } }"
    with pytest.raises(KeyError):
        with_named("@media (--broad) { a { color: red } }")


def test_hidden_words_are_filled_in() -> None:
    assert "@apply" not in join_sheets(SERVED["board.css"]) and "clip-path" in with_named("a { @apply --visually-hidden; }")


def test_script_and_sheets_mean_the_same_by_a_phone() -> None:
    asked = re.findall(r'matchMedia\("([^"]+)"\)', STATIC["phone.js"].read_text("utf-8"))
    assert asked == [BREAKPOINTS["--narrow"], BREAKPOINTS["--upright"]]


def test_every_sheet_is_part_of_a_served_one() -> None:
    assert {name for sheets in SERVED.values() for name in sheets} == SHEETS | set(MADE)
    assert not set(SERVED) & SHEETS


def test_a_served_sheet_has_no_part_twice() -> None:
    assert all(len(set(sheets)) == len(sheets) for sheets in SERVED.values())


def test_no_rule_asks_what_the_whole_page_contains() -> None:
    """Browsers would compute the styles of half the page again after every change: ``data-parts`` of the body says what stands on it."""
    board = re.sub(r"/\*.*?\*/", "", join_sheets(SERVED["board.css"]), flags=re.DOTALL)
    assert not re.findall(r"(?:html|body|:root|\.playing|#board|#table|\.street-row)[^\s,{}>~+]*:has\([^,{]*", board)
    assert not re.findall(r":root \{[^}]*&:has", board)


SHEET = STATIC["tokens.css"]
TOKEN = re.compile(r"--([\w-]+): var\(--by-day, (.+)\) var\(--by-night, (.+)\);")
TINTS = tuple(f"tint-{hue}" for hue in ["sand", "rose", "sage", "straw", "sky", "stone", "lilac", "mint", "linen"])
SETS = {"usual": COLOURS, "first edition": FIRST_EDITION_COLOURS}
THEMES = ("light", "dark")
APART = {
    "light": {"normal": 24, "protan": 19, "deutan": 23, "tritan": 19},
    "dark": {"normal": 26, "protan": 16, "deutan": 16, "tritan": 16},
}


def tokens(theme: str) -> dict[str, str]:
    return {name: day if theme == "light" else night for name, day, night in TOKEN.findall(SHEET.read_text("utf-8"))}


def contrast(one: str, other: str) -> float:
    return float(Color(one).contrast(other, method="wcag21"))


@pytest.mark.parametrize(("system", "chosen", "theme"), [
    ("light", "", "light"), ("dark", "", "dark"), ("dark", "light", "light"), ("light", "dark", "dark"), ("dark", "dark", "dark"),
])  # fmt: skip
def test_each_colour_is_that_of_the_system_or_of_the_switch(
    browser: Browser, system: Literal["light", "dark"], chosen: str, theme: str
) -> None:
    tab = browser.new_page(color_scheme=system)
    tab.set_content(f"<style>{SHEET.read_text('utf-8')}</style><p>")
    tab.evaluate("(theme) => { if (theme) document.documentElement.dataset.theme = theme; }", chosen)
    assert len(tokens(theme)) > 40
    for name, colour in tokens(theme).items():
        both = "(colours) => colours.map((each) => { const p = document.querySelector('p'); p.style.color = each; return getComputedStyle(p).color; })"
        shown, wanted = tab.evaluate(both, [f"var(--{name})", colour])
        assert shown == wanted, name
    assert tab.evaluate("getComputedStyle(document.documentElement).colorScheme") == theme


@pytest.mark.parametrize("theme", THEMES)
def test_text_can_be_read_on_every_ground(theme: str) -> None:
    found = tokens(theme)
    for ground in ("paper", "panel", *TINTS):
        for text, least in (("ink", 7), ("ink-muted", 4.5), ("pencil", 4.5)):
            assert contrast(found[text], found[ground]) >= least, (text, ground)
        for line in ("line", "focus"):
            assert contrast(found[line], found[ground]) >= 3, (line, ground)
    on_highlight = (("ink-on-highlight", "highlight"), ("pencil-on-highlight", "highlight"))
    for text, ground in (*on_highlight, ("button-text", "button"), ("gain", "paper"), ("gain", "panel")):
        assert contrast(found[text], found[ground]) >= 4.5, (text, ground)


OUTLINED_BY_NIGHT = ("purple", "black")
"""Fills that are dark in both themes; their outline of ink carries the shape, as it does for all by day."""


@pytest.mark.parametrize("theme", THEMES)
def test_a_marker_can_be_seen_and_its_letter_read(theme: str) -> None:
    found = tokens(theme)
    for player in KNOWN_COLOURS:
        assert contrast(found[player], found[f"{player}-letter"]) >= 4.5, player
        outline = found["ink"] if theme == "light" or player in OUTLINED_BY_NIGHT else found[player]
        assert contrast(outline, found["glass"]) >= 3, player


@pytest.mark.parametrize("colours", SETS)
@pytest.mark.parametrize("sight", ["normal", "protan", "deutan", "tritan"])
@pytest.mark.parametrize("theme", THEMES)
def test_players_are_told_apart_by_everybody(theme: str, sight: str, colours: str) -> None:
    found = tokens(theme)
    seen = {player: Color(found[player]) for player in SETS[colours]}
    if sight != "normal":
        seen = {player: colour.filter(sight, 1, method="machado").convert("srgb").clip() for player, colour in seen.items()}
    nearest = min((float(seen[one].delta_e(seen[other], method="2000")), one, other) for one, other in combinations(seen, 2))
    assert nearest[0] >= APART[theme][sight], nearest


ROOT = Path(__file__).parents[3]
VENDOR = ROOT / "src/groundfloor/server/pages/static/vendor"
ROWS = [
    [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]
    for line in (ROOT / "VENDORED.md").read_text("utf-8").splitlines()
    if line.startswith("| `")
]


def test_every_vendored_file_is_listed_with_its_hash() -> None:
    found = {str(file.relative_to(ROOT)): hashlib.sha256(file.read_bytes()).hexdigest() for file in VENDOR.rglob("*") if file.is_file()}
    assert {row[0]: row[-1] for row in ROWS if row[0].startswith("src/groundfloor/server/pages/static/vendor/")} == found


def test_every_listed_file_is_there_with_what_it_is_and_where_it_is_from() -> None:
    assert len(ROWS) >= 6
    for path, what, version, licence, origin, digest in ROWS:
        assert what and version and licence and origin
        assert hashlib.sha256((ROOT / path).read_bytes()).hexdigest() == digest
