"""Takes screenshots of boards of the matrix, makes contact sheets of them, and checks their structure: ``python -m tests.support screenshots --help``.

``python -m tests.support screenshots OUT --chosen --size 1366x768`` takes screenshots of those boards that the tests look at, in one size;
``python -m tests.support screenshots --check`` checks the whole matrix, which takes hours.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from groundfloor.editions import NAMES
from tests.support import http
from tests.support.board_matrix import LANGUAGES, LOOKING, SIZES, STATES, THEMES, Board, Size, boards, looks
from tests.support.board_viewer import Viewer, check_board, open_board, views
from tests.support.browser import chromium
from tests.support.other_pages import OTHERS, address, open_part
from tests.support.page_structure import check_structure
from tests.support.server_process import Process

if TYPE_CHECKING:
    from playwright.sync_api import Browser

UNLIMITED = "".join(f"{name} = 100_000_000\n" for name in ("tables_per_hour", "tables", "requests_per_minute", "changes_per_minute"))
"""Limits of the server that the whole matrix would come to."""
PER_SHEET = 4
"""So many screenshots at most are on a contact sheet."""
SHEET = """<!doctype html><meta charset=utf-8><style>body {{ margin: 8px; font: 13px sans-serif; background: #888; display: flex; flex-wrap: wrap; gap: 8px; width: 1900px; }}
figure {{ margin: 0; background: white; padding: 4px; }} img {{ display: block; width: {width}px; }}</style>{figures}"""
WIDTHS = {360: 300, 740: 460, 768: 460, 900: 460}
"""How wide a screenshot is on a contact sheet, by the width of the window; 930 for all others."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.support screenshots", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", nargs="?", type=Path, help="folder for screenshots and contact sheets; without it none are taken")
    parser.add_argument("--check", action="store_true", help="check the structure and print each fault; exit code 1 if there is one")
    parser.add_argument("--chosen", action="store_true", help="only the boards that the tests look at")
    parser.add_argument("--pages", action="store_true", help="the other pages, and what opens over the board, instead of boards")
    parser.add_argument("--page", action="append", choices=[other.name for other in OTHERS], help="only these of the other pages")
    parser.add_argument("--rules", action="append", choices=NAMES)
    parser.add_argument("--seats", action="append", type=int, choices=range(2, 7))
    parser.add_argument("--options", choices=("on", "off"))
    parser.add_argument("--kind", action="append", help=f"a question (hire, schedule, price …) or one of {', '.join(LOOKING)}")
    parser.add_argument("--state", action="append", choices=STATES)
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    parser.add_argument("--theme", action="append", choices=THEMES)
    parser.add_argument("--size", action="append", choices=[size.name for size in SIZES])
    return parser.parse_args()


def wanted(asked: argparse.Namespace) -> list[tuple[Board, tuple[Size, ...]]]:
    sizes = tuple(size for size in SIZES if not asked.size or size.name in asked.size)

    def is_wanted(board: Board) -> bool:
        given = (
            (asked.rules, board.rules),
            (asked.seats, board.seats),
            (asked.options and [asked.options], "on" if board.has_options else "off"),
            (asked.kind, board.kind),
            (asked.state, board.state),
            (asked.language, board.language),
            (asked.theme, board.theme),
        )
        return all(not values or value in values for values, value in given)

    every = looks() if asked.chosen else [(board, SIZES) for board in boards()]
    return [(board, tuple(size for size in own if size in sizes)) for board, own in every if is_wanted(board) and board.record]


def look(browser: Browser, server: str, found: Iterable[tuple[Board, tuple[Size, ...]]], out: Path | None, is_checked: bool) -> int:
    """Opens each board in its sizes; returns how many faults there were."""
    viewer = Viewer(browser, server)
    faults: Counter[str] = Counter()
    pictures: dict[Size, list[Path]] = {size: [] for size in SIZES}
    with http.Client(base_url=server, timeout=60) as client:
        for board, sizes in found:
            path = open_board(client, board)
            for size in sizes:
                tab = viewer.show(path, board.language, board.theme, size)
                if is_checked:
                    for finding in check_board(tab, size, board.kind != "watching"):
                        faults[finding.key] += 1
                        print(f"{board.name} {size.name}: {finding}", flush=True)
                if out is not None:
                    for _, view in views(tab):
                        pictures[size].append(out / f"{board.name}-{size.name}{'-' + view if view else ''}.png")
                        tab.screenshot(path=pictures[size][-1], full_page=size.height > 1000)
    viewer.close()
    if out is not None:
        contact_sheets(browser, pictures, out)
    for key, number in faults.most_common():
        print(f"{number:6} {key}")
    return faults.total()


def look_at_pages(browser: Browser, server: str, asked: argparse.Namespace, sizes: tuple[Size, ...]) -> int:
    """Opens each other page in each size, language and theme; returns how many faults there were."""
    viewer = Viewer(browser, server)
    number = 0
    pictures: dict[Size, list[Path]] = {size: [] for size in sizes}
    with http.Client(base_url=server, timeout=60) as client:
        for other in OTHERS:
            if asked.page and other.name not in asked.page:
                continue
            path = address(client, other)
            for language in asked.language or LANGUAGES:
                for theme in asked.theme or THEMES[:1]:
                    for size in sizes:
                        tab = viewer.show(path, language, theme, size, is_new=True)
                        open_part(tab, other)
                        for finding in check_structure(tab, size.is_touch, scope=other.scope) if asked.check else ():
                            number += 1
                            print(f"{other.name}-{language} {size.name}: {finding}", flush=True)
                        if asked.out is not None:
                            pictures[size].append(asked.out / f"{other.name}-{language}-{theme}-{size.name}.png")
                            tab.screenshot(path=pictures[size][-1], full_page=not other.scope)
    viewer.close()
    if asked.out is not None:
        contact_sheets(browser, pictures, asked.out)
    return number


def contact_sheets(browser: Browser, pictures: dict[Size, list[Path]], out: Path) -> None:
    """Screenshots of one size side by side, as ``sheet-SIZE-NUMBER.png``."""
    tab = browser.new_page(viewport={"width": 1916, "height": 1000})
    for size, found in pictures.items():
        width = WIDTHS.get(size.width, 930)
        for number in range(0, len(found), PER_SHEET):
            figures = "".join(
                f"<figure><img src='{each.as_uri()}'><figcaption>{each.stem}</figcaption></figure>"
                for each in found[number : number + PER_SHEET]
            )
            page = out / "sheet.html"
            page.write_text(SHEET.format(width=width, figures=figures))
            tab.goto(page.as_uri())
            tab.screenshot(path=out / f"sheet-{size.name}-{number // PER_SHEET + 1:03}.png", full_page=True)
            page.unlink()
    tab.close()


def main() -> int:
    asked = arguments()
    if asked.out is not None:
        asked.out = asked.out.resolve()
        asked.out.mkdir(parents=True, exist_ok=True)
    sizes = tuple(size for size in SIZES if not asked.size or size.name in asked.size)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Process(Path(folder), settings=UNLIMITED)
        try:
            if asked.pages or asked.page:
                return 1 if look_at_pages(browser, server.address, asked, sizes) else 0
            return 1 if look(browser, server.address, wanted(asked), asked.out, asked.check) else 0
        finally:
            server.process.kill()
            server.process.wait()


if __name__ == "__main__":
    raise SystemExit(main())
