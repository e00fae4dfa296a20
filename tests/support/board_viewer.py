"""Boards and other pages in a browser, in windows of several sizes, languages and themes, checked part by part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import httpx
from playwright.sync_api import Browser, BrowserContext
from playwright.sync_api import Page as Tab

from tests.support.page_structure import ROOMY, SIDEWAYS_SIGHTS, SIGHTS, Finding, check_structure
from tests.support.question_records import standing_record


@dataclass(frozen=True)
class Size:
    """A window in pixels; on touch screens the pointer is coarse."""

    width: int
    height: int
    is_touch: bool = False

    @property
    def name(self) -> str:
        """``"1366x768"``."""
        return f"{self.width}x{self.height}"


TOUCHED = (Size(360, 800, True), Size(740, 360, True), Size(768, 1024, True), Size(900, 1200, True))
POINTED = (Size(1280, 720), Size(1366, 768), Size(1600, 1000), Size(2560, 1440))
LANGUAGES = ("en", "de")
THEMES = ("light", "dark")
LONG = "Bartholomew Sinclair"
PLAIN = ("done", "none", "end", "keep")
"""Verbs of answers that do nothing: pencilled only if there is no other."""
VIEWS = """() => [...document.querySelectorAll('.view-tabs a[data-view], .sidebar-tabs a[data-sidebar]')].filter((tab) => tab.checkVisibility())
  .map((tab) => tab.dataset.view ? ['view', tab.dataset.view] : ['sidebar', tab.dataset.sidebar])"""
SHOWN = "(name) => document.documentElement.dataset[name] ?? ''"
SHOW = """([name, value]) => { if (value) document.documentElement.dataset[name] = value; else delete document.documentElement.dataset[name]; scrollTo(0, 0); }"""
NOTHING = "about:blank"
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def open_question(client: httpx.Client, name: str, looks: str = "asked") -> str:
    """Opens one of the tables of ``question_records`` with a long name at it; returns the page of the seat that is asked, or of who ``looks``.

    That is "asked", "draft" (the same with a draft), "waiting", "watching" or "past".
    """
    record = standing_record(name).replace(" Ben\n", f" {LONG}\n")
    made = client.post("/api/records", json={"record": record, "resume": True}).raise_for_status().json()
    game = client.get(f"/api/games/{made['game']}").json()
    tokens = {seat["seat"]: seat["token"] for seat in made["seats"] if seat.get("token")}
    asked = tokens.pop(game["asked"])
    if looks == "watching":
        return f"/g/{made['game']}"
    if looks in ("waiting", "past"):
        return f"/s/{next(iter(tokens.values()))}" + (f"/at/{game['version'] * 3 // 4}" if looks == "past" else "")
    if looks == "draft":
        pencil(client, asked)
    return f"/s/{asked}"


def open_record(client: httpx.Client, record: str) -> str:
    """Shows a record; returns the page of its spectators."""
    return str(client.post("/api/records", json={"record": record}).raise_for_status().json()["link"])


def pencil(client: httpx.Client, token: str) -> None:
    """Pencils in an answer that does something, a late one in the list."""
    seat = client.get(f"/api/seats/{token}").json()
    legal = [each["action"] for each in seat["legal"]]
    lively = [text for text in legal if text.partition(" ")[0] not in PLAIN] or legal
    client.post(f"/api/seats/{token}", json={"pick": lively[len(lively) * 2 // 3], "version": seat["version"]}).raise_for_status()


@dataclass
class Viewer:
    """A browser's contexts, one for each language and pointer, with one tab each."""

    browser: Browser
    address: str
    tabs: dict[tuple[str, bool], Tab] = field(default_factory=dict)

    def show(self, path: str, language: str, theme: str, size: Size, is_new: bool = False) -> Tab:
        """Shows a page at a size; loads it anew only if it is another page or ``is_new``."""
        key = (language, size.is_touch)
        if key not in self.tabs:
            self.tabs[key] = self._context(*key).new_page()
        tab = self.tabs[key]
        tab.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        tab.set_viewport_size({"width": size.width, "height": size.height})
        if is_new or tab.url != self.address + path:
            tab.goto(self.address + path, wait_until="load")
            tab.evaluate("() => document.fonts.ready.then(() => true)")
        tab.evaluate(SETTLED)
        return tab

    def resize(self, tab: Tab, size: Size) -> None:
        tab.set_viewport_size({"width": size.width, "height": size.height})
        tab.evaluate(SETTLED)

    def put_away(self) -> None:
        """Shows nothing, so that no tab follows a table that has been looked at, and forgets the seats of its browser."""
        for tab in self.tabs.values():
            tab.goto(NOTHING)
            tab.context.clear_cookies()

    def _context(self, language: str, is_touch: bool) -> BrowserContext:
        return self.browser.new_context(locale=language, reduced_motion="reduce", has_touch=is_touch, is_mobile=is_touch)

    def close(self) -> None:
        for tab in self.tabs.values():
            tab.context.close()
        self.tabs.clear()


def views(tab: Tab) -> Iterator[tuple[str, str]]:
    """Shows one part of the board after the other where there is room for one only; yields where (``view`` or ``sidebar``) and its name.

    In the end that part is in sight which was so before.
    """
    tabs: list[list[str]] = tab.evaluate(VIEWS)
    before = {name: tab.evaluate(SHOWN, name) for name, _ in tabs}
    for name, value in tabs or [["view", ""]]:
        tab.evaluate(SHOW, [name, value])
        tab.evaluate(SETTLED)
        yield name, value
    for name, value in before.items():
        tab.evaluate(SHOW, [name, value])


def sights(size: Size) -> tuple[str, ...]:
    if (size.width, size.height) >= ROOMY and size.height >= ROOMY[1]:
        return SIGHTS
    return SIDEWAYS_SIGHTS if size.width >= 700 else ()


def check_board(tab: Tab, size: Size, has_seat: bool = True) -> list[Finding]:
    """Returns what is wrong with the board that is shown. Whether the sidebar shows log or sale changes nothing beside it."""
    found: set[Finding] = set()
    is_first = True
    for name, _ in views(tab):
        scope = "#sidebar" if name == "sidebar" and not is_first else ""
        found |= set(check_structure(tab, size.is_touch, sights(size) if has_seat else (), scope))
        is_first = False
    return sorted(found)
