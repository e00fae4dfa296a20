"""Somebody at a page of a game: chooses lit places by dice, with the mouse or by keys alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

    from playwright.sync_api import Page as Tab

LIT = "#board button[name=pick]:not([aria-disabled=true]):visible"
COUNT = "window.swaps = 0; addEventListener('groundfloor:swapped', () => { window.swaps += 1; }, true);"
AT_ONCE = "localStorage.setItem('groundfloor-pace', 'off');"
LIKED = ("construction", "buy", "training")
DULL = 0.8
"""How often an answer that passes is put aside for one that does something, or that builds."""


class Player:
    """``dice`` chooses; ``faults`` are errors of the page's scripts."""

    def __init__(self, tab: Tab, dice: Random) -> None:
        self.tab = tab
        self.dice = dice
        self.faults: list[str] = []
        self.kinds: set[str] = set()
        tab.on("pageerror", lambda error: self.faults.append(str(error)))
        tab.on("console", lambda message: self.faults.append(message.text) if message.type == "error" else None)
        tab.add_init_script(COUNT + AT_ONCE)

    @property
    def mode(self) -> str:
        """What the panel is about: asked, picked, pencilled, waiting, over."""
        return self.tab.locator("#panel").get_attribute("data-mode") or ""

    @property
    def kind(self) -> str:
        """The question that stands."""
        return self.tab.locator("#panel").get_attribute("data-kind") or ""

    @property
    def version(self) -> int:
        """How many entries the page shows."""
        return int(self.tab.locator("#table").get_attribute("data-version") or -1)

    def lit(self) -> list[str]:
        """The ids of all lit places that can be seen, those that pass put aside most of the time."""
        found = self.tab.evaluate(
            "(lit) => [...document.querySelectorAll(lit)].filter((e) => e.checkVisibility() && !e.hasAttribute('aria-pressed'))"
            ".map((e) => [e.id, e.value])",
            LIT.replace(":visible", ""),
        )
        lively = [id for id, value in found if value not in ("done", "none", "end")]
        liked = [id for id, value in found if value.split()[0] in LIKED]
        wanted = liked or lively
        return wanted if wanted and self.dice.random() < DULL else [id for id, _ in found]

    def after(self, count: int) -> None:
        """Waits until the page has been drawn anew."""
        self.tab.wait_for_function("(count) => window.swaps > count", arg=count, timeout=15_000)

    def swaps(self) -> int:
        """How often the page has been drawn anew."""
        return int(self.tab.evaluate("window.swaps"))

    def click(self) -> None:
        """One click: confirm what is pencilled, or choose something lit."""
        count = self.swaps()
        if self.mode == "pencilled":
            self.tab.locator("#confirm").click()
        else:
            self.kinds.add(self.kind)
            self.tab.locator(f"#{self.dice.choice(self.lit())}").click()
        self.after(count)

    def type(self) -> None:
        """The same by keys alone: N walks over the lit places, Enter pencils in, Enter confirms."""
        count = self.swaps()
        if self.mode == "pencilled":
            self.tab.keyboard.press("Enter")
            self.after(count)
            return
        self.kinds.add(self.kind)
        for _ in range(self.dice.randint(1, 9)):
            self.tab.keyboard.press("n")
        chosen = self.tab.evaluate("document.activeElement.name === 'pick' ? document.activeElement.id : ''")
        assert chosen, f"N has reached nothing: {self.mode} {self.kind} {self.tab.evaluate('document.activeElement.outerHTML')[:300]} {self.lit()}"
        self.tab.keyboard.press("Enter")
        self.after(count)
