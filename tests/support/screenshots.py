"""Takes screenshots of the boards and pages that the tests look at: ``python -m tests.support screenshots OUT [WORD ...]``.

Only those are taken whose names hold one of the words, as ``"online price-asked"`` or ``after-of-six-1366x768``.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from groundfloor.cli.main import main as groundfloor
from tests.support import http
from tests.support.board_viewer import LANGUAGES, POINTED, THEMES, TOUCHED, Viewer, open_question, views
from tests.support.browser import chromium
from tests.support.other_pages import OTHERS, address, log_out, open_part
from tests.support.question_records import EVERY
from tests.support.server_process import Process

UNLIMITED = "".join(
    f"{name} = 100_000_000\n"
    for name in ("tables_per_hour", "tables", "requests_per_minute", "changes_per_minute", "accounts_per_hour", "log_ins_per_hour")
)
LOOKS = ("asked", "draft", "waiting", "watching", "past")


def main(out: Path, words: list[str]) -> None:
    """Takes the screenshots."""

    def is_wanted(name: str) -> bool:
        return not words or any(word in name for word in words)

    out.mkdir(parents=True, exist_ok=True)
    variants = [(language, theme, size) for language in LANGUAGES for theme in THEMES for size in (*TOUCHED, *POINTED)]
    with tempfile.TemporaryDirectory() as folder, Process(Path(folder), settings=UNLIMITED) as server, chromium() as browser:
        viewer = Viewer(browser, server.address)
        with http.Client(base_url=server.address, timeout=60) as client:
            for question in EVERY:
                for looks in LOOKS:
                    names = {
                        f"{question}-{looks}-{language}-{theme}-{size.name}": (language, theme, size) for language, theme, size in variants
                    }
                    path = ""
                    for name in filter(is_wanted, names):
                        path = path or open_question(client, question, looks)
                        tab = viewer.show(path, *names[name])
                        for _, view in views(tab):
                            tab.screenshot(path=out / f"{name}-{view}.png".replace(" ", "_"))
            for other in OTHERS:
                for language, theme, size in variants:
                    if is_wanted(name := f"{other.name}-{language}-{theme}-{size.name}"):
                        tab = viewer.show(address(client, other), language, theme, size, is_new=True)
                        open_part(tab, other, lambda name: groundfloor(["admin", "add", name, "--data", folder]))
                        tab.screenshot(path=out / f"{name}.png", full_page=not other.scope)
                        log_out(tab, other)
        viewer.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.support screenshots")
    parser.add_argument("out", type=Path)
    parser.add_argument("words", nargs="*")
    main(**vars(parser.parse_args()))
