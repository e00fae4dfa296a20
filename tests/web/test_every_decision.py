"""The board at every kind of decision, as it is seen: widths, themes, languages; axe finds nothing to object to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest

from groundfloor.store import Store
from groundfloor.web.limits import Limits
from groundfloor.web.settings import Settings
from tests.support import board_page, http
from tests.support.accessibility import BY_LOOK, VIOLATIONS, axe_violations
from tests.support.question_records import KINDS, OTHERS, standing_record
from tests.support.samples import sampled
from tests.support.stores import with_database
from tests.support.text_spacing import widened
from tests.web.conftest import serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext
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


class Look(Protocol):
    """Opens a page as somebody sees it."""

    def __call__(self, address: str, width: int, height: int, theme: str, language: str) -> Tab: ...


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yields a server for all pages, so that styles, scripts and fonts are loaded once."""
    store = Store(with_database(tmp_path_factory.mktemp("decisions")))
    limits = Limits(requests_per_minute=100_000, changes_per_minute=100_000, tables_per_hour=10_000)
    try:
        with serving(store, "", Settings(bot_processes=0, limits=limits)) as running:
            yield running
    finally:
        store.close()


@pytest.fixture(scope="module")
def contexts(browser: Browser) -> Iterator[dict[str, BrowserContext]]:
    found = {language: browser.new_context(locale=language, reduced_motion="reduce") for language in ("en", "de")}
    yield found
    for context in found.values():
        context.close()


@pytest.fixture
def look(contexts: dict[str, BrowserContext]) -> Iterator[Look]:
    """Opens pages in browsers that have been nowhere before; they are closed in the end."""

    def opened(address: str, width: int, height: int, theme: str, language: str) -> Tab:
        tab = contexts[language].new_page()
        turn(tab, width, height, theme)
        tab.goto(address)
        tab.wait_for_load_state("networkidle") if "/s/" not in tab.url and "/g/" not in tab.url else board_page.panel(tab).wait_for()
        return tab

    yield opened
    for context in contexts.values():
        for tab in context.pages:
            tab.evaluate("localStorage.clear()")
            tab.close()
        context.clear_cookies()


@pytest.fixture
def standing(address: str) -> Standing:
    """Returns the address of the seat that is asked a question of this kind."""

    def opened(kind: str, rules: str = "second") -> str:
        made = http.post(f"{address}/api/records", json={"record": standing_record(f"{rules} {kind}"), "resume": True}).json()
        asked = http.get(f"{address}/api/games/{made['game']}").json()["asked"]
        return f"{address}/s/{made['seats'][asked]['token']}"

    return opened


def turn(tab: Tab, width: int, height: int, theme: str) -> None:
    """Gives an open page another size and theme."""
    tab.set_viewport_size({"width": width, "height": height})
    tab.emulate_media(color_scheme="dark" if theme == "dark" else "light")


def own_objections(tab: Tab) -> list[str]:
    return [f"small text: {text}" for text in tab.evaluate(SMALL_TEXT)] + [f"too wide: {text}" for text in tab.evaluate(WIDER)]


def objections(tab: Tab, within: str | None = None, is_known: bool = False) -> list[str]:
    """Returns what is wrong on the page, or in the part ``within``; of a page that ``is_known`` only what another theme or size changes."""
    return axe_violations(tab, within, BY_LOOK if is_known else VIOLATIONS) + own_objections(tab)


