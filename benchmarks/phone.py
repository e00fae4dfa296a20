"""What a move costs a phone: milliseconds of the main thread of a page at 360×760, its processor four times slower, from the click until the page is still.

``python benchmarks/phone.py`` measures this revision; ``--against REVISION`` measures another one in the same run, before and after it.
Scripts, styles, layout and painting are counted, and so is sending the form. Motion is reduced, as it takes its own time.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from web import THIS
from web_server import ROOT, Server, measure_in_turns, serving

sys.path.insert(0, str(ROOT))

from tests.support.browser import chromium  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

PICK = "#moves button[name=pick]:not([disabled], [aria-disabled=true]), [form=moves][name=pick]:not([disabled], [aria-disabled=true])"
CONFIRM = "button[name=do][value=confirm]"
STILL = 700
"""Milliseconds after which a page is still."""
KEPT = 800
"""Milliseconds after that until it has kept a copy for when there is no network, which is not counted."""


@dataclass
class Measures:
    """Milliseconds of the main thread."""

    drafts: list[float] = field(default_factory=list)
    confirmed: list[float] = field(default_factory=list)


def busy(session: CDPSession) -> float:
    """Returns the milliseconds that the page's main thread has worked so far."""
    found = session.send("Performance.getMetrics")["metrics"]
    return float(next(each["value"] for each in found if each["name"] == "TaskDuration")) * 1000


def cost(page: Page, session: CDPSession, selector: str) -> float:
    """Returns what a click on the first element costs; the button is pressed by a script, as it may lie in another part of a phone's page."""
    before = busy(session)
    with page.expect_response(lambda response: response.request.method == "POST"):
        page.evaluate("selector => document.querySelector(selector).click()", selector)
    page.wait_for_timeout(STILL)
    found = busy(session) - before
    page.wait_for_timeout(KEPT)
    return found


def measure(server: Server, moves: int) -> Measures:
    """Plays moves of both seats of a table and measures those of the first seat."""
    measures = Measures()
    with chromium() as browser:
        context = browser.new_context(viewport={"width": 360, "height": 760}, reduced_motion="reduce", has_touch=True)
        pages = []
        for token in server.tables[0][1:]:
            page = context.new_page()
            page.goto(f"http://127.0.0.1:{server.port}/s/{token}")
            session = context.new_cdp_session(page)
            session.send("Performance.enable")
            session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
            pages.append((page, session))
        while len(measures.confirmed) < moves:
            page, session = next((each for each in pages if each[0].query_selector(CONFIRM) or each[0].query_selector(PICK)), (None, None))
            if page is None or session is None:
                pages[0][0].wait_for_timeout(STILL)
            elif page.query_selector(CONFIRM):
                measures.confirmed.append(cost(page, session, CONFIRM))
            else:
                measures.drafts.append(cost(page, session, PICK))
    return measures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=30)
    parser.add_argument("--against", metavar="REVISION", help="another revision to be measured in the same run")
    given = parser.parse_args()

    def run(name: str, source: Path) -> None:
        with serving(source, 0, 1) as server:
            found = measure(server, given.moves)
        for kind, values in (("draft", found.drafts), ("confirmed", found.confirmed)):
            print(
                f"{name}: {kind} {len(values)} moves, median {statistics.median(values):.0f} ms, highest {max(values):.0f} ms", flush=True
            )

    measure_in_turns(run, THIS, given.against)


if __name__ == "__main__":
    main()
