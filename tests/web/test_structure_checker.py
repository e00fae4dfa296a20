"""The checker of pages finds each fault on a small page that has it, and none on one that has none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from tests.support.page_structure import Finding, check_structure

STYLE = """<!doctype html><meta charset=utf-8><style>
body { margin: 0; font: 16px/1.5 sans-serif; } main { position: relative; padding: 10px; } p { margin: 0 0 8px; }
button { width: 60px; height: 50px; border: 1px solid black; background: white; padding: 0; display: block; margin-bottom: 8px; }
.at { position: absolute; left: 10px; top: 10px; } svg { display: block; }
.tooltip { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
</style>"""
SOUND = """<main><p>Plain words, with <a href="#x">a link</a> in them.</p><button>Confirm</button>
<p style="width: 90px; font-size: 14px">Unternehmens\u00adberatung und Marketing-Bonus</p>
<div style="height: 60px; overflow: auto; width: 200px"><p style="height: 200px">A list that scrolls</p><p>Its end</p></div>
<span class="tooltip">Words for screen readers only</span>
<button><svg class="marker" width="20" height="20" viewBox="0 0 24 24"><circle cx="12" cy="12" r="11"/><text x="4" y="17" font-size="16">A</text></svg></button>
<span style="position: relative"><svg class="marker" width="20" height="20"></svg><svg class="marker" width="20" height="20" style="margin-top: -12px"></svg></span></main>"""
FAULTS = {
    "overlap: main .at × main p": "<main><p>One line of words</p><p class='at'>Other words</p></main>",
    "overlap: main .prestige-tag × main p": "<main><p>2</p><span class='prestige-tag at' style='width: 20px; height: 20px'></span></main>",
    "overlap: main .at × main button": "<main><button>Confirm</button><p class='at' style='left: 55px; top: 22px'>Words over its edge</p></main>",
    "overlap: main button × main button": "<main><button>One</button><button style='margin-top: -30px'>Two</button></main>",
    "sticks out: main button span of main button": "<main><button><span style='margin-left: 40px'>Confirm</span></button></main>",
    "broken word: main p": "<main><p style='width: 40px; overflow-wrap: anywhere'>Assembly</p></main>",
    "small text: main p": "<main><p style='font-size: 10px'>Tiny</p></main>",
    "small text: main svg text": "<main><svg width='100' height='30' viewBox='0 0 200 60'><text y='40' font-size='16'>Scaled</text></svg></main>",
    "small control: main button": "<main><button style='width: 20px'>X</button></main>",
    "cut: main p by p": "<main><p style='width: 60px; overflow: hidden; white-space: nowrap'>Words that go on and on</p></main>",
    "cut: main div p by div": "<main><div style='height: 14px; overflow: hidden'><p>Too high for it</p></div></main>",
    "cut: main p by itself": "<main><p style='width: 60px; overflow: clip; white-space: nowrap; text-overflow: ellipsis'>Words that go on</p></main>",
    "out of the page: main .at": "<main><p class='at' style='left: -30px'>Words at the left</p></main>",
    "wide page: page": "<main style='width: 900px'><p>Words</p></main>",
    "scrolls sideways: main div": "<main><div style='width: 90px; overflow: auto'><p style='width: 200px'>Words that go on</p></div></main>",
    "hidden: main p under main .at": "<main><p>Words</p><div class='at' style='width: 90px; height: 40px; background: white'></div></main>",
}
"""Each fault with a page that has it."""


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Tab]:
    context = browser.new_context(viewport={"width": 400, "height": 300})
    yield context.new_page()
    context.close()


def look(tab: Tab, body: str, is_coarse: bool = False, sights: tuple[str, ...] = ()) -> list[Finding]:
    tab.set_content(STYLE + body)
    return check_structure(tab, is_coarse, sights)


def test_sound_page_has_no_findings(tab: Tab) -> None:
    assert look(tab, SOUND) == []


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_found(tab: Tab, fault: str) -> None:
    assert fault in [finding.key for finding in look(tab, FAULTS[fault])]
