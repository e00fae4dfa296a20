"""One page of a game, and how to choose, confirm and take back there by mouse, finger, keyboard or typed command."""

from __future__ import annotations

from playwright.sync_api import Page as Tab

from tests.support import board_page

MOST = 2
"""How many places a question has tried, at least; different verbs first. Each is tried in two of the four ways."""
SELECTABLE = """() => [...document.querySelectorAll("#board button[name=pick]:not([aria-disabled=true]):not([aria-pressed])")]
  .filter((each) => each.checkVisibility() && each.getClientRects().length).map((each) => [each.id, each.value])"""
ANYWHERE = """() => [...document.querySelectorAll("#board button[name=pick]:not([aria-disabled=true]):not([aria-pressed])")]
  .map((each) => [each.id, each.value])"""
DRAFT = """([draft, picked]) => { const table = document.getElementById("table");
  return !table.ariaBusy && table.dataset.draft === draft && (document.getElementById("panel").dataset.mode === "second-step") === picked; }"""
WAYS = ("touch", "mouse", "keyboard", "typed")
PATIENCE = 60_000


class Ways:
    """One page, and how to choose, confirm and take back there in one way."""

    def __init__(self, tab: Tab, way: str) -> None:
        self.tab = tab
        self.way = way

    def choices(self) -> list[tuple[str, str]]:
        """Returns ids and values of selectable places, at most so many, different verbs first."""
        found: list[tuple[str, str]] = self.tab.evaluate(ANYWHERE if self.way in ("touch", "typed") else SELECTABLE)
        by_verb: dict[str, list[tuple[str, str]]] = {}
        for id, value in found:
            by_verb.setdefault(value.split()[0], []).append((id, value))
        rows = [row[n] for n in range(MOST) for row in by_verb.values() if n < len(row)]
        return rows[: max(MOST, len(by_verb))]

    def choose(self, id: str, value: str) -> None:
        if self.way == "mouse":
            board_page.by_id(self.tab, id).click()
        elif self.way == "touch":
            self.reach(id)
            board_page.by_id(self.tab, id).tap()
        elif self.way == "keyboard":
            self.walk(id)
            self.tab.keyboard.press("Enter")
        else:
            self.type(value)

    def reach(self, id: str) -> None:
        """Opens the part of a phone's page where a place is, as a finger does."""
        place = board_page.by_id(self.tab, id)
        if self.tab.evaluate("document.documentElement.hasAttribute('data-tracks')"):
            board_page.summary_bar(self.tab).tap()
        if place.is_visible():
            return
        for part in ("city", "company", "improvements"):
            board_page.view_tab(self.tab, part).tap()
            if place.is_visible():
                return
        if board_page.part(self.tab, "tracks", is_hidden=True).and_(self.tab.locator(f":has([id='{id}'])")).count():
            board_page.view_tab(self.tab, "city").tap()
            board_page.summary_bar(self.tab).tap()
        for folded in self.tab.locator("details:not([open]) > summary").all():
            if folded.is_visible() and folded.locator("xpath=..").locator(f"[id='{id}']").count():
                folded.tap()
        assert place.is_visible(), f"no finger reaches {id}"

    def walk(self, id: str) -> None:
        for _ in range(150):
            if self.tab.evaluate("document.activeElement.id") == id:
                return
            self.tab.keyboard.press("n")
        raise AssertionError(f"no key reaches {id}")

    def type(self, command: str) -> None:
        """The key / leads to the command line, where it is out of sight too."""
        if self.tab.evaluate("document.activeElement.id") != "command":
            self.tab.keyboard.press("/")
        board_page.command_field(self.tab).fill(command)
        board_page.command_field(self.tab).press("Enter")

    def press(self, key: str, button: str, word: str) -> None:
        """Presses a key of the page, by its id, its key or its word."""
        if self.way == "mouse":
            board_page.by_id(self.tab, button).click()
        elif self.way == "touch":
            board_page.by_id(self.tab, button).tap()
        elif self.way == "keyboard":
            self.tab.keyboard.press(key)
        else:
            self.type(word)

    def back(self) -> None:
        """Takes one choice back; a key closes a note first."""
        if self.way == "keyboard" and board_page.tooltip(self.tab).count():
            self.tab.keyboard.press("Escape")
        self.press("Escape", "back", "back")

    def stands(self, *texts: str, picked: bool = False) -> None:
        """The draft is these answers, in the end."""
        self.tab.wait_for_function(DRAFT, arg=[",".join(texts), picked], timeout=PATIENCE)

    def finish(self, value: str) -> str:
        """Chooses the first way of a choice that has several; the whole answer."""
        rest = [(id, text) for id, text in self.choices() if text.startswith(f"{value} ")]
        assert rest, f"nothing goes on from {value}"
        self.choose(*rest[0])
        return rest[0][1]
