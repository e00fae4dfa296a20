"""Films a round of the guided game for the README: ``python -m tests.support video [FILE]``. Needs ffmpeg, or the Python package imageio-ffmpeg."""

from __future__ import annotations

import argparse
import importlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Locator
from playwright.sync_api import Page as Tab

from groundfloor import read_record
from groundfloor.engine.history import EventHistory
from groundfloor.engine.state import CONDUCT
from tests.support import board_page, http
from tests.support.browser import chromium
from tests.support.server_process import Process

WIDTH, HEIGHT, BAND = 1280, 720, 56
"""The board, and the band with a sentence below it."""
READ, LOOK, GLIDE, TICK = 3.2, 1.2, 0.06, 0.08
"""Seconds that a step of the guide, a pencilled move, a picture of the moving pointer and one of the moving board are shown."""
STEPS_OF_GLIDE = 5
MAX_STEPS, MAX_TICKS, TICKS_OF_CHANGE = 14, 400, 5
PREPARED = """localStorage.setItem('groundfloor-pace', 'off'); window.swaps = 0;
  addEventListener('groundfloor:swapped', () => { window.swaps += 1; }, true);"""
SETTLED = "(count) => window.swaps > count && !document.getElementById('table').ariaBusy"
SHOWS_LAST_STEP = """(entry) => {
  const last = (document.getElementById('table').dataset.steps ?? '').split(' ').at(-1);
  return document.getElementById('replay').dataset.entry === String(entry)
    && (!last || parseInt(last.split(':')[1]) === Number(document.getElementById('recap')?.dataset.step));
}"""
POINTER = """([x, y]) => {
  let dot = document.getElementById('video-pointer');
  if (!dot) { dot = document.createElement('div'); dot.id = 'video-pointer'; document.body.append(dot); }
  Object.assign(dot.style, { position: 'fixed', left: `${x - 11}px`, top: `${y - 11}px`, width: '22px', height: '22px',
    borderRadius: '50%', background: 'rgb(200 40 30 / 45%)', border: '2px solid rgb(160 20 10)', zIndex: 99, pointerEvents: 'none' });
}"""
CAPTION = """(words) => {
  const band = document.createElement('p');
  band.textContent = words;
  Object.assign(band.style, { position: 'fixed', inset: 0, margin: 0, padding: '0 24px', display: 'flex', alignItems: 'center', zIndex: 99,
    background: '#1B2733', color: '#FDFBF5', font: '500 24px "Barlow Semi Condensed", sans-serif' });
  document.body.replaceChildren(band);
  return document.fonts.load('500 24px "Barlow Semi Condensed"').then(() => true);
}"""
ADVANCE = """(time) => document.getAnimations().forEach((motion) => {
  motion.pause();
  motion.currentTime = Number(motion.currentTime ?? 0) + time;
})"""
CAPTIONS = {
    "I": "I Income: every company has received its money.",
    "II": "II Hire: employees bring time, and cost money in every round.",
    "III": "III Schedule: in turn, everybody uses time markers in the city and in their own rooms.",
    "IV": "IV Conduct: the buildings do their work, from A to I. Some ask for a decision.",
}
AGAIN = "The same phase as a replay: consumers come from the forecast and buy."
CLOSING = "V Reorganize: time comes back, popularity fades, the job market moves. Then round 2 begins."


class Camera:
    """Takes pictures of a page, each with its caption and the seconds that it is shown."""

    def __init__(self, tab: Tab, folder: Path, captions: Tab) -> None:
        self.tab = tab
        self.folder = folder
        self.captions = captions
        self.bands: dict[str, Path] = {}
        self.shown: list[tuple[Path, Path, float]] = []
        self.pointer = (WIDTH / 2, HEIGHT / 2)
        self.words = ""

    def take(self, seconds: float) -> None:
        path = self.folder / f"{len(self.shown):04}.png"
        self.tab.screenshot(path=path)
        self.shown.append((path, self.band(), seconds))

    def tick(self) -> None:
        """Takes a picture, and lets the page's time pass."""
        self.take(TICK)
        self.tab.clock.run_for(round(TICK * 1000))
        self.tab.evaluate(ADVANCE, TICK * 1000)

    def band(self) -> Path:
        if self.words not in self.bands:
            self.bands[self.words] = self.folder / f"caption-{len(self.bands)}.png"
            self.captions.evaluate(CAPTION, self.words)
            self.captions.screenshot(path=self.bands[self.words])
        return self.bands[self.words]

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

    def list_of_pictures(self, of_captions: bool) -> str:
        """Returns the list that ffmpeg joins; the last picture stands twice, as its time counts only then."""
        found = [(band if of_captions else path, seconds) for path, band, seconds in self.shown]
        lines = [f"file '{path}'\nduration {seconds}" for path, seconds in found]
        return "\n".join([*lines, f"file '{found[-1][0]}'"]) + "\n"


