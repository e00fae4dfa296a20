"""The parts of the board in a real browser: nothing breaks inside a word, lies over something else, or is too small to be read."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from groundfloor.engine.seats import COLOURS, Seat
from groundfloor.presentation.board.scene import Scene
from tests.support import board_page
from tests.support.boards import Told, asks, page_of, played, scene_of, scenes
from tests.support.browser_player import open_first_game
from tests.support.positions import schedule, started
from tests.support.samples import sampled

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser
    from playwright.sync_api import Page as Tab

    from groundfloor.engine.game import Game

pytestmark = pytest.mark.console("file://")  # pages that no server serves, and whose scripts therefore don't run

NAMES = ("Ann", "Ben", "Gropius", "Konstantin", "Wilhelmina", "Bartholomewfitzgeral")
BROKEN = """(within) => { const broken = [];
for (const root of document.querySelectorAll(within)) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.parentElement.checkVisibility() || node.parentElement.closest('.visually-hidden, .tooltip, svg')) continue;
    for (const word of node.data.matchAll(/[^\\s\\u00ad–-]+/gu)) {
      const range = document.createRange();
      range.setStart(node, word.index); range.setEnd(node, word.index + word[0].length);
      const box = range.getBoundingClientRect(), frame = root.getBoundingClientRect();
      const parts = [...range.getClientRects()].filter((each) => each.width > .5);
      const rows = new Set(parts.slice(node.data[word.index - 1] === '\u00ad' && parts.length > 1 ? 1 : 0).map((each) => Math.round(each.top / 4)));
      if (rows.size > 1) broken.push(`${word[0]} is broken`);
      if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 2) broken.push(`${word[0]} sticks out`);
    }
  }
}
return broken; }"""
SMALL_LETTERS = """() => [...document.querySelectorAll('svg.marker text')].filter((e) => e.checkVisibility())
.map((e) => parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a).filter((size) => size < 11)"""
COLLISIONS = """() => { const hits = []; const boxes = [...document.querySelectorAll('.is-default .room-foot > *, .is-default .prestige-tag')].map((e) => [e, e.getBoundingClientRect()]).filter(([, box]) => box.width > 1);
for (const [one, a] of boxes) {
  const room = one.closest('.room, .floor, .tenant').getBoundingClientRect();
  if (a.left < room.left || a.right > room.right + .5 || a.bottom > room.bottom + .5) hits.push(`${one.className} sticks out`);
  for (const [other, b] of boxes) if (one !== other && !one.contains(other) && !other.contains(one) && !one.matches('.visually-hidden') && !other.matches('.visually-hidden')
    && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1) hits.push(`${one.className} over ${other.className}`);
}
return hits; }"""
CONTRAST = """() => { const light = (colour) => { const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((each) => { const c = each / 255;
return c <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4; }); return .2126 * r + .7152 * g + .0722 * b; };
const head = light(getComputedStyle(document.querySelector('.decision-head')).backgroundColor);
const line = light(getComputedStyle(document.querySelector('.decision-head .marker .shape')).stroke);
return (Math.max(head, line) + .05) / (Math.min(head, line) + .05); }"""
TICKS = """() => [...document.querySelectorAll('.sign-prices')].filter((line) => {
const box = line.getBoundingClientRect(), [before, after] = ['::before', '::after'].map((one) => parseFloat(getComputedStyle(line, one).width) || 0);
const inner = [...line.children].map((e) => e.getBoundingClientRect());
const drawn = [...line.querySelectorAll('span')].some((e) => ['::before', '::after'].some((one) => getComputedStyle(e, one).content !== 'none'));
return drawn || Math.min(...inner.map((e) => e.left)) < box.left + before - 1 || Math.max(...inner.map((e) => e.right)) > box.right - after + 1; })
.map((line) => line.textContent.trim())"""
SLOPES = """() => [...document.querySelectorAll('#track-rounds .round-card, #card-now')].filter((card) => {
const icon = card.querySelector('.card-type .icon, .current-card-type .icon').getBoundingClientRect(), type = card.querySelector('.card-type, .current-card-type').getBoundingClientRect();
return icon.width < 10 || icon.top < type.top - .5 || icon.bottom > type.bottom + .5 || icon.left < type.left - .5 || icon.right > type.right + .5; }).map((card) => card.id)"""


@cache
def position(players: int, kind: str, verb: str = "") -> tuple[Game, list[Told]]:
    """Returns a position of round 4 or later that asks the first seat this."""

    def wanted(game: Game) -> bool:
        return asks(kind, 0, 4)(game) and (not verb or any(action.text == verb for action in game.legal))

    people = tuple(Seat(name, colour=colour) for name, colour in zip(NAMES[:players], COLOURS, strict=False))
    for seed in range(3, 200):
        game, told = played(seed, wanted, people)
        if not game.is_over:
            return game, told
    raise LookupError(kind)


def scene(
    players: int, kind: str = "schedule", language: str = "en", pencil: tuple[str, ...] = (), partial: str = "", verb: str = ""
) -> Scene:
    """Returns what the first seat sees there."""
    game, told = position(players, kind, verb)
    return scene_of(game, told, 0, pencil, partial, language)


def company(markers: int, pencil: tuple[str, ...] = ()) -> Scene:
    """Returns a company with nothing remodeled and enough of everything; ``markers`` stand in its Advertising room."""
    game = schedule(started("second", 4))
    game.state.players[0].room_markers[0] = markers
    return scene_of(game, [], 0, pencil)


class Opened:
    """Opens scenes as pages of a size."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.browser, self.folder = browser, folder
        self.tabs: list[Tab] = []

    def __call__(self, shown: Scene, width: int = 1600, height: int = 1000, theme: str = "light", **context: object) -> Tab:
        file = self.folder / f"{len(self.tabs)}.html"
        file.write_text(page_of(shown, theme))
        tab = self.browser.new_context(viewport={"width": width, "height": height}, **context).new_page()  # type: ignore[arg-type]
        self.tabs.append(tab)
        tab.goto(file.as_uri())
        tab.wait_for_load_state("load")
        tab.evaluate("document.fonts.ready")
        return tab


