"""Films a round of the guided game for the README: ``python -m tests.support.film FILE`` (``scripts/film``). Needs ffmpeg."""

from __future__ import annotations

import importlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tests.support import board_page
from tests.support.browser import chromium
from tests.support.server_process import Process

if TYPE_CHECKING:
    from playwright.sync_api import Locator
    from playwright.sync_api import Page as Tab

WIDTH, HEIGHT = 1280, 720
READ, LOOK, GLIDE = 2.6, 1.1, 0.06
"""Seconds that a step of the guide, a pencilled move and a picture of the moving pointer are shown."""
STEPS_OF_GLIDE = 5
MOST_STEPS = 14
PREPARED = """localStorage.setItem('groundfloor-pace', 'off'); window.swaps = 0;
  addEventListener('groundfloor:swapped', () => { window.swaps += 1; }, true);"""
SETTLED = "(count) => window.swaps > count && !document.getElementById('table').ariaBusy"
POINTER = """([x, y]) => {
  let dot = document.getElementById('film-pointer');
  if (!dot) { dot = document.createElement('div'); dot.id = 'film-pointer'; document.body.append(dot); }
  Object.assign(dot.style, { position: 'fixed', left: `${x - 11}px`, top: `${y - 11}px`, width: '22px', height: '22px',
    borderRadius: '50%', background: 'rgb(200 40 30 / 45%)', border: '2px solid rgb(160 20 10)', zIndex: 99, pointerEvents: 'none' });
}"""


class Camera:
    """Takes pictures of a page, each with the seconds that it is shown."""

    def __init__(self, tab: Tab, folder: Path) -> None:
        self.tab = tab
        self.folder = folder
        self.shown: list[tuple[Path, float]] = []
        self.pointer = (WIDTH / 2, HEIGHT / 2)

    def take(self, seconds: float) -> None:
        """Takes a picture."""
        path = self.folder / f"{len(self.shown):04}.png"
        self.tab.screenshot(path=path)
        self.shown.append((path, seconds))

    def click(self, control: Locator) -> None:
        """Moves the pointer to a control and clicks it; the page has answered when it returns."""
        box = control.bounding_box()
        assert box is not None
        goal = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for step in range(1, STEPS_OF_GLIDE + 1):
            part = step / STEPS_OF_GLIDE
            at = [here + (there - here) * part for here, there in zip(self.pointer, goal, strict=True)]
            self.tab.evaluate(POINTER, at)
            self.take(GLIDE)
        self.pointer = goal
        count = self.tab.evaluate("window.swaps")
        control.click()
        self.tab.wait_for_function(SETTLED, arg=count)

    def list_of_pictures(self) -> str:
        """Returns the list that ffmpeg joins; the last picture stands twice, as its time counts only then."""
        lines = [f"file '{path}'\nduration {seconds}" for path, seconds in self.shown]
        return "\n".join([*lines, f"file '{self.shown[-1][0]}'"]) + "\n"


def film_round(tab: Tab, camera: Camera) -> None:
    """Follows the guide until the first round is over."""
    for _ in range(MOST_STEPS):
        if "round 2 of" in tab.get_by_role("heading", level=1).inner_text():
            break
        camera.take(READ)
        guide = board_page.guide(tab)
        if guide.count() and not guide.get_attribute("data-move"):
            camera.click(guide.get_by_role("button", name="Go on"))
            continue
        camera.click(tab.locator("[data-guided]:visible").first)
        while board_page.mode(tab) == "second-step":
            camera.take(LOOK)
            camera.click(tab.locator("[data-guided]:visible").first)
        camera.take(LOOK)
        camera.click(board_page.confirm_button(tab))
    camera.take(READ)


def ffmpeg() -> str:
    """Returns the path of ffmpeg: the system's, or that of the package ``imageio-ffmpeg``."""
    found = shutil.which("ffmpeg")
    if found:
        return found
    try:
        return str(importlib.import_module("imageio_ffmpeg").get_ffmpeg_exe())
    except ImportError:
        sys.exit("ffmpeg is missing: install it, or the Python package imageio-ffmpeg.")


def main(file: Path) -> None:
    """Films the round into the file."""
    program = ffmpeg()
    with tempfile.TemporaryDirectory() as data, tempfile.TemporaryDirectory() as pictures, chromium() as browser:
        server = Process(Path(data))
        try:
            context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, locale="en", reduced_motion="reduce")
            context.add_init_script(PREPARED)
            tab = context.new_page()
            tab.goto(server.address)
            tab.locator("main button").first.click()
            tab.wait_for_url("**/s/**")
            tab.wait_for_function("() => document.querySelector('[role=status].visually-hidden')?.textContent")
            camera = Camera(tab, Path(pictures))
            film_round(tab, camera)
            context.close()
        finally:
            server.process.kill()
        listed = Path(pictures) / "pictures.txt"
        listed.write_text(camera.list_of_pictures(), "utf-8")
        made = [program, "-y", "-loglevel", "error", "-f", "concat", "-safe", "0", "-i", str(listed), "-vf", "fps=12,format=yuv420p"]
        subprocess.run(
            [*made, "-c:v", "libvpx-vp9", "-crf", "38", "-b:v", "0", "-deadline", "realtime", "-cpu-used", "6", str(file)], check=True
        )  # noqa: S603 - own arguments


if __name__ == "__main__":
    main(Path(sys.argv[1]))
