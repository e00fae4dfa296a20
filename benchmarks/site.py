"""How long the game in a web page takes (docs/site.md): from the visit to the first board, and from a click to the pencilled move.

``python benchmarks/site.py FOLDER`` measures the folder of ``scripts/build --site FOLDER`` in Chromium: in a new profile, then with its files kept, then both on a processor that is
four times slower with a network of 20 Mbit/s. Only on a quiet machine do the milliseconds mean anything.
"""

from __future__ import annotations

import functools
import statistics
import sys
import tempfile
import threading
import time
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.support import board_page  # noqa: E402
from tests.support.browser import found  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Frame

SLOWER, BYTES_PER_SECOND, LATENCY = 4, 20_000_000 / 8, 20
MOVES = 10
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None: ...


def game_frame(context: BrowserContext, address: str, is_slow: bool) -> tuple[Frame, float]:
    """Opens the site; returns the frame of the game and the seconds until its start page was there."""
    page = context.new_page()
    if is_slow:
        session = context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        session.send("Network.enable")
        speed = {"offline": False, "latency": LATENCY, "downloadThroughput": BYTES_PER_SECOND, "uploadThroughput": BYTES_PER_SECOND}
        session.send("Network.emulateNetworkConditions", speed)
    began = time.monotonic()
    page.goto(address)
    page.wait_for_selector("#game:not([hidden])", timeout=300_000)
    page.frame_locator("#game").locator("form.first-opponent button").wait_for(timeout=300_000)
    return page.frames[-1], time.monotonic() - began


def draft_seconds(frame: Frame) -> float:
    """Returns the seconds from a click on a place until the pencilled move is drawn; the move is taken back."""
    board_page.panel(frame, "asked").wait_for()
    began = time.monotonic()
    frame.locator(f"#panel {board_page.LEGAL}:visible").first.click()
    board_page.panel(frame, "draft", "second-step").wait_for()
    frame.evaluate(DRAWN)
    took = time.monotonic() - began
    board_page.back_button(frame).click()
    return took


def measure(address: str, profile: str, label: str, *, is_slow: bool = False) -> None:
    with sync_playwright() as running:
        context = running.chromium.launch_persistent_context(
            profile, executable_path=found(), args=["--no-sandbox"], reduced_motion="reduce"
        )
        context.set_default_timeout(300_000)
        frame, start = game_frame(context, address, is_slow)
        began = time.monotonic()
        frame.locator("form.first-opponent button").click()
        board_page.panel(frame).wait_for()
        board = start + time.monotonic() - began
        drafts = [draft_seconds(frame) for _ in range(MOVES)]
        context.close()
    print(
        f"{label}: start page {start:.1f} s, first board {board:.1f} s, pencilled move {1000 * statistics.median(drafts):.0f} ms (median of {MOVES})"
    )


def main(folder: Path) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://localhost:{server.server_port}/"
    for is_slow, speed in ((False, "this machine"), (True, f"{SLOWER} times slower, 20 Mbit/s")):
        with tempfile.TemporaryDirectory() as profile:
            measure(address, profile, f"{speed}, first visit", is_slow=is_slow)
            measure(address, profile, f"{speed}, files kept", is_slow=is_slow)
    server.shutdown()


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