def resized(tab: Tab, *sizes: tuple[int, int]) -> Iterator[int]:
    """Gives an open page one size after the other; yields its width."""
    for width, height in sizes:
        tab.set_viewport_size({"width": width, "height": height})
        yield width


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Opened]:
    opener = Opened(browser, tmp_path)
    yield opener
    for tab in opener.tabs:
        tab.context.close()


@pytest.mark.parametrize(
    ("players", "language"),
    sampled(
        [(players, language) for players in (2, 3, 4, 5) for language in ("en", "de")], lambda case: (case[0] == 4) == (case[1] == "en")
    ),
)
def test_small_companies_break_no_word(opened: Opened, players: int, language: str) -> None:
    tab = opened(scene(players, language=language))
    assert tab.evaluate(BROKEN, ".mini-name, .mini-roof, .mini-floor, .mini-room, .mini-tenant, .tenant-over span, .room-name") == []


def test_marker_letters_have_11_px(opened: Opened) -> None:
    tab = opened(scene(5))
    for width in resized(tab, (1600, 1000), (1280, 720), (900, 1200), (360, 800)):
        assert tab.evaluate(SMALL_LETTERS) == [], width


def test_hover_paints_nothing_over_drawing(opened: Opened) -> None:
    tab = opened(scene(4))
    paint = "(id) => getComputedStyle(document.getElementById(id)).backgroundColor"
    ids = tab.evaluate("[...document.querySelectorAll('#street .facade button')].map((e) => e.id)")
    for id in ids:
        tab.mouse.move(2, 2)
        before = tab.evaluate(paint, id)
        board_page.by_id(tab, id).hover(force=True)
        assert tab.evaluate(paint, id) == before, id


