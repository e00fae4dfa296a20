"""A player at a page of a game: chooses selectable places at random, with the mouse or by keys alone."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import Locator, TimeoutError
from playwright.sync_api import Page as Tab

from tests.support import board_page

FOUND = (
    "[...document.querySelectorAll('#board button[name=pick]:not([aria-disabled=true])')]"
    ".filter((e) => e.checkVisibility() && !e.hasAttribute('aria-pressed')).map((e) => [e.id, e.value])"
)
SETTLED = "(count) => window.swaps > count && !document.getElementById('table').ariaBusy"
"""Rendered anew, and no move on its way: a page may also be rendered anew between a count and a click."""
COUNT = "window.swaps = 0; addEventListener('groundfloor:swapped', () => { window.swaps += 1; }, true);"
AT_ONCE = "localStorage.setItem('groundfloor-pace', 'off');"
REACHABLE = """(id) => {
  const place = document.getElementById(id), box = place.getBoundingClientRect();
  const isFree = place.contains(document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2));
  const answer = [...document.querySelectorAll("#panel button[name=pick]")].find((each) => each.value === place.value);
  return isFree || !answer?.checkVisibility() ? id : answer.id;
}"""
"""The place itself, or what answers the same in the panel if the bottom sheet of a phone covers the place."""
LIKED = ("construction", "buy", "training")
PATIENCE = 2
"""How many keys may come just as the page is rendered anew by what it hears from the server, and be lost."""
FIRST_GAME = re.compile("Open the table|Tisch eröffnen")
"""The button of the start page, in both languages."""
PASSWORD = "correct horse battery"
DULL = 0.8
"""How often an answer that passes is put aside for one that does something, or that builds."""


def open_first_game(tab: Tab, server: str) -> None:
    """Opens the start page and a table of one's own as it is proposed, against Pei; returns when the page's scripts have run.

    A click before that would send the form as a page without scripts does, and load the whole page anew.
    """
    tab.goto(server)
    open_form(tab)
    tab.get_by_role("button", name=FIRST_GAME).click()
    tab.wait_for_url("**/s/*")


def open_form(tab: Tab) -> None:
    """Opens the form of a table of one's own on the start page."""
    tab.locator("#new-table summary").first.click()


def fill_in_account(tab: Tab, form: str, name: str = "Ann", password: str = PASSWORD) -> None:
    """Fills in the form of the page of accounts that has this heading, and presses Enter in its last field."""
    region = tab.get_by_role("region", name=board_page.either(form, ending="$"))
    region.get_by_label(board_page.either("Name", ending="$")).first.fill(name)
    field = region.get_by_label(board_page.either("Password", ending="$"))
    field.fill(password)
    field.press("Enter")


def create_account(tab: Tab, server: str, name: str = "Ann") -> None:
    """Creates an account; returns when its recovery codes are shown."""
    tab.goto(f"{server}/account")
    fill_in_account(tab, "Create an account", name)
    tab.get_by_role("heading", name=board_page.either("Your recovery codes")).wait_for()


class Player:
    """``dice`` chooses."""

    def __init__(self, tab: Tab, dice: Random) -> None:
        self.tab = tab
        self.dice = dice
        self.missed = 0
        self.kinds: set[str] = set()
        tab.add_init_script(COUNT + AT_ONCE)

    @property
    def mode(self) -> str:
        """Returns what the panel is about: asked, second-step, pencilled, waiting, over."""
        return board_page.mode(self.tab)

    @property
    def kind(self) -> str:
        return board_page.question_kind(self.tab)

    @property
    def version(self) -> int:
        return board_page.shown_version(self.tab)

    def selectable(self) -> list[str]:
        """Returns the ids of all selectable places that can be seen, those that pass put aside most of the time."""
        self.tab.wait_for_function(f"() => {{ const found = {FOUND}; return found.length > 0; }}", timeout=60_000)
        found = self.tab.evaluate(FOUND)
        lively = [id for id, value in found if value not in ("done", "none", "end")]
        liked = [id for id, value in found if value.split()[0] in LIKED]
        wanted = liked or lively
        return wanted if wanted and self.dice.random() < DULL else [id for id, _ in found]

    def after(self, count: int) -> None:
        self.tab.wait_for_function(SETTLED, arg=count, timeout=60_000)

    def swaps(self) -> int:
        return int(self.tab.evaluate("window.swaps"))

    def click(self) -> None:
        """Makes one click: confirms what is pencilled, or chooses something selectable."""
        count = self.swaps()
        if self.mode == "draft":
            self.press(board_page.confirm_button(self.tab))
        else:
            self.kinds.add(self.kind)
            self.press(board_page.by_id(self.tab, self.tab.evaluate(REACHABLE, self.dice.choice(self.selectable()))))
        self.after(count)

    def press(self, place: Locator) -> None:
        place.click()

    def type(self) -> None:
        """Does the same by keys alone: N walks over the selectable places, Enter pencils in, Enter confirms."""
        count = self.swaps()
        if self.mode == "draft":
            self.enter(count)
            return
        self.kinds.add(self.kind)
        for _ in range(self.dice.randint(1, 9)):
            self.tab.keyboard.press("n")
        chosen = self.tab.evaluate("document.activeElement.name === 'pick' ? document.activeElement.id : ''")
        assert chosen, (
            f"N has reached nothing: {self.mode} {self.kind} {self.tab.evaluate('document.activeElement.outerHTML')[:300]} {self.selectable()}"
        )
        self.enter(count)

    def enter(self, count: int) -> None:
        """Presses Enter, once more if it came just as the page was rendered anew."""
        self.tab.keyboard.press("Enter")
        try:
            self.tab.wait_for_function(SETTLED, arg=count, timeout=15_000)
        except TimeoutError:
            self.missed += 1
            assert self.missed <= PATIENCE, f"keys are not taken: {self.mode} {self.kind}"
