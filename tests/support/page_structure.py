"""Checks the structure of a page that is open in a browser: nothing overlaps, nothing is cut, broken, too small or out of sight."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

from tests.support.accessibility import axe_violations

CHECK = f"({(Path(__file__).parent / 'page_structure.js').read_text('utf-8')})"
SIGHTS = (".main-company .resources", ".main-company .room", "#street .facade", "#street .sign", "#panel")
"""What a board shows without scrolling where there is room: own resources, own rooms, all buildings with their names, the decision."""
ROOMY = (1280, 720)
SIDEWAYS_SIGHTS = (".summary-bar .summary-pair", "#panel")
"""What a window with the decision at its right shows wherever its page is scrolled to: own resources and the decision."""


@dataclass(frozen=True, order=True)
class Finding:
    """A fault of a page: its kind, the place as classes of the page, the words there, and where that is in pixels."""

    fault: str
    place: str
    words: str = ""
    box: tuple[int, ...] = ()

    @property
    def key(self) -> str:
        """Returns the kind and the place, without what differs from game to game."""
        return f"{self.fault}: {self.place}"

    def __str__(self) -> str:
        where = ", ".join(map(str, self.box))
        return f"{self.key}: {self.words!r}" + (f" at {where}" if where else "")


def check_structure(tab: Page, is_coarse: bool = False, sights: tuple[str, ...] = (), scope: str = "") -> list[Finding]:
    """Returns all faults of the page, or of its part ``scope`` (a selector); each of ``sights`` (selectors) must be in sight."""
    raw = tab.evaluate(CHECK, {"coarse": is_coarse, "sights": list(sights), "scope": scope})
    return sorted({Finding(each["fault"], each["place"], each["words"], tuple(each["box"])) for each in raw})


def objections(tab: Page, is_coarse: bool = False, within: str | None = None) -> list[str]:
    """Returns what axe (in the part ``within``) and the structure of the page say against it, and whether it is wider than the window."""
    tab.evaluate("() => document.fonts.ready.then(() => true)")
    wide = [] if tab.evaluate("document.documentElement.scrollWidth <= innerWidth") else ["wider than the window"]
    return [*axe_violations(tab, within), *map(str, check_structure(tab, is_coarse)), *wide]
