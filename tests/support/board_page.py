"""Finds the elements of a game page as a person does: by role, name and label, in English and German.

A change of wording changes one line here. What has neither role nor name, because it only carries the state of the page, has a ``data-testid``; a
place is found by the action that it sends (``docs/actions.md``).
"""

from __future__ import annotations

import re

from playwright.sync_api import Locator
from playwright.sync_api import Page as Tab

from groundfloor.presentation.translations import translations_of

LEGAL = "button[name=pick]:not([aria-disabled=true])"
"""The places and answers that can be chosen."""
PARTS = {"city": "City", "company": "My company", "improvements": "On sale", "log": "Log", "tracks": "Tracks"}
TABS = {"city": "City", "company": "Company", "improvements": "On sale", "log": "Log", "score": "Score"}


def either(*texts: str, ending: str = "") -> re.Pattern[str]:
    """Returns what matches a name that begins with one of these texts of the interface, in any language; ``ending="$"``: that is it."""
    german = translations_of("de")
    words = dict.fromkeys(each for text in texts for each in (text, german.gettext(text)))
    return re.compile(f"^(?:{'|'.join(map(re.escape, words))}){ending}")


def open_connected(tab: Tab, address: str) -> None:
    """Opens a seat; returns when its stream is open and the page has the board for which it asks then."""
    with tab.expect_event("requestfinished", lambda request: request.url.endswith("/board")):
        tab.goto(address)


def table(
    tab: Tab,
    *,
    version: object = None,
    other_than: object = None,
    draft: str | None = None,
    is_settled: bool = False,
    is_past: bool | None = None,
) -> Locator:
    """Returns the element that carries the state of the table, if it is in this state."""
    state = "" if version is None else f"[data-version='{version}']"
    state += "" if other_than is None else f":not([data-version='{other_than}'])"
    state += "" if draft is None else f"[data-draft='{draft}']"
    state += ":not([aria-busy])" if is_settled else ""
    state += {None: "", True: "[data-history]", False: ":not([data-history])"}[is_past]
    return tab.get_by_test_id("table").and_(tab.locator(f"div{state}"))


def shown_version(tab: Tab) -> int:
    return int(table(tab).get_attribute("data-version") or -1)


def game_id_of(tab: Tab) -> str:
    return table(tab).get_attribute("data-game") or ""


def draft(tab: Tab) -> str:
    return table(tab).get_attribute("data-draft") or ""


def panel(tab: Tab, *modes: str, kind: str = "") -> Locator:
    """Returns the panel of the decision, if it is in one of these modes (asked, second-step, draft, waiting, over) or asks this."""
    state = f":is({', '.join(f'[data-mode={mode}]' for mode in modes)})" if modes else ""
    state += f"[data-kind={kind}]" if kind else ""
    return tab.get_by_test_id("decision").and_(tab.locator(f"section{state}"))


def mode(tab: Tab) -> str:
    return panel(tab).get_attribute("data-mode") or ""


def question_kind(tab: Tab) -> str:
    return panel(tab).get_attribute("data-kind") or ""


def answer(tab: Tab, action: str) -> Locator:
    return panel(tab).locator(f"button[name=pick][value='{action}']")


def place(tab: Tab, action: str) -> Locator:
    return tab.get_by_role("main").locator(f"button[name=pick][value='{action}']")


def space(tab: Tab, name: str) -> Locator:
    """Returns a space of the city by the beginning of its English name, whether it can be chosen or not."""
    return tab.get_by_role("button", name=re.compile(f"^{re.escape(name)}\\b"))


def legal_places(tab: Tab | Locator) -> Locator:
    """Returns all places and answers that can be seen and chosen, on the page or in a part of it."""
    return tab.locator(f"{LEGAL}:visible")


def confirm_button(tab: Tab) -> Locator:
    return tab.get_by_role("button", name=either("Confirm", ending="$"))


def back_button(tab: Tab) -> Locator:
    """Returns the button that takes the draft, or its first step, back."""
    return tab.get_by_role("button", name=either("Take back", "Back", ending="$"))


def undo_button(tab: Tab) -> Locator:
    return tab.get_by_role("button", name=either("Undo"))


def menu_button(tab: Tab) -> Locator:
    return tab.get_by_role("button", name=either("Menu", ending="$"))


def remodels_button(tab: Tab) -> Locator:
    return panel(tab).locator("summary")


def confirms_itself_switch(tab: Tab) -> Locator:
    return tab.get_by_role("switch", name=either("Play without confirming"))


def command_field(tab: Tab) -> Locator:
    return tab.get_by_label(either("Type a move", ending="$"))


def alert(tab: Tab) -> Locator:
    return tab.get_by_role("alert")


def page_status(tab: Tab) -> Locator:
    """Returns the sentence of the page about itself: that the server can't be reached."""
    return tab.get_by_test_id("page-status")


def tooltip(tab: Tab) -> Locator:
    return tab.get_by_test_id("tooltip").and_(tab.locator(":popover-open"))


def part(tab: Tab, name: str, *, is_hidden: bool = False) -> Locator:
    """Returns a part of the board: city, company, improvements, log or tracks; ``is_hidden``: even if it is not shown."""
    return tab.get_by_role("region", name=either(PARTS[name], ending="$"), include_hidden=is_hidden)


def own_company(tab: Tab) -> Locator:
    return part(tab, "company").get_by_role("article")


def view_tab(tab: Tab, name: str) -> Locator:
    return tab.get_by_role("navigation", name=either("Parts of the board")).get_by_role("link", name=either(TABS[name]))


def sidebar_tab(tab: Tab, name: str) -> Locator:
    """Returns the tab beside the board that shows log, improvements or tracks."""
    return tab.get_by_role("navigation", name=either("Log or sale")).get_by_role("link", name=either(PARTS[name], ending="$"))


def map_link(tab: Tab, letter: str) -> Locator:
    return tab.get_by_role("navigation", name=either("The buildings of the city")).get_by_role("link", name=re.compile(f"^{letter}, "))


def summary_bar(tab: Tab) -> Locator:
    return tab.get_by_role("button", name=either("Your numbers; opens the tracks", "Popularity, job market and forecast"))


def score_sheet(tab: Tab) -> Locator:
    return tab.get_by_role("dialog", name=either("Score sheet"))


def rule_book(tab: Tab) -> Locator:
    return tab.get_by_role("complementary", name=either("Rules", ending="$"))


def cited_rule(tab: Tab) -> Locator:
    return rule_book(tab).locator("[aria-current=location]")


def guide(tab: Tab) -> Locator:
    return tab.locator("section[data-guide]")


def by_id(tab: Tab, id: str) -> Locator:
    """Returns an element by an id that was read from the page, as of one of many places that can be chosen."""
    return tab.locator(f"[id='{id}']")


def head(tab: Tab) -> Locator:
    """Returns the row at the top: round, phase, whose turn it is."""
    return tab.get_by_role("banner")


def turn(tab: Tab) -> Locator:
    return head(tab).get_by_text(either("Your turn", ending="$"))
