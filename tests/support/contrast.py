"""Measures the contrast of all text in the window of a page, also of text in and over drawings, by its pixels.

Two pictures of the window are compared, with all text and without its fill: where they differ there is text, and the second one shows what lies behind it.
"""

from __future__ import annotations

import io
import re
from typing import Any

import numpy as np
from PIL import Image
from playwright.sync_api import Page as Tab

from tests.support.page_structure import Finding
from tests.support.seen_window import script

TEXTS = script("visible_text.js")
WITHOUT_FILL = "* { -webkit-text-fill-color: transparent !important; } :is(text, tspan) { fill: transparent !important; }"
HIDE = """(rules) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(rules); window.sheetsBefore = [...document.adoptedStyleSheets];
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]; }"""
SHOW = "() => { document.adoptedStyleSheets = window.sheetsBefore; }"
NORMAL, LARGE = 4.5, 3.0
"""The least contrast of WCAG 2.2, level AA."""
LARGE_SIZE, LARGE_BOLD_SIZE, BOLD = 24.0, 18.66, 600
INKED = 24
"""How much a pixel of text differs, in one of its colours, from the same one without."""
SHARE = 25
"""The percentage of a text's pixels that may have less contrast: where a line of the drawing passes behind it."""
SLACK = 0.05


def find_faint_texts(tab: Tab) -> list[Finding]:
    """Returns each text in the window whose contrast is too low."""
    texts = tab.evaluate(TEXTS)
    with_text = picture(tab)
    tab.evaluate(HIDE, WITHOUT_FILL)
    without = picture(tab)
    tab.evaluate(SHOW)
    return sorted({finding for text in texts if not text["isCovered"] for finding in check_text(text, with_text, without)})


def picture(tab: Tab) -> np.ndarray[Any, Any]:
    raw = tab.screenshot(animations="disabled", caret="hide", scale="css")
    return np.asarray(Image.open(io.BytesIO(raw)).convert("RGB")).astype(float)


def check_text(text: dict[str, Any], with_text: np.ndarray[Any, Any], without: np.ndarray[Any, Any]) -> list[Finding]:
    red, green, blue, alpha = parse_colour(text["colour"])
    alpha *= text["opacity"]
    left, top, right, bottom = (round(each) for each in text["box"])
    behind = without[top:bottom, left:right].reshape(-1, 3)
    inked = np.abs(with_text[top:bottom, left:right].reshape(-1, 3) - behind).max(axis=1) > INKED
    behind = behind[inked] if inked.any() else behind
    if not len(behind) or not alpha:
        return []
    front = np.array([red, green, blue]) * alpha + behind * (1 - alpha)
    one, other = luminance(front), luminance(behind)
    ratios = (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)
    found = float(np.percentile(ratios, SHARE))
    is_large = text["size"] >= LARGE_SIZE or (text["size"] >= LARGE_BOLD_SIZE and text["weight"] >= BOLD)
    if found >= (LARGE if is_large else NORMAL) - SLACK:
        return []
    return [Finding("contrast", text["place"], f"{found:.1f} {text['words']}", (left, top, right, bottom))]


def parse_colour(text: str) -> tuple[float, float, float, float]:
    """Returns red, green and blue up to 255, and the opacity, of a computed colour.

    >>> parse_colour("rgba(255, 0, 0, 0.5)")
    (255.0, 0.0, 0.0, 0.5)
    >>> parse_colour("color(srgb 1 0 0 / 0.5)")
    (255.0, 0.0, 0.0, 0.5)
    """
    numbers = [float(each) for each in re.findall(r"[\d.]+(?:e-?\d+)?", text)]
    if not text.startswith(("rgb", "color(srgb")):
        raise ValueError(f"Colours of this form are not read: {text}")
    red, green, blue, *opacity = numbers
    if text.startswith("color("):
        red, green, blue = red * 255, green * 255, blue * 255
    return red, green, blue, opacity[0] if opacity else 1.0


def luminance(colours: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Returns the relative luminance of rows of red, green and blue up to 255."""
    parts = colours / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    luminances: np.ndarray[Any, Any] = linear @ np.array([0.2126, 0.7152, 0.0722])
    return luminances