def film_round(camera: Camera) -> None:
    """Follows the guide until the first round is over."""
    tab = camera.tab
    camera.words = CAPTIONS["I"]
    camera.take(READ)
    for _ in range(MAX_STEPS):
        if "round 2 of" in tab.get_by_role("heading", level=1).inner_text():
            return
        camera.words = CAPTIONS[board_page.head(tab).locator("li[aria-current=step] b").inner_text()]
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


def film_phase_four(camera: Camera, address: str, game: str) -> None:
    """Shows phase IV of the round that has just been played as the page's own replay, picture by picture: time passes only between them."""
    round_on = (2, 0)
    phases = phases_of(address, game)
    first = next(entry for entry, phase in enumerate(phases) if phase == (1, CONDUCT))
    last = next(entry for entry, phase in enumerate(phases) if phase >= round_on)
    tab = camera.tab
    camera.words = AGAIN
    tab.clock.install()
    tab.goto(f"{tab.url}/at/{first}")
    tab.get_by_role("button", name="Play", exact=True).wait_for()
    tab.evaluate("document.fonts.ready.then(() => true)")
    camera.take(LOOK)
    tab.clock.pause_at(tab.evaluate("Date.now() + 1000"))
    for entry in range(first + 1, last + 1):
        tab.keyboard.press("ArrowRight")
        for _ in range(MAX_TICKS):
            if tab.evaluate(SHOWS_LAST_STEP, entry):
                break
            camera.tick()
        for _ in range(TICKS_OF_CHANGE):
            camera.tick()
        if phases[entry] != (1, CONDUCT):
            camera.words = CLOSING
        camera.take(LOOK if entry < last else READ)


def phases_of(address: str, game: str) -> list[tuple[int, int]]:
    record = read_record(str(http.get(f"{address}/api/games/{game}/record").json()["record"]))
    history = EventHistory(record)
    return history.phases_after


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
    program = ffmpeg()
    with tempfile.TemporaryDirectory() as data, tempfile.TemporaryDirectory() as pictures, chromium() as browser:
        server = Process(Path(data))
        try:
            context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, locale="en", reduced_motion="reduce")
            context.add_init_script(PREPARED)
            tab = context.new_page()
            tab.goto(server.address)
            tab.get_by_role("main").get_by_role("button").first.click()
            tab.wait_for_url("**/s/**")
            tab.wait_for_function("() => document.querySelector('[role=status].visually-hidden')?.textContent")
            captions = browser.new_page(viewport={"width": WIDTH, "height": BAND})
            captions.goto(f"{server.address}/about")
            camera = Camera(tab, Path(pictures), captions)
            film_round(camera)
            board, game = tab.url, board_page.game_id_of(tab)
            tab.emulate_media(reduced_motion="no-preference")
            film_phase_four(camera, server.address, game)
            tab.clock.resume()
            tab.emulate_media(reduced_motion="reduce")
            tab.goto(board)
            board_page.panel(tab).wait_for()
            camera.take(READ)
            context.close()
        finally:
            server.process.kill()
        inputs: list[str] = []
        for name, of_captions in (("pictures", False), ("captions", True)):
            listed = Path(pictures) / f"{name}.txt"
            listed.write_text(camera.list_of_pictures(of_captions), "utf-8")
            inputs += ["-f", "concat", "-safe", "0", "-i", str(listed)]
        joined = ["-filter_complex", "[0:v]fps=12[board];[1:v]fps=12[words];[board][words]vstack,format=yuv420p"]
        coded = ["-c:v", "libvpx-vp9", "-crf", "38", "-b:v", "0", "-deadline", "good", "-cpu-used", "4", str(file)]
        subprocess.run([program, "-y", "-loglevel", "error", *inputs, *joined, *coded], check=True)  # noqa: S603 - own arguments
        print(f"{file}: {sum(seconds for _path, _band, seconds in camera.shown):.0f} seconds, {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.support video")
    parser.add_argument("file", type=Path, nargs="?", default=Path("docs/pictures/round.webm"))
    main(parser.parse_args().file)
