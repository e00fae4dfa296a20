"""Texts set wider, as WCAG 1.4.12 wants them: which words are cut then, which lie over others."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

SPACED = "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; } p { margin-bottom: 2em !important; }"
WIDEN = "(rules) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(rules); document.adoptedStyleSheets = [sheet]; }"
FAULTS = """() => {
  const found = new Set();
  for (const place of document.querySelectorAll(".head, .street-row, .map-title, .room, .mini, .track, .decision")) {
    const texts = [];
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode, parent = node.parentElement;
      if (!node.data.trim() || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (parent.closest(".visually-hidden, svg.marker, .icon, .tooltip, select")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const words = node.data.trim().slice(0, 30), all = range.getBoundingClientRect(), cuts = [];
      let isHidden = false;
      for (let box = parent; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box), edge = box.getBoundingClientRect();
        if (style.display === "inline") continue;
        if (edge.width < 2 || edge.height < 2 || style.clipPath.startsWith("inset")) isHidden = true;
        if (/auto|scroll/.test(style.overflowX + style.overflowY)) break;
        if (style.overflowX === "hidden" && (all.right > edge.right + 1.5 || all.left < edge.left - 1.5)) cuts.push(`${words} is cut by ${box.className}`);
      }
      if (isHidden) continue;
      cuts.forEach((each) => found.add(each));
      for (const r of parent.closest("svg") ? [parent.getBoundingClientRect()] : range.getClientRects())
        if (r.width > 1) texts.push([words, r.left, r.top + r.height * .22, r.right, r.bottom - r.height * .22, node]);
    }
    texts.forEach(([a, al, at, ar, ab, an], i) => {
      for (const [b, bl, bt, br, bb, bn] of texts.slice(i + 1))
        if (an !== bn && al + 1.5 < br && bl + 1.5 < ar && at < bb && bt < ab) found.add(`${a} lies over ${b}`);
    });
  }
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > wide) found.add(`the page is ${document.documentElement.scrollWidth} wide, not ${wide}`);
  return [...found];
}"""


def widened(tab: Page) -> list[str]:
    tab.evaluate(WIDEN, SPACED)
    found: list[str] = tab.evaluate(FAULTS)
    return found
