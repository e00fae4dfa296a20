"""Counts the words in the window of a board: ``python -m tests.support words [--all] [--size WIDTHxHEIGHT ...] [--language LANGUAGE] [WORD ...]``.

Prints a line for each position and size: words, signs ("?" and "§"), and the words of each part. Only those positions are looked at whose names hold one of
the words, as ``"second schedule"``; ``--all`` prints the words themselves. Numbers are words; what is hidden, clipped or outside the window doesn't count.
"""

from __future__ import annotations

import argparse
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from playwright.sync_api import Page as Tab

from tests.support import board_page
from tests.support.board_viewer import POINTED, Size, Viewer
from tests.support.browser import chromium
from tests.support.open_pages import resume
from tests.support.pictures import record
from tests.support.question_records import EVERY, standing_record
from tests.support.seen_window import script
from tests.support.server_process import Process

COUNT = script("words.js")
LIMITS = {Size(1600, 1000): 550, Size(1366, 768): 450}
"""How many words a board may show at a size."""
PARTS = {
    "dialog": "dialog, .tooltip",
    "head": "#head, .bar",
    "panel": "#panel",
    "street": "#city",
    "tracks": "#tracks",
    "company": "#company",
    "company summaries": "#company-summaries",
    "sale": "#improvements",
    "log": "#log, #latest-events",
    "sidebar": "#sidebar",
}
LATE = "last round of four"
POSITIONS = (*EVERY, LATE)
SAMPLE = ("second schedule", "second price", "second buy", "online price", "online buy", "first drop", LATE)
"""Positions that tests look at: questions to the city and to the own company, three, four and six seats, the last round."""


@dataclass(frozen=True)
class Words:
    """The words that a window shows by part of the page, and the signs that explain."""

    by_part: dict[str, list[str]]
    signs: list[str]

    @property
    def count(self) -> int:
        return sum(map(len, self.by_part.values()))


def count_words(tab: Tab) -> Words:
    """Returns what is visible in the window of a page."""
    raw = tab.evaluate(COUNT, {"parts": PARTS})
    return Words(raw["words"], raw["signs"])


@cache
def position_record(name: str) -> str:
    """Returns the record of one of ``POSITIONS``."""
    return record(round=7, taken=5) if name == LATE else standing_record(name)


def main() -> None:
    """Prints the counts."""
    parser = argparse.ArgumentParser(prog="python -m tests.support words")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--size", action="append", default=[])
    parser.add_argument("--language", default="en")
    parser.add_argument("words", nargs="*")
    given = parser.parse_args()
    asked = [text.partition("x") for text in given.size]
    sizes = [Size(int(width), int(height)) for width, _, height in asked] or [size for size in reversed(POINTED) if size in LIMITS]
    names = [name for name in POSITIONS if any(word in name for word in given.words)] if given.words else list(SAMPLE)
    with tempfile.TemporaryDirectory() as folder, Process(Path(folder)) as server, chromium() as browser:
        viewer = Viewer(browser, server.address)
        for name in names:
            path = resume(server.address, position_record(name)).removeprefix(server.address)
            for size in sizes:
                tab = viewer.show(path, given.language, "light", size, is_new=True)
                board_page.panel(tab).wait_for()
                found = count_words(tab)
                parts = ", ".join(f"{part or 'rest'} {len(found.by_part[part])}" for part in (*PARTS, "") if part in found.by_part)
                print(f"{name} at {size.name}: {found.count} words, {len(found.signs)} signs ({parts})")
                if given.all:
                    for part, words in found.by_part.items():
                        print(f"  {part or 'rest'}: {' '.join(words)}")
        viewer.close()


if __name__ == "__main__":
    main()
