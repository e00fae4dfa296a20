"""The board at every kind of decision, as it is seen: widths, themes, languages; axe finds nothing to object to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest

from tests.support import board_page, http
from tests.support.accessibility import axe_violations
from tests.support.question_records import KINDS, OTHERS, standing_record
from tests.support.text_spacing import widened

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser
    from playwright.sync_api import Page as Tab

LOOKS = ((1600, 1000, "light", "en"), (900, 1200, "dark", "de"), (360, 800, "light", "de"))
SMALL_TEXT = """() => {
  const small = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.data.trim();
    const parent = walker.currentNode.parentElement;
    if (!text || !parent.checkVisibility({ visibilityProperty: true }) || parent.closest(".visually-hidden")) continue;
    const svg = parent.closest("svg");
    const scale = svg && parent.getScreenCTM ? Math.hypot(parent.getScreenCTM().a, parent.getScreenCTM().b) : 1;
    const size = parseFloat(getComputedStyle(parent).fontSize) * scale;
    if (size < (parent.closest("svg.marker") ? 10.95 : 11.9)) small.push(`${text.slice(0, 30)}: ${size.toFixed(1)}`);
  }
  return small;
}"""
WIDER = """() => {
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= wide) return [];
  return [...document.body.querySelectorAll("*")].filter((e) => e.getBoundingClientRect().right > wide + 1).slice(0, 5).map((e) => e.outerHTML.slice(0, 90));
}"""


class Standing(Protocol):
    """Opens a table where a question of this kind stands and gives the address of the seat that is asked."""

    def __call__(self, kind: str, rules: str = "second") -> str: ...


@pytest.fixture
def standing(server: str) -> Standing:
    """Returns the address of the seat that is asked a question of this kind."""

    def opened(kind: str, rules: str = "second") -> str:
        made = http.post(f"{server}/api/records", json={"record": standing_record(f"{rules} {kind}"), "resume": True}).json()
        asked = http.get(f"{server}/api/games/{made['game']}").json()["asked"]
        return f"{server}/s/{made['seats'][asked]['token']}"

    return opened


def look(browser: Browser, address: str, width: int, height: int, theme: str, language: str) -> Tab:
    """Opens a page as somebody sees it."""
    context = browser.new_context(viewport={"width": width, "height": height}, locale=language, reduced_motion="reduce")
    tab = context.new_page()
    turn(tab, width, height, theme)
    tab.goto(address)
    tab.wait_for_load_state("networkidle") if "/s/" not in tab.url and "/g/" not in tab.url else board_page.panel(tab).wait_for()
    return tab


def turn(tab: Tab, width: int, height: int, theme: str) -> None:
    """Gives an open page another size and theme."""
    tab.set_viewport_size({"width": width, "height": height})
    tab.emulate_media(color_scheme="dark" if theme == "dark" else "light")


def objections(tab: Tab, within: str | None = None) -> list[str]:
    """Returns what axe finds on the page, or in the part ``within``, and what this project minds beside it."""
    return (
        axe_violations(tab, within)
        + [f"small text: {text}" for text in tab.evaluate(SMALL_TEXT)]
        + [f"too wide: {text}" for text in tab.evaluate(WIDER)]
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_decision_can_be_seen_and_read_by_everybody(browser: Browser, standing: Standing, kind: str, tmp_path: Path) -> None:
    """Each kind in one of the languages; axe checks the panel, which a decision changes most, and at every other kind the whole page in one of the looks."""
    place = KINDS.index(kind)
    width, height, theme, _ = LOOKS[0]
    tab = look(browser, standing(kind), width, height, theme, ("en", "de")[place // 2 % 2])
    assert board_page.question_kind(tab) == kind
    faults: list[str] = []
    for number, (width, height, theme, _) in enumerate(LOOKS):
        turn(tab, width, height, theme)
        picture = tmp_path / f"{kind}-{width}-{theme}.png"
        tab.screenshot(path=picture)
        assert picture.stat().st_size > 20_000, "the picture is nearly empty"
        is_whole = place % (2 * len(LOOKS)) == 2 * number
        faults += [f"{width} {theme}: {fault}" for fault in objections(tab, None if is_whole else "#panel")]
    tab.context.close()
    assert not faults, "\n".join(faults)


WHOLE = 2
"""So many questions of each table have axe check the whole page, in different looks; at the others it checks the panel."""


@pytest.mark.parametrize(
    ("rules", "number", "kind"), [(name, n, kind) for name, table in OTHERS.items() for n, kind in enumerate(table.kinds)]
)
def test_what_other_rulesets_ask_can_be_seen_too(
    browser: Browser, standing: Standing, rules: str, number: int, kind: str, tmp_path: Path
) -> None:
    width, height, theme, language = LOOKS[number % len(LOOKS)]
    tab = look(browser, standing(kind, rules), width, height, theme, language)
    assert board_page.question_kind(tab) == kind
    tab.screenshot(path=tmp_path / f"{rules}-{kind}.png")
    found = objections(tab, None if number < WHOLE else "#panel")
    tab.context.close()
    assert not found, f"{width} {theme} {language}: " + "\n".join(found)


@pytest.mark.parametrize("rules", ["second", "online"])
@pytest.mark.parametrize(("language", "widths"), [("de", (360, 900, 1180, 1600)), ("en", (1600,))])
def test_texts_set_wider_are_neither_cut_nor_lie_over_each_other(
    browser: Browser, standing: Standing, rules: str, widths: tuple[int, ...], language: str
) -> None:
    address = standing("schedule") if rules == "second" else standing("price", rules)
    tab = look(browser, address, widths[0], 1000, "light", language)
    for width in widths:
        tab.set_viewport_size({"width": width, "height": 1000})
        assert board_page.head(tab).evaluate("(head) => head.getBoundingClientRect().height") == 46, "without that the head has one row"
    found: list[str] = []
    for width in widths:
        tab.set_viewport_size({"width": width, "height": 1000})
        found += [f"{width}: {fault}" for fault in widened(tab)]
    tab.context.close()
    assert not found, "\n".join(found)


LIT = "#board button[name=pick]:not([aria-disabled=true])[value^=consult], #board button[name=pick][value^=meeting]"
PENCIL = f"document.querySelector('{LIT}').click()"


@pytest.mark.parametrize("width", [360, 900, 1600])
def test_the_board_in_both_themes_and_all_widths(browser: Browser, standing: Standing, width: int) -> None:
    tab = look(browser, standing("schedule"), width, 900, "light", "en")
    for mode, themes in (("asked", ("light", "dark")), ("pencilled", ("dark", "light"))):
        assert board_page.mode(tab) == mode
        for theme in themes:
            turn(tab, width, 900, theme)
            found = objections(tab, "#panel" if (mode, theme) == ("pencilled", "light") else None)
            assert not found, theme + "\n".join(found)
        if mode == "asked":
            board_page.command_field(tab).fill("meeting_room 1") if width == 1600 else None
            tab.evaluate(PENCIL)
            board_page.panel(tab, "pencilled").wait_for()
    tab.context.close()


@pytest.mark.parametrize("page", ["/", "/day", "/my-games", "/rules", "/about", "/nothing-here"])
def test_the_other_pages(browser: Browser, server: str, page: str) -> None:
    faults: list[str] = []
    for width, height, theme, language in LOOKS:
        tab = look(browser, server + page, width, height, theme, language)
        faults += [f"{width} {theme} {language}: {fault}" for fault in objections(tab)]
        tab.context.close()
    assert not faults, "\n".join(faults)
