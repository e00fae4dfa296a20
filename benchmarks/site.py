"""How long the game in a web page takes (docs/site.md): from the visit to the first board, and from a click to the pencilled move.

``python benchmarks/site.py FOLDER`` measures the folder of ``scripts/build --site FOLDER`` in Chromium: in a new profile, then with its files kept; both again where the browser with all
its workers has a quarter of the time of each core, and its files come with 20 Mbit/s. Only on two quiet cores do the figures mean anything. It ends with 1 if one is over its limit.
"""

from __future__ import annotations

import functools
import gzip
import os
import signal
import statistics
import sys
import tempfile
import threading
import time
import zlib
from contextlib import contextmanager, nullcontext, suppress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.support import board_page  # noqa: E402
from tests.support.browser import found  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserContext, Frame

SLOWER = 4
BYTES_PER_SECOND = 20_000_000 // 8
LATENCY = 0.02
"""Seconds until a file begins to come."""
CHUNK = 16_384
SLICE = 0.005
"""Seconds that a slower browser runs at a time."""
MOVES = 10
NEVER = 300_000
"""Milliseconds after which this ends with an error."""
DRAWN = """() => {
  addEventListener("click", ({ timeStamp }) => {
    window.drawn = new Promise((resolve) => {
      document.addEventListener("groundfloor:settled", () => {
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
      }, { once: true });
    });
  }, true);
}"""
"""Has ``window.drawn`` in the page tell how many milliseconds pass from the last click until what it brings is drawn. Nothing else asks the page meanwhile, as that would be measured too."""


class Case(NamedTuple):
    """``board``: seconds until the first board at most (0: no limit), ``draft``: milliseconds until a pencilled move."""

    label: str
    is_slow: bool
    board: float
    draft: float


CASES = (
    Case("this machine, first visit", is_slow=False, board=0, draft=120),
    Case("this machine, files kept", is_slow=False, board=6, draft=120),
    Case(f"{SLOWER} times slower, 20 Mbit/s, first visit", is_slow=True, board=12, draft=300),
    Case(f"{SLOWER} times slower, 20 Mbit/s, files kept", is_slow=True, board=12, draft=300),
)
"""Two visits of each profile."""


class Handler(SimpleHTTPRequestHandler):
    """Serves files as a host does that compresses them; slowly if its server says so."""

    line = threading.Lock()
    """All files come through one line."""

    def log_message(self, *_: object) -> None: ...

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        if path.is_dir():
            path /= "index.html"
        if not path.is_file():
            self.send_error(404)
            return
        content = compressed(path)
        tag = f'"{zlib.crc32(content):x}"'
        if self.headers.get("if-none-match") == tag:
            self.send_response(304)
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("etag", tag)
        self.send_header("content-type", self.guess_type(path))
        self.send_header("content-encoding", "gzip")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        is_slow = getattr(self.server, "is_slow", False)
        if is_slow:
            time.sleep(LATENCY)
        for at in range(0, len(content), CHUNK):
            part = content[at : at + CHUNK]
            if is_slow:
                with self.line:
                    time.sleep(len(part) / BYTES_PER_SECOND)
            with suppress(ConnectionError):
                self.wfile.write(part)


@functools.cache
def compressed(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), 6)


@contextmanager
def slowed(profile: str) -> Iterator[None]:
    """Lets all processes of a browser run for a part of the time only: the throttling of DevTools leaves out workers, in which the game runs."""
    ended = threading.Event()

    def work() -> None:
        processes: list[int] = []
        listed = 0.0
        while not ended.is_set():
            if time.monotonic() - listed > 0.2:
                processes, listed = processes_of(profile), time.monotonic()
            send(processes, signal.SIGSTOP)
            time.sleep((SLOWER - 1) * SLICE)
            send(processes, signal.SIGCONT)
            time.sleep(SLICE)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def send(processes: list[int], number: signal.Signals) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, number)


def processes_of(profile: str) -> list[int]:
    """Returns the ids of the browser with this profile and of all that it has started."""
    parents: dict[int, int] = {}
    found_ids: set[int] = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if f"--user-data-dir={profile}".encode() in (folder / "cmdline").read_bytes():
                found_ids.add(int(folder.name))
    while more := {child for child, parent in parents.items() if parent in found_ids} - found_ids:
        found_ids |= more
    return sorted(found_ids)


def game_frame(context: BrowserContext, address: str) -> Frame:
    """Opens the site; returns the frame of the game when its start page is there."""
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("#game:not([hidden])")
    page.frame_locator("#game").locator("form.first-opponent button").wait_for()
    return page.frames[-1]


def draft_times(frame: Frame) -> list[float]:
    """Returns the milliseconds from clicks on a place until the pencilled move is drawn; each is taken back."""
    frame.evaluate(DRAWN)
    times = []
    for _ in range(MOVES):
        board_page.panel(frame, "asked").wait_for()  # type: ignore[arg-type]
        frame.locator(f"#panel {board_page.LEGAL}:visible").first.click()
        times.append(float(frame.evaluate("window.drawn")))
        board_page.panel(frame, "draft", "second-step").wait_for()  # type: ignore[arg-type]
        board_page.back_button(frame).click()  # type: ignore[arg-type]
    return times


def measure(address: str, profile: str, case: Case) -> bool:
    """Prints the figures of a case; returns whether they keep its limits."""
    with sync_playwright() as running:
        context = running.chromium.launch_persistent_context(
            profile, executable_path=found(), args=["--no-sandbox"], reduced_motion="reduce"
        )
        context.set_default_timeout(NEVER)
        with slowed(profile) if case.is_slow else nullcontext():
            began = time.monotonic()
            frame = game_frame(context, address)
            start = time.monotonic() - began
            frame.locator("form.first-opponent button").click()
            board_page.panel(frame).wait_for()  # type: ignore[arg-type]
            board = time.monotonic() - began
            draft = statistics.median(draft_times(frame))
        context.close()
    limit = f" (at most {case.board:g} s)" if case.board else ""
    is_kept = (not case.board or board <= case.board) and draft <= case.draft
    print(
        f"{case.label}: start page {start:.1f} s, first board {board:.1f} s{limit}, "
        f"pencilled move {draft:.0f} ms (median of {MOVES}, at most {case.draft:g} ms): {'kept' if is_kept else 'missed'}",
        flush=True,
    )
    return is_kept


def main(folder: Path) -> bool:
    for path in folder.rglob("*"):
        if path.is_file():
            compressed(path)
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://localhost:{server.server_port}/"
    results = []
    for first, second in zip(CASES[::2], CASES[1::2], strict=True):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            for case in (first, second):
                server.is_slow = case.is_slow  # type: ignore[attr-defined]
                results.append(measure(address, profile, case))
    server.shutdown()
    return all(results)


if __name__ == "__main__":
    sys.exit(0 if main(Path(sys.argv[1]).resolve()) else 1)