@pytest.mark.parametrize("kind", KINDS)
def test_a_decision_can_be_seen_and_read_by_everybody(look: Look, standing: Standing, kind: str, tmp_path: Path, is_thorough: bool) -> None:
    """Each kind in one of the languages; axe checks it in one look, in turn: the panel, which a decision changes most, or the whole page.

    If thorough all looks are taken, and in one of the other theme axe checks the panel's contrast and the sizes of what can be pressed there. Otherwise it is
    the panel alone, except that each look has one whole page.
    """
    place = KINDS.index(kind)
    checked = place // 2 % len(LOOKS)
    is_whole = place % 2 == 0 and (is_thorough or place < 2 * len(LOOKS))
    other = 1 if LOOKS[checked][2] == "light" else 2
    width, height, theme, _ = LOOKS[0 if is_thorough else checked]
    tab = look(standing(kind), width, height, theme, ("en", "de")[place // 2 % 2])
    assert board_page.question_kind(tab) == kind
    faults: list[str] = []
    for number, (width, height, theme, _) in sorted(enumerate(LOOKS), key=lambda each: each[0] == other):
        if not is_thorough and number != checked:
            continue
        turn(tab, width, height, theme)
        picture = tmp_path / f"{kind}-{width}-{theme}.png"
        tab.screenshot(path=picture)
        assert picture.stat().st_size > 20_000, "the picture is nearly empty"
        if number == checked:
            found = objections(tab, None if is_whole else "#panel")
        else:
            found = objections(tab, "#panel", is_known=True) if number == other else own_objections(tab)
        faults += [f"{width} {theme}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)


WHOLE = 2
"""So many questions of each table have axe check the whole page, in different looks; at the others it checks the panel."""


@pytest.mark.parametrize(
    ("rules", "number", "kind"),
    sampled(
        [(name, n, kind) for name, table in OTHERS.items() for n, kind in enumerate(table.kinds)],
        lambda case: case[2] not in KINDS or case[1] == 0,
    ),
)
def test_what_other_rulesets_ask_can_be_seen_too(
    look: Look, standing: Standing, rules: str, number: int, kind: str, tmp_path: Path
) -> None:
    width, height, theme, language = LOOKS[number % len(LOOKS)]
    tab = look(standing(kind, rules), width, height, theme, language)
    assert board_page.question_kind(tab) == kind
    tab.screenshot(path=tmp_path / f"{rules}-{kind}.png")
    found = objections(tab, None if number < WHOLE else "#panel")
    assert not found, f"{width} {theme} {language}: " + "\n".join(found)


@pytest.mark.parametrize("rules", ["second", "online"])
@pytest.mark.parametrize(("language", "widths"), sampled([("de", (360, 900, 1180, 1600)), ("en", (1600,))], lambda case: case[0] == "de"))
def test_texts_set_wider_are_neither_cut_nor_lie_over_each_other(
    look: Look, standing: Standing, rules: str, widths: tuple[int, ...], language: str
) -> None:
    address = standing("schedule") if rules == "second" else standing("price", rules)
    tab = look(address, widths[0], 1000, "light", language)
    for width in widths:
        tab.set_viewport_size({"width": width, "height": 1000})
        assert board_page.head(tab).evaluate("(head) => head.getBoundingClientRect().height") == 46, "without that the head has one row"
    found: list[str] = []
    for width in widths:
        tab.set_viewport_size({"width": width, "height": 1000})
        found += [f"{width}: {fault}" for fault in widened(tab)]
    assert not found, "\n".join(found)


LIT = "#board button[name=pick]:not([aria-disabled=true])[value^=consult], #board button[name=pick][value^=meeting]"
PENCIL = f"document.querySelector('{LIT}').click()"


@pytest.mark.parametrize("width", sampled([360, 900, 1600], lambda width: width != 900))
def test_the_board_in_both_themes_and_all_widths(look: Look, standing: Standing, width: int) -> None:
    tab = look(standing("schedule"), width, 900, "light", "en")
    for mode, themes in (("asked", ("light", "dark")), ("pencilled", ("dark", "light"))):
        assert board_page.mode(tab) == mode
        for theme in themes:
            turn(tab, width, 900, theme)
            is_known = theme != themes[0]
            found = objections(tab, "#panel" if is_known and mode == "pencilled" else None, is_known)
            assert not found, theme + "\n".join(found)
        if mode == "asked":
            board_page.command_field(tab).fill("meeting_room 1") if width == 1600 else None
            tab.evaluate(PENCIL)
            board_page.panel(tab, "pencilled").wait_for()


PAGES = ("/", "/day", "/my-games", "/rules", "/about", "/nothing-here")


@pytest.mark.console("status of 404 .*nothing-here")
@pytest.mark.parametrize("page", PAGES)
def test_the_other_pages(look: Look, address: str, page: str, is_thorough: bool) -> None:
    """Each in both themes: in all looks if thorough, otherwise in the second one and, in turn, the first or the third."""
    faults: list[str] = []
    tabs: dict[str, Tab] = {}
    for width, height, theme, language in LOOKS if is_thorough else (LOOKS[:2], LOOKS[1:])[PAGES.index(page) % 2]:
        is_known = language in tabs
        if not is_known:
            tabs[language] = look(address + page, width, height, theme, language)
        turn(tabs[language], width, height, theme)
        faults += [f"{width} {theme} {language}: {fault}" for fault in objections(tabs[language], is_known=is_known)]
    assert not faults, "\n".join(faults)