def test_lit_field_of_job_market_stays_lit_under_pointer(opened: Opened) -> None:
    tab = opened(scene(4, "hire"), theme="dark")
    tab.get_by_role("region", name="Job market").locator(board_page.LEGAL).hover()
    assert (
        tab.get_by_role("region", name="Job market").locator(board_page.LEGAL).evaluate("(e) => getComputedStyle(e).backgroundColor")
        == "rgb(255, 231, 154)"
    )


OWN_WORDS = ", ".join(f".is-default .{name}" for name in ("room-name", "floor-name", "task-control", "remodel-button", "tenant-over span"))


@pytest.mark.parametrize("language", sampled(["en", "de"], "de".__eq__))
def test_rooms_break_no_word(opened: Opened, language: str) -> None:
    tab = opened(scene(5, language=language))
    tab.evaluate("document.documentElement.dataset.view = 'company'")
    for width in resized(tab, *((width, 900) for width in (1366, 1280, 1180, 1100, 900, 768, 360))):
        assert tab.evaluate(BROKEN, OWN_WORDS) == [], width


@pytest.mark.parametrize(("markers", "pencil"), [(3, ()), (1, ("remodel advertising",)), (3, ("remodel advertising",))])
def test_markers_button_and_prestige_share_room_without_collision(opened: Opened, markers: int, pencil: tuple[str, ...]) -> None:
    tab = opened(company(markers, pencil))
    tab.evaluate("document.documentElement.dataset.view = 'company'")
    for width in resized(tab, (1600, 1000), (1280, 720), (1180, 900), (760, 1100), (360, 800)):
        assert tab.evaluate(COLLISIONS) == [], width


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_grey_star_stands_out_on_inverted_head(opened: Opened, theme: str) -> None:
    shown = scene(4)
    game = shown.settled.copy()
    game.seats = (Seat("Ann", colour="grey"), *game.seats[1:])
    tab = opened(scene_of(game, [], 0), theme=theme)
    assert tab.evaluate(CONTRAST) > 3


@pytest.mark.parametrize("language", sampled(["en", "de"], "de".__eq__))
def test_ticks_of_dimension_lines_keep_off_words(opened: Opened, language: str) -> None:
    tab = opened(scene(4, language=language))
    for width in resized(tab, *((width, 1000) for width in (2560, 1600, 1280, 900, 768))):
        assert tab.evaluate(TICKS) == [], width


@pytest.mark.parametrize("name", sampled(["first", "first-de", "era-de", "windfall"], lambda name: name in ("first-de", "windfall")))
def test_every_card_shows_slope(opened: Opened, name: str) -> None:
    tab = opened(scenes()[name]())
    for width in resized(tab, *((width, 1000) for width in (1600, 1280, 900, 768))):
        assert tab.evaluate(SLOPES) == [], width
        assert tab.evaluate(BROKEN, "#track-rounds .card-type, #track-rounds .card-special, .variant b, #card-now span") == [], width


@pytest.mark.parametrize("language", sampled(["en", "de"], "de".__eq__))
def test_buttons_of_one_question_have_one_width(opened: Opened, language: str) -> None:
    game, told = position(5, "bonus")
    bonus = scene_of(game, told, 0, language=language)
    for each in (bonus, scene(4, language=language, verb="warehouse 4 info", partial="warehouse 4")):
        tab = opened(each)
        boxes = tab.evaluate(
            "[...document.querySelectorAll('.decision .button-row > .board-button:not(#back)')].map((e) => { const b = e.getBoundingClientRect(); return [b.left, b.width]; })"
        )
        assert len(boxes) > 1 and len({tuple(box) for box in boxes}) == 1


def test_turn_is_announced_without_letter_of_marker(browser: Browser, server: str) -> None:
    tab = browser.new_page()
    open_first_game(tab, server)
    board_page.turn(tab).wait_for()
    tab.locator("body > [role=log]").wait_for(state="attached")
    swapped = "document.dispatchEvent(new CustomEvent('groundfloor:swapped', { detail: {} }))"
    tab.evaluate(f"document.querySelector('.head-turn').classList.remove('is-yours'); {swapped}")
    tab.evaluate(f"document.querySelector('.head-turn').classList.add('is-yours'); {swapped}")
    assert str(tab.locator("body > [role=log]").text_content()).endswith(" Your turn.")
    tab.close()


CROWDED = """() => { const faults = []; for (const board of document.querySelectorAll('.board')) {
const boxes = [...board.querySelectorAll('.count, .board-rate, .board-head')].map((e) => e.getBoundingClientRect()), frame = board.getBoundingClientRect();
boxes.forEach((one, n) => { if (one.right > frame.right || one.bottom > frame.bottom + .5) faults.push('sticks out');
for (const other of boxes.slice(n + 1)) if (Math.min(one.right, other.right) - Math.max(one.left, other.left) > .5 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > .5) faults.push('overlap'); });
const tops = [...new Set([...board.querySelectorAll('.count')].map((e) => Math.round(e.getBoundingClientRect().top)))];
if (tops.length > 2) faults.push(`${tops.length} lines`); } return faults; }"""
REACH = """(selector) => [...document.querySelectorAll(selector)].map((e) => { const box = e.getBoundingClientRect();
return Math.max(box.height, parseFloat(getComputedStyle(e, '::after').height) || 0); }).filter((height) => height < 43.9)"""


@pytest.mark.parametrize("language", sampled(["en", "de"], "de".__eq__))
def test_six_players_share_a_board_of_the_agency(opened: Opened, language: str) -> None:
    game = schedule(started("first", 6))
    game.state.marketing_boxes = [[3, 2, 1, 1, 2, 1] for _ in game.state.marketing_boxes]
    tab = opened(scene_of(game, [], 0, language=language))
    assert tab.locator(".board .count").count() == 18
    for width in resized(tab, (1600, 1000), (1280, 720), (900, 1200)):
        assert tab.evaluate(CROWDED) == [], width


def test_banners_and_tower_are_as_high_as_a_finger(opened: Opened) -> None:
    tab = opened(scene(5), 360, 800, has_touch=True, is_mobile=True)
    assert tab.evaluate("matchMedia('(pointer: coarse)').matches")
    for width in resized(tab, (360, 800), (900, 1200), (1366, 1024)):
        assert tab.evaluate(REACH, "#area-C .banner, #area-F .space") == [], width


def test_forced_colors_keep_prices_lights_and_crosses(opened: Opened) -> None:
    """The light of a window leaves the price beside it free; what is crossed, closed, counted or remodeled can still be told."""
    tab = opened(scene(4, verb="warehouse 4 info"), forced_colors="active")
    assert tab.evaluate("matchMedia('(forced-colors: active)').matches")
    style = "(e) => { const s = getComputedStyle(e); return [s.backgroundColor, s.backgroundImage, s.outlineStyle]; }"
    lit = tab.locator(".space.is-lit").first
    ground = tab.locator("body").evaluate("(e) => getComputedStyle(e).backgroundColor")
    assert lit.evaluate(style)[0] in ("rgba(0, 0, 0, 0)", ground.replace("rgb", "rgba").replace(")", ", 0)"))
    assert lit.locator(".pane").evaluate(style)[0] not in ("rgba(0, 0, 0, 0)", ground)
    for kind in (".space.is-barred > .pane", ".space.is-closed > .pane"):
        assert "gradient" in tab.locator(kind).first.evaluate(style)[1], kind
    assert tab.locator(".squares i").first.evaluate(style)[0] not in ("rgba(0, 0, 0, 0)", ground)
    assert tab.locator(".is-default .room.is-remodeled").first.evaluate(style)[2] == "solid"
